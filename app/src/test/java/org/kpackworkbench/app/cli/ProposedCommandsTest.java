package org.kpackworkbench.app.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.msgpack.MsgEncoder;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.kpm.ManifestWriter;

/** Commands in advice are run word for word, and repair the file that they are proposed for. */
class ProposedCommandsTest {
  private static final Pattern COMMAND =
      Pattern.compile("kpack-workbench (edit (?:'[^']*'|[^\\s'])+ .*?--force)");
  private static final Pattern ANY_COMMAND = Pattern.compile("kpack-workbench (edit .*? --force)");
  private static final Pattern WORD = Pattern.compile("(?:'[^']*'|[^\\s'])+");
  private static final String SCHEME = "\u00b2compression_scheme";
  private static final String ZSTD = "\u00afzstd-per-kernel";

  @TempDir private Path folder;

  private Path packed(String keys) throws IOException {
    return packed("two words", keys);
  }

  private Path packed(String name, String keys) throws IOException {
    Path out = folder.resolve(name);
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

  /** Writes the archive in a form that the first designs had. */
  private static void inForm(Path out, String form) throws IOException {
    Path file = out.resolve(".kpack/g-all.kpack");
    try (KpackArchive archive = KpackArchive.open(file)) {
      ByteArrayOutputStream blobs = new ByteArrayOutputStream();
      Map<String, Map<String, MsgValue>> rows = new LinkedHashMap<>();
      Map<String, MsgValue> table = new LinkedHashMap<>();
      for (int row = 0; row < archive.entryCount(); row++) {
        ArchiveEntry entry = archive.entry(row);
        ByteView code = archive.load(row);
        byte[] bytes = code.bytes(0, (int) code.size());
        Map<String, MsgValue> fields = new LinkedHashMap<>();
        fields.put("type", new MsgValue.Text("hsaco"));
        if (!form.equals("places")) {
          fields.put("ordinal", MsgValue.Int.of(row));
        }
        fields.put("offset", MsgValue.Int.of(64 + blobs.size()));
        fields.put("size", MsgValue.Int.of(bytes.length));
        rows.computeIfAbsent(entry.key().text(), key -> new LinkedHashMap<>())
            .put(entry.targetText(), map(fields));
        blobs.writeBytes(bytes);
      }
      table.put("format_version", MsgValue.Int.of(1));
      table.put("group_name", new MsgValue.Text("g"));
      table.put("gfx_arch_family", new MsgValue.Text("all"));
      table.put(
          "gfx_arches",
          new MsgValue.Array(
              archive.architectures().stream().<MsgValue>map(MsgValue.Text::new).toList()));
      Map<String, MsgValue> toc = new LinkedHashMap<>();
      rows.forEach((key, each) -> toc.put(key, map(each)));
      table.put("toc", map(toc));
      table.put("compression_scheme", new MsgValue.Text("NoOp"));
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      bytes.writeBytes(
          ByteBuffer.allocate(64)
              .order(ByteOrder.LITTLE_ENDIAN)
              .put("KPAK".getBytes(ISO_8859_1))
              .putInt(1)
              .putLong(64 + blobs.size())
              .array());
      bytes.writeBytes(blobs.toByteArray());
      bytes.writeBytes(MsgEncoder.value(map(table)));
      Files.write(out.resolve(".kpack/new"), bytes.toByteArray());
    }
    Files.move(out.resolve(".kpack/new"), file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static MsgValue map(Map<String, MsgValue> fields) {
    return new MsgValue.Mapping(
        fields.entrySet().stream()
            .map(each -> new MsgValue.Pair(new MsgValue.Text(each.getKey()), each.getValue()))
            .toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"places", "places and ordinals"})
  void aFormOfTheFirstDesignsIsWrittenAgain(String form) throws IOException {
    Path out = packed("indexed");
    inForm(out, form);
    CliRun listed = CliRun.of("list", out.resolve(".kpack/g-all.kpack"));
    assertThat(listed.status()).isZero();
    assertThat(listed.err())
        .contains("no loader finds code in it: entries state offset and size")
        .contains("kpack-workbench edit");
    assertThat(CliRun.of("info", out.resolve(".kpack/g-all.kpack")).out())
        .contains("no loader reads that", "kpack-workbench edit");
    assertThat(CliRun.of("verify", out).out())
        .contains("is in a form that no loader reads")
        .doesNotContain("damaged", "again from its source");
    repairs(out);
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
    tableOf(out.resolve(".kpack/g-all.kpack"), before, after, fewer);
  }

  private static void tableOf(Path archive, String before, String after, int fewer)
      throws IOException {
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

  /** Faults that one command ends. */
  private enum Fault {
    PLAIN_KEY,
    FORM,
    LIST,
    MANIFEST
  }

  private void breakBy(Fault fault, Path out) throws IOException {
    switch (fault) {
      case FORM -> table(out, SCHEME + ZSTD, SCHEME + "\u00adZstdPerKernel", 0);
      case LIST -> {
        CliRun run =
            CliRun.of(
                "edit",
                out.resolve(".kpack/g-all.kpack"),
                "--set",
                "targets=gfx942",
                "--force",
                "--force-contents");
        assertThat(run.status()).as(run.err()).isZero();
      }
      case MANIFEST -> {
        ManifestRow row = new ManifestRow("gfx90a", "g-all.kpack", -1, -1, null);
        Files.write(
            out.resolve(".kpack").resolve(MANIFEST),
            ManifestWriter.write(Manifest.of("g", "", List.of(row))));
        Path library = out.resolve("librelr.so");
        String text = Files.readString(library, ISO_8859_1);
        Files.writeString(library, text.replace("g-all.kpack", MANIFEST), ISO_8859_1);
      }
      case PLAIN_KEY -> {}
    }
  }

  /** A folder as people give it. */
  private static String given(Path out, int form) {
    String relative = Path.of("").toAbsolutePath().relativize(out).toString();
    return switch (form % 4) {
      case 0 -> out.toString();
      case 1 -> relative;
      case 2 -> "./" + relative;
      default -> out.getParent() + "/./" + out.getFileName() + "/../" + out.getFileName();
    };
  }

  private static List<String> words(String command) throws IOException {
    Process shell = new ProcessBuilder("sh", "-c", "printf '%s\\0' " + command).start();
    String words = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return List.of(words.split("\0"));
  }

  private static Map<Path, byte[]> contents(Path out) throws IOException {
    Map<Path, byte[]> contents = new LinkedHashMap<>();
    try (Stream<Path> files = Files.walk(out)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        contents.put(file, Files.readAllBytes(file));
      }
    }
    return contents;
  }

  /** Names that a shell, a command line or this program's own texts could take for another. */
  @ParameterizedTest
  @ValueSource(
      strings = {"-da'sh $`", "@at \"; & #", "Prüfung 検査", "~a=b,%s back\\slash", "(par)[en]{t}*?"})
  void commandsRunAsTheyArePrinted(String name) throws IOException {
    for (Fault fault : Fault.values()) {
      {
        Path out = packed(name, fault == Fault.PLAIN_KEY ? "plain" : "indexed");
        breakBy(fault, out);
        Map<Path, byte[]> broken = contents(out);
        String given = given(out, name.length() + fault.ordinal());
        Set<String> commands = new LinkedHashSet<>();
        CliRun resolved = CliRun.of("resolve", given + "/librelr.so", "--target", "gfx90a");
        for (String text :
            List.of(
                CliRun.of("verify", given, "--json").rows("findings").stream()
                    .map(finding -> String.valueOf(finding.get("advice")))
                    .collect(Collectors.joining("\n")),
                CliRun.of("verify", given).out(),
                resolved.out())) {
          List<String> found =
              ANY_COMMAND.matcher(text).results().map(each -> each.group(1)).toList();
          assertThat(found).as("%s of %s in %s", fault, given, text).isNotEmpty();
          commands.addAll(found);
        }
        for (String command : commands) {
          for (Map.Entry<Path, byte[]> file : broken.entrySet()) {
            Files.write(file.getKey(), file.getValue());
          }
          CliRun run = CliRun.of(words(command).toArray());
          assertThat(run.status()).as("%s %s", command, run.err()).isZero();
          CliRun verified = CliRun.of("verify", given);
          assertThat(verified.status()).as("%s %s", command, verified.out()).isZero();
          CliRun again = CliRun.of("resolve", given + "/librelr.so", "--target", "gfx90a");
          assertThat(again.status()).as("%s %s", command, again.out()).isZero();
        }
        for (Path file : contents(out).keySet()) {
          Files.delete(file);
        }
        Files.delete(out.resolve(".kpack"));
        Files.delete(out);
      }
    }
  }

  /** In advice, files of artifacts have paths without their prefixes, which no command can read. */
  @Test
  void adviceOnArtifactsLeadsToTheCommandThatRepairs() throws IOException {
    Path artifact = folder.resolve("in/blas_lib_gfx9X");
    Files.createDirectories(artifact.resolve("stage/lib"));
    Files.copy(CliRun.fixture("librelr.so"), artifact.resolve("stage/lib/librelr.so"));
    Files.writeString(artifact.resolve("artifact_manifest.txt"), "stage\n");
    Path shard = folder.resolve("shard");
    CliRun split =
        CliRun.of("split", "--artifact-dir", artifact, "--output-dir", shard, "--no-kpm");
    assertThat(split.status()).as(split.err()).isZero();
    tableOf(
        shard.resolve("blas_lib_gfx90a/stage/.kpack/blas_lib_gfx90a.kpack"),
        SCHEME + ZSTD,
        SCHEME + "\u00adZstdPerKernel",
        0);
    String advice = CliRun.of("advise", shard, "--target", "gfx90a").out();
    assertThat(advice).contains("which loaders read as none").doesNotContain(" edit ");
    assertThat(advice).contains("kpack-workbench verify " + shard.resolve("blas_lib_gfx90a"));
    String said = CliRun.of("verify", shard.resolve("blas_lib_gfx90a")).out();
    List<String> commands = ANY_COMMAND.matcher(said).results().map(each -> each.group(1)).toList();
    assertThat(commands).as(said).isNotEmpty();
    assertThat(CliRun.of(words(commands.getFirst()).toArray()).status()).isZero();
    assertThat(CliRun.of("advise", shard, "--target", "gfx90a").out())
        .doesNotContain("which loaders read as none");
  }
}
