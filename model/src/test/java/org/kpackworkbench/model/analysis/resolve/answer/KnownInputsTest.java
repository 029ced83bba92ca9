package org.kpackworkbench.model.analysis.resolve.answer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.model.analysis.resolve.answer.FaultyTree.Draft;
import org.kpackworkbench.model.analysis.resolve.answer.FaultyTree.Row;
import org.kpackworkbench.model.analysis.verify.cause.FindingGrouping;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgBytes.Pairs;
import org.kpackworkbench.model.fixtures.Bundles;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.packages.InstalledPackages;

/**
 * Faults that people met, each with the one right answer, which verification, coverage, resolving,
 * doctor and advice give alike.
 */
class KnownInputsTest {
  private static final String DRIFT = FaultyTree.LIBRARY;

  /** One wrapper, with code for both settings of a feature. */
  private static final String MANY = "libmany.so";

  private static final String LOADS = "archives-complete";

  @TempDir private Path folder;

  /** Brings a fault into a tree. */
  private interface Fault {
    void in(Draft draft) throws IOException;
  }

  /**
   * A fault with its right answer.
   *
   * @param library the fixture of which the tree is made
   * @param answers what each target gets
   * @param rule the rule that reports it; empty if none needs to
   * @param severity how severe that is
   * @param words a part of the finding's text
   */
  private record Input(
      String name,
      String library,
      Fault fault,
      List<String> answers,
      String rule,
      Severity severity,
      String words) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Input> inputs() {
    List<String> sound =
        List.of(
            "gfx90a 3/5 error 5",
            "gfx942 3/5 error 5",
            "gfx1030 1/5 error 5",
            "gfx1100 4/5 error 5");
    List<String> fat = sound.stream().map(each -> each.replace("error 5", "error 14")).toList();
    List<String> many =
        List.of(
            "gfx90a:xnack+ 1/1", "gfx90a:xnack- 1/1", "gfx942 1/1", "gfx1030 1/1", "gfx1100 1/1");
    return Stream.of(
        new Input("sound", MANY, draft -> {}, many, "", Severity.NOTE, ""),
        new Input(
            "units that were never compiled for some GPUs",
            DRIFT,
            draft -> {},
            sound,
            LOADS,
            Severity.WARNING,
            "There is no code of lib/libdrift.so for gfx90a (#2, #3), gfx942 (#1, #3), gfx1030 (#0, #1, #2, #4), gfx1100 (#3): it was never compiled. Archives list these GPUs, so loaders return error 5; in a process that has one of them, no device gets the code of these wrappers."),
        new Input(
            "rows without notes of their bundles",
            DRIFT,
            draft -> draft.origins = false,
            sound,
            LOADS,
            Severity.WARNING,
            "Either the translation unit was never compiled for the target, or binary and archives"),
        new Input(
            "plain keys",
            MANY,
            draft -> draft.rows.forEach(row -> row.key = draft.name),
            none(many, "0/1 error 5"),
            LOADS,
            Severity.ERROR,
            "edit TREE/.kpack/t_gfx1100.kpack --rename lib/libmany.so=lib/libmany.so#0"),
        new Input(
            "plain keys of the first of several units, in one archive",
            DRIFT,
            draft -> {
              draft.direct = true;
              draft.rows.removeIf(row -> !row.key.endsWith("#0"));
              draft.rows.forEach(row -> row.key = draft.name);
            },
            List.of("gfx90a 0/5 error 5", "gfx942 0/5 error 5", "gfx1100 0/5 error 5"),
            LOADS,
            Severity.ERROR,
            "Pack the binary again: a plain name means one code object, index 0."),
        new Input(
            "kernel name changed by one byte",
            DRIFT,
            draft -> draft.name = FaultyTree.misspelt(draft.name),
            none(sound, "0/5 error 5"),
            LOADS,
            Severity.ERROR,
            "has code objects of \"lib/libdrifu.so\""),
        new Input(
            "a key that was renamed to what no binary is called",
            DRIFT,
            draft ->
                draft.rows.stream()
                    .filter(row -> row.target.equals("gfx1100"))
                    .forEach(row -> row.key = row.key.replace("drift", "draft")),
            with(sound, "gfx1100 0/5 error 5"),
            LOADS,
            Severity.ERROR,
            "TREE/.kpack/t_gfx1100.kpack lists gfx1100, but has no code object lib/libdrift.so#0. It has \"lib/libdraft.so\" instead, which is the path of no binary here."),
        new Input(
            "scheme ZstdPerKernel",
            DRIFT,
            draft -> draft.rows.forEach(row -> table(draft, row.target, "ZstdPerKernel")),
            none(sound, "0/5 error 5"),
            LOADS,
            Severity.ERROR,
            "its compression_scheme is \"ZstdPerKernel\", which loaders read as none"),
        new Input(
            "no scheme",
            DRIFT,
            draft -> draft.rows.forEach(row -> table(draft, row.target, null)),
            none(sound, "0/5 error 5"),
            LOADS,
            Severity.ERROR,
            "it has no compression_scheme, which loaders read as none"),
        new Input(
            "a table of another version, which loaders do not read",
            DRIFT,
            draft ->
                draft.rows.forEach(
                    row -> draft.tables.put(row.target, archive -> archive.formatVersion = 2)),
            sound,
            "archive-version",
            Severity.WARNING,
            "format_version is 2, and this program knows 1"),
        new Input(
            "places in entries",
            MANY,
            draft -> draft.rows.forEach(row -> inTable(draft, row, false)),
            none(many, "0/1 error 5"),
            LOADS,
            Severity.ERROR,
            "entries state offset and size instead of an ordinal"),
        new Input(
            "places beside ordinals in entries",
            MANY,
            draft -> draft.rows.forEach(row -> inTable(draft, row, true)),
            none(many, "0/1 error 5"),
            LOADS,
            Severity.ERROR,
            "entries state offset and size beside an ordinal"),
        new Input(
            "no level of architectures",
            MANY,
            draft -> draft.rows.forEach(row -> withoutTargets(draft, row)),
            none(many, "0/1 error 5"),
            LOADS,
            Severity.ERROR,
            "keys lead to entries without a level of architectures"),
        new Input(
            "keys of a library's own use, without a level of architectures",
            MANY,
            draft ->
                draft.rows.forEach(
                    row -> {
                      row.key = "pointwise_add_f32";
                      withoutTargets(draft, row);
                    }),
            none(many, "0/1 error 5"),
            LOADS,
            Severity.NOTE,
            "Check whether the binary's search paths should lead to other archives."),
        new Input(
            "scheme of a wrong type",
            DRIFT,
            draft -> table(draft, "gfx942", 7),
            with(sound, "gfx942 0/5 error 5"),
            LOADS,
            Severity.ERROR,
            "its compression_scheme is an integer"),
        new Input(
            "blobs of a wrong type",
            DRIFT,
            draft ->
                draft.tables.put(
                    "gfx942",
                    archive -> {
                      archive.scheme = "none";
                      archive.extra.put("blobs", map("offset", 64));
                    }),
            with(sound, "gfx942 0/5 error 5"),
            LOADS,
            Severity.ERROR,
            "its blobs are a map, no array"),
        new Input(
            "ordinal of a wrong type",
            DRIFT,
            draft -> draft.row(0, "gfx942").ordinal = "0",
            with(sound, "gfx942 0/5 error 13"),
            LOADS,
            Severity.ERROR,
            "ordinal"),
        new Input(
            "ordinal 7 of 1 frame",
            MANY,
            draft -> draft.row(0, "gfx942").ordinal = 7,
            with(many, "gfx942 0/1 error 5"),
            LOADS,
            Severity.ERROR,
            "its ordinal is 7, and there is 1 frame"),
        new Input(
            "a second table of contents, beside which code was never compiled",
            DRIFT,
            draft ->
                draft.rows.forEach(
                    row ->
                        draft.tables.put(row.target, archive -> archive.extra.put("toc", map()))),
            sound,
            LOADS,
            Severity.WARNING,
            "it was never compiled"),
        new Input(
            "no table of contents",
            DRIFT,
            draft -> draft.tables.put("gfx942", archive -> archive.toc = null),
            with(sound, "gfx942 0/5 error 5"),
            LOADS,
            Severity.ERROR,
            "expected the key \"toc\", found a table without it"),
        new Input(
            "a table of contents of a wrong type",
            DRIFT,
            draft -> draft.tables.put("gfx942", archive -> archive.toc = 7),
            with(sound, "gfx942 0/5 error 5"),
            LOADS,
            Severity.ERROR,
            "toc: expected a map, found an integer"),
        new Input(
            "marker leads to a manifest",
            DRIFT,
            draft -> draft.led = true,
            none(sound, "0/5 error 13"),
            "archives-found",
            Severity.ERROR,
            "leads to t.kpm, a manifest, and loaders follow no manifest"),
        new Input(
            "fat binary beside archives of its own build",
            DRIFT,
            draft -> draft.fat = true,
            fat,
            "fat-beside-archive",
            Severity.NOTE,
            "it uses the code inside it"),
        new Input(
            "fat binary beside archives of another build",
            DRIFT,
            draft -> {
              draft.fat = true;
              draft.rows.forEach(
                  row -> row.target = row.target.equals("gfx942") ? "gfx1201" : row.target);
            },
            fat,
            "fat-beside-archive",
            Severity.ERROR,
            "no loader looks for its code in t_gfx1201.kpack"),
        new Input(
            "variants with holes",
            DRIFT,
            KnownInputsTest::holes,
            List.of(
                "gfx90a 3/5 error 5",
                "gfx90a:xnack+ 3/5 error 5",
                "gfx90a:xnack- 3/5 error 5",
                "gfx942 2/5 error 5"),
            "strict-loaders",
            Severity.WARNING,
            "for gfx90a:xnack+ (#0, #1), gfx90a:xnack- (#0, #1), newer ones do"),
        new Input(
            "equal indices",
            DRIFT,
            draft -> draft.library = KnownInputsTest::equalIndices,
            List.of(
                "gfx90a 2/5 another's, error 5",
                "gfx942 3/5 another's, error 5",
                "gfx1030 1/5 error 5",
                "gfx1100 3/5 another's, error 5"),
            "wrapper-index",
            Severity.ERROR,
            "Wrapper 1 states index 0"),
        new Input(
            "an index that no wrapper has",
            DRIFT,
            draft -> draft.library = bytes -> indices(bytes, 0, 9),
            List.of(
                "gfx90a 2/5 error 5",
                "gfx942 3/5 error 5",
                "gfx1030 1/5 error 5",
                "gfx1100 3/5 error 5"),
            "wrapper-index",
            Severity.ERROR,
            "Wrapper 1 states index 9"),
        new Input(
            "the key of one wrapper in another case",
            DRIFT,
            draft ->
                draft.rows.stream()
                    .filter(row -> row.key.endsWith("#4"))
                    .forEach(row -> row.key = row.key.toUpperCase(Locale.ROOT)),
            List.of(
                "gfx90a 2/5 error 5",
                "gfx942 2/5 error 5",
                "gfx1030 1/5 error 5",
                "gfx1100 3/5 error 5"),
            LOADS,
            Severity.ERROR,
            "They have LIB/LIBDRIFT.SO#4, and loaders look for lib/libdrift.so#4 in exactly this spelling"),
        new Input(
            "each other's indices, and code that is filed so",
            DRIFT,
            draft -> {
              draft.library = bytes -> indices(bytes, 1, 0);
              draft.rows.forEach(
                  row ->
                      row.key =
                          draft.name
                              + row.key
                                  .substring(draft.name.length())
                                  .replace("#0", "#-")
                                  .replace("#1", "#0")
                                  .replace("#-", "#1"));
            },
            sound,
            "wrapper-index",
            Severity.NOTE,
            "Wrapper 1 states index 0"),
        new Input(
            "each other's indices, and code that is filed by number",
            DRIFT,
            draft -> draft.library = bytes -> indices(bytes, 1, 0),
            List.of(
                "gfx90a 1/5 another's, error 5",
                "gfx942 2/5 another's, error 5",
                "gfx1030 1/5 error 5",
                "gfx1100 2/5 another's, error 5"),
            "wrapper-index",
            Severity.ERROR,
            "Wrapper 1 states index 0"),
        new Input(
            "a bundle where a code object belongs",
            MANY,
            draft ->
                draft
                    .row(0, "gfx942")
                    .holds(Bundles.forTargets(Map.of("gfx942", draft.row(0, "gfx942").code))),
            with(many, "gfx942 0/1 refused"),
            "code-object-elf",
            Severity.ERROR,
            "expected the bytes 7F 45 4C 46"),
        new Input(
            "nothing where a code object belongs",
            MANY,
            draft -> draft.row(0, "gfx1030").holds(new byte[0]),
            with(many, "gfx1030 0/1 refused"),
            "code-object-elf",
            Severity.ERROR,
            "found the end"),
        new Input(
            "a text where a code object belongs",
            MANY,
            draft -> draft.row(0, "gfx942").holds("no code".repeat(20).getBytes(UTF_8)),
            with(many, "gfx942 0/1 refused"),
            "code-object-elf",
            Severity.ERROR,
            "A runtime refuses it as an invalid image"),
        new Input(
            "a code object of which the end is missing",
            MANY,
            draft -> draft.row(0, "gfx942").holds(Arrays.copyOf(draft.row(0, "gfx942").code, 5000)),
            with(many, "gfx942 0/1 refused"),
            "code-object-reads",
            Severity.ERROR,
            "expected an offset inside the file of 5000 bytes"),
        new Input(
            "a code object that was not linked",
            MANY,
            draft -> header(draft.row(0, "gfx942"), 16, 1),
            with(many, "gfx942 0/1 refused"),
            "code-object-loads",
            Severity.ERROR,
            "It is a relocatable object: it was compiled, and not linked."),
        new Input(
            "a program for GPUs",
            MANY,
            draft -> header(draft.row(0, "gfx942"), 16, 2),
            with(many, "gfx942 0/1 refused"),
            "code-object-loads",
            Severity.ERROR,
            "It is an ELF file of type 2, and the runtime loads shared objects only."),
        new Input(
            "code for another system than HSA",
            MANY,
            draft -> header(draft.row(0, "gfx1100"), 7, 0),
            with(many, "gfx1100 0/1 refused"),
            "code-object-loads",
            Severity.ERROR,
            "Its OS ABI is 0, and the runtime loads code for AMD HSA (64) only."),
        new Input(
            "a wrapper of another version",
            DRIFT,
            draft -> draft.library = KnownInputsTest::secondVersion,
            List.of(
                "gfx90a 2/5 error 3, error 5",
                "gfx942 3/5 error 3, error 5",
                "gfx1030 1/5 error 3, error 5",
                "gfx1100 3/5 error 3, error 5"),
            "wrapper-magic",
            Severity.ERROR,
            "Wrapper 1 states version 2, not 1"),
        new Input(
            "indices with a leading zero for one GPU",
            MANY,
            draft -> draft.row(0, "gfx942").key = draft.name + "#00",
            with(many, "gfx942 0/1 error 5"),
            LOADS,
            Severity.ERROR,
            "loaders look for lib/libmany.so#0 in exactly this spelling"),
        new Input(
            "an index with a leading zero",
            MANY,
            draft -> draft.rows.forEach(row -> row.key = draft.name + "#00"),
            none(many, "0/1 error 5"),
            LOADS,
            Severity.ERROR,
            "loaders look for lib/libmany.so#0 in exactly this spelling"),
        new Input(
            "a key with backslashes",
            MANY,
            draft -> draft.rows.forEach(row -> row.key = row.key.replace('/', '\\')),
            none(many, "0/1 error 5"),
            LOADS,
            Severity.ERROR,
            "loaders look for lib/libmany.so#0 in exactly this spelling"),
        new Input(
            "code of gfx1100 filed under gfx942",
            MANY,
            draft -> draft.row(0, "gfx942").holds(draft.row(0, "gfx1100").code),
            with(many, "gfx942 0/1 refused"),
            "code-object-target",
            Severity.ERROR,
            "filed under gfx942, but its flags state gfx1100"),
        new Input(
            "generic code under a GPU that runs it",
            MANY,
            draft -> draft.row(0, "gfx1100").holds(fixture("kinds-gfx11-generic-v6.hsaco")),
            many,
            "code-object-target",
            Severity.NOTE,
            "Devices of that target run code of that generic one"),
        new Input(
            "generic code under a GPU that does not run it",
            MANY,
            draft -> draft.row(0, "gfx942").holds(fixture("kinds-gfx9-generic-v6.hsaco")),
            with(many, "gfx942 0/1 refused"),
            "code-object-target",
            Severity.ERROR,
            "filed under gfx942, but its flags state gfx9-generic"),
        new Input(
            "stripped code object",
            "libone.so",
            draft -> draft.row(0, "gfx1100").holds(fixture("axpy-gfx1100-stripped.hsaco")),
            List.of("gfx1100 0/1 refused"),
            "code-object-loads",
            Severity.ERROR,
            "It has no section .strtab"),
        new Input(
            "truncated archive",
            DRIFT,
            draft -> draft.damages("gfx1100", FaultyTree.cut(100)),
            with(sound, "gfx1100 0/5 error 13"),
            LOADS,
            Severity.ERROR,
            "for gfx1100 (#0, #1, #2, #4), error 13"),
        new Input(
            "flipped bit",
            DRIFT,
            draft -> draft.damages("gfx942", FaultyTree.flipped(2000, 3)),
            with(sound, "gfx942 2/5 error 5, error 6"),
            "frame-decompresses",
            Severity.ERROR,
            "error 6 for it, and gfx942 gets nothing"),
        new Input(
            "code under the name of a family",
            MANY,
            draft -> {
              draft.origins = false;
              draft.row(0, "gfx1100").target = "gfx110X";
            },
            List.of("gfx90a:xnack+ 1/1", "gfx90a:xnack- 1/1", "gfx942 1/1", "gfx1030 1/1"),
            "archive-target-spelling",
            Severity.ERROR,
            "\"gfx110X\" is a name for gfx1100, gfx1101, gfx1102, gfx1103: no device asks for it."),
        new Input(
            "code under a name in capitals",
            MANY,
            draft -> {
              draft.origins = false;
              draft.row(0, "gfx1100").target = "GFX1100";
            },
            List.of("gfx90a:xnack+ 1/1", "gfx90a:xnack- 1/1", "gfx942 1/1", "gfx1030 1/1"),
            "archive-target-spelling",
            Severity.ERROR,
            "The target \"gfx1100\" is spelled \"GFX1100\" here."),
        new Input(
            "code under a triple",
            MANY,
            draft -> {
              draft.origins = false;
              draft.row(0, "gfx1100").target = "amdgcn-amd-amdhsa--gfx1100";
            },
            List.of("gfx90a:xnack+ 1/1", "gfx90a:xnack- 1/1", "gfx942 1/1", "gfx1030 1/1"),
            "archive-target-spelling",
            Severity.ERROR,
            "The target \"gfx1100\" is spelled \"amdgcn-amd-amdhsa--gfx1100\" here."),
        new Input(
            "flipped bit in one of two archives that serve a GPU",
            MANY,
            draft -> {
              draft.both = true;
              Row other = draft.row(0, "gfx1030").copy();
              other.archive = "all";
              draft.rows.add(other);
              draft.damages("gfx1030", FaultyTree.flipped(2000, 3));
            },
            many,
            "frame-checksum",
            Severity.ERROR,
            "Loaders up to mid-2026 return error 6 for it; newer ones take the code for gfx1030 in t_all.kpack instead."));
  }

