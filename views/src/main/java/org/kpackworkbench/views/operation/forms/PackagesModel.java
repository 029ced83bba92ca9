package org.kpackworkbench.views.operation.forms;

import static org.kpackworkbench.model.operation.packages.PackagesRequest.CONFIG;
import static org.kpackworkbench.model.operation.packages.PackagesRequest.FORMATS;
import static org.kpackworkbench.model.operation.packages.PackagesRequest.INPUT;
import static org.kpackworkbench.model.operation.packages.PackagesRequest.OUTPUT;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.format.artifact.config.UnusableConfigException;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.packages.PackageBuild;
import org.kpackworkbench.model.operation.packages.PackagesReport;
import org.kpackworkbench.model.operation.packages.PackagesReport.Row;
import org.kpackworkbench.model.operation.packages.PackagesReport.User;
import org.kpackworkbench.model.operation.packages.PackagesReport.Written;
import org.kpackworkbench.model.operation.packages.PackagesRequest;
import org.kpackworkbench.model.operation.packages.PlanCache;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.operation.forms.FormField.WrongInput;
import org.kpackworkbench.views.operation.forms.FormReport.Bar;
import org.kpackworkbench.views.operation.forms.FormReport.Part;
import org.kpackworkbench.views.operation.forms.FormRow.OutputStatus;

/** The form that makes packages of artifacts. UI thread only. */
final class PackagesModel extends JobModel<PackagesRequest> {
  private static final System.Logger LOG = System.getLogger(PackagesModel.class.getName());

  /** A change of names or texts unpacks and measures nothing again. */
  private final PlanCache cache = new PlanCache();

  private final Background background;

  /**
   * A form.
   *
   * @param input the folder of artifacts; empty to be filled in
   * @param configuration the list of packages; empty to be filled in
   */
  PackagesModel(String input, String configuration, Background background) {
    super(PackagesRequest.OPERATION, background);
    this.background = background;
    field(INPUT).set(input);
    field(CONFIG).set(configuration);
    field(OUTPUT).set(input.isEmpty() ? "" : Path.of(input) + "-packages");
    update();
  }

  @Override
  String heading() {
    return "Make a host package and packages for each GPU from artifacts";
  }

  @Override
  Task task(PackagesRequest request) {
    return new Task(
        "Make packages from " + ConvertRows.name(request.input()),
        progress -> result(build(request).run(progress), output(request)));
  }

  private static PackageBuild build(PackagesRequest request) {
    return new PackageBuild(request, System.getenv());
  }

  private static Path output(PackagesRequest request) {
    return request.output().orElseThrow();
  }

  @Override
  Arguments arguments() throws WrongInput {
    Arguments given = super.arguments();
    if (given.get(OUTPUT).isEmpty()) {
      throw field(OUTPUT).wrong("Choose the folder for the packages.");
    }
    if (field(FORMATS).text().isEmpty()) {
      throw field(FORMATS).missing("Choose at least one form.");
    }
    return given;
  }

  @Override
  void check(PackagesRequest request) throws WrongInput {
    if (output(request).startsWith(request.input())) {
      throw field(OUTPUT).wrong("The packages need a folder outside of the artifacts.");
    }
  }

  @Override
  List<RowColumn<FormRow>> columns() {
    return List.of(
        RowColumn.text("Package", FormRow::name),
        RowColumn.muted("Contents", FormRow::what),
        RowColumn.size("Download", FormRow::afterBytes),
        RowColumn.size("Installed", FormRow::beforeBytes),
        RowColumn.text("Depends On", FormRow::needs));
  }

  @Override
  Forecast forecast(PackagesRequest request, Progress progress) throws IOException {
    PackagesReport plan = build(request).plan(cache, progress);
    String taken =
        request.replace()
            ? ""
            : plan.written().stream()
                .map(Written::path)
                .filter(ConvertModel::exists)
                .findFirst()
                .map(there -> "%s already exists. %s".formatted(there, ErrorText.NAME_TAKEN))
                .orElse("");
    return new Forecast(
        FormReport.of(
                plan.summary() + ".",
                plan.packages().stream().map(PackagesModel::row).toList(),
                Note.of(plan.findings(), request.input()))
            .problem(taken)
            .bars(bars(plan)),
        () -> field(OUTPUT).problem(taken));
  }

  @Override
  void disposed() {
    background.run(
        () -> {
          cache.close();
          return true;
        },
        done -> {},
        failure -> LOG.log(Level.WARNING, "what was unpacked for a plan is left", failure));
  }

  private static FormRow row(Row row) {
    String from = row.artifacts().isEmpty() ? "" : " from " + String.join(", ", row.artifacts());
    String relations =
        row.dependsText()
            + more("recommends", String.join(" ", row.recommends()))
            + more("provides", row.provides());
    return new FormRow(
        OutputStatus.WRITTEN,
        row.name(),
        null,
        row.contentsText() + from,
        relations.strip(),
        row.installBytes(),
        row.downloadBytes());
  }

  private static String more(String what, String names) {
    return names.isEmpty() ? "" : " (%s %s)".formatted(what, names);
  }

  /** A bar for each architecture's GPUs beside that of all, for downloads and for files. */
  private static List<Bar> bars(PackagesReport plan) {
    List<Bar> bars = new ArrayList<>();
    for (User user : plan.users().reversed()) {
      bars.add(bar(plan, user, "Download", Row::downloadBytes, user.downloadBytes()));
    }
    for (User user : plan.users().reversed()) {
      bars.add(bar(plan, user, "Installed", Row::installBytes, user.installBytes()));
    }
    return bars.stream().filter(bar -> bar.sizeBytes() > 0).toList();
  }

  private static Bar bar(
      PackagesReport plan, User user, String what, ToLongFunction<Row> size, long sizeBytes) {
    long device =
        plan.packages().stream()
            .filter(row -> !row.target().isEmpty() && user.packages().contains(row.name()))
            .mapToLong(size)
            .filter(bytes -> bytes > 0)
            .sum();
    boolean all = user.equals(plan.users().getLast());
    return new Bar(
        "%s for %s".formatted(what, all ? "all GPUs" : user.target()),
        List.of(
            new Part(OwnerKind.HOST_CODE, device > 0 ? "host" : "in all", sizeBytes - device),
            new Part(OwnerKind.DEVICE_CODE, all ? null : user.target(), "device", device)));
  }

  private static FormReport result(PackagesReport report, Path output) {
    List<FormRow> files =
        report.written().stream()
            .map(
                file ->
                    new FormRow(
                        OutputStatus.WRITTEN,
                        ConvertRows.name(file.path()),
                        file.path(),
                        file.form(),
                        -1,
                        file.sizeBytes()))
            .toList();
    return FormReport.of(
        "Packages in %s: %s.".formatted(output, report.summary()),
        ArtifactRows.withOutput(files, output, !files.isEmpty()),
        Note.of(report.findings(), output));
  }

  @Override
  @Nullable FormField<?> fieldOf(Throwable failure) {
    return switch (failure) {
      case FileAlreadyExistsException there -> field(OUTPUT);
      case UnusableConfigException wrong -> field(CONFIG);
      default -> null;
    };
  }
}
