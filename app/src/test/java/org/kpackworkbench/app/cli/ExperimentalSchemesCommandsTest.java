package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** Every command with archives of the experimental schemes. */
class ExperimentalSchemesCommandsTest {
  private static final String NO_DICTIONARY = "too little code to make a dictionary from";

  @TempDir private Path folder;

  @BeforeEach
  void installLibrary() throws IOException {
    folder = folder.toRealPath();
    Files.createDirectories(folder.resolve("in/lib"));
    Files.copy(CliRun.fixture("libdrift.so"), folder.resolve("in/lib/libdrift.so"));
  }

  private static CliRun done(Object... args) {
    CliRun run = CliRun.of(args);
    assertThat(run.status()).as(run.out() + run.err()).isZero();
    return run;
  }

  private Path packed(String scheme) throws IOException {
    Path out = folder.resolve(scheme);
    Object[] pack = {
      "pack",
      folder.resolve("in"),
      "-o",
      out,
      "--scheme",
      scheme,
      "--group-name",
      "g",
      "--gfx-arch-family",
      "all"
    };
    CliRun run = done(pack);
    boolean made = Files.exists(folder.resolve("in/lib/libmany.so"));
    assertThat(run.err().contains(NO_DICTIONARY))
        .isEqualTo(scheme.equals("zstd-dictionary") && !made);
    boolean experimental = scheme.contains("-");
    assertThat(run.err().contains("(experimental): no loader in the field reads it"))
        .isEqualTo(experimental);
    return out;
  }

  private static Path archive(Path tree) throws IOException {
    try (Stream<Path> files = Files.list(tree.resolve(".kpack"))) {
      return files.filter(file -> file.toString().endsWith(".kpack")).findFirst().orElseThrow();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"zstd-dictionary", "zstd-solid"})
  void everyCommandReadsItAndSaysThatNoLoaderDoes(String scheme) throws IOException {
    Path tree = packed(scheme);
    Path archive = archive(tree);
    assertThat(done("info", archive).out()).contains(scheme + " (experimental)");
    assertThat(done("info", archive, "--json").out()).contains("\"scheme\": \"" + scheme + "\"");
    CliRun listed = done("list", archive);
    assertThat(listed.err()).contains("no loader finds code in it", scheme + "\" (experimental)");
    assertThat(done("kernels", archive).out())
        .isEqualTo(done("kernels", archive(packed("zstd"))).out().replace("zstd/", scheme + "/"));
    assertThat(done("verify", archive).out())
        .contains("warning archive-scheme", scheme + " (experimental)", "0 errors, 1 warning");

    Path library = tree.resolve("lib/libdrift.so");
    CliRun today = CliRun.of("resolve", library, "--target", "gfx942");
    assertThat(today.status()).isNotZero();
    assertThat(today.out())
        .contains(
            "error 5 (kernel not found)", scheme + "\" (experimental), which loaders read as");
    assertThat(CliRun.of("resolve", library, "--target", "gfx942", "--planned").out())
        .contains("Planned behaviour; no loader does this.", "lib/libdrift.so#0 @ gfx942");

    assertThat(code(archive)).isEqualTo(code(archive(packed("zstd"))));
    Path restored = folder.resolve("restored.so");
    done("restore", library, "-o", restored);
    Path usual = folder.resolve("usual.so");
    done("restore", packed("none").resolve("lib/libdrift.so"), "-o", usual);
    assertThat(restored).hasSameBinaryContentAs(usual);
  }

  /** Loaders pass such an archive over, so damage in it changes nothing for them. */
  @ParameterizedTest
  @ValueSource(strings = {"zstd-dictionary", "zstd-solid"})
  void verifySaysNothingOfLoadersAboutADamagedFrame(String scheme) throws IOException {
    Path archive = archive(packed(scheme));
    byte[] bytes = Files.readAllBytes(archive);
    bytes[300] ^= 0x10;
    Files.write(archive, bytes);
    CliRun run = CliRun.of("verify", archive);
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .contains("error frame-", "does not unpack: ", "every load fails with error 5.")
        .doesNotContain("error 6");
  }

