package org.kpackworkbench.views.kit.theme;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javafx.scene.paint.Color;
import javafx.scene.paint.Paint;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * Only palette: which colour and which pattern an owner of bytes has, everywhere.
 *
 * <p>Hues are those of Okabe and Ito; structures without a hue are on a ladder of greys that differ
 * in lightness. Each kind also has an {@link OwnerPattern}. Immutable; there is one instance per
 * theme, and {@link Themes#ownerColors} says which one is in force. May be used on any thread.
 */
public final class OwnerColors {
  private static final double LEAST_DEPTH = 0.1;
  private static final OwnerColors LIGHT = new OwnerColors(false);
  private static final OwnerColors DARK = new OwnerColors(true);

  private final boolean dark;
  private final Map<OwnerKind, Color> colors = new EnumMap<>(OwnerKind.class);

  private OwnerColors(boolean dark) {
    this.dark = dark;
    for (OwnerKind kind : OwnerKind.values()) {
      colors.put(kind, Color.web(hex(kind, dark)));
    }
  }

  /** The palette for a theme. */
  public static OwnerColors of(Theme theme) {
    return theme.dark() ? DARK : LIGHT;
  }

  private static String hex(OwnerKind kind, boolean dark) {
    return switch (kind) {
      case HOST_CODE -> dark ? "#3d8fd1" : "#0072b2";
      case HOST_DATA -> dark ? "#8fd0f5" : "#56b4e9";
      case DEVICE_CODE -> dark ? "#1fb88c" : "#009e73";
      case COMPRESSED -> dark ? "#d1ab68" : "#7a4e00";
      case WRAPPER -> dark ? "#b6bfc9" : "#48515c";
      case MARKER -> dark ? "#ffffff" : "#000000";
      case METADATA -> dark ? "#8993a0" : "#858f9a";
      case ZERO_FILLED -> dark ? "#4a535e" : "#b9c2cc";
      case PADDING -> dark ? "#303841" : "#d9dfe5";
      case UNOWNED -> dark ? "#1a2027" : "#f6f8fa";
      case PROBLEM -> dark ? "#ee6c16" : "#d55e00";
    };
  }

  /** The colour of a claim: its kind's, or for device code with a target the target's shade. */
  public Color of(Claim claim) {
    return of(claim.kind(), claim.target());
  }

  /** The colour of a kind of owner. */
  public Color of(OwnerKind kind) {
    return of(kind, null);
  }

  /** The colour of a kind of owner; {@code target} counts for device code alone. */
  public Color of(OwnerKind kind, @Nullable String target) {
    if (kind == OwnerKind.DEVICE_CODE && target != null) {
      return ofTarget(GpuTarget.lenient(target));
    }
    Color color = colors.get(kind);
    return color == null ? Color.GRAY : color;
  }

  /**
   * The colour of a kind of owner, the nearer to the background the smaller a share is.
   *
   * @param share 0–1; at 1 it is the colour itself
   */
  public Color depth(OwnerKind kind, @Nullable String target, double share) {
    Color ground = of(OwnerKind.UNOWNED);
    return ground.interpolate(of(kind, target), LEAST_DEPTH + (1 - LEAST_DEPTH) * share);
  }

  /** The shade of a target. */
  public Color ofTarget(GpuTarget target) {
    Color shade = TargetHue.of(target).shade(target);
    return dark ? shade.interpolate(Color.WHITE, 0.06) : shade;
  }

  /** The pattern of a claim. */
  public static OwnerPattern pattern(Claim claim) {
    return pattern(claim.kind(), claim.target());
  }

  /** The pattern of a kind of owner; {@code target} counts for device code alone. */
  public static OwnerPattern pattern(OwnerKind kind, @Nullable String target) {
    return switch (kind) {
      case HOST_CODE -> OwnerPattern.SOLID;
      case HOST_DATA -> OwnerPattern.LIGHT_DOTS;
      case DEVICE_CODE ->
          target == null
              ? OwnerPattern.WIDE_RISING
              : TargetHue.of(GpuTarget.lenient(target)).pattern();
      case COMPRESSED -> OwnerPattern.CHECKER;
      case WRAPPER -> OwnerPattern.VERTICAL;
      case MARKER -> OwnerPattern.DIAMOND;
      case METADATA -> OwnerPattern.HORIZONTAL;
      case ZERO_FILLED -> OwnerPattern.DASHES;
      case PADDING -> OwnerPattern.DOTS;
      case UNOWNED -> OwnerPattern.EMPTY;
      case PROBLEM -> OwnerPattern.CROSS;
    };
  }

  /** The colour with its pattern drawn in, as a tile that repeats. UI thread. */
  public Paint paint(OwnerKind kind, @Nullable String target) {
    return PatternTile.paint(of(kind, target), pattern(kind, target));
  }

  /** Black or white: what can be read on {@code background}. */
  public static Color textOn(Color background) {
    return luminance(background) > 0.179 ? Color.BLACK : Color.WHITE;
  }

  /** The colour of the pattern's lines on {@code base}. */
  static Color lineOn(Color base) {
    return base.interpolate(textOn(base), 0.38);
  }

  /** The relative luminance of WCAG 2, 0–1. */
  static double luminance(Color color) {
    return 0.2126 * linear(color.getRed())
        + 0.7152 * linear(color.getGreen())
        + 0.0722 * linear(color.getBlue());
  }

  private static double linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : Math.pow((channel + 0.055) / 1.055, 2.4);
  }

  /** The CSS class of a kind, such as {@code owner-host-code}: sets {@code -owner-color}. */
  public static String styleClass(OwnerKind kind) {
    return "owner-" + kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The hue of a target's family and the shade within it.
   *
   * <p>The hues are Okabe and Ito's; a family that has none of its own shares {@link #OTHER}.
   * Shades of one family differ in lightness only, so that they stay one hue to everybody.
   *
   * @param darkest how much black the darkest shade has, 0–1
   * @param lightest how much white the lightest shade has, 0–1
   * @param shades its processors, from the darkest shade on. Those that are often in one file are
   *     at even places, and those that follow each other there are far apart
   */
  private record TargetHue(
      Color base, OwnerPattern pattern, double darkest, double lightest, List<String> shades) {
    private static final TargetHue OTHER =
        new TargetHue(Color.web("#a7c957"), OwnerPattern.GRID, 0.24, 0.24, List.of());
    private static final Map<String, TargetHue> FAMILIES =
        Map.of(
            "gfx9",
            new TargetHue(
                Color.web("#009e73"),
                OwnerPattern.RISING,
                0.52,
                0.6,
                List.of(
                    "gfx906", "gfx902", "gfx942", "gfx904", "gfx900", "gfx909", "gfx90a", "gfx90c",
                    "gfx950", "gfx940", "gfx908", "gfx941")),
            "gfx10",
            new TargetHue(
                Color.web("#e69f00"),
                OwnerPattern.FALLING,
                0.34,
                0.68,
                List.of(
                    "gfx1031", "gfx1012", "gfx1034", "gfx1036", "gfx1030", "gfx1011", "gfx1032",
                    "gfx1010", "gfx1033", "gfx1035")),
            "gfx11",
            new TargetHue(
                Color.web("#cc79a7"),
                OwnerPattern.CHEVRON_UP,
                0.45,
                0.5,
                List.of(
                    "gfx1103", "gfx1152", "gfx1101", "gfx1150", "gfx1100", "gfx1153", "gfx1102",
                    "gfx1151")),
            "gfx12",
            new TargetHue(
                Color.web("#f0e442"),
                OwnerPattern.CHEVRON_DOWN,
                0.3,
                0.3,
                List.of("gfx1200", "gfx1250", "gfx1201")));

    static TargetHue of(GpuTarget target) {
      return FAMILIES.getOrDefault(target.family(), OTHER);
    }

    /** The colour of one target: the family's hue, lighter or darker. */
    Color shade(GpuTarget target) {
      double amount = -darkest + (darkest + lightest) * position(target);
      return amount < 0
          ? base.interpolate(Color.BLACK, -amount)
          : base.interpolate(Color.WHITE, amount);
    }

    /** Where the target is among its family's shades, 0–1; one that is not known, by its name. */
    private double position(GpuTarget target) {
      int index = shades.indexOf(target.processor());
      return index >= 0
          ? index / (double) (shades.size() - 1)
          : Math.floorMod(target.processor().hashCode(), 97) / 96.0;
    }
  }
}