  private static List<String> none(List<String> answers, String found) {
    return answers.stream().map(each -> each.substring(0, each.indexOf(' ') + 1) + found).toList();
  }

  /** Replaces the answer for one target. */
  private static List<String> with(List<String> answers, String other) {
    String target = other.substring(0, other.indexOf(' ') + 1);
    return answers.stream().map(each -> each.startsWith(target) ? other : each).toList();
  }

  private static void table(Draft draft, String target, Object scheme) {
    draft.tables.put(target, archive -> archive.scheme = scheme);
  }

  /** Stores a row's code as the first design without compression did. */
  private static void inTable(Draft draft, Row row, boolean ordinals) {
    draft.tables.put(
        row.target,
        archive -> {
          archive.scheme = "NoOp";
          archive.extra.clear();
          archive.blobArea = row.code;
          Pairs place = map("type", "hsaco", "offset", 64, "size", row.code.length);
          if (ordinals) {
            place.put("ordinal", 0);
          }
          archive.toc = map(row.key, map(row.target, place));
        });
  }

  /** Stores a row as the first design of archives for kernel databases did. */
  private static void withoutTargets(Draft draft, Row row) {
    draft.tables.put(
        row.target, archive -> archive.toc = map(row.key, map("type", "hsaco", "ordinal", 0)));
  }

