package org.kpackworkbench.views.analysis.resolve;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javafx.geometry.Orientation;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.diagnose.LoadComparison;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.analysis.resolve.TraceNode.TraceMark;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.ErrorView;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.theme.KeySplitPane;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * Two set-ups beside one another: what each wrapper leads to in both, the first difference, and
 * both traces with the step at which they do. UI thread only.
 */
final class ComparePane extends BorderPane {
  private final BinarySubject subject;
  private final SetUpModel left;
  private final SetUpModel right = new SetUpModel();
  private final LatestWork simulation;
  private final RowsTable<LoadComparison> table;
  private final Label summary = Controls.named(new Label(), "compare-summary", "trace-summary");
  private final Label sentence = Controls.named(new Label(), "compare-sentence");
  private final TracePane leftTrace;
  private final TracePane rightTrace;
  private volatile @Nullable Compared shown;
  private boolean begun;

  private record Compared(
      BinarySubject.Outcome left,
      BinarySubject.Outcome right,
      List<LoadComparison> rows,
      ShownPaths paths) {

    String how(LoadComparison row) {
      return paths.apply(row.sentence());
    }
  }

  ComparePane(BinarySubject subject, SetUpModel left, ViewContext context) {
    this.subject = subject;
    this.left = left;
    right.reading(subject.pathRules());
    simulation = new LatestWork(context.background());
    leftTrace = new TracePane(context).titled("A");
    rightTrace = new TracePane(context).titled("B");
    for (Label label : List.of(summary, sentence)) {
      label.setWrapText(true);
      label.setMinHeight(Region.USE_PREF_SIZE);
    }
    VBox words = Controls.styled(new VBox(summary, sentence), "compare-words");
    setTop(new VBox(new SetUpPane(right, "-b", "compared with B:"), words));
    table = RowsTable.alone(spec(), context);
    table.selectedProperty().subscribe(this::reveal);
    HBox traces = Controls.styled(new HBox(leftTrace, rightTrace), "compare-traces");
    for (TracePane pane : List.of(leftTrace, rightTrace)) {
      HBox.setHgrow(pane, Priority.ALWAYS);
      pane.setMinWidth(0);
      pane.setPrefWidth(400);
    }
    table.setMinHeight(110);
    traces.setMinHeight(180);
    SplitPane split = new KeySplitPane(table, traces);
    split.setOrientation(Orientation.VERTICAL);
    split.setDividerPositions(0.34);
    setCenter(split);
  }

  private RowsSpec<LoadComparison> spec() {
    return RowsSpec.of(
        "compared-loads",
        "Loads of A and B",
        "Nothing to compare.",
        List.of(
            RowColumn.count("Wrapper", LoadComparison::wrapper),
            RowColumn.text("A", row -> side(row.left())),
            RowColumn.text("B", row -> side(row.right())),
            RowColumn.<LoadComparison>text(
                    "", row -> row.sameResult() ? "=" : row.onlyOneFinds() ? "≠ one" : "≠")
                .named("result"),
            RowColumn.text("First Difference", row -> row.phase().words()),
            RowColumn.text("How", this::how)));
  }

  private String how(LoadComparison row) {
    Compared now = shown;
    return now == null ? "" : now.how(row);
  }

  private static String side(WrapperOutcome outcome) {
    TraceMark mark = TraceMark.of(outcome);
    return "%s %s%s on %s"
        .formatted(
            mark.sign(),
            Traces.answer(outcome.error()),
            mark == TraceMark.BROKEN ? ", not its own" : "",
            outcome.device());
  }

  /**
   * Begins with a target that fails beside one that does not, or with the same one where there is
   * only one.
   *
   * @param known what is known of the targets; null if nothing is
   */
  void begin(@Nullable BinaryResolution known) {
    SetUp now = left.setUpProperty().get();
    if (!begun && !now.targets().isEmpty()) {
      begun = true;
      right.occurring(now.targets());
      List<GpuTarget> targets = now.targets();
      if (targets.size() > 1) {
        GpuTarget one = first(targets, known, false, targets.getFirst());
        List<GpuTarget> others = targets.stream().filter(each -> !each.equals(one)).toList();
        left.replace(now.on(one).devices());
        right.like(now.on(first(others, known, true, others.getFirst())));
      } else {
        right.like(now);
      }
      right.setUpProperty().subscribe((before, after) -> compareNow());
    }
    compareNow();
  }

