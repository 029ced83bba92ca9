package org.kpackworkbench.views.analysis.resolve;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.doctor.Doctor;
import org.kpackworkbench.model.analysis.doctor.DoctorReport;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Found;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Outcome;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Result;
import org.kpackworkbench.model.analysis.doctor.DoctorSettings;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.views.format.folder.FolderFile;
import org.kpackworkbench.views.kit.copy.CopyFormats;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.spi.ViewContext;

/** Which files the libraries of a tree try when they look for their kernels: an inner tab. */
final class DoctorView extends AnswerView<DoctorView.Tried> {
  private final Path tree;
  private final VBox causes = box("causes");

  DoctorView(FolderFile folder, ViewContext context) {
    super(
        "doctor",
        "Kernel Databases",
        table(folder.tree()),
        tried -> tried.isThere() ? new Place.File(tried.path()) : null,
        folder,
        context);
    tree = folder.tree();
  }

  /**
   * A step of a library, or its whole result.
   *
   * @param step the step; null for the whole result
   */
  record Tried(Result result, DoctorReport.@Nullable Step step) {
    /** Whether it is there by its own name, and is not a pattern. */
    boolean isThere() {
      return step == null
          || (step.found() != Found.MISSING
              && step.found() != Found.NOT_THERE
              && !step.path().contains("*"));
    }

    Path path() {
      return step == null ? result.file() : result.file().getFileSystem().getPath(step.path());
    }

    String found() {
      return step == null ? result.outcome().words() : step.found().words();
    }

    String what() {
      return step == null ? "library" : step.what();
    }

    String pathText() {
      return step == null ? result.file().toString() : step.path();
    }
  }

  private static RowsSpec<Tried> table(Path tree) {
    return RowsSpec.of(
        "doctor",
        "What libraries try, in this order",
        NO_GPU,
        List.of(
            RowColumn.text("Library", tried -> tried.result().library()),
            RowColumn.text("GPU", tried -> tried.result().target()),
            RowColumn.text("Found", Tried::found),
            RowColumn.text("What", Tried::what),
            RowColumn.path("Path", tried -> shown(tree, tried.pathText()))));
  }

  /** A path as it is in the tree, if it is there. */
  private static String shown(Path tree, String path) {
    String top = tree + "/";
    return path.startsWith(top) ? path.substring(top.length()) : path;
  }

  @Override
  List<GpuTarget> targets(Progress progress) throws IOException {
    return Doctor.targets(tree, progress);
  }

  @Override
  String command(SetUp now) {
    return CopyFormats.command(DoctorSettings.OPERATION, settings(now));
  }

  private DoctorSettings settings(SetUp now) {
    List<String> names =
        now.devices().stream().map(Device::target).map(GpuTarget::toString).distinct().toList();
    TargetFilter gpus = names.isEmpty() ? TargetFilter.ALL : TargetFilter.of(names);
    return new DoctorSettings(tree, gpus, List.of());
  }

  @Override
  boolean answersForAll() {
    return true;
  }

  @Override
  void simulate(SetUp now) {
    DoctorSettings settings = settings(now);
    answer(progress -> Doctor.of(settings, System.getenv(), progress), this::show);
  }

  private void show(DoctorReport report) {
    List<Result> results = report.results();
    Map<Outcome, Long> counts =
        results.stream().collect(Collectors.groupingBy(Result::outcome, Collectors.counting()));
    long found = counts.getOrDefault(Outcome.FOUND, 0L);
    long partly = counts.getOrDefault(Outcome.PARTLY, 0L);
    long depending = counts.getOrDefault(Outcome.DEPENDS, 0L);
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
    if (depending > 0) {
      words.add(CountText.of(depending, "depends", "depend") + " on the number of compute units");
    }
    if (compiling > 0) {
      words.add(CountText.of(compiling, "compiles", "compile") + " them when run");
    }
    if (missing > 0) {
      words.add(CountText.of(missing, "finds", "find") + " nothing");
    }
    String all = String.join(", ", words) + ".";
    if (report.isGrid()) {
      show(
          all + " " + report.summary(),
          results.stream().map(result -> new Tried(result, null)).toList());
    } else {
      show(
          all,
          results.stream()
              .flatMap(result -> result.steps().stream().map(step -> new Tried(result, step)))
              .toList());
    }
    List<Node> lines = new ArrayList<>();
    // What finds nothing is first: it has to be fixed.
    for (Outcome outcome :
        List.of(
            Outcome.MISSING, Outcome.PARTLY, Outcome.DEPENDS, Outcome.COMPILES, Outcome.FOUND)) {
      results.stream()
          .filter(each -> each.outcome() == outcome && !words(each).isEmpty())
          .filter(each -> !report.isGrid() || outcome == Outcome.PARTLY)
          .map(this::unfound)
          .forEach(lines::add);
    }
    fill(causes, lines);
  }

  private static String words(Result result) {
    List<String> words = new ArrayList<>();
    result
        .differing()
        .forEach(
            each -> words.add("On %s it %s.".formatted(each.target(), each.outcome().words())));
    words.add(result.advice());
    if (result.outcome() != Outcome.FOUND) {
      words.add(result.versions());
    }
    words.removeIf(String::isEmpty);
    return String.join(" ", words);
  }

  private Node unfound(Result result) {
    boolean missing = result.isLacking();
    Node line =
        cause(
            "%s %s on %s %s"
                .formatted(
                    missing ? "✖" : "–",
                    result.library(),
                    result.target(),
                    result.outcome().words()),
            words(result).replace(tree.toAbsolutePath().normalize() + "/", ""));
    if (!missing) {
      line.getStyleClass().add("cause-mild");
    }
    return line;
  }

  /** Whether a tree has a library that looks for kernels. */
  static boolean concerns(FolderFile folder) {
    return folder.libraries().stream().anyMatch(Doctor::isLibrary);
  }
}
