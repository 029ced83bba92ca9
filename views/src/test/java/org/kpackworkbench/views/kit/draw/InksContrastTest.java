package org.kpackworkbench.views.kit.draw;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.layout.StackPane;
import javafx.scene.paint.Color;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.views.access.Contrast;
import org.kpackworkbench.views.kit.picture.Snapshots;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.kit.theme.Theme;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;

/** What is drawn on canvases can be read in every theme: bytes, differences, marks, headings. */
@ExtendWith(WindowRobot.class)
class InksContrastTest {
  private static final List<String> TARGETS =
      List.of("gfx900", "gfx90a", "gfx950", "gfx1030", "gfx1100", "gfx1201", "gfx803");

  private static Inks inks(Theme theme) {
    DrawnRegion region =
        new DrawnRegion(new ReadOnlyObjectWrapper<>(OwnerColors.of(theme))) {
          @Override
          protected void draw(GraphicsContext graphics, double width, double height) {
            // Only its colours are examined.
          }
        };
    region.getStylesheets().add(DrawnRegion.class.getResource("drawn.css").toExternalForm());
    Snapshots.offScreen(new StackPane(region), 100, 100, theme).getRoot().applyCss();
    return region.inks();
  }

  private static Map<String, Color> backgrounds(Inks inks, OwnerColors colors) {
    Map<String, Color> all = new LinkedHashMap<>();
    all.put("base", inks.base());
    for (OwnerKind kind : OwnerKind.values()) {
      all.put(kind.words(), inks.tint(colors.of(kind)));
    }
    TARGETS.forEach(target -> all.put(target, inks.tint(colors.of(OwnerKind.DEVICE_CODE, target))));
    all.put("changed", inks.base().interpolate(inks.danger(), 0.2));
    all.put("only here", inks.base().interpolate(inks.accent(), 0.22));
    Map<String, Color> selected = new LinkedHashMap<>();
    all.forEach(
        (name, color) ->
            selected.put("selected " + name, Contrast.over(inks.accentVeil(), 1, color)));
    all.putAll(selected);
    return all;
  }

  @ParameterizedTest
  @EnumSource(Theme.class)
  void bytesCanBeReadOnEveryOwnerSelectedOrNot(Theme theme, FxRobot robot) {
    Inks[] made = new Inks[1];
    robot.interact(() -> made[0] = inks(theme));
    Inks inks = made[0];
    List<String> problems = new ArrayList<>();
    backgrounds(inks, OwnerColors.of(theme))
        .forEach(
            (name, color) -> {
              check(problems, "text on " + name, inks.text(), color, 4.5);
              check(problems, "zeroes on " + name, inks.faint(), color, 4.5);
            });
    for (Color paper : List.of(inks.base(), inks.raised())) {
      check(problems, "muted", inks.muted(), paper, 4.5);
      check(problems, "danger", inks.danger(), paper, 4.5);
      check(problems, "accent", inks.accent(), paper, 3);
    }
    assertThat(problems).isEmpty();
    assertThat(inks.faint()).as("zeroes are fainter").isNotEqualTo(inks.text());
  }

  private static void check(
      List<String> problems, String what, Color ink, Color paper, double needed) {
    double ratio = Contrast.ratio(ink, paper);
    if (ratio < needed) {
      problems.add("%s: %.2f of %.1f".formatted(what, ratio, needed));
    }
  }
}
