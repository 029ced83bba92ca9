package org.kpackworkbench.model.analysis.resolve.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.ConvertedTree;
import org.kpackworkbench.model.analysis.resolve.simulate.InstalledTree;
import org.kpackworkbench.model.analysis.resolve.simulate.LoadRequest;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.TestArchive;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.Marker;

/** The cause of a damaged archive is what a rule of verify says of the same bytes. */
@DisabledOnOs(OS.WINDOWS)
class DamagedArchiveCausesTest {
  private static final String KEY = InstalledTree.NAME + "#0";
  private static final byte[] CODE = "code ".repeat(20).getBytes(StandardCharsets.US_ASCII);
  private static final String DAMAGED = "The table is damaged; get or write the archive again.";
  private static final String NO_ROW =
      "A loader gets no code object for this row; write the archive again.";
  private static final String REFUSED =
      "Loaders refuse the whole archive for this value; get or write the archive again.";
  private static final String TABLE = "kpack table of contents, ";

  @TempDir Path folder;

  /**
   * Damage.
   *
   * @param words what a reader says of it
   */
  record Damage(TestArchive archive, String words, String advice) {
    @Override
    public String toString() {
      return words;
    }
  }

  static Stream<Damage> damages() {
    String inKey = " of \"%s\": ".formatted(KEY);
    return Stream.of(
        row(
            map("type", "hsaco", "original_size", CODE.length),
            TABLE + "ordinal" + inKey + "expected a number from 0, found an entry without it",
            NO_ROW),
        row(
            map("type", "hsaco", "ordinal", 0),
            TABLE + "original_size" + inKey + "expected a number from 0, found an entry without it",
            DAMAGED),
        row(
            map("type", "hsaco", "ordinal", "0", "original_size", CODE.length),
            TABLE + "ordinal" + inKey + "expected a number from 0, found text",
            REFUSED),
        row(
            map("type", "hsaco", "ordinal", -1, "original_size", CODE.length),
            TABLE + "ordinal" + inKey + "expected a number from 0, found -1",
            REFUSED),
        row(
            map("type", "hsaco", "ordinal", 1L << 32, "original_size", CODE.length),
            TABLE
                + "ordinal"
                + inKey
                + "expected an ordinal below the number of blobs, 1, found 4294967296",
            REFUSED),
        row(
            map("type", "hsaco", "ordinal", 0, "original_size", 1.5),
            TABLE
                + "original_size"
                + inKey
                + "expected a number from 0, found a floating-point number",
            REFUSED),
        row(
            List.of("hsaco", 0, CODE.length),
            TABLE + "entry" + inKey + "expected a map, found an array",
            DAMAGED),
        toc(
            map(KEY, List.of(1)),
            TABLE + "binary" + inKey + "expected a map of targets, found an array",
            DAMAGED),
        toc(List.of(), TABLE + "toc: expected a map, found an array", DAMAGED),
        offset(65, "65 (0x41)"),
        offset(63, "63 (0x3f)"),
        offset(0, "0"));
  }

  @ParameterizedTest
  @MethodSource("damages")
  void isWhatAReaderReports(Damage damage) throws IOException {
    InstalledTree tree = new InstalledTree(folder);
    Path file = Files.write(tree.archive("a.kpack"), damage.archive().bytes());
    Diagnosis cause = cause(tree);
    assertThat(cause.sentence()).contains(": " + damage.words());
    assertThat(cause.advice()).isEqualTo(damage.advice());
    assertThat(cause.place()).isNotNull();
    assertThat(cause.place().file()).isEqualTo(file);

    List<Finding> findings = findings(file);
    assertThat(findings)
        .filteredOn(finding -> finding.message().equals(damage.words() + "."))
        .singleElement()
        .extracting(Finding::advice)
        .isIn(damage.advice(), "The file may have been cut off; get or write it again.");
  }

