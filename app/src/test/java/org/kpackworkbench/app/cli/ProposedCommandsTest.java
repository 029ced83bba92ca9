package org.kpackworkbench.app.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.kpm.ManifestWriter;

/** Commands in advice are run word for word, and repair the file that they are proposed for. */
class ProposedCommandsTest {
  private static final Pattern COMMAND =
      Pattern.compile("kpack-workbench (edit (?:'[^']*'|[^\\s'])+ .*?--force)");
  private static final Pattern WORD = Pattern.compile("(?:'[^']*'|[^\\s'])+");
  private static final String SCHEME = "\u00b2compression_scheme";
  private static final String ZSTD = "\u00afzstd-per-kernel";

  @TempDir private Path folder;

  private Path packed(String keys) throws IOException {
    Path out = folder.resolve("two words");
    CliRun run =
        CliRun.of(
            "pack",
            CliRun.fixture("librelr.so"),
            "-o",
            out,
            "--group-name",
            "g",
            "--gfx-arch-family",
            "all",
            "--keys",
            keys);
    assertThat(run.status()).as(run.err()).isZero();
    return out;
  }

  private static Set<String> proposed(Path out) {
    Set<String> commands = new LinkedHashSet<>();
    CliRun.of("verify", out, "--json").rows("findings").stream()
        .map(finding -> COMMAND.matcher(String.valueOf(finding.get("advice"))))
        .forEach(match -> match.results().forEach(each -> commands.add(each.group(1))));
    COMMAND
        .matcher(CliRun.of("resolve", out.resolve("librelr.so"), "--target", "gfx942").out())
        .results()
        .forEach(each -> commands.add(each.group(1)));
    return commands;
  }

  private static void repairs(Path out) {
    assertThat(CliRun.of("verify", out).status()).isEqualTo(1);
    Set<String> commands = proposed(out);
    assertThat(commands).hasSize(1);
    List<String> words =
        WORD.matcher(commands.iterator().next())
            .results()
            .map(word -> word.group().replace("'", ""))
            .toList();
    CliRun run = CliRun.of(words.toArray());
    assertThat(run.status()).as("%s %s", words, run.err()).isZero();
    CliRun verified = CliRun.of("verify", out);
    assertThat(verified.status()).as(verified.out()).isZero();
    CliRun resolved = CliRun.of("resolve", out.resolve("librelr.so"), "--target", "gfx90a");
    assertThat(resolved.status()).as(resolved.out()).isZero();
  }

  @Test
  void aPlainKeyIsRenamed() throws IOException {
    repairs(packed("plain"));
  }

  private static void table(Path out, String before, String after, int fewer) throws IOException {
    Path archive = out.resolve(".kpack/g-all.kpack");
    String text = Files.readString(archive, ISO_8859_1);
    int at = text.lastIndexOf(before);
    StringBuilder changed = new StringBuilder(text).replace(at, at + before.length(), after);
    int table = 0;
    for (int i = 15; i >= 8; i--) {
      table = table << 8 | text.charAt(i);
    }
    changed.setCharAt(table, (char) (text.charAt(table) - fewer));
    Files.writeString(archive, changed, ISO_8859_1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u00a4NoOp", "\u00adZstdPerKernel"})
  void aFormerSchemeIsWrittenAgain(String scheme) throws IOException {
    Path out = packed("indexed");
    table(out, SCHEME + ZSTD, SCHEME + scheme, 0);
    repairs(out);
  }

  @Test
  void aMissingSchemeIsWrittenAgain() throws IOException {
    Path out = packed("indexed");
    table(out, SCHEME + ZSTD, "", 1);
    repairs(out);
  }

  private static final String MANIFEST = "g-allxx.kpm";

  private Path ledToManifest(byte[] manifest) throws IOException {
    Path out = packed("indexed");
    Files.write(out.resolve(".kpack").resolve(MANIFEST), manifest);
    Path library = out.resolve("librelr.so");
    String text = Files.readString(library, ISO_8859_1);
    assertThat(text).contains("g-all.kpack");
    Files.writeString(library, text.replace("g-all.kpack", MANIFEST), ISO_8859_1);
    return out;
  }

  @Test
  void aPathToAManifestLeadsToItsArchive() throws IOException {
    Path out = ledToManifest(new byte[0]);
    // What is known of an unreadable one is no archive's name.
    assertThat(proposed(out)).isEmpty();
    ManifestRow row = new ManifestRow("gfx90a", "g-all.kpack", -1, -1, null);
    Files.write(
        out.resolve(".kpack").resolve(MANIFEST),
        ManifestWriter.write(Manifest.of("g", "", List.of(row))));
    repairs(out);
  }

  @Test
  void aPathToAnEmptyManifestLeadsToTheArchivesBesideIt() throws IOException {
    Path out = ledToManifest(ManifestWriter.write(Manifest.of("g", "", List.of())));
    Files.move(out.resolve(".kpack/g-all.kpack"), out.resolve(".kpack/g-allxx_gfx90a.kpack"));
    assertThat(proposed(out))
        .singleElement()
        .asString()
        .contains(" --search-path .kpack/g-allxx_@GFXARCH@.kpack --force");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u00a4zstd", "\u00a4noop", "\u0007"})
  void anUnknownSchemeHasNoCommand(String scheme) throws IOException {
    Path out = packed("indexed");
    table(out, SCHEME + ZSTD, SCHEME + scheme, 0);
    assertThat(CliRun.of("verify", out).status()).isEqualTo(1);
    assertThat(proposed(out)).isEmpty();
  }
}
