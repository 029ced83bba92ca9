package org.kpackworkbench.model.format.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.model.analysis.diff.Compared;
import org.kpackworkbench.model.analysis.diff.TableComparison;
import org.kpackworkbench.model.analysis.diff.run.Compare;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.analysis.verify.grid.CoverageScan;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.files.TreeDeletion;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.KernelDatabases;
import org.kpackworkbench.model.fixtures.TestCode;
import org.kpackworkbench.model.fixtures.TestPackages;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.database.PackDatabase;
import org.kpackworkbench.model.operation.database.PackDatabaseRequest;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.prune.Prune;
import org.kpackworkbench.model.operation.prune.PruneReport;
import org.kpackworkbench.model.operation.prune.PruneRequest;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitReport;
import org.kpackworkbench.model.operation.split.SplitRequest;
import org.kpackworkbench.model.operation.wheel.WheelSplit;
import org.kpackworkbench.model.operation.wheel.WheelSplitReport;
import org.kpackworkbench.model.operation.wheel.WheelSplitRequest;

/** Every recogniser in every operation that moves, removes or checks files of one architecture. */
class MovedDatabasesTest {
  private static final List<String> ALL = Databases.installed().names();
  private static final String STAGE = "a/stage";
  private static final String OTHER = "gfx906";
  private static final String HASH = "0123456789abcdef".repeat(4);

  @TempDir private Path folder;

  /**
   * A file of a database.
   *
   * @param key whose artifact it belongs to
   * @param gpu one that takes it
   */
  private record Row(String database, String path, String key, String gpu) {
    @Override
    public String toString() {
      return database + ", " + path;
    }
  }

  private static Row row(String database, String path, String key) {
    return new Row(database, path, key, key);
  }

  static List<Row> rows() {
    return List.of(
        row("rocblas", "lib/rocblas/library/TensileLibrary_lazy_gfx942.dat", "gfx942"),
        row("rocblas", "lib/rocblas/library/Kernels.so-000-gfx90a-xnack+.hsaco", "gfx90a"),
        row("rocblas", "lib/rocblas/library/Kernels.so-000-gfx1250-strict.co", "gfx1250-strict"),
        row("rocblas", "lib/rocblas/library/gfx1100/deep/TensileManifest.txt", "gfx1100"),
        row(
            "hipblaslt",
            "lib/hipblaslt/library/gfx942/TensileLibrary_SS_gfx942.dat.zlib",
            "gfx942"),
        row("hipblaslt", "lib/hipblaslt/library/TensileLibrary/gfx1100/kernel.co", "gfx1100"),
        row("hipsparselt", "lib/hipsparselt/library/gfx950/fallback.dat", "gfx950"),
        row("rocfft", "lib/rocfft/rocfft_kernel_cache_gfx1030.db", "gfx1030"),
        row("rocfft", "lib/rocfft_kernel_cache_gfx90a-xnack-.db", "gfx90a"),
        row("rocfft", "lib/rocfft_kernel_cache_gfx942.db-wal", "gfx942"),
        row("miopen", "share/miopen/db/gfx942130.kdb-journal", "gfx942"),
        new Row("aotriton", "lib/aotriton.images/amd-gfx11xx/flash/a.aks2", "gfx11", "gfx1100"),
        new Row("aotriton", "lib/aotriton.images/amd-gfx120x/flash/a.aks2", "gfx12_0", "gfx1201"),
        new Row("aotriton", "lib/aotriton.images/amd-gfx115x/flash/a.aks2", "gfx115x", "gfx1151"),
        row("aotriton", "lib/aotriton.images/amd-gfx942/flash/a.aks2", "gfx942"),
        row("aotriton", "lib/aotriton/kernels/gfx942/flash.hsaco", "gfx942"),
        row("miopen", "share/miopen/db/gfx942130.kdb", "gfx942"),
        row("miopen", "share/miopen/db/gfx90a6e.HIP.fdb.txt", "gfx90a"),
        row("miopen", "share/miopen/db/gfx1030_36.db.txt", "gfx1030"),
        row("miopen", "share/miopen/db/gfx90a_sramecc_xnack.kdb", "gfx90a"),
        row("miopen", "share/miopen/db/gfx942_metadata.tn.model", "gfx942"),
        row("miopen", "lib/libMIOpenCKGroupedConv_gfx942.so", "gfx942"),
        row("miopen", "bin/MIOpenCKGroupedConv_gfx1100.dll", "gfx1100"),
        row("composablekernel", "lib/libdevice_conv_operations_gfx942.a", "gfx942"),
        row("composablekernel", "lib/libdevice_conv_operations_gfx90a_xnackp.a", "gfx90a"),
        row("hipkernelprovider", "lib/hipdnn/engines/arch_content/gfx942/a.kpack", "gfx942"),
        row("hipkernelprovider", "engines/test_arch_content/x/gfx1100/b.json", "gfx1100"),
        row(
            "hotswap_cache",
            "share/rocjitsu/translations/gfx1250-b0-a0/v1/%s.obj".formatted(HASH),
            "gfx1250"));
  }

