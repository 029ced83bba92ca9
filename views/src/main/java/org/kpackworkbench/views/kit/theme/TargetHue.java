package org.kpackworkbench.views.kit.theme;

import java.util.List;
import java.util.Map;
import javafx.scene.paint.Color;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * The hue of a target's family and the shade within it.
 *
 * <p>The hues are Okabe and Ito's; a family that has none of its own shares {@link #OTHER}. Shades
 * of one family differ in lightness only, so that they stay one hue to everybody.
 */
record TargetHue(Color base, OwnerPattern pattern) {
  private static final Color GREEN = Color.web("#009e73");
  private static final Color ORANGE = Color.web("#e69f00");
  private static final Color PURPLE = Color.web("#cc79a7");
  private static final Color YELLOW = Color.web("#f0e442");

  private static final TargetHue OTHER = new TargetHue(Color.web("#a7c957"), OwnerPattern.GRID);
  private static final Map<String, TargetHue> FAMILIES =
      Map.of(
          "gfx9", new TargetHue(GREEN, OwnerPattern.RISING),
          "gfx10", new TargetHue(ORANGE, OwnerPattern.FALLING),
          "gfx11", new TargetHue(PURPLE, OwnerPattern.CHEVRON_UP),
          "gfx12", new TargetHue(YELLOW, OwnerPattern.CHEVRON_DOWN));

  /** Known processors in the order of their shades; others get a shade from their name. */
  private static final List<List<String>> PROCESSORS =
      List.of(
          List.of(
              "gfx900", "gfx902", "gfx904", "gfx906", "gfx908", "gfx909", "gfx90a", "gfx90c",
              "gfx940", "gfx941", "gfx942", "gfx950"),
          List.of(
              "gfx1010", "gfx1011", "gfx1012", "gfx1030", "gfx1031", "gfx1032", "gfx1033",
              "gfx1034", "gfx1035", "gfx1036"),
          List.of(
              "gfx1100", "gfx1101", "gfx1102", "gfx1103", "gfx1150", "gfx1151", "gfx1152",
              "gfx1153"),
          List.of("gfx1200", "gfx1201", "gfx1250"));

  private static final double DARKEST = -0.24;
  private static final double LIGHTEST = 0.24;

  static TargetHue of(GpuTarget target) {
    return FAMILIES.getOrDefault(target.family(), OTHER);
  }

  /** The colour of one target: the family's hue, lighter or darker. */
  Color shade(GpuTarget target) {
    double amount = DARKEST + (LIGHTEST - DARKEST) * position(target);
    return amount < 0
        ? base.interpolate(Color.BLACK, -amount)
        : base.interpolate(Color.WHITE, amount);
  }

  /** Where the target stands among its family's shades, 0–1. */
  private static double position(GpuTarget target) {
    for (List<String> family : PROCESSORS) {
      int index = family.indexOf(target.processor());
      if (index >= 0) {
        // Neighbours in the list are often neighbours in a file: alternate between the two halves.
        int half = (family.size() + 1) / 2;
        int order = index % 2 == 0 ? index / 2 : half + index / 2;
        return order / (double) (family.size() - 1);
      }
    }
    return Math.floorMod(target.processor().hashCode(), 97) / 96.0;
  }
}
