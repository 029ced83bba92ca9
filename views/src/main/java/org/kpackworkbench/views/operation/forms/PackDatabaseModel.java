package org.kpackworkbench.views.operation.forms;

import static org.kpackworkbench.model.operation.database.PackDatabaseRequest.INPUT;
import static org.kpackworkbench.model.operation.database.PackDatabaseRequest.OUTPUT;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.model.operation.database.PackDatabase;
import org.kpackworkbench.model.operation.database.PackDatabaseReport;
import org.kpackworkbench.model.operation.database.PackDatabaseReport.PackedPart;
import org.kpackworkbench.model.operation.database.PackDatabaseRequest;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.operation.forms.FormField.WrongInput;
import org.kpackworkbench.views.operation.forms.FormRow.OutputStatus;

/** The form that packs a kernel database. UI thread only. */
final class PackDatabaseModel extends JobModel<PackDatabaseRequest> {
  PackDatabaseModel(Path input, Background background) {
    super(PackDatabaseRequest.OPERATION, background);
    field(INPUT).choose(input.toAbsolutePath().normalize());
    field(OUTPUT).choose(Proposal.packedDatabase(input));
    update();
  }

  @Override
  String heading() {
    return "Write the code objects of a kernel database to archives";
  }

  @Override
  Task task(PackDatabaseRequest request) {
    return new Task(
        "Pack " + ConvertRows.name(request.input()),
        progress -> {
          PackDatabaseReport report = new PackDatabase(request).run(progress);
          return report(request, report, rows(report), "written");
        });
  }

  @Override
  void check(PackDatabaseRequest request) throws WrongInput {
    Path from = request.input().toAbsolutePath().normalize();
    if (request.output().toAbsolutePath().normalize().startsWith(from)) {
      throw field(OUTPUT).wrong("The archives need a folder outside of the database.");
    }
  }

  @Override
  Forecast forecast(PackDatabaseRequest request, Progress progress) throws IOException {
    PackDatabaseReport plan = new PackDatabase(request).plan(progress);
    return new Forecast(report(request, plan, preview(request, plan), "would be written"));
  }

  private static FormReport report(
      PackDatabaseRequest request, PackDatabaseReport report, List<FormRow> rows, String written) {
    return FormReport.of(
        summary(report, written), rows, Note.of(report.findings(request), request.input()));
  }

  /** Only compression tells them. */
  @Override
  List<RowColumn<FormRow>> columns() {
    return FormRow.columns("What happens", false);
  }

  @Override
  @Nullable FormField<?> fieldOf(Throwable failure) {
    return failure instanceof FileAlreadyExistsException ? field(OUTPUT) : field(INPUT);
  }

  private static List<FormRow> preview(PackDatabaseRequest request, PackDatabaseReport plan) {
    List<FormRow> rows = new ArrayList<>();
    boolean tree = Files.isDirectory(request.input());
    for (PackedPart part : plan.databases()) {
      rows.add(
          FormRow.of(
              OutputStatus.READ,
              part.path().isEmpty() ? ConvertRows.name(request.input()) : part.path(),
              tree ? request.input().resolve(part.path()) : request.input(),
              "%s, %s for %s%s"
                  .formatted(
                      part.database(),
                      ConvertRows.codeObjects(part.kernels()),
                      String.join(", ", part.architectures()),
                      ConvertRows.beforeCompression(part.codeBytes()))));
    }
    rows.addAll(rows(plan));
    return rows;
  }

  /** The archives. */
  private static List<FormRow> rows(PackDatabaseReport report) {
    List<FormRow> rows = new ArrayList<>();
    for (PlannedArchive archive : report.archives()) {
      rows.add(
          ConvertRows.archive(OutputStatus.WRITTEN, ConvertRows.name(archive.path()), archive));
    }
    return rows;
  }

  private static String summary(PackDatabaseReport report, String written) {
    int kernels = 0;
    long bytes = 0;
    for (PlannedArchive archive : report.archives()) {
      kernels += archive.kernels();
      bytes += archive.originalSizeBytes();
    }
    String stay =
        report.files() == 0
            ? ""
            : "; %s left in place".formatted(CountText.of(report.files(), "other file"));
    return "%s %s, with %s (%s)%s"
        .formatted(
            CountText.of(report.archives().size(), "archive"),
            report.upToDate() ? "already there" : written,
            CountText.of(kernels, "code object"),
            SizeText.of(bytes) + " before compression",
            stay);
  }
}
