package org.kpackworkbench.views.operation.forms;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.views.kit.job.JobOutcome.Severity;
import org.kpackworkbench.views.operation.forms.FormRow.OutputStatus;

/** How good a result is, and where it is. */
class FormReportTest {
  private static final Path OUT = Path.of("/out");

  private static FormReport result(List<FormRow> rows, Note... notes) {
    return FormReport.of("Done", rows, List.of(notes));
  }

  private static FormRow row(OutputStatus status, String file) {
    return FormRow.of(status, file, OUT.resolve(file), "");
  }

  @Test
  void theWorstRowOrNoteSaysHowGoodItIs() {
    FormRow written = row(OutputStatus.WRITTEN, "a");
    assertThat(result(List.of(written)).severity()).isEqualTo(Severity.DONE);
    assertThat(result(List.of(written), Note.info("as usual")).severity()).isEqualTo(Severity.DONE);
    assertThat(result(List.of(written), Note.warning("look")).severity())
        .isEqualTo(Severity.WARNING);
    assertThat(result(List.of(written, row(OutputStatus.REFUSED, "b"))).severity())
        .isEqualTo(Severity.WARNING);
    assertThat(
            result(List.of(row(OutputStatus.FAILED, "b"), written), Note.warning("look"))
                .severity())
        .isEqualTo(Severity.ERROR);
    assertThat(result(List.of(row(OutputStatus.CONFLICT, "b"))).severity())
        .isEqualTo(Severity.ERROR);
  }

  @Test
  void whatWasWrittenIsAFileOrTheFolderOfSeveral() {
    assertThat(result(List.of(row(OutputStatus.CONVERTED, "lib/a.so"))).written())
        .isEqualTo(OUT.resolve("lib/a.so"));
    assertThat(
            result(
                    List.of(
                        row(OutputStatus.CONVERTED, "lib/a.so"),
                        row(OutputStatus.WRITTEN, "lib/.kpack/a.kpack"),
                        row(OutputStatus.READ, "elsewhere")))
                .written())
        .isEqualTo(OUT.resolve("lib"));
    assertThat(result(List.of(row(OutputStatus.FAILED, "a"))).written()).isNull();
  }
}