  private static byte[] fixture(String name) throws IOException {
    return Files.readAllBytes(Fixtures.path(name));
  }

  /** Of the three wrappers with code for gfx90a, one has it for each setting of a feature. */
  private static void holes(Draft draft) {
    Row row = draft.row(4, "gfx90a");
    row.target = "gfx90a:xnack+";
    draft.rows.add(new Row(row.key, "gfx90a:xnack-", row.code, row.origin));
    draft.rows.remove(draft.row(4, "gfx942"));
    draft.rows.removeIf(each -> each.target.startsWith("gfx1"));
    draft.origins = false;
  }

  /** States the index of the first wrapper in the second, too. */
  private static byte[] equalIndices(byte[] bytes) throws IOException {
    return indices(bytes, 0, 0);
  }

  /** Changes a byte of the header of a row's code. */
  private static void header(Row row, int at, int value) {
    byte[] code = row.code.clone();
    code[at] = (byte) value;
    row.holds(code);
  }

  private static byte[] secondVersion(byte[] bytes) throws IOException {
    ElfSection wrappers =
        ElfFile.read(ByteView.of("library", bytes)).section(".hipFatBinSegment").orElseThrow();
    bytes[(int) wrappers.fileOffset() + 24 + 4] = 2;
    return bytes;
  }

