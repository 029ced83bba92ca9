package org.kpackworkbench.views.analysis.resolve;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolution;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** Which binaries of a tree have their code on which GPUs: an inner tab of a folder. */
public final class TreeSimulatorView extends SimulatorView {
  private final Callable<List<GpuTarget>> occurring;
  private final Simulation simulation;
  private final Simulation oneBinary;
  private final ResolveGrid grid;
  private final TracePane trace;
  private final TracePane failing;
  private final Label summary = new Label();
  private final Tab failingTab = new Tab("GPUs That Would Fail");
  private @Nullable TreeOutcome shown;
  private @Nullable Chosen chosen;

  /** What is selected in the grid. */
  private record Chosen(Path file, @Nullable GpuTarget device) {}

  /**
   * A view.
   *
   * @param occurring finds the targets that there is code for; in the background
   */
  public TreeSimulatorView(
      OpenedFile folder, Callable<List<GpuTarget>> occurring, ViewContext context) {
    super(folder, context);
    this.occurring = occurring;
    simulation = new Simulation(context.background());
    oneBinary = new Simulation(context.background());
    grid = new ResolveGrid(context, this::chosen, row -> open(row.file()));
    trace = new TracePane(context);
    trace.setId("cell-trace");
    failing = new TracePane(context).plain();
  }

  @Override
  List<GpuTarget> occurring() throws Exception {
    return occurring.call().stream()
        .filter(target -> !target.processor().endsWith("-generic"))
        .toList();
  }

  @Override
  List<Node> tools() {
    Button export = new Button("Export…");
    export.setId("export-resolution");
    export.setMinWidth(Region.USE_PREF_SIZE);
    export.setTooltip(
        new Tooltip("Write the grid, and why GPUs fail, as HTML, Markdown, JSON or text"));
    export.setOnAction(
        event -> {
          TreeOutcome now = shown;
          if (now != null) {
            ResolutionExport.ask(now, context());
          }
        });
    return List.of(export);
  }

  @Override
  Region results() {
    summary.setId("resolve-summary");
    summary.getStyleClass().add("trace-summary");
    summary.setWrapText(true);
    summary.setMinHeight(Region.USE_PREF_SIZE);
    HBox line = new HBox(summary);
    HBox.setHgrow(summary, Priority.ALWAYS);
    line.getStyleClass().add("compare-words");
    VBox.setVgrow(grid, Priority.ALWAYS);
    Tab one = new Tab("Selected Binary", trace);
    one.setId("tab-selected-binary");
    failingTab.setId("tab-failing");
    failingTab.setContent(failing);
    TabPane tabs = new TabPane(one, failingTab);
    tabs.setId("resolve-tabs");
    tabs.setAccessibleText("What the loader does");
    tabs.getStyleClass().addAll("view-tabs", "dense");
    tabs.setTabClosingPolicy(TabPane.TabClosingPolicy.UNAVAILABLE);
    SplitPane split = new SplitPane(new VBox(line, grid), tabs);
    split.setOrientation(Orientation.VERTICAL);
    split.setDividerPositions(0.42);
    return split;
  }

  @Override
  public List<Part> parts() {
    return List.of(new Part("resolve-failing", "GPUs that would fail"));
  }

  @Override
  public void showPart(String partId) {
    node();
    failingTab.getTabPane().getSelectionModel().select(failingTab);
  }

  @Override
  void showNothing(String why) {
    simulation.stop();
    oneBinary.stop();
    shown = null;
    chosen = null;
    summary.setText("");
    grid.showEmpty(why);
    trace.showEmpty("Select a binary in the grid.");
    failing.showEmpty("No GPU is chosen.");
    failingTab.setText("GPUs That Would Fail");
  }

  @Override
  void simulate(SetUp now) {
    simulation.run(
        progress -> TreeOutcome.of(file().path(), now, progress), this::show, this::failed);
  }

  private void show(TreeOutcome outcome) {
    shown = outcome;
    summary.setText(outcome.summary());
    status(outcome.summary());
    Trace fails = outcome.failing();
    failing.show(fails);
    failingTab.setText("GPUs That Would Fail (%d)".formatted(fails.nodes().size()));
    Chosen before = chosen;
    chosen = null;
    grid.show(outcome.tree());
    if (before == null || !grid.select(before.file(), before.device())) {
      grid.selectFirst();
    }
  }

  private void chosen(TreeResolution.Row row, @Nullable GpuTarget device) {
    TreeOutcome now = shown;
    Chosen next = new Chosen(row.file(), device);
    if (now == null || next.equals(chosen)) {
      return;
    }
    chosen = next;
    selected(new Place.Entry(file().place(), row.path()));
    SetUp one = device == null ? now.setUp() : now.setUp().on(device);
    oneBinary.run(
        progress -> BinarySubject.resolve(row.file(), one, progress),
        trace::show,
        failure -> trace.showEmpty(String.valueOf(failure.getMessage())));
  }

  private void open(Path binary) {
    Chosen now = chosen;
    SetUp set = setUp().setUpProperty().get();
    context()
        .navigator()
        .open(
            LoadsPlace.handing(
                binary,
                now == null || now.device() == null
                    ? set.devices()
                    : set.on(now.device()).devices()));
  }

  @Override
  public void dispose() {
    super.dispose();
    simulation.stop();
    oneBinary.stop();
  }
}
