package org.kpackworkbench.model.analysis.verify.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport.NotChecked;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;

/** What was not read of a file is said, and is not passed. */
class PartsNotCheckedTest {
  @TempDir Path folder;

  private static List<String> left(Path file) {
    return Verify.run(List.of(file), VerifyRequest.everything().onThreads(1), Progress.NONE)
        .notChecked()
        .stream()
        .map(NotChecked::what)
        .toList();
  }

  /** A static library, from names and contents in turn. */
  private Path library(Object... members) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes("!<arch>\n".getBytes(StandardCharsets.US_ASCII));
    for (int i = 0; i < members.length; i += 2) {
      byte[] content = (byte[]) members[i + 1];
      String head =
          "%-16s%-12s%-6s%-6s%-8s%-10d`\n"
              .formatted(members[i] + "/", "0", "0", "0", "644", content.length);
      bytes.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
      bytes.writeBytes(content);
      if (content.length % 2 == 1) {
        bytes.write('\n');
      }
    }
    return Files.write(folder.resolve("lib.a"), bytes.toByteArray());
  }

  @Test
  void membersOfStaticLibrariesThatNothingReads() throws IOException {
    byte[] object = Files.readAllBytes(Fixtures.path("object.o"));
    byte[] text = "hello, all\n".getBytes(StandardCharsets.US_ASCII);
    assertThat(left(library("a.txt", text, "b.o", object))).containsExactly("member a.txt (text)");
    assertThat(left(library("a.txt", text, "b.txt", text)))
        .containsExactly("2 members, such as a.txt (text)");
    assertThat(left(library("b.o", object))).isEmpty();
    assertThat(left(Fixtures.path("libstatic.a"))).isEmpty();
    assertThat(left(Fixtures.path("libstatic-bsd.a"))).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void pipesInAFolder() throws Exception {
    Files.copy(Fixtures.path("libstatic.a"), folder.resolve("lib.a"));
    Files.createSymbolicLink(folder.resolve("link.a"), Path.of("lib.a"));
    String pipe = folder.resolve("lib.so").toString();
    assertThat(new ProcessBuilder("mkfifo", pipe).start().waitFor()).isZero();
    assertThat(left(folder)).containsExactly("device, pipe or socket");
  }

  @Test
  void deviceCodeThatIsNotLinkedYet() throws IOException {
    Path object = Fixtures.path("object-rdc.o");
    assertThat(left(object)).singleElement().asString().startsWith("the device code in __CLANG_");
    assertThat(left(library("rdc.o", Files.readAllBytes(object))))
        .singleElement()
        .asString()
        .startsWith("the device code of member rdc.o in __CLANG_");
  }
}