  /** States indices in the first wrappers. */
  private static byte[] indices(byte[] bytes, long... indices) throws IOException {
    ElfSection wrappers =
        ElfFile.read(ByteView.of("library", bytes)).section(".hipFatBinSegment").orElseThrow();
    for (int i = 0; i < indices.length; i++) {
      ByteBuffer.wrap(bytes)
          .order(ByteOrder.LITTLE_ENDIAN)
          .putLong((int) wrappers.fileOffset() + i * 24 + 16, indices[i]);
    }
    return bytes;
  }

  @ParameterizedTest
  @MethodSource("inputs")
  void getsOneAnswer(Input input) throws IOException {
    FaultyTree trees = new FaultyTree(folder, input.library());
    Draft draft = trees.draft();
    input.fault().in(draft);
    Path root = Files.createDirectory(folder.resolve("tree")).toRealPath();
    draft.write(root);
    AskedTree asked = AskedTree.of(root, trees.library(root), new InstalledPackages());
    asked.advise(folder);
    asked.examine(folder.resolve("named"));
    String tree = root.toString();
    assertThat(asked.differences).isEmpty();
    assertThat(asked.answers()).isEqualTo(input.answers());
    if (input.rule().isEmpty()) {
      assertThat(asked.rules(Severity.ERROR)).isEmpty();
      assertThat(asked.rules(Severity.WARNING)).isEmpty();
    } else {
      assertThat(asked.rules(input.severity())).contains(input.rule());
      assertThat(asked.messages(input.rule()))
          .anySatisfy(each -> assertThat(each.replace(tree, "TREE")).contains(input.words()));
    }
  }

