package org.kpackworkbench.model.base.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplacingFilesTest {
  @TempDir Path folder;

  private ReplacingFile file(String name, boolean replace) throws IOException {
    ReplacingFile file = ReplacingFile.create(folder.resolve(name), replace);
    file.channel()
        .write(ByteBuffer.wrap("new".getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
    return file;
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void allGetTheirNames() throws IOException {
    Files.writeString(folder.resolve("b"), "old");
    try (ReplacingFile a = file("a", true);
        ReplacingFile b = file("b", true);
        ReplacingFile c = file("c", false)) {
      ReplacingFiles.commit(List.of(a, b), c);
    }
    assertThat(names()).containsExactly("a", "b", "c");
    for (String name : names()) {
      assertThat(folder.resolve(name)).hasContent("new");
    }
  }

  @Test
  void whereOneCannotHaveItsNameAllIsAsItWas() throws IOException {
    Files.writeString(folder.resolve("b"), "old");
    try (ReplacingFile a = file("a", true);
        ReplacingFile b = file("b", true);
        ReplacingFile c = file("c", false)) {
      Files.writeString(folder.resolve("c"), "meanwhile");
      assertThatThrownBy(() -> ReplacingFiles.commit(List.of(a, b), c))
          .isInstanceOf(FileAlreadyExistsException.class);
    }
    assertThat(names()).containsExactly("b", "c");
    assertThat(folder.resolve("b")).hasContent("old");
    assertThat(folder.resolve("c")).hasContent("meanwhile");
  }
}
