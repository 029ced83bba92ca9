package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are missing, of no use or damaged: one line for each problem, and status 2. */
class BadFilesTest {
  @TempDir private Path folder;

  private static void assertRefused(CliRun run, String... words) {
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).hasLineCount(1).startsWith("kpack-workbench: ").contains(words);
  }

  private static CliRun run(String command, Path file) {
    return command.equals("extract")
        ? CliRun.of(command, file, "--all", "-o", file.resolveSibling("out"))
        : CliRun.of(command, file);
  }

  @ParameterizedTest
  @ValueSource(strings = {"info", "list", "extract"})
  void filesThatAreNone(String command) throws IOException {
    Path missing = folder.resolve("missing.kpack");
    assertRefused(run(command, missing), missing + ": the file does not exist");
    assertRefused(run(command, folder), folder.toString(), "expected a file, found a folder");
    Path empty = Files.createFile(folder.resolve("empty.kpack"));
    assertRefused(run(command, empty), empty.toString(), "found an empty file");
    Path noise = Files.write(folder.resolve("noise"), new byte[] {'X', 'P', 'A', 'K', 1, 0, 0, 0});
    assertRefused(run(command, noise), noise.toString(), "KPAK", "found 58 50 41 4b 01 00 00 00");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void jsonOfAFileThatIsNoneSaysWhatItIs() throws IOException {
    Path empty = Files.createFile(folder.resolve("empty"));
    CliRun run = CliRun.of("info", "--json", empty);
    assertThat(run.json())
        .containsEntry("file", empty.toString())
        .containsEntry("format", "empty")
        .containsEntry("size", 0);
    assertThat(run.rows("problems").getFirst()).containsEntry("found", "an empty file");
    assertThat(run.status()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "extract"})
  void filesWithoutCodeObjects(String command) throws IOException {
    Path text = Files.writeString(folder.resolve("notes.txt"), "hello\n");
    assertRefused(
        run(command, text), "notes.txt: expected a file that can have code objects", "found text");
  }

  @Test
  void aTruncatedLibraryIsShownAsFarAsItGoes() throws IOException {
    byte[] whole = Files.readAllBytes(CliRun.fixture("libdrift.so"));
    // Section headers are at the end: without them there is nothing to find wrappers by.
    Path cut = Files.write(folder.resolve("cut.so"), Arrays.copyOf(whole, whole.length / 2));
    CliRun info = CliRun.of("info", "--json", cut);
    assertThat(info.status()).isEqualTo(2);
    assertThat(info.json()).containsEntry("format", "elf").containsEntry("deviceCode", "unknown");
    assertThat(info.rows("segments")).isNotEmpty();
    assertThat(info.err()).contains("cut.so at 0x", "section header");
    assertThat(info.rows("problems").getFirst()).containsKeys("offset", "structure", "message");
  }

  @Test
  void anEntryOutsideTheFileSpoilsOnlyItself() throws IOException {
    byte[] bytes = Files.readAllBytes(CliRun.fixture("bundle.co"));
    // The last entry (gfx1100) ends with the file.
    Path cut = Files.write(folder.resolve("cut.co"), Arrays.copyOf(bytes, bytes.length - 100));
    CliRun list = CliRun.of("list", "--json", cut);
    assertThat(list.status()).isEqualTo(2);
    assertThat(list.rows("entries").get(1)).doesNotContainKey("problem");
    assertThat(list.rows("entries").get(2)).containsKey("problem");
    CliRun extract = CliRun.of("extract", "--json", cut, "--all", "-o", folder.resolve("out"));
    assertThat(extract.status()).isEqualTo(2);
    assertThat(extract.rows("written"))
        .extracting(row -> row.get("target"))
        .startsWith("gfx90a:sramecc+:xnack-", "gfx942");
    assertThat(extract.rows("problems").getFirst())
        .containsEntry("target", "gfx1100")
        .containsKey("message");
    assertThat(folder.resolve("out/cut.co-0-gfx1100.hsaco")).doesNotExist();
  }

  @Test
  void whatStandsInAFileCannotDisturbATerminal() throws IOException {
    byte[] bytes = Files.readAllBytes(CliRun.fixture("bundle.co"));
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    String hostile = text.replace("amdhsa--gfx942", "amdhsa--\u001b[31mx");
    Path file = Files.write(folder.resolve("x.co"), hostile.getBytes(StandardCharsets.ISO_8859_1));
    for (String command : List.of("info", "list")) {
      CliRun run = CliRun.of(command, file);
      assertThat(run.out()).contains("\\x1b[31mx").doesNotContain("\u001b");
      assertThat(CliRun.of(command, "--json", file).out()).doesNotContain("\u001b");
    }
  }
}