  @Test
  void codeThatLoadersFindElsewhereIsNoError() throws IOException {
    FaultyTree trees = new FaultyTree(folder, MANY);
    Path root = Files.createDirectory(folder.resolve("tree")).toRealPath();
    trees.draft().write(root);
    Path own = root.resolve(".kpack/t_gfx942.kpack");
    Files.copy(own, root.resolve(".kpack/old_gfx942.kpack"));
    AskedTree asked = AskedTree.of(root, trees.library(root), new InstalledPackages());
    assertThat(asked.differences).isEmpty();
    assertThat(asked.rules(Severity.ERROR)).isEmpty();
    assertThat(asked.rules(Severity.WARNING)).isEmpty();
    assertThat(asked.rules(Severity.NOTE)).contains("search-path-leads");
    Files.delete(own);
    asked = AskedTree.of(root, trees.library(root), new InstalledPackages());
    assertThat(asked.differences).isEmpty();
    assertThat(asked.rules(Severity.ERROR)).contains("search-path-leads");
  }

  /** Code that a bundle never had is in no archive that could be installed. */
  @Test
  void aFatBinaryLacksNoArchive() throws IOException {
    FaultyTree trees = new FaultyTree(folder, DRIFT);
    Draft draft = trees.draft();
    draft.fat = true;
    draft.rows.clear();
    draft.library = bytes -> renamed(bytes, "gfx90a", "gfx90a:xnack+");
    Path root = Files.createDirectory(folder.resolve("tree")).toRealPath();
    draft.write(root);
    AskedTree asked = AskedTree.of(root, trees.library(root), new InstalledPackages());
    assertThat(asked.differences).isEmpty();
    assertThat(asked.answers()).contains("gfx90a 2/5 error 14", "gfx90a:xnack+ 3/5 error 14");
    assertThat(asked.counts).doesNotContainKey("Absent");
  }

