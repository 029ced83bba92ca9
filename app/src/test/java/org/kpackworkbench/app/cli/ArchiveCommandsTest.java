package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives on the command line: right ones, and each way in which one can be wrong. */
class ArchiveCommandsTest {
  @TempDir private Path folder;
  private Path file;
  private Path out;

  @BeforeEach
  void name() {
    file = folder.resolve("x.kpack");
    out = folder.resolve("out");
  }

  private static MadeArchive good() {
    return new MadeArchive()
        .add("lib/a.so#0", "gfx900", "first")
        .add("lib/a.so#1", "gfx90a:xnack+", "second")
        .add("bin/plain", "gfx900", "third");
  }

  @Test
  void infoSumsUpWhatIsInIt() throws IOException {
    good().write(file);
    CliRun run = CliRun.of("info", "--json", file);
    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.json())
        .containsEntry("format", "kpack")
        .containsEntry("version", 1)
        .containsEntry("group", "made")
        .containsEntry("family", "gfx900X")
        .containsEntry("targets", java.util.List.of("gfx900"))
        .containsEntry("scheme", "none")
        .containsEntry("kernels", 3)
        .containsEntry("binaries", 2)
        .containsEntry("storedSize", 16)
        .containsEntry("originalSize", 16);
    assertThat(CliRun.of("info", file).out()).contains("group          made", "code objects   3");
  }

  @Test
  void whatIsStoredIsComparedWithWhatItUnpacksTo() {
    Path sample = Checkout.root().resolve("app/sample/.kpack/kpackfix_gfx90a.kpack");
    CliRun run = CliRun.of("info", "--json", sample);
    assertThat(run.json())
        .containsEntry("storedSize", 13386)
        .containsEntry("unpackedSize", 58736)
        .containsEntry("originalSize", 71024);
    assertThat(CliRun.of("info", sample).out())
        .contains(
            "unpacked size  57.4 KiB (58736 bytes), 22.8 % of it stored",
            "original size  69.4 KiB (71024 bytes) with 3 duplicates, stored once",
            "gfx90a                    8    5416     20480            32768");
  }

  @Test
  void aSchemeOfTheFirstToolsIsReadAndNoted() throws IOException {
    good().scheme("NoOp").write(file);
    CliRun run = CliRun.of("info", "--json", file);
    assertThat(run.status()).isZero();
    String note =
        "compression_scheme is \"NoOp\", a name that the first tools used; it is read as none.";
    assertThat(run.json()).containsEntry("scheme", "none").containsEntry("schemeNote", note);
    assertThat(CliRun.of("info", file).out()).contains("scheme note", note);
    assertThat(CliRun.of("extract", file, "--all", "-o", out).status()).isZero();
    good().write(file);
    assertThat(CliRun.of("info", "--json", file).json()).doesNotContainKey("schemeNote");
  }

  @Test
  void listTakesKeysApart() throws IOException {
    good().write(file);
    CliRun run = CliRun.of("list", "--json", file);
    assertThat(run.status()).isZero();
    assertThat(run.rows("entries"))
        .extracting(row -> row.get("binary") + " " + row.get("index") + " " + row.get("target"))
        .containsExactly("lib/a.so 0 gfx900", "lib/a.so 1 gfx90a:xnack+", "bin/plain 0 gfx900");
    assertThat(run.rows("entries").get(1))
        .containsEntry("type", "hsaco")
        .containsEntry("ordinal", 1)
        .containsEntry("storedSize", 6)
        .containsEntry("originalSize", 6)
        .containsEntry("metadata", Map.of());
    assertThat(run.rows("entries"))
        .extracting(row -> row.get("key"))
        .containsExactly(null, null, "plain");
    assertThat(CliRun.of("list", file).out().lines().filter(line -> line.contains("plain key")))
        .singleElement()
        .asString()
        .contains("bin/plain", "no loader finds");
    assertThat(CliRun.of("list", file, "--filter", "xnack").out()).hasLineCount(2);
    CliRun none = CliRun.of("list", file, "--filter", "size>1G");
    assertThat(none.out()).isEmpty();
    assertThat(none.err()).contains("matches the filter");
    assertThat(none.status()).isEqualTo(1);
    CliRun bad = CliRun.of("list", file, "--filter", "size>huge");
    assertThat(bad.status()).isEqualTo(2);
    assertThat(bad.err()).contains("--filter: ", "huge");
  }

  @Test
  void listTellsFreeKeysFromPlainOnes() throws IOException {
    for (List<String> each :
        List.of(List.of("fmha/fwd.co", "free"), List.of("lib/a.so", "plain"))) {
      new MadeArchive().add(each.getFirst(), "gfx900", "code").write(file);
      assertThat(CliRun.of("list", "--json", file).rows("entries"))
          .extracting(row -> row.get("key"))
          .containsExactly(each.getLast());
      assertThat(CliRun.of("list", file).out()).contains("(" + each.getLast() + " key");
    }
  }

  @Test
  void anExpressionSelectsTargetsOfAList() {
    Path file = CliRun.fixture("libmany.so");
    CliRun run = CliRun.of("list", "--json", file, "--target-regex", "^gfx9.*xnack-");
    assertThat(run.rows("entries"))
        .isNotEmpty()
        .allMatch(row -> row.get("target").equals("gfx90a:xnack-"));
    CliRun none = CliRun.of("list", file, "--target-regex", "^gfx12");
    assertThat(none.status()).isEqualTo(1);
    assertThat(none.err()).contains("No code object of 5 matches the filter.");
    CliRun bad = CliRun.of("list", file, "--target-regex", "(");
    assertThat(bad.status()).isEqualTo(2);
    assertThat(bad.err()).contains("--target-regex: expected a regular expression, found \"(\"");
  }

  @Test
  void keysWithoutAnyIndexAreWholeNames() throws IOException {
    String name = "fmha_v3_fwd/MI300/fwd_hd128_bf16_rtne.co";
    new MadeArchive()
        .add(name, "gfx900", "first")
        .add("pointwise_add_f32", "gfx900", "second")
        .write(file);
    assertThat(CliRun.of("list", "--json", file, "--filter", "MI300").rows("entries"))
        .extracting(row -> row.get("binary"))
        .containsExactly(name);
    CliRun one = CliRun.of("extract", file, "--binary", name, "--target", "gfx900", "-o", out);
    assertThat(one.status()).isZero();
    assertThat(out).hasContent("first");
    // No rule about indices has anything to say of them.
    Map<String, Object> verified = CliRun.of("verify", "--json", file).json();
    assertThat(String.valueOf(verified.get("findings"))).doesNotContain("index");
    Path edited = folder.resolve("edited.kpack");
    assertThat(CliRun.of("edit", file, "--set", "group=other", "-o", edited).status()).isZero();
    assertThat(CliRun.of("list", "--json", edited).rows("entries"))
        .extracting(row -> row.get("binary") + " " + row.get("index"))
        .containsExactly(name + " 0", "pointwise_add_f32 0");
    assertThat(new String(Files.readAllBytes(edited), java.nio.charset.StandardCharsets.ISO_8859_1))
        .contains(name, "pointwise_add_f32")
        .doesNotContain("#");
  }

  @Test
  void extractWritesThem() throws IOException {
    good().write(file);
    CliRun run = CliRun.of("extract", file, "--all", "-o", out, "--name", "{group}/{path}@{index}");
    assertThat(run.status()).isZero();
    assertThat(out.resolve("made/lib/a.so@1")).hasContent("second");
    boolean there = Files.exists(Path.of("-"));
    CliRun one =
        CliRun.of("extract", file, "--binary", "bin/plain", "--target", "gfx900", "-o", "-");
    assertThat(one.status()).as(one.err()).isZero();
    assertThat(one.out()).isEqualTo("third");
    assertThat(Files.exists(Path.of("-"))).as("a file of that name is made").isEqualTo(there);
  }

  @Test
  void onlyOneCodeObjectGoesToStandardOutputAndNothingElse() throws IOException {
    good().write(file);
    CliRun all = CliRun.of("extract", file, "--all", "-o", "-");
    assertThat(all.status()).isEqualTo(2);
    assertThat(all.err()).contains("3 code objects", "standard output");
    CliRun json = CliRun.of("extract", file, "--binary", "bin/plain", "-o", "-", "--json");
    assertThat(json.status()).isEqualTo(2);
    assertThat(json.err()).contains("-o - cannot be combined with --json");
  }

  @Test
  void aFrameThatWasDamagedIsReportedAndTheOthersAreWritten() throws IOException {
    Path sample = CliRun.fixture("").resolve("../../../../../app/sample").normalize();
    byte[] bytes = Files.readAllBytes(sample.resolve(".kpack/kpackfix_gfx1100.kpack"));
    // In the middle of the first frame: a checksum finds the flipped bit.
    bytes[1000] ^= 0x10;
    Files.write(file, bytes);
    assertThat(CliRun.of("list", file).status()).isZero();
    CliRun extract = CliRun.of("extract", "--json", file, "--all", "-o", out);
    assertThat(extract.status()).isEqualTo(2);
    assertThat(extract.rows("written")).hasSize(8);
    assertThat(extract.rows("problems").getFirst())
        .containsEntry("reason", "checksum-mismatch")
        .containsEntry("binary", "lib/libmany.so")
        .containsEntry("target", "gfx1100");
    assertThat(extract.err()).hasLineCount(1).contains("lib/libmany.so, index 0, gfx1100: not");
    assertThat(out).isDirectoryNotContaining("glob:**libmany*");
  }

  private void assertStopped(String... words) {
    for (String command : new String[] {"info", "list"}) {
      CliRun run = CliRun.of(command, file);
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.err()).startsWith("kpack-workbench: " + file).contains(words);
    }
    CliRun run = CliRun.of("extract", file, "--all", "-o", out);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains(words);
    assertThat(out).doesNotExist();
  }

  @Test
  void whatStopsOpening() throws IOException {
    good().version(7).write(file);
    assertStopped("at 0x4", "version", "expected 1", "found 7");
    good().tableOffset(1L << 40).write(file);
    assertStopped("at 0x8", "expected", "1099511627776");
    good().write(file, new byte[] {(byte) 0x93, 1, 2, 3});
    assertStopped("expected a map", "found an array");
    // A map of 2^32-1 pairs in five bytes.
    good().write(file, new byte[] {(byte) 0xdf, -1, -1, -1, -1});
    assertStopped("4294967295");
  }

  /** One row is spoiled; the others are listed and extracted. */
  private void assertSpoils(MadeArchive archive, String... words) throws IOException {
    archive.write(file);
    CliRun list = CliRun.of("list", "--json", file);
    assertThat(list.status()).as(list.out()).isEqualTo(2);
    assertThat(list.err()).startsWith("kpack-workbench: " + file + " at 0x").contains(words);
    assertThat(list.rows("entries").stream().filter(row -> !row.containsKey("problem"))).hasSize(3);
    CliRun text = CliRun.of("list", file);
    assertThat(text.out()).containsOnlyOnce("DAMAGED");
    CliRun info = CliRun.of("info", file);
    assertThat(info.status()).isEqualTo(2);
    assertThat(info.out()).contains("code objects   4");
    assertThat(info.err()).contains(words);
    CliRun extract = CliRun.of("extract", "--json", file, "--all", "-o", out, "--force");
    assertThat(extract.status()).isEqualTo(2);
    assertThat(extract.rows("written")).hasSize(3);
    assertThat(extract.rows("problems")).hasSize(1);
    assertThat(extract.err()).contains(words);
    assertThat(out).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void whatSpoilsOneEntry() throws IOException {
    assertSpoils(good().row("bad#0", "gfx900", 99, 5), "ordinal", "found 99");
    assertSpoils(good().blob(1L << 50, 5).row("bad#0", "gfx900", 3, 5), "blob", "0x4000000000000");
    assertSpoils(good().row("bad#0", "gfx900", 0, 6), "original_size", "expected 5", "found 6");
    assertSpoils(good().row("bad#0", "gfx900", 0, Long.MAX_VALUE), "original_size");
    assertSpoils(good().row("lib/a.so#1", "gfx90a:xnack+", 0, 5), "\"lib/a.so#1\" again");
    assertSpoils(good().row("../../etc/bad", "gfx900", 0, 5), "..");
    assertSpoils(good().row("/etc/bad", "gfx900", 0, 5), "absolute path");
  }

  @Test
  void anUnknownSchemeShowsItsTableAndRefusesToExtract() throws IOException {
    good().scheme("lzma-per-kernel").write(file);
    CliRun list = CliRun.of("list", "--json", file);
    assertThat(list.rows("entries")).hasSize(3);
    assertThat(list.status()).isEqualTo(2);
    assertThat(list.err()).contains("lzma-per-kernel");
    CliRun extract = CliRun.of("extract", file, "--all", "-o", out);
    assertThat(extract.status()).isEqualTo(2);
    assertThat(extract.err()).contains("lzma-per-kernel");
    assertThat(extract.out()).isEmpty();
  }
}