  private List<Object> code(Path archive) throws IOException {
    Path out = Files.createTempDirectory(folder, "code");
    return done("extract", archive, "--all", "-o", out, "--json").rows("written").stream()
        .map((Map<String, Object> row) -> row.get("sha256"))
        .toList();
  }

  @Test
  void editingThereAndBackGivesTheSameArchive() throws IOException {
    Path usual = archive(packed("zstd"));
    Path solid = folder.resolve("solid.kpack");
    done("edit", usual, "--compression", "zstd-solid", "-o", solid);
    Path dictionary = folder.resolve("dictionary.kpack");
    CliRun small =
        done("edit", solid, "--scheme", "zstd-dictionary", "--level", "9", "-o", dictionary);
    assertThat(small.err()).contains(NO_DICTIONARY);
    Path back = folder.resolve("back.kpack");
    done("edit", dictionary, "--compression", "zstd", "-o", back);
    assertThat(back).hasSameBinaryContentAs(usual);
    for (Path other : List.of(solid, dictionary)) {
      assertThat(done("diff", usual, other).out())
          .contains("stored differently scheme")
          .contains("same contents:")
          .doesNotContain("changed");
    }
    assertThat(CliRun.of("edit", usual, "--scheme", "lzma", "-o", back, "--force").err())
        .contains("zstd-solid");
  }

  @Test
  void unitsOfAllTargetsTogetherTakeLess() throws IOException {
    Path byTarget = archive(packed("zstd-solid"));
    Path out = folder.resolve("by-name");
    Object[] pack = {
      "pack",
      folder.resolve("in"),
      "-o",
      out,
      "--compression",
      "zstd-solid",
      "--group",
      "all",
      "--group-name",
      "g",
      "--gfx-arch-family",
      "all"
    };
    done(pack);
    assertThat(Files.size(archive(out))).isLessThan(Files.size(byTarget));
    assertThat(code(archive(out))).isEqualTo(code(byTarget));
  }