  /** Files code of the first bundle under another target. */
  private static byte[] renamed(byte[] bytes, String target, String other) throws IOException {
    String text = new String(bytes, ISO_8859_1);
    int start = text.indexOf("__CLANG_OFFLOAD_BUNDLE__");
    int id = text.indexOf("--" + target, start) + 2;
    int end = start + 24 + 8;
    ByteBuffer fields = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (long left = fields.getLong(start + 24); left > 0; left--) {
      int length = (int) fields.getLong(end + 16);
      if (id > end && id < end + 24 + length) {
        fields.putLong(end + 16, length + other.length() - target.length());
      }
      end += 24 + length;
    }
    byte[] rest = Arrays.copyOfRange(bytes, id + target.length(), end);
    System.arraycopy(other.getBytes(UTF_8), 0, bytes, id, other.length());
    System.arraycopy(rest, 0, bytes, id + other.length(), rest.length);
    return bytes;
  }

  /** Where an archive is verified as well, its own rules say what is wrong with its code. */
  @Test
  void aBadCodeObjectIsReportedOnceWhicheverFilesAreVerified() throws IOException {
    FaultyTree trees = new FaultyTree(folder, MANY);
    Path root = Files.createDirectory(folder.resolve("tree")).toRealPath();
    Path library = trees.library(root);
    Path archive = root.resolve(".kpack/t_gfx942.kpack");
    List<Fault> faults =
        List.of(
            draft -> draft.damages("gfx942", FaultyTree.flipped(2000, 3)),
            draft -> header(draft.row(0, "gfx942"), 7, 0));
    for (Fault fault : faults) {
      Draft draft = trees.draft();
      fault.in(draft);
      draft.write(root);
      for (List<Path> verified :
          List.of(List.of(root), List.of(library), List.of(archive), List.of(library, archive))) {
        assertThat(
                Verify.run(verified, VerifyRequest.everything(), Progress.NONE).findings().stream()
                    .filter(finding -> finding.severity() == Severity.ERROR))
            .as("%s", verified)
            .hasSize(1);
      }
    }
  }