  /** What names an architecture in their places, and no recogniser knows. */
  static List<Row> missed() {
    return List.of(
        row("rocblas", "lib/rocblas/library/TensileManifest_gfx942.txt", ""),
        row("rocblas", "lib/rocblas/library/TensileLibrary_lazy_gfx942.yaml", ""),
        row("hipblaslt", "lib/hipblaslt/library/gfx942_or_gfx1100.dat", ""),
        row("hipblaslt", "lib/hipblaslt/library/gfx11xx/x.dat", ""),
        row("hipsparselt", "lib/hipsparselt/library/notes-gfx942.md", ""),
        row("rocfft", "lib/rocfft/rocfft_kernel_cache_gfx942.sqlite", ""),
        row("aotriton", "lib/aotriton.images/amd-gfx942_mod0/x.aks2", ""),
        row("miopen", "share/miopen/db/gfx942130.cfg", ""),
        row("miopen", "share/miopen/db/gfx9999.kdb", ""),
        row("miopen", "lib/libMIOpenCK_gfx1151.a", ""),
        row("composablekernel", "lib/libdevice_conv_operations_gfx942.so.old", ""),
        row("composablekernel", "lib/libdevice_gemm_operations_gfx942.a", ""),
        row("hipkernelprovider", "lib/engines/arch_content/mi-gfx942/a.kpack", ""),
        row("hotswap_cache", "share/rocjitsu/translations/gfx1250/v2/x", ""));
  }

  private byte[] content = new byte[0];

  /** A library with code in it, which is to move as it is wherever such a file is expected. */
  @BeforeEach
  void read() throws IOException {
    content = Files.readAllBytes(Fixtures.path("libone.so"));
  }

  private Path artifact(Path parent, String name, String... paths) throws IOException {
    Path root = parent.resolve(name);
    for (String path : paths) {
      write(root.resolve(STAGE).resolve(path), content);
    }
    write(root.resolve("artifact_manifest.txt"), (STAGE + "\n").getBytes(StandardCharsets.UTF_8));
    return root;
  }

