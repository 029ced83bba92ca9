package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.format.elf.ElfFile;

/** Of a damaged file, what could be read is given, with the reason why the rest could not. */
class DamagedInputTest {
  private static final Path ARCHIVE =
      CliRun.fixture("../../../../../app/sample/.kpack/kpackfix_gfx90a.kpack").normalize();

  @TempDir private Path folder;

  private Path cut(Path whole, long size) throws IOException {
    byte[] bytes = Arrays.copyOf(Files.readAllBytes(whole), Math.toIntExact(size));
    return Files.write(folder.resolve("cut-" + whole.getFileName()), bytes);
  }

  @Test
  void anArchiveCutInTheLastKeysStillHasItsRows() throws IOException {
    Path cut = cut(ARCHIVE, Files.size(ARCHIVE) - 20);
    for (String verb : new String[] {"info", "list"}) {
      CliRun text = CliRun.of(verb, cut);
      assertThat(text.status()).isEqualTo(2);
      assertThat(text.out()).contains("gfx90a:xnack+");
      assertThat(text.err()).contains("kpack table of contents");
      CliRun json = CliRun.of(verb, "--json", cut);
      assertThat(json.rows("problems")).isNotEmpty();
    }
    assertThat(CliRun.of("list", "--json", cut).rows("entries")).hasSize(10);
    CliRun extract = CliRun.of("extract", cut, "--all", "-o", folder.resolve("out"));
    assertThat(extract.status()).isEqualTo(2);
    assertThat(extract.err()).contains("kpack table of contents");
  }

  /** The time of a file lies within a run that takes two hours. */
  @Test
  void aFileThatChangedWhileItWasReadIsAnError() throws IOException {
    FileTime meanwhile = FileTime.from(Instant.now().plusSeconds(3600));
    Path cut = cut(ARCHIVE, Files.size(ARCHIVE) - 20);
    String words = cut + " changed while it was read. Run the command again.";
    assertThat(CliRun.ofTwoHours("list", cut).err()).doesNotContain(words);
    Files.setLastModifiedTime(cut, meanwhile);
    assertThat(CliRun.ofTwoHours("list", cut).err()).contains(words);
    assertThat(CliRun.ofTwoHours("restore", cut, "-o", folder.resolve("out")).err())
        .contains(words);
    // Also where nothing else is wrong, and in a folder.
    Path whole =
        Files.copy(ARCHIVE, Files.createDirectory(folder.resolve("in")).resolve("a.kpack"));
    assertThat(CliRun.ofTwoHours("list", whole).err()).isEmpty();
    Files.setLastModifiedTime(whole, meanwhile);
    Path same = Files.copy(ARCHIVE, folder.resolve("same.kpack"));
    for (Object[] args :
        new Object[][] {
          {"info", whole},
          {"list", whole},
          {"list", "--recursive", whole.getParent()},
          {"kernels", whole},
          {"search", whole, "kpackfix"},
          {"extract", whole, "--all", "-o", folder.resolve("extracted"), "--force"},
          {"diff", whole, same},
          {"estimate", whole, "--levels", "3"},
          {"verify", whole.getParent()},
          {
            "pack",
            whole.getParent(),
            "-o",
            folder.resolve("packed"),
            "--group-name",
            "g",
            "--gfx-arch-family",
            "f",
            "--force"
          }
        }) {
      CliRun text = CliRun.ofTwoHours(args);
      assertThat(text.status()).as("%s", args[0]).isEqualTo(ExitStatus.FINDINGS);
      assertThat(text.err() + text.out()).contains(whole + " changed while it was read");
      CliRun json =
          CliRun.ofTwoHours(Stream.concat(Stream.of(args), Stream.of("--json")).toArray());
      assertThat(json.status()).as("%s", args[0]).isEqualTo(ExitStatus.FINDINGS);
      assertThat(json.rows("findings"))
          .as("%s", args[0])
          .anySatisfy(
              finding ->
                  assertThat(finding)
                      .containsEntry("rule", "input-changed")
                      .containsEntry("severity", "error")
                      .containsEntry("file", whole.toString()));
    }
    CliRun lines = CliRun.ofTwoHours("list", whole, "--json-lines");
    assertThat(lines.out().lines().toList().getLast())
        .startsWith("{\"schema\": 3, \"findings\": [{")
        .contains("input-changed");
    // What a command writes itself has not changed under it.
    assertThat(CliRun.ofTwoHours("edit", whole, "--set", "group=other", "--force").err())
        .doesNotContain("changed while");
    assertThat(CliRun.ofTwoHours("list", ARCHIVE).err()).isEmpty();
  }

  /** Clocks of other machines are ahead. */
  @Test
  void aFileOfATimeToComeHasNotChanged() throws IOException {
    Path whole = Files.copy(ARCHIVE, folder.resolve("a.kpack"));
    Files.setLastModifiedTime(whole, FileTime.from(Instant.now().plusSeconds(3600)));
    CliRun run = CliRun.of("list", whole);
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
  }

