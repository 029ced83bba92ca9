package org.kpackworkbench.model.operation.prune;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.StubRuntime;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.DroppedTargets;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestDiskCheck;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.kpm.ManifestWriter;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.pack.Expected;
import org.kpackworkbench.model.operation.pack.Pack;
import org.kpackworkbench.model.operation.pack.PackRequest;
import org.kpackworkbench.model.operation.pack.Unreferenced;
import org.kpackworkbench.model.operation.prune.PruneReport.Outcome;
import org.kpackworkbench.model.operation.prune.PruneReport.PrunedFile;
import org.kpackworkbench.model.operation.prune.PruneReport.TargetCode;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitRequest;

class PruneTest {
  @TempDir private Path folder;

  @Test
  void mergedSystemsListFilesByEitherPath() throws IOException {
    Path lists = Files.createDirectories(folder.resolve("var/lib/dpkg/info"));
    Path file =
        Files.createFile(Files.createDirectories(folder.resolve("usr/lib/rocm")).resolve("a.so"));
    Files.writeString(lists.resolve("old.list"), "/lib/rocm/a.so\n");
    Files.writeString(lists.resolve("longer.list"), "/usr/lib/rocm/a.so.1\n");
    assertThat(PackageOwners.of(List.of(file)).owners())
        .containsExactly(Map.entry("old", List.of(file)));
  }

  private static TargetFilter targets(String... names) {
    return TargetFilter.of(List.of(names));
  }

  private static PruneReport prune(Path input, Path output, String... keep) throws IOException {
    return new Prune(PruneRequest.keeping(input, output, targets(keep))).run();
  }

  private static Set<GpuTarget> devices(FatFixture fixture) {
    Set<GpuTarget> devices = new TreeSet<>();
    for (List<String> wrapper : fixture.targets()) {
      wrapper.forEach(target -> devices.add(GpuTarget.parse(target)));
    }
    if (fixture == FatFixture.GENERIC) {
      devices.add(GpuTarget.parse("gfx1034"));
      devices.add(GpuTarget.parse("gfx1100"));
      devices.add(GpuTarget.parse("gfx906:xnack-"));
    }
    return devices;
  }

