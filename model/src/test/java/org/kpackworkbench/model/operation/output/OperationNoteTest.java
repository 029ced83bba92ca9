package org.kpackworkbench.model.operation.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.files.LostAttributes;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.files.TreeCopy;
import org.kpackworkbench.model.base.finding.Severity;

class OperationNoteTest {
  @TempDir private Path folder;

  @EnabledOnOs(OS.LINUX)
  @Test
  void attributesThatAreNotCopiedAreNamedOnce() throws IOException {
    assumeTrue(
        Files.getFileStore(folder).supportsFileAttributeView("user"),
        "the disk has no extended attributes of users");
    Path file = Files.createFile(folder.resolve("file"));
    Files.setAttribute(file, "user:note", new byte[] {1});
    // A link has no attributes of users.
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    LostAttributes lost = new LostAttributes();
    TreeCopy.like(file, link, lost);
    TreeCopy.like(file, link, lost);
    assertThat(lost.each(OperationNote::lost))
        .containsExactly(
            new OperationNote(
                Severity.NOTE,
                "attribute-not-copied",
                file,
                "its extended attribute user.note is not copied, nor that of 1 other file: the disk"
                    + " or the system refuses it",
                ""));
  }

  @Test
  void keepsTheBytesOfNamesBelowTheGivenFolder() {
    assumeTrue(java.io.File.separatorChar == '/', "names of any bytes");
    Path real = Path.of("/real");
    Path file = Path.of(URI.create("file:///real/r%E9.txt"));
    OperationNote note = OperationNote.note("x", file, "m").named(Path.of("given"), real);
    assertThat(SystemText.escaped(note.file())).isEqualTo("given/r\ufffde9.txt");
  }
}