  @Test
  void aChainOfFramesThatBreaksLeavesTheStoredSizeUnknownAndIsSaidOnce() throws IOException {
    byte[] bytes = Files.readAllBytes(ARCHIVE);
    Arrays.fill(bytes, 0x44, 0x48, (byte) 0xff);
    Path broken = Files.write(folder.resolve("broken.kpack"), bytes);
    CliRun info = CliRun.of("info", "--json", broken);
    assertThat(info.status()).isEqualTo(2);
    assertThat(info.json()).containsEntry("storedSize", null);
    assertThat(info.err().lines().distinct().count()).isEqualTo(info.err().lines().count());
  }

  @Test
  void standardOutputOfADamagedFileIsAFailureWithItsReason() throws IOException {
    byte[] bundle = Files.readAllBytes(CliRun.fixture("compressed.co"));
    byte[] both = Arrays.copyOf(bundle, bundle.length + 40);
    System.arraycopy(bundle, 0, both, bundle.length, 40);
    Path file = Files.write(folder.resolve("half.co"), both);
    CliRun run = CliRun.of("extract", file, "--target", "gfx942", "-o", "-");
    assertThat(run.out()).isNotEmpty();
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("half.co");
  }

  @Test
  void whyNothingCouldBeReadIsNotSwallowedByNothingWasFound() throws IOException {
    byte[] ccob = Files.readAllBytes(CliRun.fixture("compressed.co"));
    ccob[6] = 7;
    Path file = Files.write(folder.resolve("method7.co"), ccob);
    CliRun run = CliRun.of("extract", file, "--all", "-o", folder.resolve("out"));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("method").doesNotContain("no code object at all");
  }

  /** The other bundles of the file, and other files, are shown. */
  @Test
  void aCompressedBundleOfALibraryThatCannotBeUnpackedIsNamedBesideTheRest() throws IOException {
    byte[] bytes = Files.readAllBytes(CliRun.fixture("libcompressed.so"));
    bytes[0x2000 + 60] ^= (byte) 0xff;
    Path flipped = Files.write(folder.resolve("flipped.so"), bytes);
    Path whole = CliRun.fixture("libone.so");
    Path out = folder.resolve("out");
    for (List<Object> line :
        List.<List<Object>>of(
            List.of("list", flipped, whole),
            List.of("kernels", flipped, whole),
            List.of("search", flipped, whole, "unit"),
            List.of("info", flipped, whole),
            List.of("extract", flipped, "--all", "-o", out))) {
      CliRun run = CliRun.of(line.toArray());
      assertThat(run.status()).as("%s", line).isEqualTo(2);
      assertThat(run.err())
          .contains(flipped + " at 0x2018", "expected data that decompresses", "found ");
      assertThat(run.out()).as("%s", line).contains("gfx1100");
    }
    assertThat(out.resolve("flipped.so-1-gfx1100.hsaco")).exists();
    CliRun none = CliRun.of("disassemble", flipped, "--kernel", "unit_0");
    assertThat(none.status()).isEqualTo(2);
    assertThat(none.err()).contains(flipped + " at 0x2018");
  }

  /** Its bundle is none any more, but its wrapper is there: that code is missing is said. */
  @Test
  void aBundleWhoseMagicIsDestroyedIsNamedByItsWrapper() throws IOException {
    byte[] bytes = Files.readAllBytes(CliRun.fixture("libcompressed.so"));
    Arrays.fill(bytes, 0x2000, 0x2004, (byte) 0xfe);
    Path destroyed = Files.write(folder.resolve("destroyed.so"), bytes);
    for (List<Object> line :
        List.<List<Object>>of(
            List.of("list", destroyed),
            List.of("kernels", destroyed),
            List.of("search", destroyed, "unit"),
            List.of("info", destroyed),
            List.of("extract", destroyed, "--all", "-o", folder.resolve("rest")))) {
      CliRun run = CliRun.of(line.toArray());
      assertThat(run.status()).as("%s", line).isEqualTo(2);
      assertThat(run.err()).contains("wrapper 0", "no bundle and no marker", "0x2000");
      assertThat(run.out()).as("%s", line).contains("gfx1100");
    }
  }

  /** Some bytes that change still decompress: the hash tells. */
  @Test
  void aCompressedBundleWithAnotherHashIsNotGivenAsIfItWereWhole() throws IOException {
    for (String name : List.of("libcompressed.so", "compressed.co")) {
      byte[] bytes = Files.readAllBytes(CliRun.fixture(name));
      int start = name.endsWith(".so") ? 0x2000 : 0;
      bytes[start + 16] ^= 1;
      Path changed = Files.write(folder.resolve("changed-" + name), bytes);
      Path out = folder.resolve("out-" + start);
      for (List<Object> line :
          List.<List<Object>>of(
              List.of("kernels", changed),
              List.of("search", changed, "unit"),
              List.of("extract", changed, "--all", "-o", out))) {
        CliRun run = CliRun.of(line.toArray());
        assertThat(run.status()).as("%s", line).isEqualTo(2);
        assertThat(run.err())
            .as("%s", line)
            .contains("compressed offload bundle, hash", "as computed from the content");
      }
    }
  }

