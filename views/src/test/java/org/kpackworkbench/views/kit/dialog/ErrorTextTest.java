package org.kpackworkbench.views.kit.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

class ErrorTextTest {
  @Test
  void aFormatExceptionSaysWhatWhereExpectedFoundAndWhatToDo() {
    FormatException failure =
        FormatException.at(
                ByteView.of("a.kpack", new byte[64]),
                16,
                "kpack header",
                "toc_offset",
                Reason.OUT_OF_BOUNDS)
            .expected("at most 64")
            .found(4096)
            .advice("Build the archive again.")
            .build();
    ErrorText text = ErrorText.of(failure);
    assertThat(text.what())
        .isEqualTo("“toc_offset” of the kpack header points outside of the file.");
    assertThat(text.rows())
        .containsExactly(
            new ErrorText.Row("File", "a.kpack"),
            new ErrorText.Row("Offset", "0x10 (16)"),
            new ErrorText.Row("Structure", "kpack header, toc_offset"),
            new ErrorText.Row("Expected", "at most 64"),
            new ErrorText.Row("Found", "4096 (0x1000)"),
            new ErrorText.Row("What to do", "Build the archive again."));
    assertThat(text.inOneLine()).contains("0x10").contains("4096").doesNotContain("a.kpack");
    assertThat(text.asText("It failed"))
        .startsWith("It failed\n")
        .contains("Expected: at most 64")
        .contains("FormatException");
  }

  @ParameterizedTest
  @EnumSource(Reason.class)
  void everyReasonIsASentence(Reason reason) {
    String what = ErrorText.of(FormatException.in("f", "bundle", "size", reason).build()).what();
    assertThat(what).endsWith(".").contains("bundle").doesNotContain(reason.name());
  }

  @Test
  void failuresOfTheSystemNameTheFile() {
    assertThat(ErrorText.of(new NoSuchFileException("/gone")).what())
        .isEqualTo("The file does not exist.");
    assertThat(ErrorText.of(new AccessDeniedException("/secret")).rows())
        .containsExactly(new ErrorText.Row("File", "/secret"));
  }

  @Test
  void nothingIsSwallowed() {
    ErrorText text = ErrorText.of(new IOException(new IllegalStateException("the real cause")));
    assertThat(text.details()).contains("the real cause");
    assertThat(ErrorText.of(new IllegalStateException()).what()).contains("IllegalStateException");
  }
}
