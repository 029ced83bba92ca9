package org.kpackworkbench.views.operation.forms;

import static org.kpackworkbench.model.operation.database.UnpackDatabaseRequest.ARCHIVES;
import static org.kpackworkbench.model.operation.database.UnpackDatabaseRequest.OUTPUT;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.operation.database.UnpackDatabase;
import org.kpackworkbench.model.operation.database.UnpackDatabaseReport;
import org.kpackworkbench.model.operation.database.UnpackDatabaseReport.UnpackedFile;
import org.kpackworkbench.model.operation.database.UnpackDatabaseRequest;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.operation.forms.FormRow.OutputStatus;

/** The form that makes a kernel database again. UI thread only. */
final class UnpackDatabaseModel extends JobModel<UnpackDatabaseRequest> {
  /** More files than this are counted, not listed. */
  private static final int MOST_FILES = 2000;

  UnpackDatabaseModel(Path archive, Background background) {
    super(UnpackDatabaseRequest.OPERATION, background);
    field(ARCHIVES).set(archive.toAbsolutePath().normalize().toString());
    field(OUTPUT).choose(Proposal.unpackedDatabase(archive));
    update();
  }

  @Override
  String heading() {
    return "Restore a kernel database from its archives";
  }

  @Override
  Task task(UnpackDatabaseRequest request) {
    return new Task(
        "Unpack to " + ConvertRows.name(request.output()),
        progress -> report(request, new UnpackDatabase(request).run(progress), "written"));
  }

  @Override
  Forecast forecast(UnpackDatabaseRequest request, Progress progress) throws IOException {
    UnpackDatabaseReport plan = new UnpackDatabase(request).plan(progress);
    return new Forecast(report(request, plan, "would be written"));
  }

  private static FormReport report(
      UnpackDatabaseRequest request, UnpackDatabaseReport report, String written) {
    return FormReport.of(
        summary(report, written), rows(report), Note.of(report.findings(), request.output()));
  }

  @Override
  @Nullable FormField<?> fieldOf(Throwable failure) {
    return failure instanceof FileAlreadyExistsException ? field(OUTPUT) : field(ARCHIVES);
  }

  private static List<FormRow> rows(UnpackDatabaseReport report) {
    List<FormRow> rows = new ArrayList<>();
    for (UnpackedFile file : report.contents().stream().limit(MOST_FILES).toList()) {
      rows.add(
          new FormRow(
              OutputStatus.WRITTEN,
              report.request().output().relativize(file.path()).toString(),
              file.path(),
              "%s, %s of code"
                  .formatted(
                      CountText.of(file.kernels(), "code object"), SizeText.of(file.codeBytes())),
              -1,
              -1));
    }
    int more = report.files() - rows.size();
    if (more > 0) {
      rows.add(FormRow.of(OutputStatus.WRITTEN, "and %d more".formatted(more), null, ""));
    }
    return rows;
  }

  private static String summary(UnpackDatabaseReport report, String written) {
    return "%s %s, with %s (%s of code)"
        .formatted(
            CountText.of(report.files(), "file"),
            report.upToDate() ? "already there" : written,
            CountText.of(report.kernels(), "code object"),
            SizeText.of(report.codeBytes()));
  }
}
