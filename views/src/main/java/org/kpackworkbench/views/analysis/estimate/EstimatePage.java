package org.kpackworkbench.views.analysis.estimate;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.analysis.estimate.Estimate;
import org.kpackworkbench.model.analysis.estimate.EstimateReport;
import org.kpackworkbench.model.analysis.estimate.EstimateSettings;
import org.kpackworkbench.model.analysis.estimate.Likeness;
import org.kpackworkbench.model.analysis.estimate.Measured;
import org.kpackworkbench.model.analysis.estimate.Sharing;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.kpack.ArchiveFormat;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.theme.KeySplitPane;
import org.kpackworkbench.views.operation.forms.QuestionForm;
import org.kpackworkbench.views.spi.NamedPage;
import org.kpackworkbench.views.spi.ViewContext;

/** Ways to store the code of a file or a folder: chart, table, equal code, packages. */
final class EstimatePage extends NamedPage {
  static final String ID = "estimate";

  private final ViewContext context;
  private final Path path;
  private final WayChart chart;
  private final RowsTable<Measured> ways;
  private final RowsTable<Sharing.Download> downloads;
  private final RowsTable<Likeness.Piece> alike;
  private Likeness likeness = new Likeness(0, 0, List.of(), List.of());
  private final QuestionForm<EstimateSettings> form;
  private final ProgressBar bar = Controls.named(new ProgressBar(-1), "estimate-progress");
  private final Label step = Controls.named(Controls.text(""), "estimate-step", "muted");
  private final Label sums = Controls.named(Controls.text(""), "estimate-sums");
  private final Button measure =
      Controls.button("estimate-measure", "Measure", this::measure, "small");
  private final Button cancel = Controls.button("estimate-cancel", "Cancel", this::stop, "small");
  private final BorderPane root = new BorderPane();
  private @Nullable Job running;

  EstimatePage(ViewContext context, Path path) {
    super(ID + " " + path, "Storage of " + path.getFileName(), KpackIcon.PACK);
    this.context = context;
    this.path = path;
    this.chart = new WayChart(this::pick, context.ownerColors());
    this.ways =
        RowsTable.alone(
            RowsSpec.of("estimate-ways", "Ways", "Nothing is measured yet.", columns()), context);
    this.downloads =
        RowsTable.alone(
            RowsSpec.of("estimate-downloads", "Downloads", "", downloadColumns()), context);
    this.alike = RowsTable.alone(new AlikeSpec(() -> likeness), context);
    ways.selectedProperty().subscribe(chart::select);
    // The first measurement is quick.
    this.form =
        new QuestionForm<>(
            EstimateSettings.OPERATION,
            new Arguments()
                .with(EstimateSettings.FILES, List.of(path))
                .with(EstimateSettings.LEVELS, List.of(ArchiveFormat.DEFAULT_LEVEL)),
            context);
    ScrollPane fields = Controls.styled(new ScrollPane(form.fields(this::measure)), "edge-to-edge");
    fields.setFitToWidth(true);
    HBox.setHgrow(step, Priority.ALWAYS);
    HBox tools = Controls.styled(new HBox(measure, cancel, bar, step), "estimate-tools");
    SplitPane above = new KeySplitPane(chart, fields);
    above.setDividerPositions(0.64);
    TabPane tables =
        Controls.named(
            Controls.spoken(
                new TabPane(
                    new Tab("Ways", ways),
                    new Tab("Packages", downloads),
                    new Tab("Alike code objects", alike)),
                "Tables"),
            "estimate-tables",
            "view-tabs",
            "dense");
    tables.setTabClosingPolicy(TabPane.TabClosingPolicy.UNAVAILABLE);
    SplitPane parts = new KeySplitPane(above, tables);
    parts.setOrientation(Orientation.VERTICAL);
    parts.setDividerPositions(0.6);
    sums.setWrapText(true);
    root.setTop(tools);
    root.setCenter(parts);
    root.setBottom(Controls.styled(new HBox(sums), "estimate-sums-line"));
    root.getStyleClass().add("estimate-page");
    root.getStylesheets().add(Controls.sheet(EstimatePage.class, "estimate.css"));
    new ActionHandlers().on(ActionId.RELOAD, this::measure).attachTo(root);
    idle("");
    measure();
  }

