package org.kpackworkbench.model.operation.extract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.WindowsName;

/** Names that want to leave the folder, or be no names at all; each becomes a file inside it. */
class HostileNamesTest {
  private static final List<String> NAMES =
      List.of(
          "../../../etc/passwd",
          "/etc/passwd",
          "//server/share/x",
          "C:\\Windows\\x",
          "C:x",
          "..\\..\\x",
          "..",
          ".",
          "",
          "/",
          "a/../../x",
          "a//b",
          "a/./b",
          "...",
          "x\0y",
          "x\ny",
          "\u001b[2J",
          "\u202egpj.exe",
          "con",
          "COM1.hsaco",
          "nul ",
          "x.",
          "-rf",
          "~root",
          "a:b",
          "Name",
          "NAME",
          "n\u00e4me",
          "na\u0308me",
          "\ud800",
          "*?<>|\"",
          "long".repeat(1000),
          "l/".repeat(50) + "x");

  @TempDir private Path temp;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{binary}-{index}-{target}.hsaco",
        "{binary}",
        "{name}",
        "{path}",
        "{target}/{path}",
        "{path}/{name}",
        "{target}",
        "{group}/{binary}",
        "{path}.{type}"
      })
  void everyNameBecomesAFileOfItsOwnInTheFolder(String pattern) throws IOException {
    Path out = Files.createDirectories(temp.resolve("deep/down/out"));
    ListedCodeObjects source = new ListedCodeObjects();
    for (String name : NAMES) {
      source.add(name, 0, "gfx942", name.getBytes(java.nio.charset.StandardCharsets.UTF_8));
      source.add("lib/x", 0, name.isEmpty() ? ":" : name, new byte[] {1});
    }
    ExtractRequest usual =
        ExtractRequest.all(source, out)
            .with(ExtractSettings.NAMES, Optional.of(NamePattern.parse(pattern)));
    ExtractReport report =
        new Extract(
                new ExtractRequest(
                    source, usual.rows(), out, true, "../../evil", Set.of(), usual.settings()))
            .run(Progress.NONE);
    assertThat(report.problems()).isEmpty();
    assertThat(report.written()).hasSize(2 * NAMES.size());
    List<Path> files = files(temp);
    assertThat(files).hasSize(2 * NAMES.size()).allMatch(file -> file.startsWith(out));
    Set<String> folded = new HashSet<>();
    for (Path file : files) {
      String below = out.relativize(file).toString();
      assertThat(folded.add(below.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT)))
          .as("%s is alone also where case does not count", below)
          .isTrue();
      for (Path part : out.relativize(file)) {
        assertThat(WindowsName.refusal(part.toString())).as(below).isEmpty();
      }
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)).toList();
    }
  }
}
