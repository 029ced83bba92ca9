package org.kpackworkbench.views.analysis.resolve;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.tree.TreeReport;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolution;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolver;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.artifact.ArtifactShard;
import org.kpackworkbench.views.format.folder.FolderFile;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.Dialogs.FileKind;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.kit.theme.KeySplitPane;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** Which binaries of a tree have their code on which GPUs: an inner tab of a folder. */
class TreeSimulatorView extends SimulatorView {
  private static final double LEAST_TRACE_HEIGHT = 110;

  private final LatestWork.Work<List<GpuTarget>> occurring;
  private final LatestWork simulation;
  private final LatestWork oneBinary;
  private final ResolveGrid grid;
  private final TracePane trace;
  private final TracePane failing;
  private final Label summary = new Label();
  private final Tab failingTab = new Tab("GPUs That Would Fail");
  private @Nullable TreeOutcome shown;
  private @Nullable Chosen chosen;
  private boolean chosenByUser;
  private boolean selecting;

  private record Chosen(Path file, @Nullable GpuTarget device) {}

  TreeSimulatorView(
      String id,
      String title,
      OpenedFile file,
      LatestWork.Work<List<GpuTarget>> occurring,
      ViewContext context) {
    super(id, title, file, context);
    this.occurring = occurring;
    simulation = new LatestWork(context.background());
    oneBinary = new LatestWork(context.background());
    grid = new ResolveGrid(context, this::chosen, row -> open(row.file()));
    trace = new TracePane(context);
    trace.setId("cell-trace");
    failing = new TracePane(context).plain();
  }

  @Override
  List<GpuTarget> occurring(Progress progress) throws Exception {
    return occurring.run(progress).stream()
        .filter(target -> !target.processor().endsWith("-generic"))
        .toList();
  }

  /** Source of binaries, and of how a loader finds their code. Immutable, for any thread. */
  interface Binaries {
    /** A loader where they are. */
    Loader loader(SetUp setUp) throws IOException;

    /** Resolves them all. */
    TreeResolution resolve(
        TreeResolver resolver, Taker<BinaryResolution> visitor, Progress progress)
        throws IOException;

    /** Returns the text shown if no binary has device code. */
    String whyNone();
  }

  /** All binaries below the folder; others for another view. */
  Binaries binaries() {
    return new Below(file().as(FolderFile.class).map(FolderFile::tree).orElse(file().path()));
  }

  /** The place of a binary in what is open; null if it is elsewhere. */
  @Nullable Place placeOf(TreeResolution.Row row) {
    return file()
        .as(FolderFile.class)
        .map(folder -> folder.inTree(row.path()))
        .orElseGet(() -> new Place.Entry(file().place(), row.path()));
  }

  /** Shows further facts, such as what could not be read; does nothing by default. */
  void also(TreeResolution tree) {}

  @Override
  List<Node> tools() {
    Button export = Controls.named(Controls.whole(new Button("Export…")), "export-resolution");
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
    VBox.setVgrow(grid, Priority.ALWAYS);
    Tab one = new Tab("Selected Binary", trace);
    one.setId("tab-selected-binary");
    failingTab.setId("tab-failing");
    failingTab.setContent(failing);
    TabPane tabs =
        Controls.named(
            Controls.spoken(new TabPane(one, failingTab), "What the loader does"),
            "resolve-tabs",
            "view-tabs",
            "dense");
    tabs.setTabClosingPolicy(TabPane.TabClosingPolicy.UNAVAILABLE);
    tabs.setMinHeight(LEAST_TRACE_HEIGHT);
    VBox all = new VBox(summaryLine(summary, "resolve-summary"), grid);
    all.minHeightProperty().bind(grid.leastHeight());
    SplitPane split = new KeySplitPane(all, tabs);
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
    failing.showEmpty(NO_GPU);
    failingTab.setText("GPUs That Would Fail");
  }

  @Override
  void simulate(SetUp now) {
    Binaries binaries = binaries();
    simulate(
        simulation,
        (loads, progress) -> TreeOutcome.of(binaries, now, loads, progress),
        TreeOutcome::sizeBytes,
        this::show);
  }