  /** Without section headers no wrapper is found: that is no answer, also among other files. */
  @Test
  void whereWrappersCannotBeFoundThereIsNoAnswerThatNoneNeedsCode() throws IOException {
    Path whole = CliRun.fixture("libmany.so");
    Path cut = cut(whole, Files.size(whole) / 2);
    for (List<Object> line :
        List.<List<Object>>of(
            List.of("resolve", cut, "--needed", "--target", "gfx942"),
            List.of("resolve", "--tree", folder, "--target", "gfx942"))) {
      CliRun run = CliRun.of(line.toArray());
      assertThat(run.status()).as("%s", line).isEqualTo(2);
      assertThat(run.err())
          .contains(
              "cut-libmany.so at 0x0: section header table, offset: expected an offset inside the"
                  + " file of %d bytes, found ".formatted(Files.size(cut)));
    }
    Path stripped = CliRun.fixture("libnosections.so");
    CliRun run = CliRun.of("resolve", stripped, "--needed", "--target", "gfx942");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains(
            "libnosections.so",
            "by which wrappers are found, found none, and bundles of device code");
  }

  @Test
  void anElfFileThatWasCutIsNotCalledStripped() throws IOException {
    Path whole = CliRun.fixture("libone.so");
    CliRun run = CliRun.of("info", cut(whole, Files.size(whole) / 2));
    assertThat(run.out()).contains("cannot be read (the file may have been cut off)");
    assertThat(run.out()).doesNotContain("stripped");
    Path cut = folder.resolve("cut-libone.so");
    Path out = folder.resolve("out.so");
    CliRun convert =
        CliRun.of(
            "convert",
            cut,
            "-o",
            out,
            "--kernel-name",
            "a",
            "--search-path",
            "x.kpack",
            "--archives",
            folder);
    CliRun restore = CliRun.of("restore", cut, "-o", out);
    for (CliRun refused : new CliRun[] {convert, restore}) {
      assertThat(refused.status()).isEqualTo(2);
      assertThat(refused.err()).contains("or the file was cut off");
    }
    assertThat(out).doesNotExist();
    assertThat(CliRun.of("verify", cut).status()).isEqualTo(1);
  }

  @Test
  void aFileOfDebugInformationIsNotTakenForOneThatRegistersItsCodeAnotherWay() throws IOException {
    byte[] bytes = Files.readAllBytes(CliRun.fixture("libone.so"));
    ElfFile elf = ElfFile.read(ByteView.of("libone.so", bytes));
    for (String name : new String[] {".hip_fatbin", ".hipFatBinSegment"}) {
      long header = elf.section(name).orElseThrow().headerOffset();
      bytes[Math.toIntExact(header) + 4] = 8;
    }
    CliRun run = CliRun.of("info", Files.write(folder.resolve("libone.debug"), bytes));
    assertThat(run.out()).contains("no device code", "files of debug information");
  }

  @Test
  void jsonIsAlsoThereWhereThereIsOnlyTheReason() {
    CliRun missing = CliRun.of("info", "--json", folder.resolve("nothing"));
    assertThat(missing.status()).isEqualTo(2);
    assertThat(missing.rows("problems").getFirst().get("message").toString())
        .contains("the file does not exist");
    CliRun none =
        CliRun.of("extract", "--json", CliRun.fixture("libhostonly.so"), "--all", "-o", folder);
    assertThat(none.status()).isEqualTo(1);
    assertThat(none.rows("problems")).hasSize(1);
  }

  @Test
  void targetsThatOccurButAreNotListedAreNamed() throws IOException {
    byte[] bytes = Files.readAllBytes(ARCHIVE);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    int listed = text.indexOf("gfx90a", text.indexOf("gfx_arches"));
    bytes[listed + 5] = 'c';
    Path file = Files.write(folder.resolve("unlisted.kpack"), bytes);
    Map<String, Object> info = CliRun.of("info", "--json", file).json();
    assertThat(info.get("targets").toString()).contains("gfx90c");
    assertThat(info.get("unlistedTargets").toString()).contains("gfx90a");
    assertThat(CliRun.of("info", file).out()).contains("gfx_arches does not list gfx90a");
  }

  @Test
  void aChecksumThatWasNotComparedIsNotCalledTheSame() {
    Path manifest = CliRun.fixture("../../../../../app/sample/.kpack/kpackfix.kpm").normalize();
    assertThat(CliRun.of("info", manifest).out())
        .contains("the same; checksum not compared (--checksums does)");
    assertThat(CliRun.of("info", "--checksums", manifest).out()).doesNotContain("not compared");
  }

  @Test
  void aSpaceAroundASignIsAnErrorAndNotThreeWords() {
    for (String filter : new String[] {"size > 10k", "size> 10k", "size >10k"}) {
      CliRun run = CliRun.of("list", ARCHIVE, "--filter", filter);
      assertThat(run.status()).as(filter).isEqualTo(2);
      assertThat(run.err()).as(filter).contains("without a space");
    }
  }

  @Test
  void aProgramIsNotCalledASharedObject() {
    assertThat(CliRun.of("info", CliRun.fixture("exe-rdc-pie")).out())
        .contains("position-independent executable");
  }
}
