package org.kpackworkbench.views.analysis.resolve;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kpackworkbench.model.analysis.doctor.Doctor;
import org.kpackworkbench.model.analysis.doctor.DoctorReport;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Found;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Outcome;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Result;
import org.kpackworkbench.model.analysis.doctor.DoctorSettings;
import org.kpackworkbench.model.analysis.resolve.process.MachineDevices;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.codeobject.Device;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.views.format.folder.FolderFile;
import org.kpackworkbench.views.kit.copy.CopyFormats;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.spi.ViewContext;

/** Which files the libraries of a tree try when they look for their kernels: an inner tab. */
final class DoctorView extends SimulatorView {
  private final LatestWork work;
  private final Path tree;
  private final RowsTable<Tried> table;
  private final Label summary = new Label();
  private final VBox causes = new VBox();

  DoctorView(FolderFile folder, ViewContext context) {
    super("doctor", "Kernel Databases", folder, context);
    tree = folder.path();
    work = new LatestWork(context.background());
    table = table(context);
    table.onOpen(
        row -> {
          Tried tried = row.content();
          if (tried == null || !tried.isThere()) {
            return false;
          }
          context.navigator().go(new Place.File(tried.path()));
          return true;
        });
  }

  /** A step of a library. */
  private record Tried(Result result, DoctorReport.Step step) {
    /** Whether it is there by its own name, and is not a pattern. */
    boolean isThere() {
      return step.found() != Found.MISSING
          && step.found() != Found.NOT_THERE
          && !step.path().contains("*");
    }

    Path path() {
      return result.file().getFileSystem().getPath(step.path());
    }
  }

  private RowsTable<Tried> table(ViewContext context) {
    return RowsTable.alone(
        RowsSpec.of(
            "doctor",
            "What libraries try, in this order",
            "No GPU is chosen.",
            List.of(
                RowColumn.text("Library", tried -> tried.result().library()),
                RowColumn.text("GPU", tried -> tried.result().target()),
                RowColumn.text("Found", tried -> tried.step().found().words()),
                RowColumn.text("What", tried -> tried.step().what()),
                RowColumn.path("Path", tried -> shown(tried.step().path())))),
        context);
  }

  /** A path as it is in the tree, if it is there. */
  private String shown(String path) {
    String top = tree + "/";
    return path.startsWith(top) ? path.substring(top.length()) : path;
  }

  @Override
  boolean onlyDevices() {
    return true;
  }

  @Override
  List<Node> tools() {
    return List.of();
  }

  /** The GPUs of this machine; where there are none, the first that a database has files for. */
  @Override
  List<GpuTarget> occurring() throws IOException {
    List<GpuTarget> here = MachineDevices.of(System.getenv());
    List<GpuTarget> there = here.isEmpty() ? Doctor.targets(tree, Progress.NONE) : here;
    return there.stream().limit(1).toList();
  }

  @Override
  String command(SetUp now) {
    return CopyFormats.command(DoctorSettings.OPERATION, settings(now));
  }

  private DoctorSettings settings(SetUp now) {
    List<String> names =
        now.devices().stream().map(Device::target).map(GpuTarget::toString).distinct().toList();
    return new DoctorSettings(tree, TargetFilter.of(names), List.of());
  }

  @Override
  Region results() {
    summary.setId("doctor-summary");
    summary.getStyleClass().add("trace-summary");
    summary.setWrapText(true);
    summary.setMinHeight(Region.USE_PREF_SIZE);
    HBox line = new HBox(summary);
    HBox.setHgrow(summary, Priority.ALWAYS);
    line.getStyleClass().add("compare-words");
    causes.setId("doctor-causes");
    causes.getStyleClass().add("causes");
    causes.setMinHeight(Region.USE_PREF_SIZE);
    VBox.setVgrow(table, Priority.ALWAYS);
    return new VBox(line, causes, table);
  }

  @Override
  void showNothing(String why) {
    work.stop();
    summary.setText(why);
    fill(causes, List.of());
    table.show(List.of());
  }

  @Override
  void simulate(SetUp now) {
    DoctorSettings settings = settings(now);
    work.run(progress -> Doctor.of(settings, System.getenv(), progress), this::show, this::failed);
  }

  private void show(DoctorReport report) {
    List<Result> results = report.results();
    Map<Outcome, Long> counts =
        results.stream().collect(Collectors.groupingBy(Result::outcome, Collectors.counting()));
    long found = counts.getOrDefault(Outcome.FOUND, 0L);
    long partly = counts.getOrDefault(Outcome.PARTLY, 0L);
    long compiling = counts.getOrDefault(Outcome.COMPILES, 0L);
    long missing = counts.getOrDefault(Outcome.MISSING, 0L);
    List<String> words = new ArrayList<>();
    words.add(
        "%s: %d %s kernels"
            .formatted(
                CountText.of(results.size(), "look-up"),
                found,
                CountText.word(found, "finds", "find")));
    if (partly > 0) {
      words.add(CountText.of(partly, "finds", "find") + " only some");
    }
    if (compiling > 0) {
      words.add(CountText.of(compiling, "compiles", "compile") + " them when run");
    }
    if (missing > 0) {
      words.add(CountText.of(missing, "finds", "find") + " nothing");
    }
    summary.setText(String.join(", ", words) + ".");
    status().set(summary.getText());
    List<Node> lines = new ArrayList<>();
    // What finds nothing is first: it has to be fixed.
    for (Outcome outcome : List.of(Outcome.MISSING, Outcome.PARTLY, Outcome.COMPILES)) {
      results.stream()
          .filter(each -> each.outcome() == outcome)
          .map(this::unfound)
          .forEach(lines::add);
    }
    fill(causes, lines);
    table.show(
        results.stream()
            .flatMap(result -> result.steps().stream().map(step -> new Tried(result, step)))
            .toList());
  }

  private Node unfound(Result result) {
    boolean missing = result.outcome() != Outcome.COMPILES;
    Node line =
        cause(
            "%s %s on %s %s"
                .formatted(
                    missing ? "✖" : "–",
                    result.library(),
                    result.target(),
                    result.outcome().words()),
            result.advice().replace(tree + "/", ""));
    if (!missing) {
      line.getStyleClass().add("cause-mild");
    }
    return line;
  }

  @Override
  public boolean shows(Place place) {
    return false;
  }

  @Override
  public void dispose() {
    super.dispose();
    work.stop();
  }

  /** Whether a tree has a library that looks for kernels. */
  static boolean concerns(FolderFile folder) {
    return folder.libraries().stream().anyMatch(Doctor::isLibrary);
  }
}