  /** Consequences of a table that cannot be read are no faults of their own. */
  @Test
  void ofATableWithoutRowsOnlyTheDamageIsReported() throws IOException {
    for (Object toc : new Object[] {null, 7}) {
      Draft draft = new FaultyTree(folder, MANY).draft();
      draft.tables.put("gfx942", archive -> archive.toc = toc);
      Path root = Files.createDirectories(folder.resolve("tree")).toRealPath();
      draft.write(root);
      AskedTree asked =
          AskedTree.of(root, new FaultyTree(folder, MANY).library(root), new InstalledPackages());
      assertThat(asked.findings())
          .filteredOn(finding -> finding.place().file().endsWith("t_gfx942.kpack"))
          .extracting(Finding::rule)
          .containsExactly("archive-table");
    }
  }

  /** Such a form is no damage, and one command ends it. */
  @Test
  void aFormThatNoLoaderReadsIsOneCause() throws IOException {
    List<Fault> forms =
        List.of(
            draft -> inTable(draft, draft.row(0, "gfx942"), false),
            draft -> inTable(draft, draft.row(0, "gfx942"), true),
            draft -> withoutTargets(draft, draft.row(0, "gfx942")),
            draft -> table(draft, "gfx942", "ZstdPerKernel"));
    for (Fault form : forms) {
      Draft draft = new FaultyTree(folder, MANY).draft();
      form.in(draft);
      Path root = Files.createDirectories(folder.resolve("tree")).toRealPath();
      draft.write(root);
      AskedTree asked =
          AskedTree.of(root, new FaultyTree(folder, MANY).library(root), new InstalledPackages());
      assertThat(FindingGrouping.CAUSE.of(asked.findings()))
          .filteredOn(group -> group.severity() == Severity.ERROR)
          .singleElement()
          .satisfies(
              cause -> {
                assertThat(cause.title())
                    .isEqualTo("t_gfx942.kpack is in a form that no loader reads");
                assertThat(cause.advice())
                    .endsWith(
                        "kpack-workbench edit %s --compression zstd --force"
                            .formatted(root.resolve(".kpack/t_gfx942.kpack")));
                assertThat(cause.findings())
                    .extracting(Finding::rule)
                    .containsExactlyInAnyOrder("archive-scheme", LOADS);
              });
    }
  }

  @Test
  void namesDamagedCodeAndTheGpuThatLosesIt() throws IOException {
    FaultyTree trees = new FaultyTree(folder, DRIFT);
    Draft draft = trees.draft();
    draft.damages("gfx942", FaultyTree.flipped(2000, 3));
    Path root = Files.createDirectory(folder.resolve("tree")).toRealPath();
    draft.write(root);
    assertThat(
            AskedTree.of(root, trees.library(root), new InstalledPackages())
                .messages("frame-decompresses"))
        .containsExactly(
            "The code of lib/libdrift.so#2 for gfx942 does not unpack: its frame is damaged"
                + " (bytes that no compressor writes). Loaders return error 6 for it, and gfx942 gets"
                + " nothing. The blob is damaged; get or write the archive again.");
  }
}
