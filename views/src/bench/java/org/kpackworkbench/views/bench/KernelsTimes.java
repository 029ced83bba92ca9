package org.kpackworkbench.views.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javafx.scene.input.KeyCode;
import javafx.scene.robot.Robot;
import org.kpackworkbench.views.kit.rows.RowsModel.Sorting;
import org.kpackworkbench.views.kit.rows.RowsTable;

/**
 * The process in which the page of a file's kernels is used: opened, sorted, filtered, walked
 * through by key. Argument: the file.
 */
public final class KernelsTimes {
  private static final int KEYS = 10;

  private KernelsTimes() {}

  /** Measures and prints. */
  public static void main(String[] args) throws Exception {
    WindowSteps.run(steps -> plan(steps, Path.of(args[0])));
  }

  private static void plan(WindowSteps steps, Path file) {
    MeasuredWindow window = steps.window();
    steps.add("open", () -> window.show(FrameTimes.Subject.KERNELS, List.of(file)));
    for (String column : List.of("VGPRs", "Name", "Occupancy")) {
      steps.add(
          "sort by " + column,
          () -> table(window).model().sort(List.of(new Sorting(column, false))));
    }
    for (String query : List.of("vgprs>128", "radix_sort_block lds>=32K", "arch:gfx942", "")) {
      steps.add("filter '" + query + "'", () -> table(window).model().filter(query));
    }
    steps.add("select", () -> table(window).pickPosition(table(window).model().shown() / 2));
    for (int i = 0; i < KEYS; i++) {
      steps.add("key down", () -> key(table(window), KeyCode.DOWN));
    }
  }

  static RowsTable<?> table(MeasuredWindow window) {
    return (RowsTable<?>) Objects.requireNonNull(window.found());
  }

  static void key(RowsTable<?> table, KeyCode code) {
    table.requestFocus();
    new Robot().keyType(code);
  }
}
