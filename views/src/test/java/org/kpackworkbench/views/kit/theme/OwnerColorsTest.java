package org.kpackworkbench.views.kit.theme;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javafx.scene.paint.Color;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.target.GpuTarget;

class OwnerColorsTest {
  private static final List<String> ONE_OF_EACH_FAMILY =
      List.of("gfx90a", "gfx1030", "gfx1100", "gfx1201", "gfx803");

  private static Map<String, Color> everything(OwnerColors colors) {
    Map<String, Color> all = new LinkedHashMap<>();
    for (OwnerKind kind : OwnerKind.values()) {
      if (kind != OwnerKind.DEVICE_CODE) {
        all.put(kind.words(), colors.of(kind));
      }
    }
    ONE_OF_EACH_FAMILY.forEach(target -> all.put(target, colors.of(OwnerKind.DEVICE_CODE, target)));
    return all;
  }

  @Test
  void everyOwnerAndFamilyHasAPatternAndAGlyphOfItsOwn() {
    List<OwnerPattern> patterns = new ArrayList<>();
    for (OwnerKind kind : OwnerKind.values()) {
      patterns.add(OwnerColors.pattern(kind, null));
    }
    ONE_OF_EACH_FAMILY.forEach(
        target -> patterns.add(OwnerColors.pattern(OwnerKind.DEVICE_CODE, target)));
    assertThat(patterns).doesNotHaveDuplicates();
    assertThat(patterns.stream().map(OwnerPattern::glyph)).doesNotHaveDuplicates();
  }

  @Test
  void everyPatternIsDrawnDifferently() {
    Set<String> drawn = new HashSet<>();
    for (OwnerPattern pattern : OwnerPattern.values()) {
      StringBuilder pixels = new StringBuilder();
      for (int i = 0; i < PatternTile.EDGE * PatternTile.EDGE; i++) {
        pixels.append(
            PatternTile.onLine(pattern, i % PatternTile.EDGE, i / PatternTile.EDGE) ? '#' : '.');
      }
      assertThat(drawn.add(pixels.toString())).as(pattern.name()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(Theme.class)
  void coloursDifferForEveryoneEvenWithoutRedOrGreen(Theme theme) {
    Map<String, Color> all = everything(OwnerColors.of(theme));
    for (Sight sight : Sight.values()) {
      all.forEach(
          (name, color) ->
              all.forEach(
                  (other, otherColor) -> {
                    if (!name.equals(other)) {
                      assertThat(Sight.distance(sight.of(color), sight.of(otherColor)))
                          .as("%s and %s as seen with %s", name, other, sight)
                          .isGreaterThan(6.5);
                    }
                  }));
    }
  }

  @ParameterizedTest
  @EnumSource(Theme.class)
  void textCanBeReadOnEveryColour(Theme theme) {
    everything(OwnerColors.of(theme))
        .forEach(
            (name, color) ->
                assertThat(contrast(color, OwnerColors.textOn(color)))
                    .as("text on %s", name)
                    .isGreaterThanOrEqualTo(4.5));
  }

  @Test
  void aTargetKeepsItsFamilysHueInAShadeOfItsOwn() {
    OwnerColors colors = OwnerColors.of(Theme.LIGHT);
    List<String> family = List.of("gfx906", "gfx908", "gfx90a", "gfx942", "gfx950");
    Set<Color> shades = new HashSet<>();
    for (String target : family) {
      Color shade = colors.ofTarget(GpuTarget.parse(target));
      shades.add(shade);
      assertThat(shade.getHue()).as(target).isBetween(155.0, 170.0);
    }
    assertThat(shades).hasSameSizeAs(family);
    assertThat(colors.ofTarget(GpuTarget.parse("gfx90a:xnack+")))
        .isEqualTo(colors.ofTarget(GpuTarget.parse("gfx90a")));
  }

  /** The targets of families as libraries are built for them together, in the usual order. */
  private static final List<List<String>> TOGETHER =
      List.of(
          List.of("gfx900", "gfx906", "gfx908", "gfx90a", "gfx942", "gfx950"),
          List.of("gfx1030", "gfx1031", "gfx1032", "gfx1033", "gfx1034", "gfx1035", "gfx1036"),
          List.of("gfx1100", "gfx1101", "gfx1102", "gfx1103", "gfx1150", "gfx1151"),
          List.of("gfx1200", "gfx1201", "gfx1250"));

  @ParameterizedTest
  @EnumSource(Theme.class)
  void shadesOfOneFamilyAreToldApart(Theme theme) {
    OwnerColors colors = OwnerColors.of(theme);
    for (Sight sight : Sight.values()) {
      for (List<String> family : TOGETHER) {
        for (int i = 0; i < family.size(); i++) {
          for (int j = i + 1; j < family.size(); j++) {
            // Those below each other in lists are the hardest to tell apart.
            double needed = j == i + 1 ? 12 : 3;
            assertThat(
                    Sight.distance(
                        sight.of(colors.ofTarget(GpuTarget.parse(family.get(i)))),
                        sight.of(colors.ofTarget(GpuTarget.parse(family.get(j))))))
                .as("%s and %s as seen with %s", family.get(i), family.get(j), sight)
                .isGreaterThan(needed);
          }
        }
      }
    }
  }

  @Test
  void textThatIsNoTargetStillHasAColour() {
    Claim claim =
        new Claim(new ByteRange(0, 1), OwnerKind.DEVICE_CODE, "odd", null, "not a target:");
    assertThat(OwnerColors.of(Theme.DARK).of(claim)).isNotNull();
    assertThat(OwnerColors.pattern(claim)).isEqualTo(OwnerPattern.GRID);
  }

  private static double contrast(Color a, Color b) {
    double left = OwnerColors.luminance(a) + 0.05;
    double right = OwnerColors.luminance(b) + 0.05;
    return Math.max(left, right) / Math.min(left, right);
  }
}