  @Test
  void mergingTakesCodeFromBothSchemes() throws IOException {
    Path solid = archive(packed("zstd-solid"));
    Path other = folder.resolve("other.kpack");
    done("edit", archive(packed("zstd")), "--rename", "lib/libdrift.so=lib/b.so", "-o", other);
    Path merged = folder.resolve("merged.kpack");
    done("edit", solid, "--merge", other, "-o", merged);
    assertThat(done("info", merged).out()).contains("zstd-solid (experimental)");
    assertThat(code(merged)).hasSize(2 * code(solid).size());
    // Equal code objects of both are stored once.
    assertThat(blobs(merged)).isEqualTo(blobs(solid));
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "target", "name", "all"})
  void editingKeepsWhatIsTogether(String grouping) throws IOException {
    Files.copy(CliRun.fixture("libmany.so"), folder.resolve("in/lib/libmany.so"));
    Path tree = folder.resolve("grouped");
    Object[] pack = {
      "pack",
      folder.resolve("in"),
      "-o",
      tree,
      "--compression",
      "zstd-solid",
      "--group",
      grouping,
      "--group-name",
      "g",
      "--gfx-arch-family",
      "all"
    };
    done(pack);
    Path archive = archive(tree);
    Path there = folder.resolve("there.kpack");
    done("edit", archive, "--set", "family=gfx", "-o", there);
    Path back = folder.resolve("back.kpack");
    done("edit", there, "--set", "family=all", "-o", back);
    assertThat(back).hasSameBinaryContentAs(archive);
  }

  @ParameterizedTest
  @ValueSource(strings = {"zstd-dictionary", "zstd-solid"})
  void whatEqualCodeSavesIsNotSaidWhereItIsNotKnown(String scheme) throws IOException {
    Files.copy(CliRun.fixture("libdrift.so"), folder.resolve("in/lib/again.so"));
    Object[] pack = {
      "pack",
      folder.resolve("in"),
      "-o",
      folder.resolve("out"),
      "--compression",
      scheme,
      "--group-name",
      "g",
      "--gfx-arch-family",
      "all"
    };
    assertThat(done(pack).err())
        .contains("of others and are not stored again")
        .doesNotContain("saves");
  }

  @Test
  void editingWarnsThatNoLoaderReadsIt() throws IOException {
    CliRun run =
        done(
            "edit",
            archive(packed("zstd-solid")),
            "--delete",
            "-index:0 -arch:gfx942",
            "-o",
            folder.resolve("holed.kpack"));
    assertThat(run.err())
        .contains(
            "warning: "
                + folder.resolve("holed.kpack")
                + ": archives are written in the scheme zstd-solid (experimental): no loader in the field"
                + " reads it. Use --compression zstd for archives that programs load from.")
        .doesNotContain("newer ones do");
  }

  /** The sample has code that only newer loaders find; in these archives none finds any. */
  @Test
  void pruningSaysNothingAboutLoadersThatReadNoneOfIt() throws IOException {
    Path sample = folder.resolve("sample");
    Checkout.copy(Checkout.root().resolve("app/sample"), sample);
    String[] dry = {"prune", sample.toString(), "--target", "gfx90a", "--dry-run"};
    assertThat(CliRun.of((Object[]) dry).err()).contains("newer ones do");
    for (String target : List.of("gfx90a", "gfx942", "gfx1030", "gfx1100")) {
      Path archive = sample.resolve(".kpack/kpackfix_%s.kpack".formatted(target));
      done("edit", archive, "--compression", "zstd-solid", "--force");
    }
    CliRun planned = CliRun.of((Object[]) dry);
    assertThat(planned.err()).contains("No loader finds code in").doesNotContain("newer ones do");
    Path out = folder.resolve("out");
    CliRun pruned = CliRun.of("prune", sample, "--target", "gfx90a", "-o", out);
    assertThat(pruned.err()).contains("No loader finds code in").doesNotContain("newer ones do");
    assertThat(out.resolve(".kpack/kpackfix_gfx90a.kpack")).exists();
  }

  @Test
  void infoSaysHowLargeTheDictionaryIs() throws IOException {
    Files.copy(CliRun.fixture("libmany.so"), folder.resolve("in/lib/libmany.so"));
    Path archive = archive(packed("zstd-dictionary"));
    long dictionary = 0;
    try (KpackArchive open = KpackArchive.open(archive)) {
      dictionary = open.dictionaries().values().stream().mapToLong(ByteRange::length).sum();
    }
    assertThat(dictionary).isPositive();
    assertThat(done("info", archive, "--json").out()).contains("\"dictionarySize\": " + dictionary);
    assertThat(done("info", archive).out())
        .contains("dictionary", "(%d bytes)".formatted(dictionary));
    assertThat(done("info", archive(packed("zstd")), "--json").out())
        .doesNotContain("dictionarySize");
  }

  @Test
  void estimateSaysWhyAFileCannotBeRead() throws IOException {
    Path library = folder.resolve("in/lib/libdrift.so");
    Path lacking = folder.resolve("nosuch");
    String why = lacking + ": the file does not exist";
    CliRun both = CliRun.of("estimate", library, lacking);
    assertThat(both.status()).isEqualTo(2);
    assertThat(both.err()).contains("kpack-workbench: " + why);
    CliRun alone = CliRun.of("estimate", lacking);
    assertThat(alone.status()).isEqualTo(2);
    assertThat(alone.err()).contains("kpack-workbench: " + why);
    Path empty = Files.createFile(folder.resolve("empty.kpack"));
    assertThat(CliRun.of("estimate", empty).err())
        .contains("written only in part; no code object was found in " + empty);
  }

  private static String blobs(Path archive) {
    return done("info", archive, "--json")
        .out()
        .lines()
        .filter(line -> line.contains("\"blobs\""))
        .findFirst()
        .orElseThrow();
  }
}
