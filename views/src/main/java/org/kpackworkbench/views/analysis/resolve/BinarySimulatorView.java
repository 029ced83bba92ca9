package org.kpackworkbench.views.analysis.resolve;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javafx.scene.Node;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** View of what every wrapper of a binary leads to on some GPUs: an inner tab of the binary. */
final class BinarySimulatorView extends SimulatorView {
  /** Two set-ups, sentences and traces need more room than one, or they cover one another. */
  private static final double LEAST_COMPARED = 540;

  private final BinarySubject subject;
  private final LatestWork simulation;
  private final TracePane trace;
  private final BorderPane results = new BorderPane();
  private final ToggleButton byWrapper = new ToggleButton("By Wrapper");
  private final ToggleButton compare = new ToggleButton("Compare");
  private @Nullable ComparePane comparison;
  private @Nullable BinaryResolution last;

  BinarySimulatorView(OpenedFile file, BinarySubject subject, ViewContext context) {
    super("resolve", "Loading", file, context);
    this.subject = subject;
    setUp().reading(subject.pathRules());
    simulation = new LatestWork(context.background());
    trace = new TracePane(context);
    trace.selectedProperty().subscribe(node -> selected(node == null ? null : node.place()));
  }

  @Override
  List<GpuTarget> occurring(Progress progress) throws IOException {
    return subject.occurring(progress);
  }

  @Override
  List<Node> tools() {
    byWrapper.setId("by-wrapper");
    byWrapper.setTooltip(new Tooltip("Targets below wrappers, instead of wrappers below targets"));
    byWrapper.setOnAction(event -> again());
    compare.setId("compare-set-ups");
    compare.setTooltip(new Tooltip("Compare with another GPU, environment or loader"));
    compare.setOnAction(event -> showComparison(compare.isSelected()));
    for (ToggleButton button : List.of(byWrapper, compare)) {
      button.setMinWidth(Region.USE_PREF_SIZE);
    }
    return List.of(byWrapper, compare);
  }

  @Override
  Region results() {
    results.setCenter(trace);
    return results;
  }

  private void showComparison(boolean on) {
    ComparePane pane = comparison;
    if (on && pane == null) {
      pane = new ComparePane(subject, setUp(), context());
      comparison = pane;
    }
    byWrapper.setDisable(on);
    results.setMinHeight(on ? LEAST_COMPARED : Region.USE_COMPUTED_SIZE);
    results.setCenter(on && pane != null ? pane : trace);
    if (on && pane != null) {
      pane.begin(last);
    } else {
      again();
    }
  }

  @Override
  public List<Part> parts() {
    return List.of(new Part("resolve-compare", "Loading on two GPUs"));
  }

  @Override
  public void showPart(String partId) {
    node();
    compare.setSelected(true);
    showComparison(true);
  }

  @Override
  void showNothing(String why) {
    simulation.stop();
    ComparePane pane = comparison;
    if (pane != null) {
      pane.begin(last);
    }
    trace.showEmpty(why);
  }

  @Override
  void simulate(SetUp now) {
    ComparePane pane = comparison;
    if (compare.isSelected() && pane != null && last != null) {
      pane.begin(last);
      return;
    }
    boolean targetFirst = !byWrapper.isSelected();
    simulate(
        simulation,
        (loads, progress) -> subject.resolve(now, targetFirst, loads, progress),
        outcome -> compare.isSelected() ? 0 : outcome.resolution().sizeBytes(),
        this::show);
  }

  private void show(BinarySubject.Outcome outcome) {
    last = outcome.resolution();
    Map<Place, String> known = new HashMap<>();
    unpacked(outcome.resolution(), known);
    learn(known);
    if (outcome.loads()) {
      trace.update(outcome.trace());
    } else {
      trace.show(outcome.trace());
    }
    ComparePane pane = comparison;
    if (compare.isSelected() && pane != null) {
      pane.begin(last);
    }
  }

  @Override
  public void dispose() {
    super.dispose();
    simulation.stop();
    ComparePane pane = comparison;
    if (pane != null) {
      pane.dispose();
    }
  }
}
