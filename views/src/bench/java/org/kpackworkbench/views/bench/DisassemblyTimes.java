package org.kpackworkbench.views.bench;

import java.nio.file.Path;
import java.util.List;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.robot.Robot;
import org.kpackworkbench.views.kit.rows.RowsTable;

/**
 * The process in which the disassembly of a long kernel is used: opened, walked through, a register
 * marked, text found. Argument: a code object, whose first kernel is taken.
 */
public final class DisassemblyTimes {
  private static final int KEYS = 5;

  private DisassemblyTimes() {}

  /** Measures and prints. */
  public static void main(String[] args) throws Exception {
    WindowSteps.run(steps -> plan(steps, Path.of(args[0])));
  }

  private static void plan(WindowSteps steps, Path file) {
    MeasuredWindow window = steps.window();
    steps.add("open", () -> window.show(FrameTimes.Subject.CODE, List.of(file)));
    steps.add(
        "to the middle",
        () -> {
          RowsTable<?> table = KernelsTimes.table(window);
          table.pickPosition(table.model().shown() / 2);
        });
    for (int i = 0; i < KEYS; i++) {
      steps.add("page down", () -> KernelsTimes.key(KernelsTimes.table(window), KeyCode.PAGE_DOWN));
    }
    steps.add("mark a register", () -> click(window.node(".assembly-register")));
    steps.add("to the end", () -> KernelsTimes.key(KernelsTimes.table(window), KeyCode.END));
    for (String text : List.of("v_fma_f32 v199", "s_endpgm", "nothing")) {
      steps.add("find " + text, () -> find(window, text));
    }
  }

  private static void click(Node node) {
    Point2D middle =
        node.localToScreen(
            node.getLayoutBounds().getCenterX(), node.getLayoutBounds().getCenterY());
    Robot robot = new Robot();
    robot.mouseMove(middle);
    robot.mouseClick(MouseButton.PRIMARY);
  }

  private static void find(MeasuredWindow window, String text) {
    Robot robot = new Robot();
    KernelsTimes.table(window).requestFocus();
    robot.keyPress(KeyCode.CONTROL);
    robot.keyType(KeyCode.F);
    robot.keyRelease(KeyCode.CONTROL);
    ((TextField) window.node("#disassembly-find-field")).setText(text);
    robot.keyType(KeyCode.ENTER);
  }
}