  private static GpuTarget first(
      List<GpuTarget> targets,
      @Nullable BinaryResolution known,
      boolean found,
      GpuTarget otherwise) {
    return targets.stream()
        .filter(
            target ->
                known != null && known.on(target).stream().allMatch(WrapperOutcome::right) == found)
        .findFirst()
        .orElse(otherwise);
  }

  private void compareNow() {
    SetUp one = left.setUpProperty().get();
    SetUp other = right.setUpProperty().get();
    if (one.targets().isEmpty() || other.targets().isEmpty()) {
      simulation.stop();
      shown = null;
      table.show(List.of());
      summary.setText("Choose a GPU for A and one for B; or the same with other variables.");
      sentence.setText("");
      leftTrace.showEmpty(SimulatorView.NO_GPU);
      rightTrace.showEmpty(SimulatorView.NO_GPU);
      return;
    }
    simulation.run(
        progress -> compare(one, other, progress),
        this::show,
        failure -> {
          if (!(failure instanceof java.util.concurrent.CancellationException)) {
            setCenter(new ErrorView("The loads could not be simulated", failure));
          }
        });
  }

  private Compared compare(SetUp one, SetUp other, Progress progress) throws Exception {
    BinarySubject.Outcome a = subject.resolve(one, true, false, progress);
    BinarySubject.Outcome b = subject.resolve(other, true, false, progress);
    return new Compared(
        a,
        b,
        LoadComparison.of(a.resolution(), "A", b.resolution(), "B"),
        ShownPaths.of(a.resolution()));
  }

  private void show(Compared compared) {
    shown = compared;
    leftTrace.show(compared.left().trace());
    rightTrace.show(compared.right().trace());
    table.show(compared.rows());
    summary.setText(summary(compared.rows()));
    table.getSelectionModel().clearSelection();
    sentence.setText("");
    compared.rows().stream()
        .filter(LoadComparison::onlyOneFinds)
        .findFirst()
        .or(() -> compared.rows().stream().filter(row -> !row.sameResult()).findFirst())
        .or(() -> compared.rows().stream().findFirst())
        .ifPresent(row -> table.pick(compared.rows().indexOf(row)));
  }

  /** How many loads part, and where. */
  static String summary(List<LoadComparison> rows) {
    List<LoadComparison> other = rows.stream().filter(row -> !row.sameResult()).toList();
    String loads = CountText.of(rows.size(), "load");
    if (other.isEmpty()) {
      return rows.isEmpty()
          ? "There is nothing to compare."
          : loads + ": the same result for A and B.";
    }
    Map<String, Integer> phases = new HashMap<>();
    other.forEach(row -> phases.merge(row.phase().words(), 1, Integer::sum));
    String where =
        phases.entrySet().stream()
            .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
            .map(
                each ->
                    "%d %s %s"
                        .formatted(
                            each.getValue(),
                            CountText.word(each.getValue(), "differs", "differ"),
                            each.getKey()))
            .collect(Collectors.joining(", "));
    long one = other.stream().filter(LoadComparison::onlyOneFinds).count();
    return "%s: %d with another result, %d of them found on one side only (%s)."
        .formatted(loads, other.size(), one, where);
  }

  private void reveal(@Nullable LoadComparison row) {
    Compared now = shown;
    if (row == null || now == null) {
      return;
    }
    sentence.setText(now.how(row));
    leftTrace.part(now.left().trace().step(row.wrapper(), row.left().device(), row.leftStep()));
    rightTrace.part(now.right().trace().step(row.wrapper(), row.right().device(), row.rightStep()));
  }

  void dispose() {
    simulation.stop();
  }
}