  @ParameterizedTest
  @EnumSource(FatFixture.class)
  void whatAGpuResolvesToStaysAndNothingElse(FatFixture fixture) throws IOException {
    List<GpuTarget> all = List.copyOf(devices(fixture));
    // The first, one from the middle and the last: all of them are in the long tests.
    for (GpuTarget device :
        Set.copyOf(List.of(all.getFirst(), all.get(all.size() / 2), all.getLast()))) {
      List<String> before = ResolvedCode.of(fixture.path(), device);
      Path output = folder.resolve("for-" + device);
      PruneReport report =
          new Prune(
                  PruneRequest.keeping(fixture.path(), output, targets(device.toString()))
                      .with(PruneRequest.ALLOW_EMPTY, true))
              .run();
      assertThat(ResolvedCode.of(output, device)).as("%s", device).isEqualTo(before);
      assertThat(ResolvedCode.all(output).size())
          .as("code for %s only", device)
          .isEqualTo((int) before.stream().filter(one -> !one.contains(" null ")).count());
      assertThat(Files.size(output)).isEqualTo(report.afterBytes());
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = FatFixture.class,
      names = {
        "MANY",
        "MANY_GNU",
        "COMPRESSED",
        "SAME_BUNDLE",
        "RDC",
        "RDC_COMPRESSED",
        "RELR",
        "MIXED",
        "PAGE_64K",
        "TLS",
        "HASH_SYSV_GNU",
        "EXE_PIE_LLD",
        "EXE_FIXED_GNU",
        "FAT_FIRST",
        "FAT_LAST"
      })
  @DisabledOnOs(OS.WINDOWS)
  void aPrunedBinaryLoads(FatFixture fixture) throws Exception {
    Path output = folder.resolve(fixture.fileName());
    prune(fixture.path(), output, fixture.targets().getFirst().getLast());
    StubRuntime runtime = new StubRuntime();
    StubRuntime.Run before =
        fixture.kind() == FatFixture.Kind.LIBRARY
            ? runtime.load(fixture.path())
            : runtime.run(fixture.path());
    StubRuntime.Run after =
        fixture.kind() == FatFixture.Kind.LIBRARY ? runtime.load(output) : runtime.run(output);
    assertThat(after.exitCode()).as("%s", after.output()).isEqualTo(before.exitCode());
    assertThat(after.output()).isEqualTo(before.output());
    assertThat(after.events("register")).hasSameSizeAs(before.events("register"));
  }

  @ParameterizedTest
  @EnumSource(FatFixture.class)
  void keepingEveryTargetGivesTheSameBytes(FatFixture fixture) throws IOException {
    Path output = folder.resolve("out");
    String[] all = devices(fixture).stream().map(GpuTarget::toString).toArray(String[]::new);
    PruneReport report = prune(fixture.path(), output, all);
    assertThat(report.files()).isEmpty();
    assertThat(output).hasSameBinaryContentAs(fixture.path());
  }

  @Test
  void droppingTakesJustWhatIsNamed() throws IOException {
    Path output = folder.resolve("out");
    Path input = FatFixture.DRIFT.path();
    Map<String, String> expected = ResolvedCode.all(input);
    expected.keySet().removeIf(key -> key.endsWith(" gfx942"));
    PruneReport report =
        new Prune(
                PruneRequest.keeping(input, output, targets("gfx942")).dropping(targets("gfx942")))
            .run();
    assertThat(ResolvedCode.all(output)).isEqualTo(expected);
    assertThat(report.byTarget())
        .singleElement()
        .satisfies(gone -> assertThat(gone.target()).isEqualTo("gfx942"));
    assertThat(report.files().getFirst().dropped()).containsExactly("gfx942");
  }

  /** A file that gets another content between the plan and the writing is read no second time. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void whatIsWrittenIsWhatWasExamined() throws IOException {
    Path input = Files.copy(FatFixture.MANY.path(), folder.resolve("lib.so"));
    Path expected = folder.resolve("expected");
    prune(FatFixture.MANY.path(), expected, "gfx942");
    Path other = Files.copy(FatFixture.DRIFT.path(), folder.resolve("other.so"));
    Progress replacing =
        new Progress() {
          @Override
          public void begin(String what, long totalUnits, Unit unit) {
            try {
              if (what.startsWith("Pruning")) {
                Files.move(other, input, StandardCopyOption.REPLACE_EXISTING);
              }
            } catch (IOException failure) {
              throw new UncheckedIOException(failure);
            }
          }

          @Override
          public boolean cancelled() {
            return false;
          }
        };
    Path output = folder.resolve("out");
    new Prune(PruneRequest.keeping(input, output, targets("gfx942"))).run(replacing);
    assertThat(other).doesNotExist();
    assertThat(output).hasSameBinaryContentAs(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gfx90a          | gfx90a gfx90a:xnack+ gfx942           | gfx90a gfx90a:xnack+",
        "gfx90a:xnack-   | gfx90a gfx90a:xnack+ gfx942           | gfx90a",
        "gfx90a:xnack+   | gfx90a gfx90a:xnack+ gfx942           | gfx90a:xnack+",
        "gfx1034         | gfx1030 gfx10-3-generic gfx11-generic | gfx10-3-generic",
        "gfx1030         | gfx1030 gfx10-3-generic amdgcnspirv   | gfx1030",
        "gfx1201         | gfx1100 amdgcnspirv                   | amdgcnspirv",
        "MI300X          | gfx942 gfx950                         | gfx942",
        "gfx1100         | gfx11xx gfx90a                        | gfx11xx",
        "gfx1200         | gfx1100                               | ''",
        // Loaders drop features from the right: one alone comes before the two behind it.
        "gfx942:a+:b+:c+ | gfx942:a+ gfx942:b+:c+                | gfx942:a+",
      })
  void theLoadersRuleDecides(String keep, String there, String stays) {
    ServedCode served = new ServedCode(targets(keep), false, false);
    List<GpuTarget> all = List.of(there.split(" ")).stream().map(GpuTarget::parse).toList();
    assertThat(served.kept(all).stream().map(GpuTarget::toString))
        .containsExactlyInAnyOrder(stays.isEmpty() ? new String[0] : stays.split(" "));
  }

  @Test
  void fallbacksStayWhereThatIsAsked() {
    List<GpuTarget> all =
        List.of("gfx1030", "gfx10-3-generic", "amdgcnspirv", "gfx942").stream()
            .map(GpuTarget::parse)
            .toList();
    assertThat(new ServedCode(targets("gfx1030"), false, true).kept(all))
        .extracting(GpuTarget::toString)
        .containsExactlyInAnyOrder("gfx1030", "gfx10-3-generic", "amdgcnspirv");
  }

  @Test
  void whatIsLeftWithoutCodeIsSaidBeforeAnythingIsWritten() throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree"));
    Files.copy(FatFixture.ONE.path(), tree.resolve("libone.so"));
    Files.copy(FatFixture.MANY.path(), tree.resolve("libmany.so"));
    Path output = folder.resolve("out");
    assertThatThrownBy(() -> prune(tree, output, "gfx942"))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("1 binary would be left without any code: libone.so")
        .hasMessageContaining("--allow-empty");
    assertThat(output).doesNotExist();
    PruneReport report =
        new Prune(
                PruneRequest.keeping(tree, output, targets("gfx942"))
                    .with(PruneRequest.ALLOW_EMPTY, true))
            .run();
    assertThat(report.findings())
        .filteredOn(note -> note.rule().equals("nothing-kept"))
        .extracting(OperationNote::message, OperationNote::advice)
        .containsExactly(
            tuple(
                "1 binary is left without any code: libone.so",
                "A program that uses it finds no code for any device."));
    PruneReport none =
        new Prune(
                PruneRequest.keeping(tree, folder.resolve("none"), targets("gfx942"))
                    .dropping(targets("gfx90a", "gfx942", "gfx1030", "gfx1100"))
                    .with(PruneRequest.ALLOW_EMPTY, true))
            .run();
    assertThat(none.findings())
        .extracting(OperationNote::message, OperationNote::advice)
        .containsOnlyOnce(
            tuple(
                "2 binaries are left without any code: libmany.so, libone.so",
                "Programs that use them find no code for any device."));
    assertThat(ResolvedCode.all(output.resolve("libone.so"))).isEmpty();
    assertThat(ResolvedCode.all(output.resolve("libmany.so"))).hasSize(1);
  }

  /** The archives of one binary are in several artifacts, of which a loader sees one tree. */
  @Test
  void artifactsBesideEachOtherAreOneTree() throws Exception {
    Path artifact = folder.resolve("many_lib_gfx94X");
    Path library = artifact.resolve("stage/lib/libmany.so");
    Files.createDirectories(library.getParent());
    Files.copy(FatFixture.MANY.path(), library);
    Files.writeString(artifact.resolve("artifact_manifest.txt"), "stage\n");
    Path shard = folder.resolve("shard/one");
    new Split(SplitRequest.artifact(artifact, shard)).run(Progress.NONE);
    Path output = folder.resolve("small");
    prune(folder.resolve("shard"), output, "gfx1100");
    try (Stream<Path> left = Files.walk(output)) {
      assertThat(
              left.filter(path -> Files.isRegularFile(path) && path.toString().endsWith(".kpack")))
          .singleElement()
          .satisfies(archive -> assertThat(archive.toString()).contains("gfx1100"));
    }
    assertThatThrownBy(() -> prune(folder.resolve("shard"), folder.resolve("none"), "gfx908"))
        .hasMessageContaining("no code for gfx908");
    // The manifest is in the generic artifact, and lists archives of the others.
    String manifest = "one/many_lib_generic/stage/.kpack/many_lib.kpm";
    List<ManifestRow> before =
        ManifestFile.open(folder.resolve("shard").resolve(manifest)).manifest().rows();
    assertThat(before).hasSizeGreaterThan(1);
    Path archive = output.resolve("one/many_lib_gfx1100/stage/.kpack/many_lib_gfx1100.kpack");
    assertThat(ManifestFile.open(output.resolve(manifest)).manifest().rows())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.file()).isEqualTo("many_lib_gfx1100.kpack");
              assertThat(row.sizeBytes()).isEqualTo(Files.size(archive));
            });
  }

  @Test
  void aBinaryThatEndsWithinItsHeaderIsSaidToBeCutOff() throws IOException {
    Path cut = folder.resolve("cut.so");
    Files.write(cut, Arrays.copyOf(Files.readAllBytes(FatFixture.MANY.path()), 40));
    assertThatThrownBy(() -> prune(cut, folder.resolve("out"), "gfx942"))
        .hasMessageContaining("it ends within its header; it may have been cut off");
  }

  @Test
  void aTargetThatNothingIsForIsRefused() {
    assertThatThrownBy(() -> prune(FatFixture.MANY.path(), folder.resolve("out"), "gfx803"))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("has no code for gfx803; it has some for gfx90a")
        .hasMessageEndingWith("gfx942, gfx1030, gfx1100");
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "false | gfx942,gfx803  | there is no code for gfx803",
        "true  | gfx942,gfx803  | there is no code for gfx803",
        // What serves a GPU is its code, also where only other GPUs' needs keep it.
        "false | gfx1201,gfx1034 | ''",
        "true  | gfx1201,gfx1034 | ''",
      })
  void aTargetThatNothingIsForIsNamedBesideOthers(boolean drop, String names, String message)
      throws IOException {
    Path input = (names.contains("1034") ? FatFixture.GENERIC : FatFixture.MANY).path();
    PruneRequest request =
        PruneRequest.keeping(input, folder.resolve("out"), targets(names))
            .with(PruneRequest.ALLOW_EMPTY, true);
    PruneReport report = new Prune(drop ? request.dropping(targets(names)) : request).run();
    assertThat(report.findings())
        .filteredOn(note -> note.rule().equals("target-not-found"))
        .extracting(OperationNote::message)
        .isEqualTo(message.isEmpty() ? List.of() : List.of(message));
    assertThat(report.files().getFirst().dropped())
        .isSortedAccordingTo(Comparator.comparing(GpuTarget::parse));
  }

  @Test
  void aFolderThatIsMissingIsMade() throws IOException {
    Path output = folder.resolve("a/b/out.so");
    prune(FatFixture.MANY.path(), output, "gfx942");
    assertThat(Expected.names(folder.resolve("a/b"))).containsExactly("out.so");
  }

  @Test
  void whatCannotBePrunedIsRefusedInItsOwnWords() {
    Path input = FatFixture.MANY.path().resolveSibling("libcomm.so");
    assertThatThrownBy(() -> prune(input, folder.resolve("out"), "gfx942"))
        .hasMessageStartingWith(input + ": it cannot be pruned: it has .hip_fatbin")
        .hasMessageNotContaining("host-only");
  }

  @Test
  void aFileThatIsNoneOfTheseIsRefused() throws IOException {
    Path text = Files.writeString(folder.resolve("notes.txt"), "hello");
    assertThatThrownBy(() -> prune(text, folder.resolve("out"), "gfx942"))
        .hasMessageContaining(
            "expected a fat binary, an object, a static library, a bundle, a code object, an"
                + " archive, a manifest, offload containers, a kernel database of one file, a"
                + " wheel, a ZIP archive, a tar file, a .deb, a .rpm or a folder");
    assertThatThrownBy(() -> prune(folder.resolve("none"), folder.resolve("out"), "gfx942"))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void whatIsThereAlreadyIsComparedAndReplacedOnlyWhereAsked() throws IOException {
    Path output = folder.resolve("out");
    prune(FatFixture.MANY.path(), output, "gfx942");
    FileTime time = Files.getLastModifiedTime(output);
    prune(FatFixture.MANY.path(), output, "gfx942");
    assertThat(Files.getLastModifiedTime(output)).isEqualTo(time);
    assertThatThrownBy(() -> prune(FatFixture.MANY.path(), output, "gfx1030"))
        .isInstanceOf(FileAlreadyExistsException.class);
    new Prune(
            PruneRequest.keeping(FatFixture.MANY.path(), output, targets("gfx1030"))
                .with(PruneRequest.FORCE, true))
        .run();
    assertThat(ResolvedCode.all(output).keySet()).containsExactly("0 gfx1030");
    assertThat(Expected.names(folder)).containsExactly("out");
  }

  /** Headers, padding, notes and what moves behind the code are part of the estimate. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "bundle.co",
        "object.o",
        "libstatic-bsd.a",
        "libstatic-sym64.a",
        "container-llvm22.bin",
        "libmany.so",
        "libdrift.so",
        "libmixed.so",
        "librdc-gnu.so",
        "libmagic.so",
        "libsamebundle.so",
        "exe-owner-pie-gnu",
        "exe-rdc-pie"
      })
  void aPlanKnowsTheSizeOfWhatIsNotCompressed(String name) throws IOException {
    assertThat(difference(name, "gfx1100")).isZero();
  }

  /** How compressible single code objects are, is not known. */
  @ParameterizedTest
  @CsvSource({
    "compressed.co, 256",
    "object-compressed.o, 512",
    "libstatic.a, 512",
    "libcompressed.so, 512"
  })
  void aPlanEstimatesTheSizeOfWhatIsCompressed(String name, long most) throws IOException {
    assertThat(Math.abs(difference(name, "gfx1100"))).isLessThan(most);
  }

  /** Tables lose the rows of what goes; the note of that and the list of frames are not counted. */
  @ParameterizedTest
  @ValueSource(strings = {"libmany.so", "libdrift.so", "libcompressed.so", "libowner.so"})
  void aPlanEstimatesTheSizeOfArchives(String name) throws IOException {
    Path tree = folder.resolve("packed");
    new Pack(PackRequest.of(Fixtures.path(name), tree, "math", "all")).run(Progress.NONE);
    PruneRequest request = PruneRequest.keeping(tree, folder.resolve("out"), targets("gfx1100"));
    Map<String, Long> planned = sizes(new Prune(request).plan(Progress.NONE));
    Map<String, Long> written = sizes(new Prune(request).run());
    assertThat(planned).containsOnlyKeys(written.keySet()).containsKey(".kpack/math-all.kpack");
    written.forEach(
        (file, size) -> assertThat(planned.get(file)).as(file).isBetween(size - 256, size + 256));
  }

  private static Map<String, Long> sizes(PruneReport report) {
    return report.files().stream().collect(toMap(PrunedFile::name, PrunedFile::afterBytes));
  }

  /** What is written more than was planned, in bytes. */
  private long difference(String name, String target) throws IOException {
    PruneRequest request =
        PruneRequest.keeping(Fixtures.path(name), folder.resolve(name), targets(target));
    PruneReport planned = new Prune(request).plan(Progress.NONE);
    PruneReport written = new Prune(request).run();
    assertThat(written.files()).hasSize(1);
    return written.afterBytes() - planned.afterBytes();
  }

  /** A tree with all that is pruned, and what is not. */
  @Nested
  @DisabledOnOs(OS.WINDOWS)
  class OfATree {
    private Path tree;

    @BeforeEach
    void makeTree() throws IOException {
      tree = Files.createDirectories(folder.resolve("tree"));
      Path lib = Files.createDirectories(tree.resolve("lib"));
      Path many = Files.copy(FatFixture.MANY.path(), lib.resolve("libmany.so.1"));
      Files.setPosixFilePermissions(many, PosixFilePermissions.fromString("r-xr-xr-x"));
      Files.setLastModifiedTime(many, FileTime.fromMillis(1_500_000_000_000L));
      Files.createSymbolicLink(lib.resolve("libmany.so"), Path.of("libmany.so.1"));
      Files.createLink(lib.resolve("libmany.copy.so"), many);
      Path archives = Files.createDirectories(lib.resolve(".kpack"));
      new Convert(
              ConvertRequest.keeping(
                      FatFixture.DRIFT.path(),
                      lib.resolve("libdrift.so"),
                      "lib/libdrift.so",
                      List.of(".kpack/drift_@GFXARCH@.kpack"),
                      archives)
                  .named("drift", null))
          .run();
      List<ManifestRow> rows = new ArrayList<>();
      for (String name : Expected.names(archives)) {
        Path archive = archives.resolve(name);
        try (KpackArchive open = KpackArchive.open(archive)) {
          rows.add(
              new ManifestRow(
                  open.architectures().getFirst(),
                  name,
                  Files.size(archive),
                  open.entryCount(),
                  ManifestDiskCheck.sha256(archive, Progress.NONE)));
        }
      }
      Files.write(
          archives.resolve("drift.kpm"), ManifestWriter.write(Manifest.of("drift", "lib", rows)));
      Path library = Files.createDirectories(lib.resolve("rocblas/library"));
      Files.writeString(library.resolve("TensileLibrary_gfx942.co"), "code");
      Files.writeString(library.resolve("TensileLibrary_gfx1030.co"), "code");
      Files.writeString(library.resolve("TensileManifest.txt"), "both");
    }

    private Map<String, String> resolvedTree(Path root, String device) throws IOException {
      Map<String, String> all = new LinkedHashMap<>();
      for (String line :
          ResolvedCode.of(root.resolve("lib/libmany.so.1"), GpuTarget.parse(device))) {
        all.put("many " + line, "");
      }
      try (KpackArchive archive =
          KpackArchive.open(root.resolve("lib/.kpack/drift_" + device + ".kpack"))) {
        for (ArchiveEntry entry : archive.entries()) {
          all.put(entry.key().text(), ResolvedCode.hash(archive.load(entry.row())));
        }
      }
      return all;
    }

    private void checkPruned(Path pruned, Map<String, String> before) throws IOException {
      assertThat(resolvedTree(pruned, "gfx942")).isEqualTo(before);
      Path lib = pruned.resolve("lib");
      assertThat(ResolvedCode.all(lib.resolve("libmany.so.1")).keySet())
          .containsExactly("0 gfx942");
      assertThat(Files.readSymbolicLink(lib.resolve("libmany.so"))).hasToString("libmany.so.1");
      assertThat(Files.isSameFile(lib.resolve("libmany.copy.so"), lib.resolve("libmany.so.1")))
          .isTrue();
      assertThat(Files.getPosixFilePermissions(lib.resolve("libmany.so.1")))
          .isEqualTo(PosixFilePermissions.fromString("r-xr-xr-x"));
      assertThat(Files.getLastModifiedTime(lib.resolve("libmany.so.1")).toMillis())
          .isEqualTo(1_500_000_000_000L);
      assertThat(Expected.names(lib.resolve(".kpack")))
          .containsExactly("drift.kpm", "drift_gfx942.kpack");
      Manifest manifest = ManifestFile.open(lib.resolve(".kpack/drift.kpm")).manifest();
      assertThat(manifest.rows()).extracting(ManifestRow::targetText).containsExactly("gfx942");
      assertThat(Expected.names(lib.resolve("rocblas/library")))
          .containsExactly("TensileLibrary_gfx942.co", "TensileManifest.txt");
      assertThat(Expected.names(pruned)).containsExactly("lib");
    }

    @Test
    void aNewTreeHasWhatTheGpuNeeds() throws IOException {
      Map<String, String> before = resolvedTree(tree, "gfx942");
      Map<String, String> all = Expected.tree(tree);
      Path output = folder.resolve("out");
      PruneReport planned =
          new Prune(PruneRequest.keeping(tree, output, targets("gfx942"))).plan(Progress.NONE);
      assertThat(output).doesNotExist();
      PruneReport report = prune(tree, output, "gfx942");
      checkPruned(output, before);
      assertThat(Expected.tree(tree)).isEqualTo(all);
      assertThat(report.files())
          .extracting(file -> file.outcome() + " " + output.relativize(file.path()))
          .containsExactlyElementsOf(
              planned.files().stream()
                  .map(file -> file.outcome() + " " + output.relativize(file.path()))
                  .toList())
          .contains(
              Outcome.PRUNED + " lib/libmany.so.1",
              Outcome.REMOVED + " lib/rocblas/library/TensileLibrary_gfx1030.co",
              Outcome.UPDATED + " lib/.kpack/drift.kpm");
      assertThat(report.beforeBytes()).isEqualTo(planned.beforeBytes());
      assertThat(report.files()).extracting(PrunedFile::beforeBytes).doesNotContain(0L);
    }

    @Test
    void loadersFindANoteOfWhatWasDropped() throws IOException {
      Path binary = tree.resolve("lib/libdrift.so");
      assertThat(sentences(binary, "gfx1200")).noneMatch(each -> each.contains("by prune"));
      Path output = folder.resolve("out");
      prune(tree, output, "gfx942");
      Path pruned = output.resolve("lib/libdrift.so");
      assertThat(sentences(pruned, "gfx942")).noneMatch(each -> each.contains("by prune"));
      List<String> said = sentences(pruned, "gfx1100");
      assertThat(said)
          .anyMatch(
              each ->
                  each.startsWith("Code for gfx1100 was dropped by prune, as a note in ")
                      && each.endsWith("drift.kpm states."));
      DroppedTargets note =
          ManifestFile.open(output.resolve("lib/.kpack/drift.kpm")).manifest().dropped();
      for (int wrapper = 0; wrapper < FatFixture.DRIFT.targets().size(); wrapper++) {
        assertThat(note.has(GpuTarget.parse("gfx1100"), "lib/libdrift.so", wrapper))
            .isEqualTo(FatFixture.DRIFT.targets().get(wrapper).contains("gfx1100"));
      }
      // Of a wrapper that had none, another reason is said.
      assertThat(said).anyMatch(each -> !each.contains("by prune"));
      // Nothing was there for it before.
      assertThat(sentences(pruned, "gfx1200")).noneMatch(each -> each.contains("by prune"));
      // The next run adds to the note.
      new Prune(
              PruneRequest.keeping(output, folder, targets("gfx942"))
                  .dropping(targets("gfx942"))
                  .with(PruneRequest.ALLOW_EMPTY, true)
                  .inPlace())
          .run();
      assertThat(output.resolve("lib/.kpack/drift.kpm")).doesNotExist();
    }

    @Test
    void anArchiveKeepsANoteOfWhatWasDropped() throws IOException {
      Path one = Files.createDirectories(folder.resolve("one/.kpack"));
      Path binary = folder.resolve("one/libmany.so");
      new Convert(
              ConvertRequest.keeping(
                      FatFixture.MANY.path(),
                      binary,
                      "libmany.so",
                      List.of(".kpack/drift.kpack"),
                      one)
                  .named("drift", null))
          .run();
      Path archive = one.resolve("drift.kpack");
      PruneRequest request = PruneRequest.keeping(archive, folder, targets("gfx942")).inPlace();
      new Prune(request.dropping(targets("gfx1100"))).run();
      assertThat(note(archive)).containsExactly("gfx1100");
      assertThat(sentences(binary, "gfx1100"))
          .isNotEmpty()
          .allMatch(each -> each.startsWith("Code for gfx1100 was dropped by prune"));
      new Prune(request).run();
      assertThat(note(archive)).contains("gfx1100").hasSizeGreaterThan(1).doesNotContain("gfx942");
      assertThat(sentences(binary, "gfx942")).isEmpty();
    }

    private static Set<String> note(Path archive) throws IOException {
      try (KpackArchive open = KpackArchive.open(archive)) {
        return DroppedTargets.of(open).targets();
      }
    }

    private static List<String> sentences(Path binary, String device) throws IOException {
      try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
        BinaryResolution resolution =
            new BinaryResolver(loader, List.of(GpuTarget.parse(device)), true)
                .resolve(binary, Progress.NONE);
        return new Diagnoser(loader)
            .of(resolution).keySet().stream().map(Diagnosis::sentence).toList();
      }
    }

    @Test
    void whatStaysIsCountedAsWhatGoes() throws IOException {
      PruneRequest request = PruneRequest.keeping(tree, folder.resolve("out"), targets("gfx942"));
      PruneReport keeping = new Prune(request).plan(Progress.NONE);
      PruneReport dropping = new Prune(request.dropping(targets("gfx942"))).plan(Progress.NONE);
      assertThat(keeping.kept())
          .singleElement()
          .satisfies(code -> assertThat(code.target()).isEqualTo("gfx942"));
      assertThat(keeping.kept()).isEqualTo(dropping.byTarget());
      assertThat(dropping.kept()).hasSizeGreaterThan(3).isEqualTo(keeping.byTarget());
    }

    @Test
    void aFileWithSeveralNamesCountsOnce() throws IOException {
      PruneReport alone =
          prune(tree.resolve("lib/libmany.so.1"), folder.resolve("alone.so"), "gfx942");
      long links = Files.size(tree.resolve("lib/libmany.so.1"));
      long names = 0;
      for (String path : Expected.tree(tree).keySet()) {
        Path file = tree.resolve(path);
        names += Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? Files.size(file) : 0;
      }
      Path output = folder.resolve("out");
      PruneRequest request = PruneRequest.keeping(tree, output, targets("gfx942"));
      PruneReport planned = new Prune(request).plan(Progress.NONE);
      PruneReport report = new Prune(request).run();
      PruneReport inPlace = new Prune(request.inPlace()).run();
      long pruned = Files.size(output.resolve("lib/libmany.so.1"));
      long left = 0;
      for (String path : Expected.tree(output).keySet()) {
        Path file = output.resolve(path);
        left += Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? Files.size(file) : 0;
      }
      for (PruneReport each : List.of(planned, report, inPlace)) {
        assertThat(each.beforeBytes()).isEqualTo(names - links);
        for (TargetCode gone : alone.byTarget()) {
          if (gone.target().startsWith("gfx90a:")) {
            assertThat(each.byTarget()).contains(gone);
          }
        }
        assertThat(each.files())
            .extracting(PrunedFile::name)
            .contains("lib/libmany.so.1", "lib/libmany.copy.so");
      }
      assertThat(report.afterBytes()).isEqualTo(left - pruned);
      assertThat(inPlace.afterBytes()).isEqualTo(left - pruned);
    }

    @Test
    void namesOfOneFileAreWhatTheirFoldersNeed() throws IOException {
      // One of both names is recognised as a database's file for another GPU.
      Path kernels = tree.resolve("lib/rocblas/library/TensileLibrary_gfx1030.co");
      Files.createLink(tree.resolve("lib/copy.bin"), kernels);
      Path output = folder.resolve("out");
      PruneRequest request = PruneRequest.keeping(tree, output, targets("gfx942"));
      new Prune(request).run();
      new Prune(request.inPlace()).run();
      for (Path each : List.of(output, tree)) {
        assertThat(each.resolve("lib/copy.bin")).hasContent("code");
        assertThat(each.resolve("lib/rocblas/library/TensileLibrary_gfx1030.co")).doesNotExist();
      }
    }

    @Test
    void inPlaceTheTreeIsTheSameAsANewOne() throws IOException {
      Map<String, String> before = resolvedTree(tree, "gfx942");
      Path output = folder.resolve("out");
      prune(tree, output, "gfx942");
      new Prune(PruneRequest.keeping(tree, output, targets("gfx942")).inPlace()).run();
      checkPruned(tree, before);
      assertThat(Expected.tree(tree)).isEqualTo(Expected.tree(output));
      PruneReport again =
          new Prune(PruneRequest.keeping(tree, output, targets("gfx942")).inPlace()).run();
      assertThat(again.files()).isEmpty();
    }

    @Test
    void filesOfInstalledPackagesAreNamedAndNeedForce() throws IOException {
      Path lists = Files.createDirectories(folder.resolve("var/lib/dpkg/info"));
      Path library = tree.resolve("lib/libmany.so.1");
      Path listed = folder.toRealPath().relativize(library.toRealPath());
      Files.writeString(
          lists.resolve("librocmany1:amd64.list"), "/.\n/%s\n/etc/x\n".formatted(listed));
      Files.writeString(lists.resolve("other.list"), "/.\n/etc/y\n");
      Map<String, String> before = Expected.tree(tree);
      PruneRequest request =
          PruneRequest.keeping(tree, folder.resolve("out"), targets("gfx942")).inPlace();

      assertThat(new Prune(request).plan(Progress.NONE).findings())
          .filteredOn(note -> note.rule().equals("owned-by-package"))
          .singleElement()
          .satisfies(
              note ->
                  assertThat(note.message())
                      .isEqualTo("The installed package librocmany1:amd64 owns " + library + "."));
      assertThatThrownBy(() -> new Prune(request).run())
          .isInstanceOfSatisfying(
              OperationException.class,
              refused ->
                  assertThat(refused.reason())
                      .isEqualTo(OperationException.Obstacle.OWNED_BY_PACKAGES))
          .hasMessageContaining("librocmany1:amd64 owns " + library)
          .hasMessageContaining("--force");
      assertThat(Expected.tree(tree)).isEqualTo(before);

      // Of several inputs, none changes where one is refused.
      Path own = Files.copy(tree.resolve("lib/libmany.so.1"), folder.resolve("own.so"));
      byte[] bytes = Files.readAllBytes(own);
      PruneRequest both =
          new PruneRequest(
              List.of(own, tree),
              Optional.empty(),
              targets("gfx942"),
              TargetFilter.ALL,
              false,
              false,
              false,
              1,
              false,
              WheelLabels.NONE,
              true);
      assertThatThrownBy(() -> new Prune(both).run()).isInstanceOf(OperationException.class);
      assertThat(own).hasBinaryContent(bytes);

      PruneReport forced = new Prune(request.with(PruneRequest.FORCE, true)).run();
      assertThat(forced.findings()).extracting(OperationNote::rule).contains("owned-by-package");
      assertThat(Expected.tree(tree)).isNotEqualTo(before);
    }

    /** What is named twice, or is in another input, counts once. */
    @Test
    void inputsInOneAnotherCountOnce() throws IOException {
      PruneRequest one =
          PruneRequest.keeping(tree, folder.resolve("out"), targets("gfx942")).inPlace();
      PruneRequest twice =
          new PruneRequest(
              List.of(
                  tree.resolve("lib"),
                  tree,
                  tree.resolve("lib/.."),
                  tree.resolve("lib/libmany.so")),
              Optional.empty(),
              one.keep(),
              one.drop(),
              false,
              false,
              false,
              1,
              false,
              WheelLabels.NONE,
              true);
      PruneReport expected = new Prune(one).plan(Progress.NONE);
      for (PruneReport report :
          List.of(new Prune(twice).plan(Progress.NONE), new Prune(twice).run())) {
        assertThat(report.files()).hasSameSizeAs(expected.files());
        assertThat(report.fileCount()).isEqualTo(expected.fileCount());
        assertThat(report.beforeBytes()).isEqualTo(expected.beforeBytes());
        assertThat(report.targets()).isEqualTo(expected.targets());
      }
    }

    @Test
    void cancelledAnywhereTheTreeIsAsItWas() throws IOException {
      Map<String, String> before = Expected.tree(tree);
      PruneRequest request = PruneRequest.keeping(tree, folder.resolve("out"), targets("gfx942"));
      AtomicInteger steps = new AtomicInteger();
      new Prune(request).plan(counting(steps, Integer.MAX_VALUE));
      int planned = steps.get();
      for (int at = 1; at < planned + 400; at = at < planned ? at + 1 + planned / 4 : at + 23) {
        int stop = at;
        for (PruneRequest each : List.of(request, request.inPlace())) {
          try {
            Path copy = folder.resolve("out");
            new Prune(each).run(counting(new AtomicInteger(), stop));
            assertThat(each.output().isPresent() ? copy : tree).exists();
            return;
          } catch (CancellationException cancelled) {
            assertThat(Expected.tree(tree)).as("stopped at %d", stop).isEqualTo(before);
            assertThat(Expected.names(folder)).containsExactly("tree");
          }
        }
      }
    }

    private static Progress counting(AtomicInteger steps, int stop) {
      return () -> steps.incrementAndGet() >= stop;
    }

    @Test
    void whatWasBegunIsCompletedByTheNextRun() throws IOException {
      Path done = folder.resolve("done");
      prune(tree, done, "gfx942");
      List<String> changed = List.of("lib/libmany.so.1", "lib/.kpack/drift.kpm");
      try (PruneJournal journal = PruneJournal.begin(tree.toRealPath())) {
        for (String path : changed) {
          Path place = journal.next();
          Files.copy(done.resolve(path), place);
          journal.replace(path, place);
        }
        journal.remove("lib/rocblas/library/TensileLibrary_gfx1030.co");
        journal.write();
        // As far as a run comes that is killed now.
        Files.move(
            tree.resolve(".kpack-workbench-prune/0"),
            tree.resolve(changed.getFirst()),
            StandardCopyOption.REPLACE_EXISTING);
      }
      assertThat(ResolvedCode.all(tree.resolve("lib/libmany.so.1"))).hasSize(1);
      assertThat(PruneJournal.isUnfinished(tree)).isTrue();
      PruneReport report =
          new Prune(PruneRequest.keeping(tree, done, targets("gfx942")).inPlace()).run();
      assertThat(report.completed()).isTrue();
      assertThat(tree.resolve("lib/rocblas/library/TensileLibrary_gfx1030.co")).doesNotExist();
      assertThat(PruneJournal.isUnfinished(tree)).isFalse();
      assertThat(Expected.names(tree)).containsExactly("lib");
    }

    /** What one file cannot be replaced by is a folder in its place, which nothing foresees. */
    @Test
    void whereAChangeFailsTheOthersAreUndoneAtOnce() throws IOException {
      Path done = folder.resolve("done");
      prune(tree, done, "gfx942");
      Path taken = tree.resolve("lib/.kpack/drift.kpm");
      Files.delete(taken);
      Files.createDirectories(taken.resolve("inside"));
      Map<String, String> before = Expected.tree(tree);
      for (boolean interrupted : List.of(false, true)) {
        PruneJournal journal = PruneJournal.begin(tree.toRealPath());
        try (journal) {
          journal.remove("lib/rocblas/library/TensileLibrary_gfx1030.co");
          for (String path : List.of("lib/libmany.so.1", "lib/.kpack/drift.kpm")) {
            Path place = journal.next();
            Files.copy(done.resolve(path), place);
            journal.replace(path, place);
          }
          if (interrupted) {
            journal.write();
          } else {
            assertUndone(journal::commit, taken);
          }
        }
        if (interrupted) {
          assertUndone(() -> PruneJournal.recover(tree.toRealPath()), taken);
        }
        assertThat(Expected.tree(tree)).isEqualTo(before);
        assertThat(Expected.names(tree)).containsExactly("lib");
      }
    }

    private static void assertUndone(ThrowableAssert.ThrowingCallable work, Path file) {
      assertThatThrownBy(work)
          .isInstanceOf(FileSystemException.class)
          .hasMessageContaining(file.getFileName() + ": it cannot be replaced: ")
          .hasMessageContaining("all files are as they were before");
    }

    /** Interrupted before the first of two changes; then one of the files is installed anew. */
    @Test
    void whatChangedAfterAnInterruptionStays() throws IOException {
      Path done = folder.resolve("done");
      prune(tree, done, "gfx942");
      String first = "lib/.kpack/drift.kpm";
      String second = "lib/libmany.so.1";
      try (PruneJournal journal = PruneJournal.begin(tree.toRealPath())) {
        for (String path : List.of(first, second)) {
          Path place = journal.next();
          Files.copy(done.resolve(path), place);
          journal.replace(path, place);
        }
        journal.write();
      }
      Files.writeString(tree.resolve(second), "installed anew");
      for (Path other : List.of(folder, tree.resolve(second), tree.resolve("lib"))) {
        assertThatThrownBy(
                () ->
                    new Prune(PruneRequest.keeping(other, done, targets("gfx942")).inPlace()).run())
            .as(other.toString())
            .hasMessageContaining("was interrupted");
      }
      assertThat(
              new Prune(PruneRequest.keeping(tree, done, targets("gfx942")).inPlace())
                  .plan(Progress.NONE)
                  .findings())
          .extracting(OperationNote::rule)
          .contains("interrupted-run");
      PruneReport report =
          new Prune(PruneRequest.keeping(tree, done, targets("gfx942")).inPlace()).run();
      assertThat(report.completed()).isTrue();
      assertThat(report.findings())
          .filteredOn(note -> note.rule().equals("changed-meanwhile"))
          .extracting(OperationNote::file)
          .containsExactly(tree.toRealPath().resolve(second));
      assertThat(tree.resolve(second)).hasContent("installed anew");
      assertThat(tree.resolve(first)).hasSameBinaryContentAs(done.resolve(first));
      assertThat(PruneJournal.isUnfinished(tree)).isFalse();
    }

    @Test
    void databasesStayIfRequested() throws IOException {
      Path library = tree.resolve("lib/rocblas/library");
      Files.copy(
          FatFixture.MANY.path().resolveSibling("kinds-gfx1100.hsaco"),
          library.resolve("Kernels_gfx1100.hsaco"));
      Map<String, String> before = Expected.tree(library);
      PruneRequest request =
          PruneRequest.keeping(tree, folder.resolve("out"), targets("gfx942"))
              .with(PruneRequest.DATABASES, false);
      new Prune(request).run();
      assertThat(Expected.tree(folder.resolve("out/lib/rocblas/library"))).isEqualTo(before);
      assertThat(folder.resolve("out/lib/.kpack/drift_gfx1100.kpack")).doesNotExist();
    }

    private Path manifest() {
      return tree.resolve("lib/.kpack/drift.kpm");
    }

    /** Without archives that a manifest names and that are gone, or differ from it. */
    private void assertManifestIsTrue() throws IOException {
      Manifest manifest = ManifestFile.open(manifest()).manifest();
      assertThat(ManifestDiskCheck.run(manifest(), manifest, true, Progress.NONE).rows())
          .allSatisfy(row -> assertThat(row.findings()).isEmpty());
    }

    @Test
    void theManifestBesideAnArchiveFollowsIt() throws IOException {
      Path archives = tree.resolve("lib/.kpack");
      Path archive = archives.resolve("drift_gfx942.kpack");
      List<ManifestRow> before = ManifestFile.open(manifest()).manifest().rows();
      Path other = Files.write(archives.resolve("other.kpm"), otherManifest());
      PruneRequest request =
          PruneRequest.keeping(archive, archive, targets("gfx942"))
              .dropping(targets("gfx942"))
              .with(PruneRequest.ALLOW_EMPTY, true)
              .inPlace();
      assertThat(new Prune(request).plan(Progress.NONE).files())
          .extracting(file -> file.path().getFileName() + " " + file.outcome())
          .containsExactly("drift.kpm UPDATED", "drift_gfx942.kpack PRUNED");
      PruneReport report = new Prune(request).run();
      assertThat(report.files()).extracting(PrunedFile::path).containsExactly(manifest(), archive);
      assertThat(report.afterBytes()).isEqualTo(Files.size(manifest()) + Files.size(archive));
      assertThat(report.fileCount()).isEqualTo(2);
      List<ManifestRow> rows = ManifestFile.open(manifest()).manifest().rows();
      assertThat(rows).hasSameSizeAs(before).doesNotContainSequence(before);
      assertManifestIsTrue();
      assertThat(other).hasBinaryContent(otherManifest());
      assertThat(archives.resolve(".kpack-workbench-prune")).doesNotExist();
    }

    private byte[] otherManifest() {
      return ManifestWriter.write(
          Manifest.of(
              "other", "lib", List.of(new ManifestRow("gfx90a", "other.kpack", 1, 1, null))));
    }

    @Test
    void aManifestThatCannotFollowItsArchiveIsNamed() throws IOException {
      Path archive = tree.resolve("lib/.kpack/drift_gfx942.kpack");
      byte[] bytes = Files.readAllBytes(manifest());
      Files.write(manifest(), Arrays.copyOf(bytes, bytes.length - 9));
      PruneReport report =
          new Prune(
                  PruneRequest.keeping(archive, archive, targets("gfx942"))
                      .dropping(targets("gfx942"))
                      .with(PruneRequest.ALLOW_EMPTY, true)
                      .inPlace())
              .run();
      assertThat(report.findings())
          .filteredOn(note -> note.rule().equals("manifest-not-updated"))
          .extracting(OperationNote::file)
          .containsExactly(manifest().toRealPath());
    }

    /** Another program writes files while prune is working. */
    @Test
    void whatListsAFileThatChangedMeanwhileSaysWhatIsThere() throws IOException {
      Path archive = tree.resolve("lib/.kpack/drift_gfx942.kpack");
      Path removed = tree.resolve("lib/.kpack/drift_gfx1100.kpack");
      PruneReport report =
          new Prune(
                  PruneRequest.keeping(tree, folder, targets("gfx90a"))
                      .with(PruneRequest.ALLOW_EMPTY, true)
                      .inPlace())
              .run(new Touching(tree, List.of(archive, removed)));
      assertThat(report.findings())
          .filteredOn(note -> note.rule().equals("changed-meanwhile"))
          .hasSize(2);
      assertThat(report.files())
          .extracting(file -> file.path().getFileName().toString())
          .contains("drift.kpm")
          .doesNotContain("drift_gfx942.kpack", "drift_gfx1100.kpack");
      assertThat(ManifestFile.open(manifest()).manifest().rows())
          .extracting(ManifestRow::targetText)
          .contains("gfx942", "gfx1100");
      assertThat(ManifestFile.open(manifest()).manifest().dropped().targets())
          .doesNotContain("gfx942", "gfx1100");
      assertManifestIsTrue();
    }

    /** Root can give a file away; who cannot must not get its rights. */
    @Test
    void ownerAndSetUserBitStayTogether() throws IOException {
      Path file = tree.resolve("lib/libmany.so.1").toRealPath();
      assumeTrue(Files.getAttribute(folder, "unix:uid").equals(0), "only root gives files away");
      Files.setAttribute(file, "unix:uid", 1000);
      Files.setAttribute(file, "unix:gid", 1001);
      Files.setAttribute(file, "unix:mode", 06755);
      PruneReport report =
          new Prune(PruneRequest.keeping(tree, folder, targets("gfx942")).inPlace()).run();
      assertThat(report.files()).isNotEmpty();
      assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(1000);
      assertThat(Files.getAttribute(file, "unix:gid")).isEqualTo(1001);
      assertThat((int) Files.getAttribute(file, "unix:mode") & 07777).isEqualTo(06755);
    }

    @Test
    void aNewTreeKeepsOwners() throws IOException {
      assumeTrue(Files.getAttribute(folder, "unix:uid").equals(0), "only root gives files away");
      Path tool = Files.writeString(tree.resolve("tool"), "it");
      Path closed = Files.createDirectories(tree.resolve("private"));
      Path link = Files.createSymbolicLink(tree.resolve("link"), Path.of("/nowhere"));
      Path library = tree.resolve("lib/libmany.so.1");
      for (Path each : List.of(tool, closed, link, library)) {
        Files.setAttribute(each, "unix:uid", 1000, LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(each, "unix:gid", 1001, LinkOption.NOFOLLOW_LINKS);
      }
      Files.setAttribute(tool, "unix:mode", 06755);
      Path output = folder.resolve("out");
      prune(tree, output, "gfx942");
      for (Path each : List.of(tool, closed, link, library)) {
        Path copy = output.resolve(tree.relativize(each));
        assertThat(Files.readAttributes(copy, "unix:uid,gid,mode", LinkOption.NOFOLLOW_LINKS))
            .isEqualTo(Files.readAttributes(each, "unix:uid,gid,mode", LinkOption.NOFOLLOW_LINKS));
      }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aPipeIsNamedAndHardLinksStay() throws Exception {
      Path text = Files.writeString(tree.resolve("text"), "it");
      Files.createLink(tree.resolve("lib/text"), text);
      Path pipe = tree.resolve("pipe");
      assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
      Path output = folder.resolve("out");
      PruneReport report = prune(tree, output, "gfx942");
      assertThat(report.findings())
          .singleElement()
          .satisfies(
              note -> {
                assertThat(note.rule()).isEqualTo("special-file");
                assertThat(note.file()).isEqualTo(pipe.toRealPath());
              });
      assertThat(output.resolve("pipe")).doesNotExist();
      assertThat(Files.isSameFile(output.resolve("text"), output.resolve("lib/text"))).isTrue();
      assertThat(
              Files.isSameFile(
                  output.resolve("lib/libmany.so.1"), output.resolve("lib/libmany.copy.so")))
          .isTrue();
    }

    /** The other name is a file of its own from then on. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aHardLinkToTheOutsideIsNamed() throws IOException {
      Path library = tree.resolve("lib/libmany.so.1");
      PruneRequest request = PruneRequest.keeping(tree, folder, targets("gfx942")).inPlace();
      assertThat(new Prune(request).plan(Progress.NONE).findings()).isEmpty();
      Path outside = Files.createLink(folder.resolve("outside.so"), library);
      PruneReport planned = new Prune(request).plan(Progress.NONE);
      PruneReport report = new Prune(request).run();
      for (PruneReport each : List.of(planned, report)) {
        assertThat(each.findings())
            .extracting(OperationNote::rule)
            .containsExactly("linked-outside");
      }
      assertThat(outside).hasSameBinaryContentAs(FatFixture.MANY.path());
      Path one = Files.createLink(folder.resolve("one.so"), outside);
      PruneRequest alone = PruneRequest.keeping(one, folder, targets("gfx942")).inPlace();
      assertThat(new Prune(alone).run().findings())
          .extracting(OperationNote::rule)
          .containsExactly("linked-outside");
      assertThat(Files.isSameFile(one, outside)).isFalse();
    }

    @Test
    void aRefusalSaysThatAnInterruptedRunWasCompleted() throws IOException {
      Path done = folder.resolve("done");
      prune(tree, done, "gfx942");
      Path journal = Files.createDirectories(tree.resolve(".kpack-workbench-prune"));
      Files.writeString(journal.resolve("journal"), "prune 3\0end\0");
      assertThatThrownBy(
              () -> new Prune(PruneRequest.keeping(tree, done, targets("gfx803")).inPlace()).run())
          .hasMessageContaining("An interrupted run was completed first.");
    }

    @Test
    void aJournalThatLeavesTheFolderIsRefused() throws IOException {
      Path journal = Files.createDirectories(tree.resolve(".kpack-workbench-prune"));
      Files.writeString(journal.resolve("journal"), "prune 2\0remove\0../victim\0" + "5 x\0end\0");
      Path victim = Files.writeString(folder.resolve("victim"), "stays");
      assertThatThrownBy(
              () ->
                  new Prune(PruneRequest.keeping(tree, folder, targets("gfx942")).inPlace()).run())
          .hasMessageContaining("a path that leaves the folder");
      assertThat(victim).hasContent("stays");
    }

    @Test
    void aFileThatCannotBePrunedStaysAndIsNamed() throws IOException {
      Path broken = tree.resolve("lib/broken.kpack");
      Files.writeString(broken, "KPAK and nothing else, but long enough for the start of a file");
      PruneReport report = prune(tree, folder.resolve("out"), "gfx942");
      assertThat(folder.resolve("out/lib/broken.kpack")).hasSameBinaryContentAs(broken);
      assertThat(report.findings())
          .singleElement()
          .satisfies(
              note -> {
                assertThat(note.rule()).isEqualTo("not-pruned");
                assertThat(note.file()).isEqualTo(broken.toRealPath());
                assertThat(note.message())
                    .startsWith("left unchanged: at 0x")
                    .doesNotContain("broken.kpack")
                    .doesNotEndWith(".");
                assertThat(note.advice()).doesNotContain("..").endsWith(".");
              });
    }
  }

  @Test
  void whatSqliteKeepsBesideADatabaseIsNamedWhereItHasChanges() throws IOException {
    Path tree = folder.resolve("tree");
    for (String name : List.of("gfx942130.kdb", "gfx1100.kdb")) {
      Path database = tree.resolve("share/miopen/db").resolve(name);
      Files.createDirectories(database.getParent());
      Files.writeString(database, "database");
      Files.writeString(database.resolveSibling(name + "-wal"), "changes");
      Files.createFile(database.resolveSibling(name + "-journal"));
    }
    PruneRequest request = PruneRequest.keeping(tree, tree, targets("gfx942")).inPlace();
    for (PruneReport report :
        List.of(new Prune(request).plan(Progress.NONE), new Prune(request).run())) {
      assertThat(report.findings())
          .filteredOn(note -> note.rule().equals("database-uncommitted"))
          .extracting(note -> note.file().getFileName() + ": " + note.message())
          .containsExactlyInAnyOrder(
              "gfx942130.kdb-wal: it has changes that are not in gfx942130.kdb yet: both are kept",
              "gfx1100.kdb-wal: it has changes that are not in gfx1100.kdb yet: both are removed");
    }
    assertThat(tree.resolve("share/miopen/db/gfx942130.kdb-wal")).exists();
    assertThat(tree.resolve("share/miopen/db/gfx1100.kdb-wal")).doesNotExist();
  }

  @Test
  void codeOfZerosThatAloneWouldStayIsRefused() throws IOException {
    Path input = folder.resolve("zeros.so");
    byte[] bytes = Files.readAllBytes(FatFixture.RELR.path());
    try (OpenFile file = OpenFile.open(FatFixture.RELR.path())) {
      for (StoredBundle bundle : FatBinary.read(ElfFile.read(file.view())).bundles()) {
        for (BundleEntry entry : ((OffloadBundle) bundle.content()).entries()) {
          if (GpuTarget.lenient("gfx1100").equals(entry.target())) {
            int start = (int) (bundle.range().start() + entry.offset());
            Arrays.fill(bytes, start, start + (int) entry.sizeBytes(), (byte) 0);
          }
        }
      }
    }
    Files.write(input, bytes);
    PruneRequest alone = PruneRequest.keeping(input, folder.resolve("out.so"), targets("gfx1100"));
    for (Callable<PruneReport> each :
        List.<Callable<PruneReport>>of(
            () -> new Prune(alone).plan(Progress.NONE), () -> new Prune(alone).run())) {
      assertThatThrownBy(each::call)
          .hasMessageStartingWith(input + ": it cannot be pruned")
          .hasMessageContaining("only zeros would be left")
          .hasMessageNotContaining("error of the program");
    }
    assertThat(prune(input, folder.resolve("out.so"), "gfx1100", "gfx942").files()).hasSize(1);
  }

  @Test
  void aBundleThatNoWrapperPointsToIsNamedBeforeItIsLeftOutAndOnce() throws IOException {
    Path input = Unreferenced.make(FatFixture.RELR.path(), folder.resolve("in.so"));
    PruneRequest request = PruneRequest.keeping(input, folder.resolve("out.so"), targets("gfx942"));
    for (PruneReport report :
        List.of(new Prune(request).plan(Progress.NONE), new Prune(request).run())) {
      assertThat(report.findings())
          .singleElement()
          .returns("unreferenced-bundle", OperationNote::rule)
          .satisfies(note -> assertThat(note.message()).contains("no wrapper points to"));
    }
  }

  @Test
  void findingsNamePathsAsTheInputWasNamed() throws IOException {
    Path tree = Files.createDirectories(folder.resolve("named/.kpack")).getParent();
    Files.copy(FatFixture.MANY.path(), tree.resolve("libmany.so"));
    Files.writeString(tree.resolve(".kpack/broken.kpack"), "KPAK and no more");
    Path link = Files.createSymbolicLink(folder.resolve("link"), tree);
    Path output = folder.resolve("linked");
    assertThat(
            new Prune(PruneRequest.keeping(link, output, targets("gfx942")))
                .plan(Progress.NONE)
                .findings())
        .extracting(OperationNote::file)
        .isNotEmpty()
        .allMatch(file -> file.startsWith(link));
  }
}