  private static List<RowColumn<Measured>> columns() {
    return List.of(
        RowColumn.<Measured>text("Scheme", row -> row.way().scheme().words())
            .roomFor(row -> StorageScheme.ZSTD_DICTIONARY.words()),
        RowColumn.<Measured>count(
            "Level", row -> row.way().scheme().isCompressed() ? row.way().level() : -1),
        RowColumn.<Measured>text("With", row -> row.way().detail()),
        RowColumn.<Measured>size("Size", Measured::sizeBytes),
        RowColumn.<Measured>figure(
                "Of today's", row -> String.format(Locale.ROOT, "%.1f %%", row.percent()))
            .counted(Measured::sizeBytes),
        time("One, median", Measured::medianNanos),
        time("One, worst", Measured::worstNanos),
        RowColumn.<Measured>size("Unpacked for one", Measured::worstUnpackedBytes),
        time("All", Measured::allNanos),
        time("Write", Measured::writeNanos));
  }

  private static RowColumn<Measured> time(
      String name, java.util.function.ToLongFunction<Measured> nanos) {
    return RowColumn.<Measured>figure(name, row -> Measured.time(nanos.applyAsLong(row)))
        .counted(nanos);
  }

  private static List<RowColumn<Sharing.Download>> downloadColumns() {
    return List.of(
        RowColumn.<Sharing.Download>text("Target", Sharing.Download::target),
        RowColumn.<Sharing.Download>size("By target", Sharing.Download::byTarget),
        RowColumn.<Sharing.Download>size("By family", Sharing.Download::byFamily),
        RowColumn.<Sharing.Download>size("All", Sharing.Download::all));
  }

  private void pick(Measured way) {
    for (int row = 0; row < ways.model().all(); row++) {
      if (chart.ways().get(row).equals(way)) {
        ways.pick(row);
      }
    }
  }

  private void measure() {
    if (running != null) {
      return;
    }
    form.question().ifPresent(this::measure);
  }

  private void measure(EstimateSettings settings) {
    measure.setDisable(true);
    cancel.setDisable(false);
    bar.setVisible(true);
    step.setText("Reading code");
    Job job =
        context
            .jobs()
            .start(
                "Measure storage of " + path.getFileName(),
                progress -> Estimate.of(settings, context.formats(), progress),
                this::measured);
    if (job.state() == Job.State.RUNNING) {
      running = job;
      bar.progressProperty().bind(job.fractionProperty());
      step.textProperty().bind(job.stepProperty());
      job.stateProperty().subscribe(state -> ended(job, state));
    } else {
      ended(job, job.state());
    }
  }

  private void ended(Job job, Job.State state) {
    if (state == Job.State.RUNNING) {
      return;
    }
    running = null;
    bar.progressProperty().unbind();
    step.textProperty().unbind();
    Throwable failure = job.failureProperty().get();
    idle(
        switch (state) {
          case CANCELLED -> "Cancelled.";
          case FAILED -> failure == null ? "Failed." : String.valueOf(failure.getMessage());
          default -> "";
        });
  }

  private void idle(String words) {
    measure.setDisable(false);
    cancel.setDisable(true);
    bar.setVisible(false);
    step.setText(words);
  }

  private void stop() {
    if (running != null) {
      running.cancel();
    }
  }

  private JobOutcome measured(EstimateReport report) {
    chart.show(report.ways());
    ways.show(report.ways());
    downloads.show(report.sharing().downloads());
    likeness = report.likeness();
    alike.show(likeness.objects());
    String objects =
        "%s, %s, %s unpacked."
            .formatted(
                CountText.grouped(report.codeObjects(), "code object"),
                CountText.grouped(report.distinct(), "different one"),
                SizeText.of(report.sizeBytes()));
    String packages =
        report.sharing().packages().stream()
            .map(
                each ->
                    "by %s %s in %s, %s of it twice"
                        .formatted(
                            each.grouping().text(),
                            SizeText.of(each.sizeBytes()),
                            CountText.of(each.count(), "package"),
                            SizeText.of(each.twiceBytes())))
            .collect(Collectors.joining("; "));
    String unread =
        report.problems().isEmpty()
            ? ""
            : " Not read: " + CountText.of(report.problems().size(), "thing") + ".";
    sums.setText(
        "%s Packages: %s. Different pieces of code: %s.%s"
            .formatted(objects, packages, likeness.words(), unread));
    status(CountText.of(report.ways().size(), "way"));
    return JobOutcome.done(
        "Measured %s of storing %s"
            .formatted(CountText.of(report.ways().size(), "way"), path.getFileName()));
  }

  @Override
  public ObservableValue<String> tooltip() {
    return new ReadOnlyStringWrapper(path.toString());
  }

  @Override
  public Node node() {
    return root;
  }

  @Override
  public void dispose() {
    stop();
  }
}