  @Test
  void namesTheRowForWhichTheArchiveIsRefused() throws IOException {
    InstalledTree tree = new InstalledTree(folder);
    TestArchive archive = zstd();
    archive.toc(
        map(
            "lib/other.so#3",
            map("gfx1100", map("type", "hsaco", "ordinal", "x", "original_size", CODE.length)),
            KEY,
            map("gfx1100", TestArchive.entry(0, CODE.length))));
    Files.write(tree.archive("a.kpack"), archive.bytes());
    assertThat(cause(tree).place())
        .isInstanceOfSatisfying(
            Place.CodeObject.class,
            row -> {
              assertThat(row.binary()).isEqualTo("lib/other.so");
              assertThat(row.index()).isEqualTo(3);
              assertThat(row.target()).isEqualTo("gfx1100");
            });
  }

  @Test
  void aHoleInTheListOfBlobsShiftsTheOrdinalsBehindIt() throws IOException {
    InstalledTree tree = new InstalledTree(folder);
    TestArchive archive = TestArchive.plain(CODE, CODE);
    archive.architectures = List.of("gfx1100");
    archive.extra.clear();
    archive.blobs("none", map("offset", 64, "size", CODE.length));
    archive.toc(map(KEY, map("gfx1100", TestArchive.entry(1, CODE.length))));
    Path file = Files.write(tree.archive("a.kpack"), archive.bytes());
    String words =
        "blobs: expected a map as item 0, found text, which loaders skip, so that ordinals from there on lead to the next blob";
    assertThat(cause(tree).sentence()).endsWith(words + ".");
    assertThat(findings(file))
        .filteredOn(finding -> finding.rule().equals("archive-blob-area"))
        .extracting(Finding::message)
        .containsExactly(TABLE + words + ".");
  }

  @Test
  void codeThatAHoleLeadsToIsRefusedForItsOwnTarget() throws IOException {
    Path library = ConvertedTree.convert(FatFixture.MANY.path(), folder, "lib.so");
    Path archive = folder.resolve(".kpack/lib.so_gfx942.kpack");
    byte[] other = code(folder.resolve(".kpack/lib.so_gfx1100.kpack"), "gfx1100");
    TestArchive holed = TestArchive.plain(other);
    holed.architectures = List.of("gfx942");
    holed.extra.clear();
    holed.blobs("none", map("offset", 64, "size", other.length));
    holed.toc(map("lib/lib.so#0", map("gfx942", TestArchive.entry(0, other.length))));
    Files.write(archive, holed.bytes());
    WrapperOutcome outcome = resolve(library, "gfx942").outcomes().getFirst();
    assertThat(outcome.right()).isFalse();
    assertThat(outcome.warning()).contains("Its flags state gfx1100, and the GPU is gfx942.");
  }