  private static void write(Path file, byte[] bytes) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
  }

  private static List<String> files(Path root, String ending) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Files::isRegularFile)
          .map(file -> root.relativize(file).toString())
          .filter(file -> file.endsWith(ending))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "lib/rocfft/kernels.db, rocFFT",
    "share/cache/my-cache.sqlite, rocFFT",
    "lib/rocfft/data, rocFFT",
    "share/miopen/db/all.db, MIOpen"
  })
  void namesDatabaseOfKernelsByAnotherName(String path, String library) throws Exception {
    Path file = folder.resolve("any");
    try (KernelDatabases database =
        library.equals("rocFFT") ? KernelDatabases.rocfft(file) : KernelDatabases.miopen(file)) {
      if (library.equals("rocFFT")) {
        database.rocfft("transpose", "gfx942", 1, new byte[9]);
      }
    }
    byte[] rows = Files.readAllBytes(file);
    Row row = row(library, path, "");
    assertUnnamed(splitWheel(path, rows).findings(), row, "it stays in the host wheel");
    content = rows;
    Path input = artifact(folder, "x_lib", path);
    assertUnnamed(split(input), row, "it stays generic");
    assertThat(verified(folder.resolve("out")))
        .containsExactly("database-recognised x_lib_generic/" + STAGE + "/" + path);
    TreeDeletion.delete(folder.resolve("out"));
    assertUnnamed(prune(row, OTHER, "pruned").findings(), row, "it is kept");
    write(
        folder.resolve("tree/lib/rocblas/library/Kernels_%s.co".formatted(OTHER)),
        TestCode.of(OTHER, "code"));
    PackDatabaseRequest request =
        new PackDatabaseRequest(folder.resolve("tree"), folder.resolve("packed"), false);
    assertUnnamed(
        new PackDatabase(request).run(Progress.NONE).findings(request), row, "it is not packed");
  }

  private static void assertUnnamed(List<OperationNote> notes, Row row, String stays) {
    assertThat(notes)
        .filteredOn(note -> note.rule().equals("database-recognised"))
        .singleElement()
        .satisfies(
            note -> {
              assertThat(note.severity()).isEqualTo(Severity.WARNING);
              assertThat(note.file().toString()).endsWith(row.path());
              assertThat(note.message())
                  .isEqualTo(
                      "it is a database of kernels of %s, but no recogniser knows its name: %s"
                          .formatted(row.database(), stays));
            });
  }

  @Test
  void everyRecogniserHasRows() {
    assertThat(rows().stream().map(Row::database).distinct())
        .containsExactlyInAnyOrderElementsOf(ALL);
    assertThat(missed().stream().map(Row::database).distinct())
        .containsExactlyInAnyOrderElementsOf(ALL);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void splitMovesItWhole(Row row) throws IOException {
    Path input = artifact(folder, "x_lib", row.path(), "share/readme.txt");
    Files.writeString(input.resolve(STAGE).resolve("share/readme.txt"), "for all");
    SplitReport report =
        new Split(
                SplitRequest.artifact(input, folder.resolve("out"))
                    .with(SplitRequest.PREFIX, Optional.of("x_lib"))
                    .with(SplitRequest.DATABASES, ALL))
            .run(Progress.NONE);
    assertThat(report.findings())
        .extracting(OperationNote::rule)
        .doesNotContain("database-recognised");
    String there = "x_lib_" + row.key() + "/" + STAGE + "/" + row.path();
    assertThat(files(folder.resolve("out"), row.path())).containsExactly(there);
    assertThat(folder.resolve("out").resolve(there)).hasBinaryContent(content);
  }

  @ParameterizedTest
  @MethodSource("missed")
  void splitLeavesWhatItDoesNotKnowAndSaysSo(Row row) throws IOException {
    Path input = artifact(folder, "x_lib", row.path());
    Files.writeString(input.resolve(STAGE).resolve(row.path()), "data");
    SplitReport report =
        new Split(
                SplitRequest.artifact(input, folder.resolve("out"))
                    .with(SplitRequest.PREFIX, Optional.of("x_lib"))
                    .with(SplitRequest.DATABASES, ALL))
            .run(Progress.NONE);
    assertSaid(report.findings(), row, "it stays generic");
    assertThat(files(folder.resolve("out"), row.path()))
        .containsExactly("x_lib_generic/" + STAGE + "/" + row.path());
  }

  /** Its rows name their architectures, and no part of it can move where they name several. */
  @Test
  void aCombinedCacheMovesIfItsRowsAreOfOneArchitecture() throws Exception {
    Row row = row("rocfft", "lib/rocfft/rocfft_kernel_cache.db", "");
    Path input = artifact(folder, "x_lib", row.path());
    Path cache = input.resolve(STAGE).resolve(row.path());
    Files.writeString(cache, "data");
    assertSaid(split(input), row, "whose rows cannot be read: text: it stays generic");
    byte[] several = cache(cache, "gfx942", "gfx90a:xnack+", "gfx90a:xnack-");
    assertSaid(
        split(input),
        row,
        "with the kernels of several architectures, gfx90a, gfx942: it stays generic");
    assertThat(files(folder.resolve("out"), row.path()))
        .containsExactly("x_lib_generic/" + STAGE + "/" + row.path());
    TreeDeletion.delete(folder.resolve("out"));
    assertSaid(
        splitWheel(row.path(), several).findings(),
        row,
        "gfx90a, gfx942: it stays in the host wheel");

    byte[] one = cache(cache, "gfx90a:xnack+", "gfx90a:xnack-");
    assertThat(split(input)).isEmpty();
    assertThat(files(folder.resolve("out"), row.path()))
        .containsExactly("x_lib_gfx90a/" + STAGE + "/" + row.path());
    assertThat(verified(folder.resolve("out"))).isEmpty();
    TreeDeletion.delete(folder.resolve("out"));
    assertThat(splitWheel(row.path(), one).findings()).isEmpty();
    assertThat(wheels(row.path()))
        .containsOnlyKeys("amd_pkg_device_gfx90a-1.0-py3-none-linux_x86_64.whl");
  }

  private static byte[] cache(Path file, String... architectures) throws Exception {
    Files.delete(file);
    try (KernelDatabases database = KernelDatabases.rocfft(file)) {
      for (String architecture : architectures) {
        database.rocfft("transpose", architecture, 1, new byte[9]);
      }
    }
    return Files.readAllBytes(file);
  }

  private List<OperationNote> split(Path input) throws IOException {
    if (Files.exists(folder.resolve("out"))) {
      TreeDeletion.delete(folder.resolve("out"));
    }
    return new Split(
            SplitRequest.artifact(input, folder.resolve("out"))
                .with(SplitRequest.PREFIX, Optional.of("x_lib"))
                .with(SplitRequest.DATABASES, ALL))
        .run(Progress.NONE)
        .findings();
  }

  /** One is damaged without the other, so they are never apart. */
  @ParameterizedTest
  @CsvSource({
    "rocfft_kernel_cache_gfx942.db, x_lib_gfx942, device_gfx942",
    "rocfft_kernel_cache.db, x_lib_generic, pkg"
  })
  void changesOfADatabaseMoveWithItAndAreSaid(String name, String artifact, String wheel)
      throws IOException {
    List<String> endings = List.of("", "-journal", "-shm", "-wal");
    Path input = artifact(folder, "x_lib");
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (String ending : endings) {
      byte[] bytes = "data".getBytes(StandardCharsets.UTF_8);
      write(input.resolve(STAGE).resolve("lib").resolve(name + ending), bytes);
      files.put("lib/" + name + ending, bytes);
    }
    SplitReport report =
        new Split(
                SplitRequest.artifact(input, folder.resolve("out"))
                    .with(SplitRequest.PREFIX, Optional.of("x_lib"))
                    .with(SplitRequest.DATABASES, ALL))
            .run(Progress.NONE);
    String uncommitted = "%s yet: both are moved together".formatted(name);
    assertChanges(report.findings(), uncommitted);
    assertThat(files(folder.resolve("out").resolve(artifact), ""))
        .containsAll(
            endings.stream().map(ending -> STAGE + "/lib/" + name + ending).sorted().toList());
    WheelSplitReport wheels = splitWheel(files);
    assertChanges(wheels.findings(), uncommitted);
    for (String ending : endings) {
      assertThat(wheels("lib/" + name + ending).keySet())
          .singleElement()
          .asString()
          .contains(wheel);
    }
  }

  private static void assertChanges(List<OperationNote> notes, String message) {
    assertThat(notes)
        .filteredOn(note -> note.rule().equals("database-uncommitted"))
        .hasSize(2)
        .allSatisfy(
            note -> {
              assertThat(note.severity()).isEqualTo(Severity.WARNING);
              assertThat(note.message()).contains(message);
              assertThat(note.file().toString()).matches(".*(-wal|-journal)");
            });
  }

  private static void assertSaid(List<OperationNote> notes, Row row, String stays) {
    assertThat(notes)
        .filteredOn(note -> note.rule().equals("database-recognised"))
        .singleElement()
        .satisfies(
            note -> {
              assertThat(note.severity()).isEqualTo(Severity.WARNING);
              assertThat(note.file().toString()).endsWith(row.path());
              assertThat(note.message()).contains("a file of " + row.database(), stays);
            });
  }

  private WheelSplitReport splitWheel(String path, byte[] bytes) throws IOException {
    return splitWheel(Map.of(path, bytes));
  }

  private WheelSplitReport splitWheel(Map<String, byte[]> more) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("pkg/__init__.py", "x = 1\n".getBytes(StandardCharsets.UTF_8));
    files.put("pkg/lib/libone.so", content);
    more.forEach((path, bytes) -> files.put("pkg/" + path, bytes));
    Path wheel = TestPackages.wheel(folder.resolve("pkg-1.0-py3-none-linux_x86_64.whl"), files, "");
    WheelSplitRequest request =
        WheelSplitRequest.of(wheel, folder.resolve("out"))
            .with(WheelSplitRequest.OVERLAY_ROOT, Optional.of("pkg"))
            .with(WheelSplitRequest.DATABASES, ALL);
    return new WheelSplit(request).run(Progress.NONE);
  }

  /** The wheels that have a file, and whether it is as it was. */
  private Map<String, Boolean> wheels(String path) throws IOException {
    Map<String, Boolean> found = new LinkedHashMap<>();
    for (String name : files(folder.resolve("out"), ".whl")) {
      PackageFile wheel = PackageFile.open(folder.resolve("out").resolve(name)).orElseThrow();
      for (Member member : wheel.members()) {
        if (member.path().equals("pkg/" + path)) {
          byte[] there = Files.readAllBytes(wheel.tree().path(member.path()));
          found.put(name, Arrays.equals(there, content));
        }
      }
    }
    return found;
  }

  @ParameterizedTest
  @MethodSource("rows")
  void splitWheelMovesItWhole(Row row) throws IOException {
    splitWheel(row.path(), content);
    String key = row.key().replace('-', '_');
    assertThat(wheels(row.path()))
        .isEqualTo(Map.of("amd_pkg_device_%s-1.0-py3-none-linux_x86_64.whl".formatted(key), true));
  }

  @ParameterizedTest
  @MethodSource("missed")
  void splitWheelLeavesWhatItDoesNotKnowAndSaysSo(Row row) throws IOException {
    byte[] data = "data".getBytes(StandardCharsets.UTF_8);
    assertSaid(splitWheel(row.path(), data).findings(), row, "it stays in the host wheel");
    assertThat(wheels(row.path())).containsOnlyKeys("pkg-1.0-py3-none-linux_x86_64.whl");
  }

  private PruneReport prune(Row row, String gpu, String output) throws IOException {
    Path tree = folder.resolve("tree");
    write(tree.resolve(row.path()), content);
    write(tree.resolve("lib/rocblas/library/Kernels_%s.co".formatted(OTHER)), new byte[] {1});
    TargetFilter keep = TargetFilter.of(List.of(gpu));
    return new Prune(PruneRequest.keeping(tree, folder.resolve(output), keep)).run();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void pruneKeepsItForItsGpuOnly(Row row) throws IOException {
    prune(row, OTHER, "others");
    assertThat(folder.resolve("others").resolve(row.path())).doesNotExist();
    prune(row, row.gpu(), "its");
    assertThat(folder.resolve("its").resolve(row.path())).hasBinaryContent(content);
  }

  @ParameterizedTest
  @MethodSource("missed")
  void pruneKeepsWhatItDoesNotKnowAndSaysSo(Row row) throws IOException {
    content = "data".getBytes(StandardCharsets.UTF_8);
    PruneReport report = prune(row, OTHER, "pruned");
    assertSaid(report.findings(), row, "it is kept");
    assertThat(folder.resolve("pruned").resolve(row.path())).exists();
  }

  private List<String> verified(Path shard) {
    Set<String> rules = Set.of("artifact-database", "generic-database", "database-recognised");
    return Verify.run(List.of(shard), VerifyRequest.everything().only(rules), Progress.NONE)
        .findings()
        .stream()
        .map(finding -> finding.rule() + " " + shard.relativize(finding.file()))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void verifyFindsItInAnotherArtifact(Row row) throws IOException {
    Path shard = folder.resolve("shard");
    artifact(shard, "x_lib_" + row.key(), row.path());
    assertThat(verified(shard)).isEmpty();
    String path = "/" + STAGE + "/" + row.path();
    artifact(shard, "x_lib_" + OTHER, row.path());
    artifact(shard, "x_lib_generic", row.path());
    assertThat(verified(shard))
        .containsExactlyInAnyOrder(
            "artifact-database x_lib_" + OTHER + path, "generic-database x_lib_generic" + path);
  }

  @ParameterizedTest
  @MethodSource("missed")
  void verifyFindsWhatNoRecogniserKnows(Row row) throws IOException {
    Path shard = folder.resolve("shard");
    artifact(shard, "x_lib_generic", row.path());
    assertThat(verified(shard))
        .containsExactly("database-recognised x_lib_generic/" + STAGE + "/" + row.path());
  }

  /** What a family's files are for, its members have. */
  @ParameterizedTest
  @MethodSource("rows")
  void coverageHasARowOfItsDatabase(Row row) throws IOException {
    Path tree = folder.resolve("tree");
    content = "data".getBytes(StandardCharsets.UTF_8);
    write(tree.resolve(row.path()), content);
    assertCovered(row, row.key());
    write(tree.resolve("other/rocblas/library/gfx906/x.dat"), content);
    write(tree.resolve("other/hipblaslt/library/%s/x.dat".formatted(row.gpu())), content);
    CoverageGrid grid = assertCovered(row, row.gpu());
    int other = grid.columns().indexOf(GpuTarget.parse(OTHER));
    int line = line(grid, row.database());
    assertThat(grid.cell(line, other) instanceof CoverageCell.Absent)
        .isNotEqualTo(row.database().equals("rocblas"));
  }

  private static int line(CoverageGrid grid, String database) {
    return grid.rows().stream().map(CoverageGrid.BinaryRow::key).toList().indexOf(database);
  }

  private CoverageGrid assertCovered(Row row, String target) throws IOException {
    CoverageGrid grid = CoverageScan.of(folder.resolve("tree"), Progress.NONE);
    int line = line(grid, row.database());
    assertThat(line).isNotNegative();
    assertThat(grid.rows().get(line).state()).isEqualTo(CoverageGrid.RowState.DATABASE);
    assertThat(grid.problems()).isEmpty();
    int column = grid.columns().indexOf(GpuTarget.parse(target));
    assertThat(column).as(target).isNotNegative();
    assertThat(grid.cell(line, column))
        .isInstanceOfSatisfying(
            CoverageCell.Files.class,
            files -> assertThat(files.sizeBytes()).isEqualTo(4L * files.count()).isPositive());
    return grid;
  }

  @ParameterizedTest
  @MethodSource("rows")
  void diffNamesItByItsPath(Row row) throws IOException {
    Path one = folder.resolve("one");
    Path two = folder.resolve("two");
    write(one.resolve(row.path()), content);
    write(two.resolve(row.path()), Arrays.copyOf(content, content.length - 1));
    TableComparison found =
        (TableComparison) Compare.open(List.of(one, two), UnpackBudget.operation(), Progress.NONE);
    found.compareContents(Progress.NONE, each -> {});
    assertThat(found.isIdentical(Progress.NONE)).isFalse();
    assertThat(Compared.changes(found)).containsKey(row.path());
  }
}
