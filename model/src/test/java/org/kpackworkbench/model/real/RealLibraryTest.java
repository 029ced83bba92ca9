package org.kpackworkbench.model.real;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("real")
class RealLibraryTest {
  @Test
  void isTheFatLibraryThatTestsExpect() throws IOException {
    Path library = RealLibrary.path();
    assertThat(Files.size(library)).isGreaterThan(20_000_000);
    try (InputStream stream = Files.newInputStream(library)) {
      assertThat(new String(stream.readNBytes(4), ISO_8859_1)).isEqualTo("\u007fELF");
    }
  }
}