  private void show(TreeOutcome outcome) {
    shown = outcome;
    also(outcome.tree());
    learn(outcome.damaged());
    LoaderTrace fails = outcome.failing();
    failing.show(fails);
    failingTab.setText(
        "GPUs That Would Fail (%d)"
            .formatted(fails.nodes().stream().filter(TraceNode::fails).count()));
    Chosen before = chosen;
    chosen = null;
    showTree(outcome, () -> choose(before));
  }

  /** A failure that turns out on unpacking is shown to users who chose no other cell. */
  private void choose(@Nullable Chosen before) {
    if (before == null || !chosenByUser || !grid.select(before.file(), before.device())) {
      selecting = true;
      grid.selectFirst();
      selecting = false;
    }
  }

  private void showTree(TreeOutcome outcome, Runnable then) {
    summary.setText(outcome.summary());
    grid.show(outcome.tree(), outcome.failures().neverBuilt(), then);
  }

  private void chosen(TreeResolution.Row row, @Nullable GpuTarget device) {
    TreeOutcome now = shown;
    Chosen next = new Chosen(row.file(), device);
    if (now == null || next.equals(chosen)) {
      return;
    }
    chosen = next;
    chosenByUser = !selecting;
    selected(placeOf(row));
    SetUp one = device == null ? now.setUp() : now.setUp().on(device);
    oneBinary.run(
        progress -> BinarySubject.resolve(row.file(), one, now.binaries()::loader, progress),
        outcome -> {
          trace.show(outcome.trace());
          Map<Place, String> known = new HashMap<>();
          unpacked(outcome.resolution(), known);
          learn(known);
          unpacked(outcome.resolution());
        },
        failure -> trace.showEmpty(String.valueOf(failure.getMessage())));
  }

  /** The grid takes over what is known of a binary since its code was unpacked. */
  private void unpacked(BinaryResolution binary) {
    TreeOutcome now = shown;
    Chosen cell = chosen;
    if (now == null || cell == null) {
      return;
    }
    TreeOutcome known = now.with(binary);
    if (!known.tree().equals(now.tree())) {
      shown = known;
      showTree(known, () -> choose(cell));
    }
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

  /** Writes what was simulated of a tree to a file. UI thread only. */
  private static final class ResolutionExport {
    private ResolutionExport() {}

    /** Asks for a file, whose name says the format, and writes it as a job. */
    static void ask(TreeOutcome outcome, ViewContext context) {
      FileKind[] kinds =
          Stream.of(TreeReport.Format.values())
              .map(format -> new FileKind(words(format), "*." + format.ending()))
              .toArray(FileKind[]::new);
      Path name = outcome.tree().root().getFileName();
      context
          .dialogs()
          .chooseSave("Export Loading", (name == null ? "tree" : name) + "-loading.html", kinds)
          .ifPresent(file -> write(outcome, file, context));
    }

    private static String words(TreeReport.Format format) {
      return switch (format) {
        case HTML -> "HTML";
        case MARKDOWN -> "Markdown";
        case JSON -> "JSON";
        case TEXT -> format.name().charAt(0) + format.name().substring(1).toLowerCase(Locale.ROOT);
      };
    }

    private static void write(TreeOutcome outcome, Path file, ViewContext context) {
      TreeReport.Format format = TreeReport.Format.ofFile(String.valueOf(file.getFileName()));
      context
          .jobs()
          .start(
              "Export loading",
              progress -> {
                // The chooser has asked before replacing.
                new TreeReport(outcome.tree(), outcome.failures()).write(format, file, true);
                return file;
              },
              written ->
                  JobOutcome.done("Wrote it as %s: %s".formatted(words(format), written))
                      .wrote(written));
    }
  }

  /**
   * All binaries below a folder.
   *
   * @param root the folder
   */
  private record Below(Path root) implements Binaries {
    @Override
    public Loader loader(SetUp setUp) throws IOException {
      return setUp.loader(LoaderFiles.around(root));
    }

    @Override
    public TreeResolution resolve(
        TreeResolver resolver, Taker<BinaryResolution> visitor, Progress progress)
        throws IOException {
      return resolver.resolve(root, visitor, progress);
    }

    @Override
    public String whyNone() {
      String why = ArtifactShard.whyNoBinary(root);
      return why.isEmpty() ? TreeResolution.NO_CODE : why;
    }
  }
}
