package org.kpackworkbench.views.kit.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.FormatException;

/** Problems of one cause are one line. */
class AlikeProblemsTest {
  private static FormatException problem(String structure, FormatException.Reason reason) {
    return FormatException.in("f", structure, "size", reason).build();
  }

  @Test
  void problemsOfOneCauseAreTogether() {
    List<AlikeProblems> causes =
        AlikeProblems.of(
            List.of(
                problem("section header 4", FormatException.Reason.TRUNCATED),
                problem("bundle 0", FormatException.Reason.TRUNCATED),
                problem("section header 0x1f", FormatException.Reason.TRUNCATED),
                problem("section header 5", FormatException.Reason.BAD_VALUE),
                problem("program header 2 (LOAD)", FormatException.Reason.TRUNCATED),
                problem("program header 5 (GNU_RELRO)", FormatException.Reason.TRUNCATED)));
    assertThat(causes).extracting(AlikeProblems::count).containsExactly(2, 1, 1, 2);
    assertThat(causes.getFirst().inOneLine())
        .contains("section header 4")
        .endsWith("1 more like this.");
    assertThat(AlikeProblems.title(causes)).isEqualTo("6 problems of 4 causes");
  }
}
