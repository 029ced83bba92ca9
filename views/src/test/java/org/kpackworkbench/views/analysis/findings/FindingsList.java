package org.kpackworkbench.views.analysis.findings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableRow;
import javafx.scene.text.Text;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;

/** The list of findings in a window, as tests read and use it. */
public final class FindingsList {
  private final StandardWindow window;
  private final FxRobot robot;

  public FindingsList(StandardWindow window, FxRobot robot) {
    this.window = window;
    this.robot = robot;
  }

  /** Verifies the active file, and waits for the list. */
  public FindingsList verify() {
    robot.interact(() -> assertThat(window.workbench.actions().run(ActionId.VERIFY)).isTrue());
    Job job = Await.ended(window.workbench.jobs(), "Verify");
    assertThat(job.failureProperty().get()).isNull();
    assertThat(job.state()).isEqualTo(Job.State.DONE);
    return this;
  }

  RowsTable<FindingLine> table() {
    return robot.lookup("#findings").query();
  }

  /** The lines, as the table has them. */
  List<FindingLine> lines() {
    RowsTable<FindingLine> table = table();
    List<FindingLine> lines = new ArrayList<>();
    table.getItems().forEach(line -> lines.add(Objects.requireNonNull(line.content())));
    return lines;
  }

  /** What each line says first. */
  public List<String> titles() {
    return lines().stream().map(FindingWords::title).toList();
  }

  /** All findings, also those in closed groups. */
  public List<Finding> findings() {
    return lines().stream()
        .filter(line -> line instanceof FindingLine.Group || !grouped(line))
        .flatMap(line -> line.findings().stream())
        .toList();
  }

  private static boolean grouped(FindingLine line) {
    return line instanceof FindingLine.Item item && item.depth() > 0;
  }

  /** Opens all groups. */
  public void openAll() {
    if (robot.lookup("#findings").tryQuery().isPresent()) {
      robot.interact(() -> Objects.requireNonNull(table().model().spec().tree()).openAll(-1));
    }
  }

  /** The line of the first finding in a file. */
  int lineIn(Path file) {
    List<FindingLine> lines = lines();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i) instanceof FindingLine.Item item
          && FindingWords.file(item.finding().place()).equals(file)) {
        return i;
      }
    }
    throw new AssertionError("no finding in " + file + ": " + titles());
  }

  /** The line of the first finding of a rule. */
  int lineOf(String rule) {
    List<FindingLine> lines = lines();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i) instanceof FindingLine.Item item && item.finding().rule().equals(rule)) {
        return i;
      }
    }
    throw new AssertionError("no finding of " + rule + ": " + titles());
  }

  /** The first cell of a line, scrolled into view. */
  Node row(int line) {
    robot.interact(() -> table().scrollTo(Math.max(0, line - 2)));
    return Await.until(
        "the row " + line,
        () ->
            robot.from((Node) table()).lookup(".table-row-cell").queryAll().stream()
                .filter(
                    node ->
                        node instanceof TableRow<?> row && !row.isEmpty() && row.getIndex() == line)
                .map(node -> node.lookup(".table-cell"))
                .filter(Objects::nonNull)
                .findFirst());
  }

  /** The selected line; -1 for none. */
  int selected() {
    return table().getSelectionModel().getSelectedIndex();
  }

  /** Selects a line as a click does. */
  void select(int line) {
    robot.interact(() -> table().pickPosition(line));
  }

  /** Selects the first finding in a file. */
  public void selectIn(Path file) {
    select(lineIn(file));
  }

  /** All that can be read in the detail. */
  public String detail() {
    Node detail = robot.lookup("#finding-detail").query();
    StringBuilder all = new StringBuilder();
    detail
        .lookupAll("*")
        .forEach(
            node -> {
              if (node instanceof Labeled labeled && labeled.getText() != null) {
                all.append(labeled.getText()).append('\n');
              } else if (node instanceof Text text && !(text.getParent() instanceof Labeled)) {
                all.append(text.getText());
              }
            });
    return all.toString();
  }

  /** What the button of the dock says. */
  public String heading() {
    return robot.lookup("#dock-findings").queryAs(Labeled.class).getText();
  }

  /** What is said where there is nothing to list. */
  Optional<String> nothing() {
    return robot.lookup(".empty-state").queryAllAs(Labeled.class).stream()
        .map(Labeled::getText)
        .filter(text -> text.contains("erified") || text.contains("No file"))
        .findFirst();
  }
}