  @Test
  void codeUnderAnotherTargetOfTheArchive() throws IOException {
    Path library = ConvertedTree.convert(FatFixture.MANY.path(), folder, "lib.so");
    Path archive = folder.resolve(".kpack/lib.so_gfx942.kpack");
    byte[] code = code(archive, "gfx942");
    TestArchive misfiled = TestArchive.zstd(code);
    misfiled.architectures = List.of("gfx942", "gfx950");
    misfiled.toc(map("lib/lib.so#0", map("gfx950", TestArchive.entry(0, code.length))));
    Files.write(archive, misfiled.bytes());
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      BinaryResolution resolved =
          new BinaryResolver(loader, List.of(GpuTarget.parse("gfx942")), true)
              .resolve(library, Progress.NONE);
      Map<Diagnosis, List<WrapperOutcome>> causes = new Diagnoser(loader).of(resolved);
      assertThat(causes.keySet().iterator().next().sentence())
          .endsWith(
              "lib.so_gfx942.kpack has the code of lib/lib.so#0 for gfx942 under gfx950: its flags state gfx942.");
    }
  }

  /** A disk is not to blame. */
  @Test
  void blobAreaBehindTheEndOfTheFile() throws IOException {
    InstalledTree tree = new InstalledTree(folder);
    TestArchive archive = TestArchive.zstd(CODE);
    archive.extra.clear();
    archive.extra.put("zstd_offset", 64).put("zstd_size", 1 << 20);
    archive.toc(map(KEY, map("gfx1100", TestArchive.entry(0, CODE.length))));
    archive.architectures = List.of("gfx1100");
    Files.write(tree.archive("a.kpack"), archive.bytes());
    Diagnosis cause = cause(tree);
    assertThat(cause.sentence()).contains("its blob area, 1048576 bytes from 64, is not inside");
    assertThat(cause.advice()).isEqualTo("The file may have been cut off; get or write it again.");
  }

  /** Newer loaders go on with the code of the generic target. */
  @Test
  void damagedCodeBesideGenericCode() throws IOException {
    InstalledTree tree = new InstalledTree(folder);
    TestArchive archive = TestArchive.zstd(CODE, CODE);
    archive.architectures = List.of("gfx1100", "gfx11-generic");
    archive.toc(
        map(
            KEY,
            map(
                "gfx1100",
                TestArchive.entry(0, CODE.length + 1),
                "gfx11-generic",
                TestArchive.entry(1, CODE.length))));
    Path file = Files.write(tree.archive("a.kpack"), archive.bytes());
    String words =
        " Loaders up to mid-2026 return error 6 for it; newer ones take the code for gfx11-generic instead.";
    assertThat(cause(tree).sentence()).endsWith(words);
    assertThat(findings(file))
        .filteredOn(finding -> finding.rule().equals("frame-decompresses"))
        .singleElement()
        .extracting(Finding::message)
        .asString()
        .endsWith(words);
  }

  /** A manifest is skipped, so what is missing is the archive of the other search path. */
  @Test
  void aManifestBeforeARightSearchPath() throws IOException {
    InstalledTree tree = new InstalledTree(folder);
    Files.writeString(tree.archive("a.kpm"), "a manifest");
    assertThat(cause(tree, "../.kpack/a.kpm", "../.kpack/a_@GFXARCH@.kpack"))
        .isInstanceOfSatisfying(
            Diagnosis.ArchiveMissing.class,
            missing ->
                assertThat(missing.archives())
                    .containsExactly(
                        tree.archive("a_gfx1100.kpack").toString(),
                        tree.archive("a_gfx11-generic.kpack").toString()));
    assertThat(cause(tree, "../.kpack/a.kpm")).isInstanceOf(Diagnosis.ManifestNamed.class);
  }

  private static BinaryResolution resolve(Path library, String device) throws IOException {
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      return new BinaryResolver(loader, List.of(GpuTarget.parse(device)), true)
          .resolve(library, Progress.NONE);
    }
  }

  private static List<Finding> findings(Path file) {
    return Verify.run(List.of(file), VerifyRequest.everything(), Progress.NONE).findings();
  }

  private static byte[] code(Path file, String target) throws IOException {
    try (KpackArchive archive = KpackArchive.open(file)) {
      ByteView code = archive.load(archive.find("lib/lib.so", 0, target).orElseThrow());
      return code.bytes(0, (int) code.size());
    }
  }

  private static TestArchive zstd() {
    TestArchive archive = TestArchive.zstd(CODE);
    archive.architectures = List.of("gfx1100");
    return archive;
  }

  private static Damage row(Object entry, String words, String advice) {
    return toc(map(KEY, map("gfx1100", entry)), words, advice);
  }

  private static Damage toc(Object toc, String words, String advice) {
    return new Damage(zstd().toc(toc), words, advice);
  }

  private static Damage offset(int offset, String found) {
    TestArchive archive = zstd().toc(map(KEY, map("gfx1100", TestArchive.entry(0, CODE.length))));
    archive.extra.clear();
    archive.extra.put("zstd_offset", offset).put("zstd_size", archive.blobArea.length);
    return new Damage(
        archive,
        "kpack blob area, zstd_offset: expected 64, where a chain of 1 frames begins, found "
            + found,
        DAMAGED);
  }

  private static Diagnosis cause(InstalledTree tree) throws IOException {
    return cause(tree, "../.kpack/a.kpack");
  }

  private static Diagnosis cause(InstalledTree tree, String... paths) throws IOException {
    LoadRequest request =
        new LoadRequest(
            Marker.stating(InstalledTree.NAME, List.of(paths)),
            tree.library(),
            0,
            GpuTable.preference(GpuTarget.parse("gfx1100")));
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      return new Diagnoser(loader)
          .of(
              new WrapperOutcome(
                  new Place.Wrapper(new Place.File(tree.library()), 0, new ByteRange(0, 24)),
                  0,
                  GpuTarget.parse("gfx1100"),
                  new WrapperOutcome.InArchive(loader.load(request).resolution(), null)),
              DeviceCode.HOST_ONLY);
    }
  }
}
