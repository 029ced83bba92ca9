package org.kpackworkbench.model.operation.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.bytes.FileModes;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.artifact.config.UnusableConfigException;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.operation.merge.MadeArtifact;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.packages.PackagesReport.Row;
import org.kpackworkbench.model.operation.packages.PackagesReport.User;
import org.kpackworkbench.model.operation.tar.TarPack;
import org.kpackworkbench.model.operation.tar.TarPack.TarOptions;

class PackageBuildTest {
  private static final String BLAS = "math/blas/stage";
  private static final String SOLVER = "math/solver/stage";
  private static final String FFT = "math/fft/stage";
  private static final String CONFIG =
      """
      version: 7.15.2
      packages:
        blas:
          components: [lib]
        solver:
          depends: [blas]
          deb_depends: [libc6]
        blas-devel:
          artifacts: [blas]
          components: [dev]
          depends: [blas]
      """;

  @TempDir private Path folder;
  private Path artifacts;
  private Path output;

  @BeforeEach
  void artifacts() throws IOException {
    artifacts = folder.resolve("artifacts");
    output = folder.resolve("out");
    artifact("blas_lib_generic", BLAS)
        .file(BLAS + "/lib/libblas.so.1", "host")
        .link(BLAS + "/lib/libblas.so", "libblas.so.1");
    artifact("blas_lib_gfx942", BLAS)
        .archive(BLAS, "code 942")
        .file(BLAS + "/lib/rocblas/library/T_gfx942.co", "database");
    artifact("blas_lib_gfx110X", BLAS).archive(BLAS, "code 1100");
    artifact("blas_dev_generic", BLAS).file(BLAS + "/include/blas.h", "header");
    artifact("solver_lib_generic", SOLVER).file(SOLVER + "/lib/libsolver.so.1", "host");
    artifact("solver_lib_gfx942", SOLVER).archive(SOLVER, "solver 942");
    artifact("solver_lib_gfx1201", SOLVER).archive(SOLVER, "solver 1201");
  }

  private MadeArtifact artifact(String name, String prefix) throws IOException {
    return new MadeArtifact(artifacts, name, prefix);
  }

  private PackagesRequest request(String config) throws IOException {
    Path file = Files.writeString(folder.resolve("packages.yaml"), config);
    return PackagesRequest.of(artifacts, file, output);
  }

  private PackagesReport plan(String config) throws IOException {
    return new PackageBuild(request(config), Map.of()).plan(Progress.NONE);
  }

  private PackagesReport run(PackagesRequest request) throws IOException {
    return new PackageBuild(request, Map.of()).run(Progress.NONE);
  }

  private static Row row(PackagesReport report, String name) {
    return report.packages().stream()
        .filter(row -> row.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " in " + names(report)));
  }

  private static List<String> names(PackagesReport report) {
    return report.packages().stream().map(Row::name).toList();
  }

  private static List<String> rules(PackagesReport report) {
    return report.findings().stream().map(OperationNote::rule).toList();
  }

  /** With xz, archives would take minutes and become a hundredth smaller. */
  @Test
  void compressedFilesAreNotCompressedWithXz() throws IOException {
    byte[] noise = new byte[1 << 20];
    new Random(1).nextBytes(noise);
    Files.write(
        artifacts.resolve("blas_lib_gfx942/" + BLAS + "/lib/rocblas/library/T_gfx942.co"), noise);
    run(request(CONFIG));
    assertThat(latin("amdrocm-blas7.15-gfx942_7.15.2_amd64.deb").contains("data.tar.gz")).isTrue();
    assertThat(members("amdrocm-blas7.15-gfx942_7.15.2_amd64.deb"))
        .anyMatch(path -> path.endsWith("T_gfx942.co"));
    assertThat(latin("amdrocm-blas-host7.15_7.15.2_amd64.deb").contains("data.tar.xz")).isTrue();
  }

  private String latin(String file) throws IOException {
    return Files.readString(output.resolve(file), StandardCharsets.ISO_8859_1);
  }

  private Map<String, byte[]> written() throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> all = Files.list(output)) {
      for (Path file : all.toList()) {
        files.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
    return files;
  }

  private List<String> members(String file) throws IOException {
    return PackageFile.open(output.resolve(file), UnpackBudget.one(), Progress.NONE)
        .orElseThrow()
        .members()
        .stream()
        .filter(member -> member.kind() != Member.Kind.FOLDER)
        .map(Member::path)
        .sorted()
        .toList();
  }

  @Test
  void plansHostAndDevicePackagesNamedAsTheFieldNamesThem() throws IOException {
    PackagesReport report = plan(CONFIG);
    assertThat(report.findings()).isEmpty();
    assertThat(names(report))
        .containsExactly(
            "amdrocm-blas-host7.15",
            "amdrocm-blas7.15-gfx110x",
            "amdrocm-blas7.15-gfx942",
            "amdrocm-blas7.15",
            "amdrocm-blas",
            "amdrocm-solver-host7.15",
            "amdrocm-solver7.15-gfx942",
            "amdrocm-solver7.15-gfx1201",
            "amdrocm-solver7.15",
            "amdrocm-solver",
            "amdrocm-blas-dev7.15",
            "amdrocm-blas-dev");
    assertThat(output).doesNotExist();
    assertThat(row(report, "amdrocm-blas7.15-gfx942").artifacts())
        .containsExactly("blas_lib_gfx942");
    assertThat(row(report, "amdrocm-blas7.15-gfx942").contents())
        .extracting(content -> content.count() + " " + content.kind())
        .containsExactly("1 archive", "1 database file");
    assertThat(report.written()).hasSize(12);
    assertThat(report.written())
        .allSatisfy(file -> assertThat(file.sizeBytes()).isGreaterThan(500));
  }

  @Test
  void warnsOfDamagedArchives() throws IOException {
    Path archive = artifacts.resolve("blas_lib_gfx942/" + BLAS + "/.kpack/blas_lib_gfx942.kpack");
    byte[] whole = Files.readAllBytes(archive);
    for (int length : List.of(whole.length - 10, whole.length / 2, 20, 0)) {
      Files.write(archive, Arrays.copyOf(whole, length));
      assertThat(plan(CONFIG).findings())
          .singleElement()
          .satisfies(
              each -> {
                assertThat(each.severity()).isEqualTo(Severity.WARNING);
                assertThat(each.rule()).isEqualTo("damaged-archive");
                assertThat(each.file()).isEqualTo(archive);
              });
    }
    Path artifact = artifacts.resolve("blas_lib_gfx942");
    Path packed = artifacts.resolve("blas_lib_gfx942.tar.zst");
    TarPack.write(artifact, packed, TarPack.TarOptions.DEFAULT, Progress.NONE);
    Files.move(artifact, folder.resolve("moved"));
    assertThat(plan(CONFIG).findings())
        .singleElement()
        .satisfies(
            each ->
                assertThat(each.file().toString())
                    .startsWith(packed.toString())
                    .endsWith("blas_lib_gfx942.kpack"));
  }

  /** Installed files have usual modes: what an artifact's file denies to others is lost. */
  @Test
  void namesFilesWhoseModesPackagesDoNotKeep() throws IOException {
    Path host = artifact("blas_lib_generic", BLAS).folder().resolve(BLAS);
    artifact("blas_lib_generic", BLAS)
        .file(BLAS + "/bin/helper", "program")
        .file(BLAS + "/etc/key", "secret")
        .file(BLAS + "/etc/usual", "text");
    FileModes.set(host.resolve("bin/helper"), 04755);
    FileModes.set(host.resolve("etc/key"), 0600);
    FileModes.set(host.resolve("lib/libblas.so.1"), 0755);
    FileModes.set(host.resolve("etc"), 0710);
    assertThat(plan(CONFIG).findings())
        .extracting(
            OperationNote::severity,
            OperationNote::rule,
            OperationNote::file,
            note -> note.message())
        .containsExactly(
            tuple(
                Severity.WARNING,
                "mode-widened",
                host.resolve("etc"),
                "its mode does not let others read it, which that of installed files does; likewise "
                    + host.resolve("etc/key")),
            tuple(
                Severity.WARNING,
                "set-id-lost",
                host.resolve("bin/helper"),
                "it loses its set-user-id or set-group-id bit: what is written has another owner"));
    // Members of packed artifacts have modes, too.
    Path packed = artifacts.resolve("blas_lib_generic.tar.zst");
    TarPack.write(artifacts.resolve("blas_lib_generic"), packed, TarOptions.DEFAULT, Progress.NONE);
    Files.move(artifacts.resolve("blas_lib_generic"), folder.resolve("moved"));
    assertThat(rules(plan(CONFIG))).containsExactly("member-set-id", "mode-widened", "set-id-lost");
  }

  @Test
  void keepsBytesOfNamesThatAreNotUtf8() throws IOException {
    artifact("blas_lib_generic", BLAS);
    Path library = artifacts.resolve("blas_lib_generic").resolve(BLAS);
    Files.writeString(SystemText.below(library, "lib/caf\ufffde9.txt"), "text");
    run(request(CONFIG));
    Path deb = output.resolve("amdrocm-blas-host7.15_7.15.2_amd64.deb");
    PackageFile file = PackageFile.open(deb, UnpackBudget.one(), Progress.NONE).orElseThrow();
    assertThat(file.facts().texts().get("md5sums"))
        .contains("  opt/rocm/core-7.15/lib/caf\ufffde9.txt\n");
    assertThat(Verify.run(List.of(deb), VerifyRequest.everything()).findings())
        .extracting(Finding::rule)
        .doesNotContain("deb-sums");
  }

  @Test
  void deviceDependsOnItsHostAndOnTheSameArchitecture() throws IOException {
    PackagesReport report = plan(CONFIG);
    assertThat(row(report, "amdrocm-solver7.15-gfx942").depends())
        .containsExactly(
            "amdrocm-solver-host7.15 (= 7.15.2)", "amdrocm-blas7.15-gfx942 (= 7.15.2)");
    // Where a dependency has no part for the architecture, its host part is needed.
    assertThat(row(report, "amdrocm-solver7.15-gfx1201").depends())
        .containsExactly("amdrocm-solver-host7.15 (= 7.15.2)", "amdrocm-blas-host7.15 (= 7.15.2)");
    assertThat(row(report, "amdrocm-solver-host7.15").depends())
        .containsExactly("amdrocm-blas-host7.15 (= 7.15.2)", "libc6");
    assertThat(row(report, "amdrocm-blas-dev7.15").depends())
        .containsExactly("amdrocm-blas-host7.15 (= 7.15.2)");
    assertThat(row(report, "amdrocm-solver").depends())
        .containsExactly("amdrocm-solver7.15 (= 7.15.2)");
  }

  @Test
  void oneGpuNeedsLessThanAll() throws IOException {
    List<User> users = plan(CONFIG).users();
    assertThat(users)
        .extracting(User::target)
        .containsExactly("gfx110X", "gfx942", "gfx1201", "all");
    assertThat(users.get(1).packages())
        .containsExactlyInAnyOrder(
            "amdrocm-blas-host7.15",
            "amdrocm-blas7.15-gfx942",
            "amdrocm-solver-host7.15",
            "amdrocm-solver7.15-gfx942");
    assertThat(users.get(1).downloadBytes()).isLessThan(users.getLast().downloadBytes());
    assertThat(users.getLast().packages()).hasSize(6);
  }

  @Test
  void variantStandsBeforeTheVersion() throws IOException {
    PackagesReport report = plan("variant: asan\n" + CONFIG);
    assertThat(names(report))
        .contains(
            "amdrocm-blas-host-asan7.15", "amdrocm-blas-asan7.15-gfx942", "amdrocm-blas-asan");
  }

  @Test
  void secondPresetProvidesDeviceCode() throws IOException {
    PackagesReport report =
        plan(
            "version: 8.0.0\npreset: rocm\npackages: {libs: {artifacts: [blas], components: [lib]}}");
    assertThat(names(report)).containsExactly("rocm-libs", "rocm-libs-gfx110x", "rocm-libs-gfx942");
    assertThat(row(report, "rocm-libs-gfx110x").provides()).isEqualTo("rocm-libs-device");
    assertThat(rules(report)).containsOnly("not-packaged");
  }

  @Test
  void namesOfAPatternOfOnesOwn() throws IOException {
    PackagesReport report =
        plan(
            CONFIG
                + "names: {host: 'x-<component>', device: 'x-<component>-<arch>', meta: [], plain: 'y-<component>'}\n");
    assertThat(names(report)).contains("x-blas", "x-blas-gfx942", "y-blas-dev").hasSize(7);
  }

  @Test
  void writesDebianPackagesTwiceWithTheSameBytes() throws IOException {
    run(request(CONFIG));
    Map<String, byte[]> first = written();
    assertThat(first).hasSize(12).containsKey("amdrocm-blas7.15-gfx942_7.15.2_amd64.deb");
    assertThat(members("amdrocm-blas7.15-gfx942_7.15.2_amd64.deb"))
        .contains(
            "opt/rocm/core-7.15/.kpack/blas_lib_gfx942.kpack",
            "opt/rocm/core-7.15/lib/rocblas/library/T_gfx942.co",
            "usr/share/doc/amdrocm-blas7.15-gfx942/copyright");
    assertThat(members("amdrocm-blas-host7.15_7.15.2_amd64.deb"))
        .contains("opt/rocm/core-7.15/lib/libblas.so", "opt/rocm/core-7.15/lib/libblas.so.1");
    // Packed artifacts give the same packages, on any number of threads.
    Path packed = Files.createDirectory(folder.resolve("packed"));
    try (Stream<Path> all = Files.list(artifacts)) {
      for (Path each : all.toList()) {
        TarPack.write(
            each,
            packed.resolve(each.getFileName() + ".tar.zst"),
            TarOptions.DEFAULT,
            Progress.NONE);
      }
    }
    output = folder.resolve("again");
    run(
        request(CONFIG)
            .with(PackagesRequest.INPUT, packed)
            .with(PackagesRequest.OUTPUT, Optional.of(output)));
    assertThat(written().keySet()).isEqualTo(first.keySet());
    written().forEach((name, bytes) -> assertThat(bytes).as(name).isEqualTo(first.get(name)));
  }

  @Test
  void namesAndTextsDoNotMeasureContentAgain() throws IOException {
    int large = 100_000;
    artifact("blas_lib_generic", BLAS).file(BLAS + "/lib/libblas.so.1", "x".repeat(large));
    PlanCache cache = new PlanCache(folder);
    PackagesRequest before = request(CONFIG);
    List<Row> first = new PackageBuild(before, Map.of()).plan(cache, Progress.NONE).packages();
    AtomicLong read = new AtomicLong();
    Progress counting =
        new Progress() {
          @Override
          public void advance(long amount) {
            read.addAndGet(amount);
          }

          @Override
          public boolean cancelled() {
            return false;
          }
        };
    PackagesRequest after =
        request("maintainer: B <b@example.org>\n" + CONFIG.replace("7.15.2", "8.0.1"));
    List<Row> second = new PackageBuild(after, Map.of()).plan(cache, counting).packages();
    assertThat(read).hasValueLessThan(large);
    assertThat(second).extracting(Row::name).contains("amdrocm-blas8.0-gfx942");
    assertThat(second.stream().filter(row -> row.files() > 0).map(Row::downloadBytes))
        .containsExactlyElementsOf(
            first.stream().filter(row -> row.files() > 0).map(Row::downloadBytes).toList());
    read.set(0);
    artifact("blas_lib_generic", BLAS).file(BLAS + "/lib/libblas.so.1", "x".repeat(large + 1));
    new PackageBuild(after, Map.of()).plan(cache, counting);
    assertThat(read).hasValueGreaterThan(large);
  }

  @Test
  void plansOfOneFormUnpackArtifactsOnce() throws IOException {
    Path artifact = artifacts.resolve("blas_lib_gfx942");
    Path packed = artifacts.resolve("blas_lib_gfx942.tar.zst");
    TarPack.write(artifact, packed, TarOptions.DEFAULT, Progress.NONE);
    Files.move(artifact, folder.resolve("moved"));
    Path kept = Files.createDirectory(folder.resolve("kept"));
    FileTime time = Files.getLastModifiedTime(packed);
    try (PlanCache cache = new PlanCache(kept)) {
      List<Row> first =
          new PackageBuild(request(CONFIG), Map.of()).plan(cache, Progress.NONE).packages();
      // No second plan could read this.
      Files.write(packed, new byte[(int) Files.size(packed)]);
      Files.setLastModifiedTime(packed, time);
      assertThat(new PackageBuild(request(CONFIG), Map.of()).plan(cache, Progress.NONE).packages())
          .isEqualTo(first);
      PackageBuild third = new PackageBuild(request("variant: asan\n" + CONFIG), Map.of());
      assertThat(third.plan(cache, Progress.NONE).packages()).hasSameSizeAs(first);
      assertThat(kept).isNotEmptyDirectory();
      Files.setLastModifiedTime(packed, FileTime.fromMillis(0));
      assertThatThrownBy(
              () -> new PackageBuild(request(CONFIG), Map.of()).plan(cache, Progress.NONE))
          .hasMessageContaining(packed.toString());
    }
    assertThat(kept).isEmptyDirectory();
  }

  @Test
  void existingPackagesStayWhereTheyAreTheSame() throws IOException {
    PackagesRequest request = request(CONFIG);
    run(request);
    FileTime before = FileTime.fromMillis(5_000);
    Path one = output.resolve("amdrocm-blas7.15_7.15.2_amd64.deb");
    Files.setLastModifiedTime(one, before);
    run(request);
    assertThat(Files.getLastModifiedTime(one)).isEqualTo(before);
    Files.writeString(one, "other");
    Map<String, byte[]> there = written();
    assertThatThrownBy(() -> run(request)).isInstanceOf(FileAlreadyExistsException.class);
    assertThat(written().keySet()).isEqualTo(there.keySet());
    assertThat(Files.readString(one)).isEqualTo("other");
    run(request.with(PackagesRequest.FORCE, true));
    assertThat(Files.size(one)).isGreaterThan(500);
  }

  @Test
  void noTimeIsLaterThanTheEnvironmentStates() throws IOException {
    new PackageBuild(request(CONFIG), Map.of("SOURCE_DATE_EPOCH", "1600000000")).run(Progress.NONE);
    PackageFile file =
        PackageFile.open(
                output.resolve("amdrocm-blas-host7.15_7.15.2_amd64.deb"),
                UnpackBudget.one(),
                Progress.NONE)
            .orElseThrow();
    assertThat(file.members())
        .allSatisfy(
            member -> assertThat(member.modifiedMillis()).isLessThanOrEqualTo(1_600_000_000_000L));
  }

  @Test
  void tarFilesAreTreesForOneGpuAndForAll() throws IOException {
    PackagesReport report = run(request(CONFIG).with(PackagesRequest.FORMATS, List.of("tar")));
    assertThat(written().keySet())
        .containsExactly(
            "therock-dist-linux-gfx110x-7.15.2.tar.gz",
            "therock-dist-linux-gfx1201-7.15.2.tar.gz",
            "therock-dist-linux-gfx942-7.15.2.tar.gz",
            "therock-dist-linux-multiarch-7.15.2.tar.gz");
    assertThat(members("therock-dist-linux-gfx942-7.15.2.tar.gz"))
        .containsExactly(
            ".kpack/blas_lib_gfx942.kpack",
            ".kpack/solver_lib_gfx942.kpack",
            "lib/libblas.so",
            "lib/libblas.so.1",
            "lib/libsolver.so.1",
            "lib/rocblas/library/T_gfx942.co");
    assertThat(report.users().get(1).downloadBytes())
        .isEqualTo(Files.size(output.resolve("therock-dist-linux-gfx942-7.15.2.tar.gz")));
  }

  @Test
  void featureVariantsShareThePackageOfTheirProcessor() throws IOException {
    artifact("blas_lib_gfx90a:xnack+", BLAS).archive(BLAS, "on");
    artifact("blas_lib_gfx90a:xnack-", BLAS).archive(BLAS, "off");
    assertThat(row(plan(CONFIG), "amdrocm-blas7.15-gfx90a").artifacts())
        .containsExactly("blas_lib_gfx90a:xnack+", "blas_lib_gfx90a:xnack-");
  }

  /** Where a component has no code for a GPU alone, that for its generic target is needed. */
  @Test
  void codeForGenericTargetsIsForTheGpusThatRunIt() throws IOException {
    artifact("fft_lib_generic", FFT).file(FFT + "/lib/libfft.so.1", "host");
    artifact("fft_lib_gfx11-generic", FFT).archive(FFT, "fft of all");
    artifact("fft_lib_gfx9-4-generic", FFT).archive(FFT, "fft 9.4 of all");
    artifact("fft_lib_gfx942", FFT).archive(FFT, "fft 942");
    String config =
        CONFIG.replace("[blas]\n    deb", "[blas, fft]\n    deb")
            + "  fft: {}\n  core: {artifacts: [], depends: [blas, fft]}\n";
    artifact("solver_lib_gfx1151", SOLVER).archive(SOLVER, "solver 1151");
    PackagesReport report = plan(config);
    assertThat(report.findings()).isEmpty();
    // Of a family all members run it.
    assertThat(row(report, "amdrocm-core7.15-gfx110x").depends())
        .containsExactly(
            "amdrocm-blas7.15-gfx110x (= 7.15.2)", "amdrocm-fft7.15-gfx11-generic (= 7.15.2)");
    assertThat(row(report, "amdrocm-solver7.15-gfx1151").depends())
        .containsExactly(
            "amdrocm-solver-host7.15 (= 7.15.2)",
            "amdrocm-blas-host7.15 (= 7.15.2)",
            "amdrocm-fft7.15-gfx11-generic (= 7.15.2)");
    // Its own code is for some binaries, perhaps: for the others there is that of the generic one.
    assertThat(row(report, "amdrocm-solver7.15-gfx942").depends())
        .containsExactly(
            "amdrocm-solver-host7.15 (= 7.15.2)",
            "amdrocm-blas7.15-gfx942 (= 7.15.2)",
            "amdrocm-fft7.15-gfx942 (= 7.15.2)");
    assertThat(row(report, "amdrocm-fft7.15-gfx942").depends())
        .containsExactly(
            "amdrocm-fft-host7.15 (= 7.15.2)", "amdrocm-fft7.15-gfx9-4-generic (= 7.15.2)");
    assertThat(row(report, "amdrocm-solver7.15-gfx1201").depends())
        .contains("amdrocm-fft-host7.15 (= 7.15.2)");
    assertThat(row(report, "amdrocm-core7.15-gfx942").depends())
        .containsExactly("amdrocm-blas7.15-gfx942 (= 7.15.2)", "amdrocm-fft7.15-gfx942 (= 7.15.2)");
    assertThat(packages(report, "gfx1151"))
        .contains("amdrocm-fft-host7.15", "amdrocm-fft7.15-gfx11-generic")
        .doesNotContain("amdrocm-fft7.15-gfx9-4-generic");
    assertThat(packages(report, "gfx942"))
        .contains("amdrocm-fft7.15-gfx942", "amdrocm-fft7.15-gfx9-4-generic");
    assertThat(packages(report, "gfx1201")).noneMatch(name -> name.endsWith("-generic"));
    assertThat(packages(report, "gfx11-generic"))
        .containsExactly("amdrocm-fft-host7.15", "amdrocm-fft7.15-gfx11-generic");
  }

  /** Components may have code for a GPU in packages of its own, or of its family. */
  @Test
  void familiesPackagesAreForTheirGpus() throws IOException {
    artifact("solver_lib_gfx1100", SOLVER).archive(SOLVER, "solver 1100");
    artifact("fft_lib_generic", FFT).file(FFT + "/lib/libfft.so.1", "host");
    artifact("fft_lib_gfx11", FFT).archive(FFT, "fft of all");
    PackagesReport report = plan(CONFIG + "  fft: {}\n");
    assertThat(row(report, "amdrocm-solver7.15-gfx1100").depends())
        .containsExactly(
            "amdrocm-solver-host7.15 (= 7.15.2)", "amdrocm-blas7.15-gfx110x (= 7.15.2)");
    // Nothing depends on the last one.
    assertThat(packages(report, "gfx1100"))
        .containsExactlyInAnyOrder(
            "amdrocm-solver-host7.15",
            "amdrocm-solver7.15-gfx1100",
            "amdrocm-blas-host7.15",
            "amdrocm-blas7.15-gfx110x",
            "amdrocm-fft-host7.15",
            "amdrocm-fft7.15-gfx11");
    assertThat(packages(report, "gfx1201")).noneMatch(name -> name.contains("fft"));
    // A component's own packages of families have what its others have not, as with wheels.
    artifact("fft_lib_gfx1100", FFT).archive(FFT, "fft 1100");
    assertThat(row(plan(CONFIG + "  fft: {}\n"), "amdrocm-fft7.15-gfx1100").depends())
        .containsExactly("amdrocm-fft-host7.15 (= 7.15.2)", "amdrocm-fft7.15-gfx11 (= 7.15.2)");
  }

  private static List<String> packages(PackagesReport report, String gpu) {
    return report.users().stream()
        .filter(user -> user.target().equals(gpu))
        .findFirst()
        .orElseThrow()
        .packages();
  }

  @Test
  void tarFileOfAGpuHasCodeForItsGenericTarget() throws IOException {
    // Nothing depends on it.
    artifact("fft_lib_generic", FFT).file(FFT + "/lib/libfft.so.1", "host");
    artifact("fft_lib_gfx12-generic", FFT).archive(FFT, "fft of all");
    run(request(CONFIG + "  fft: {}\n").with(PackagesRequest.FORMATS, List.of("tar")));
    assertThat(members("therock-dist-linux-gfx1201-7.15.2.tar.gz"))
        .contains(".kpack/fft_lib_gfx12-generic.kpack", "lib/libfft.so.1");
    assertThat(members("therock-dist-linux-gfx942-7.15.2.tar.gz"))
        .noneMatch(path -> path.contains("fft"));
  }

  @Test
  void refusesAFileInTwoPackages() throws IOException {
    assertThatThrownBy(() -> plan(CONFIG + "  more: {artifacts: [blas], components: [dev]}\n"))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("each file in one package")
        .hasMessageContaining(
            "/opt/rocm/core-7.15/include/blas.h in amdrocm-blas-dev7.15 and amdrocm-more7.15");
    assertThat(output).doesNotExist();
  }

  @Test
  void refusesOneFileWithTwoContents() throws IOException {
    artifact("blas_run_generic", BLAS).file(BLAS + "/lib/libblas.so.1", "other");
    assertThatThrownBy(() -> plan(CONFIG.replace("components: [lib]", "components: [lib, run]")))
        .hasMessageContaining("would get /opt/rocm/core-7.15/lib/libblas.so.1 twice")
        .hasMessageContaining("blas_run_generic")
        .hasMessageEndingWith("or let the package take one of them.");
    artifact("blas_run_generic", BLAS).file(BLAS + "/lib/libblas.so.1", "host");
    assertThat(
            row(
                    plan(CONFIG.replace("components: [lib]", "components: [lib, run]")),
                    "amdrocm-blas-host7.15")
                .artifacts())
        .contains("blas_run_generic");
  }

  @Test
  void namesArtifactsThatNoPackageTakes() throws IOException {
    artifact("fft_lib_generic", "math/fft/stage").file("math/fft/stage/lib/libfft.so", "host");
    PackagesReport report = plan(CONFIG);
    assertThat(report.findings())
        .singleElement()
        .satisfies(
            note -> {
              assertThat(note.rule()).isEqualTo("not-packaged");
              assertThat(note.file()).isEqualTo(artifacts.resolve("fft_lib_generic"));
              assertThat(note.message()).contains("fft_lib_generic (math/fft/stage)");
            });
  }

  @Test
  void namesPackagesWithoutArtifacts() throws IOException {
    PackagesReport report =
        plan(
            CONFIG
                + "  fft: {depends: [blas]}\n  apps: {artifacts: [solver], depends: [fft], components: [run]}\n");
    assertThat(rules(report)).contains("no-artifact", "dependency-left-out");
    assertThat(names(report)).noneMatch(name -> name.contains("fft"));
  }

  @Test
  void metaPackagesHaveOneForEachArchitecture() throws IOException {
    PackagesReport report = plan(CONFIG + "  core: {artifacts: [], depends: [blas, solver]}\n");
    assertThat(row(report, "amdrocm-core7.15-gfx942").depends())
        .containsExactly(
            "amdrocm-blas7.15-gfx942 (= 7.15.2)", "amdrocm-solver7.15-gfx942 (= 7.15.2)");
    assertThat(row(report, "amdrocm-core7.15").depends()).hasSize(3);
    assertThat(report.users().get(1).packages()).hasSize(4);
  }

  private void refused(String config, String... words) throws IOException {
    PackagesRequest request = request(config);
    assertThatThrownBy(() -> run(request))
        .isInstanceOfSatisfying(
            UnusableConfigException.class,
            wrong ->
                assertThat(
                        wrong.problems().stream()
                            .map(problem -> problem.in("F"))
                            .toList()
                            .toString())
                    .contains(words));
    assertThat(output).doesNotExist();
  }

  @Test
  void badConfigurationsAreRefusedWithTheLine() throws IOException {
    refused("packages: {blas: {}}\n", "no version of the packages is stated", "--package-version");
    refused("version: 1.0\n", "\"packages\" is missing");
    refused("version: x\npackages: {blas: {}}", "F:1:10: version: expected digits");
    refused(CONFIG + "preset: rocks\n", "expected rocm or therock, found \"rocks\"");
    refused(
        CONFIG.replace("[blas]\n    deb", "[blass]\n    deb"),
        "packages.solver.depends: there is no package \"blass\"",
        "\"blas\"");
    refused(CONFIG.replace("[lib]", "lib"), "expected a list of texts, found the text \"lib\"");
    refused(CONFIG + "names: {device: 'x-<component>'}\n", "expected <arch> in it");
    refused(CONFIG + "names: {host: 'x-<componet>'}\n", "<componet> is unknown");
    refused(CONFIG + "prefix: opt\n", "expected an absolute path, found \"opt\"");
    refused("[1, 2", "F:1:");
  }

  /** Each becomes a line of what package managers read. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "maintainer, B\\nEssential: yes <b@x.org>, `Name <address>, found \"B?Essential: yes <b@x.org>\"`",
        "maintainer, me, `Name <address>, found \"me\"`",
        "section, a b, a section such as devel",
        "license, a\\nb, one line",
        "homepage, a b, an address",
        "architecture, amd64\\nX: y, an architecture such as amd64"
      })
  void refusesWhatWouldBeAnotherField(String key, String value, String expected)
      throws IOException {
    refused("%s: \"%s\"\n%s".formatted(key, value, CONFIG), "F:1:", key + ": expected " + expected);
  }

  @Test
  void refusesRelationsThatNoPackageManagerReads() throws IOException {
    for (String wrong : List.of("libc6 (>> ", "libc6 >= 2", "Libc6", "a, b", "libc6\\nX: y")) {
      refused(
          "version: 1.0\npackages: {blas: {deb_depends: [\"%s\"]}}".formatted(wrong),
          "packages.blas.deb_depends: expected a package such as libc6 (>= 2.31), found \"");
    }
    refused(
        "version: 1.0\npackages: {blas: {rpm_requires: [\"a\\nb\"]}}",
        "packages.blas.rpm_requires: expected one line, found \"a?b\"");
    refused(
        """
        [{"Package": "amdrocm-blas", "Metapackage": "True", "DEBDepends": ["a b"], "License": "x\\ny"}]
        """,
        "expected a package such as libc6 (>= 2.31), found \"a b\"");
    for (String right : List.of("libc6 (>= 2.31)", "a1 | b+c:any (= 1:2~rc1-3)", "python3:any")) {
      assertThat(
              plan("version: 1.0\npackages: {blas: {deb_depends: ['%s']}}".formatted(right))
                  .packages()
                  .getFirst()
                  .depends())
          .contains(right);
    }
  }

  @Test
  void warnsOfPackagesThatDependOnEachOther() throws IOException {
    assertThat(
            plan("version: 1.0\npackages: {blas: {depends: [solver]}, solver: {depends: [blas]}}")
                .findings())
        .filteredOn(each -> each.rule().equals("circular-dependency"))
        .extracting(OperationNote::message)
        .containsExactly("blas and solver depend on each other");
    assertThat(plan(CONFIG).findings())
        .noneMatch(each -> each.rule().equals("circular-dependency"));
  }

  @Test
  void unknownKeysAreNamed() throws IOException {
    PackagesReport report = plan(CONFIG + "maintainr: me\n");
    assertThat(report.findings())
        .singleElement()
        .satisfies(
            note -> {
              assertThat(note.message()).contains("maintainr: this key is unknown");
              assertThat(note.advice()).contains("maintainer");
            });
  }

  @Test
  void explainsManifestsInArtifactsOfGpus() throws IOException {
    String kpm = BLAS + "/.kpack/blas_lib.kpm";
    for (String gpu : List.of("gfx942", "gfx110X")) {
      artifact("blas_lib_" + gpu, BLAS).archive(BLAS, "code").file(kpm, "manifest of " + gpu);
    }
    assertThatThrownBy(() -> plan(CONFIG))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("each file in one package, found /opt/rocm/core-7.15/.kpack/blas_lib")
        .hasMessageContaining("split by an earlier version: split again, or remove the manifests")
        .hasMessageNotContaining("Let one package take the artifact");
    // One package for settings of a processor gets both.
    artifact("blas_lib_gfx942-xnack+", BLAS).file(kpm, "manifest of xnack+");
    assertThatThrownBy(() -> plan(CONFIG))
        .hasMessageContaining("blas_lib.kpm twice, with different content")
        .hasMessageContaining("split by an earlier version")
        .hasMessageNotContaining("Take artifacts of one build");
  }

  @Test
  void refusesNamesThatPackageManagersDoNot() throws IOException {
    assertThatThrownBy(() -> plan(CONFIG + "names: {host: '.<component>'}\n"))
        .hasMessageContaining("would be named \".blas\"");
    assertThatThrownBy(() -> plan(CONFIG + "names: {host: 'xx', meta: []}\n"))
        .hasMessageContaining("two packages would be named xx: those of blas and of solver");
  }

  @Test
  void refusesWhatIsNotMadeOfArtifacts() throws IOException {
    artifact("blas_lib_gfx1100", BLAS).archive(BLAS, "code");
    Files.createFile(artifacts.resolve("blas_lib_gfx1100").resolve(BLAS + ".prebuilt"));
    assertThatThrownBy(() -> plan(CONFIG))
        .hasMessageContaining("came from an overlay, and must not be packed again");
    Files.delete(artifacts.resolve("blas_lib_gfx1100").resolve(BLAS + ".prebuilt"));
    Path none = Files.createDirectory(folder.resolve("none"));
    PackagesRequest request = request(CONFIG).with(PackagesRequest.INPUT, none);
    assertThatThrownBy(() -> run(request)).hasMessageContaining("expected artifacts in it");
    assertThatThrownBy(() -> plan("version: 1.0\npackages: {fft: {}}\n"))
        .hasMessageContaining("no package takes any of the artifacts; there are blas_dev_generic");
  }

  @Test
  void plansOfOneFormRecombineShardsOnce() throws IOException {
    Path shards = Files.createDirectory(folder.resolve("shards"));
    Files.move(artifacts, shards.resolve("one"));
    artifacts = shards;
    Path groups =
        Files.writeString(
            folder.resolve("groups.yaml"),
            "primary_shard: one\narchitecture_groups:\n  gfx94x: {architectures: [gfx942]}\n");
    Path archive;
    try (Stream<Path> all = Files.walk(shards)) {
      archive =
          all.filter(each -> each.toString().endsWith("gfx942.kpack")).findFirst().orElseThrow();
    }
    PackagesRequest request = request(CONFIG + "shards: groups.yaml\n");
    Path kept = Files.createDirectory(folder.resolve("kept"));
    FileTime time = Files.getLastModifiedTime(archive);
    byte[] content = Files.readAllBytes(archive);
    try (PlanCache cache = new PlanCache(kept)) {
      List<Row> first = new PackageBuild(request, Map.of()).plan(cache, Progress.NONE).packages();
      // Recombining could not read this.
      Files.write(archive, new byte[content.length]);
      Files.setLastModifiedTime(archive, time);
      PackageBuild second = new PackageBuild(request, Map.of());
      assertThat(second.plan(cache, Progress.NONE).packages()).isEqualTo(first);
      assertThat(kept).isNotEmptyDirectory();
      Files.setLastModifiedTime(archive, FileTime.fromMillis(0));
      assertThatThrownBy(() -> new PackageBuild(request, Map.of()).plan(cache, Progress.NONE))
          .hasMessageContaining(archive.toString());
      Files.write(archive, content);
      Files.writeString(
          groups, "primary_shard: one\narchitecture_groups:\n  gfx9: {architectures: [gfx942]}\n");
      assertThat(new PackageBuild(request, Map.of()).plan(cache, Progress.NONE).packages())
          .isNotEqualTo(first);
    }
    assertThat(kept).isEmptyDirectory();
  }

  @Test
  void shardsAreRecombinedFirst() throws IOException {
    Path shards = Files.createDirectory(folder.resolve("shards"));
    Files.move(artifacts, shards.resolve("one"));
    artifacts = shards;
    new MadeArtifact(shards.resolve("two"), "blas_lib_gfx1101", BLAS).archive(BLAS, "code 1101");
    assertThatThrownBy(() -> plan(CONFIG)).hasMessageContaining("found shards");
    Files.writeString(
        folder.resolve("groups.yaml"),
        """
        primary_shard: one
        architecture_groups:
          gfx110X: {architectures: [gfx110X, gfx1101]}
          gfx94X: {architectures: [gfx942]}
          gfx120X: {architectures: [gfx1201]}
        """);
    PackagesReport report = plan(CONFIG + "shards: groups.yaml\n");
    assertThat(names(report)).contains("amdrocm-blas7.15-gfx110x", "amdrocm-blas7.15-gfx94x");
    assertThat(row(report, "amdrocm-blas7.15-gfx110x").files()).isEqualTo(2);
  }

  @Test
  void cancelledBuildLeavesNothing() throws IOException {
    PackagesRequest request = request(CONFIG);
    AtomicInteger asked = new AtomicInteger();
    Progress stopping =
        new Progress() {
          @Override
          public boolean cancelled() {
            return asked.incrementAndGet() > 60;
          }
        };
    assertThatThrownBy(() -> new PackageBuild(request, Map.of()).run(stopping))
        .isInstanceOf(CancellationException.class);
    assertThat(output).doesNotExist();
  }

  @Test
  void writesRpmPackagesTwiceWithTheSameBytes() throws IOException {
    Map<String, String> environment = Map.of("PATH", System.getenv().getOrDefault("PATH", ""));
    if (RpmPackage.of(FileTime.fromMillis(0), folder, environment).isEmpty()) {
      if ("true".equals(System.getenv("KPACK_RPM_REQUIRED"))) {
        fail("rpmbuild is required");
      }
      abort("rpmbuild is not installed");
    }
    String config =
        """
        version: 7.15.2
        packages:
          blas: {components: [lib], rpm_requires: [glibc], license: MIT}
        """;
    PackagesRequest request = request(config).with(PackagesRequest.FORMATS, List.of("rpm"));
    PackagesReport report = new PackageBuild(request, environment).run(Progress.NONE);
    Map<String, byte[]> first = written();
    assertThat(first.keySet())
        .contains("amdrocm-blas7.15-gfx942-7.15.2-1.x86_64.rpm")
        .hasSize(report.packages().size());
    PackageFile file =
        PackageFile.open(
                output.resolve("amdrocm-blas-host7.15-7.15.2-1.x86_64.rpm"),
                UnpackBudget.one(),
                Progress.NONE)
            .orElseThrow();
    assertThat(file.facts().name()).isEqualTo("amdrocm-blas-host7.15");
    assertThat(file.facts().version()).startsWith("7.15.2");
    assertThat(members("amdrocm-blas-host7.15-7.15.2-1.x86_64.rpm"))
        .containsExactly(
            "opt/rocm/core-7.15/lib/libblas.so", "opt/rocm/core-7.15/lib/libblas.so.1");
    assertThat(row(report, "amdrocm-blas7.15-gfx942").depends())
        .containsExactly("amdrocm-blas-host7.15 = 7.15.2");
    assertThat(row(report, "amdrocm-blas-host7.15").depends()).containsExactly("glibc");
    new PackageBuild(request.with(PackagesRequest.FORCE, true), environment).run(Progress.NONE);
    written().forEach((name, bytes) -> assertThat(bytes).as(name).isEqualTo(first.get(name)));
  }

  @Test
  void namesRpmbuildWhereItIsMissing() throws IOException {
    PackagesRequest request = request(CONFIG).with(PackagesRequest.FORMATS, List.of("rpm", "tar"));
    PackagesReport report = new PackageBuild(request, Map.of()).run(Progress.NONE);
    assertThat(rules(report)).containsExactly("no-rpmbuild");
    assertThat(written().keySet()).hasSize(4).allMatch(name -> name.endsWith(".tar.gz"));
    assertThat(report.users().getLast().downloadBytes()).isEqualTo(-1);
  }

  private static final String FIELD =
      """
      [
        {
          "Package": "amdrocm-blas", "Gfxarch": "True",
          "DEBDepends": ["libc6", "amdrocm-runtime"], "RPMRequires": ["glibc"],
          "DEBRecommends": ["gcc"], "Architecture": "amd64",
          "Maintainer": "Some Team <team@example.org>", "Description_Short": "BLAS", "Vendor": "V",
          "Artifactory": [
            {"Artifact": "blas", "Artifact_Subdir": [{"Name": "blas", "Components": ["lib"]}]},
            {"Artifact": "fftw", "Artifact_Gfxarch": "False",
             "Artifact_Subdir": [{"Name": "fftw", "Components": ["lib"]}]}
          ]
        },
        {
          "Package": "amdrocm-blas-devel", "Gfxarch": "True", "DEBDepends": ["amdrocm-blas"],
          "Artifactory": [
            {"Artifact": "blas", "Artifact_Subdir": [{"Name": "BLAS", "Components": ["dev"]}]}
          ]
        },
        {
          "Package": "amdrocm-solver", "Gfxarch": "True", "DEBDepends": ["amdrocm-blas"],
          "postinstall": "True",
          "Artifactory": [
            {"Artifact": "solver", "Artifact_Subdir": [{"Name": "solver", "Components": ["lib"]}]}
          ]
        },
        {
          "Package": "amdrocm-old", "DisablePackaging": "True",
          "Artifactory": [
            {"Artifact": "blas", "Artifact_Subdir": [{"Name": "blas", "Components": ["lib"]}]}
          ]
        },
        {
          "Package": "amdrocm-core", "Metapackage": "True", "Gfxarch": "True",
          "DEBDepends": ["amdrocm-blas", "amdrocm-solver"]
        }
      ]
      """;

  private PackagesRequest field(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("package.json"), text);
    return PackagesRequest.of(artifacts, file, output)
        .with(PackagesRequest.VERSION, Optional.of("7.15.2"));
  }

  @Test
  void readsTheFieldsConfiguration() throws IOException {
    artifact("fftw_lib_generic", "third/fftw/stage").file("third/fftw/stage/lib/libfftw.so", "x");
    artifact("fftw_lib_gfx942", "third/fftw/stage").file("third/fftw/stage/lib/other.co", "x");
    PackagesReport report =
        new PackageBuild(field(FIELD).with(PackagesRequest.VARIANT, Optional.of("asan")), Map.of())
            .plan(Progress.NONE);
    assertThat(names(report))
        .containsExactly(
            "amdrocm-blas-host-asan7.15",
            "amdrocm-blas-asan7.15-gfx110x",
            "amdrocm-blas-asan7.15-gfx942",
            "amdrocm-blas-asan7.15",
            "amdrocm-blas-asan",
            "amdrocm-blas-dev-asan7.15",
            "amdrocm-blas-dev-asan",
            "amdrocm-solver-host-asan7.15",
            "amdrocm-solver-asan7.15-gfx942",
            "amdrocm-solver-asan7.15-gfx1201",
            "amdrocm-solver-asan7.15",
            "amdrocm-solver-asan",
            "amdrocm-core-asan7.15-gfx110x",
            "amdrocm-core-asan7.15-gfx942",
            "amdrocm-core-asan7.15-gfx1201",
            "amdrocm-core-asan7.15",
            "amdrocm-core-asan");
    assertThat(row(report, "amdrocm-blas-host-asan7.15").depends()).containsExactly("libc6");
    assertThat(row(report, "amdrocm-blas-host-asan7.15").recommends()).containsExactly("gcc");
    assertThat(row(report, "amdrocm-blas-host-asan7.15").artifacts())
        .containsExactly("blas_lib_generic", "fftw_lib_generic");
    assertThat(report.findings())
        .extracting(note -> note.rule() + ": " + note.message())
        .anyMatch(each -> each.contains("\"amdrocm-blas\" needs \"amdrocm-runtime\""))
        .anyMatch(each -> each.contains("\"amdrocm-solver\" runs a script"))
        .anyMatch(each -> each.contains("not-packaged: no package takes fftw_lib_gfx942"))
        .hasSize(3);
  }

  @Test
  void recommendsPackagesThatAreMadeHere() throws IOException {
    String text =
        FIELD.replace("[\"gcc\"]", "[\"gcc\", \"amdrocm-blas-devel\", \"amdrocm-solver\"]");
    PackagesReport report = new PackageBuild(field(text), Map.of()).plan(Progress.NONE);
    assertThat(row(report, "amdrocm-blas-host7.15").recommends())
        .containsExactly(
            "amdrocm-blas-dev7.15 (= 7.15.2)", "amdrocm-solver-host7.15 (= 7.15.2)", "gcc");
    assertThat(row(report, "amdrocm-blas7.15-gfx942").recommends())
        .containsExactly("amdrocm-solver7.15-gfx942 (= 7.15.2)");
    assertThat(report.findings())
        .extracting(note -> note.message())
        .noneMatch(each -> each.contains("recommends"));
    String own =
        CONFIG.replace("depends: [blas]\n    deb_depends", "recommends: [blas]\n    deb_depends");
    assertThat(own).isNotEqualTo(CONFIG);
    PackagesReport ours = plan(own);
    assertThat(row(ours, "amdrocm-solver-host7.15").recommends())
        .contains("amdrocm-blas-host7.15 (= 7.15.2)");
    assertThat(row(ours, "amdrocm-solver-host7.15").depends()).containsExactly("libc6");
  }

  @Test
  void fieldsMetaPackageOfAllHasItsOwnNameAndOthersHaveNoDevices() throws IOException {
    String more =
        """
          ,{
            "Comments": "Meta packages", "Package": "amdrocm", "Version": "", "BuildArch": "x86_64",
            "Metapackage": "True", "Gfxarch": "True", "DEBDepends": ["amdrocm-core"]
          },
          {
            "Package": "amdrocm-tools", "Metapackage": "True", "Gfxarch": "False",
            "Disable_DWZ": "True", "DEBDepends": ["amdrocm-blas", "python3 (>= 3.6.8)"]
          },
          {
            "Package": "amdrocm-fortran", "Metapackage": "True", "Gfxarch": "False",
            "DEBDepends": ["amdrocm-blas"], "DisablePackaging": "True"
          }
        ]
        """;
    PackagesRequest request = field(FIELD.substring(0, FIELD.lastIndexOf(']')) + more);
    PackagesReport report = new PackageBuild(request, Map.of()).plan(Progress.NONE);
    assertThat(names(report))
        .contains("amdrocm", "amdrocm7.15", "amdrocm7.15-gfx942", "amdrocm-tools7.15")
        .doesNotContain("amdrocm-tools7.15-gfx942", "amdrocm-amdrocm", "amdrocm-fortran");
    assertThat(row(report, "amdrocm7.15-gfx942").depends())
        .containsExactly("amdrocm-core7.15-gfx942 (= 7.15.2)");
    assertThat(row(report, "amdrocm-tools7.15").depends())
        .contains("amdrocm-blas-host7.15 (= 7.15.2)");
  }

  @Test
  void warnsOfKeysOfTheFieldThatNothingIsMadeOf() throws IOException {
    String field =
        FIELD
            .replace(
                "\"postinstall\": \"True\"",
                "\"postinstall\": [\"ldconfig\"], \"Provides\": [\"x\"], \"Conflicts\": []")
            .replace("\"Name\": \"BLAS\"", "\"Name\": \"BLAS\", \"Nam\": 1");
    PackagesReport report = new PackageBuild(field(field), Map.of()).plan(Progress.NONE);
    assertThat(report.findings())
        .filteredOn(note -> note.severity() == Severity.WARNING)
        .extracting(OperationNote::message)
        .anyMatch(each -> each.endsWith("[2].Provides: this key is unknown and is ignored"))
        .anyMatch(each -> each.endsWith("[2].Conflicts: this key is unknown and is ignored"))
        .anyMatch(each -> each.endsWith("Artifact_Subdir.Nam: this key is unknown and is ignored"))
        .anyMatch(each -> each.contains("\"amdrocm-solver\" runs a script"))
        .hasSize(5);
  }

  @Test
  void badFieldConfigurationsAreRefused() throws IOException {
    List<String> wrong =
        List.of(
            "[]|there is no package in it",
            "[1]|[0]: expected a package, found the number 1",
            "[{}]|\"Package\" is missing",
            "[{\"Package\": \"a\"}]|has no Artifactory, and is no Metapackage",
            "[{\"Package\": \"a\", \"Artifactory\": 1}]|expected a list, found the number 1",
            "[{\"Package\": \"a\", \"Metapackage\": \"yes\"}, {\"Package\": \"a\"}]|is listed twice",
            "[{\"Package\": \"a\", \"Metapackage\": \"yes\", \"DEBDepends\": \"b\"}]|expected a list of texts");
    for (String each : wrong) {
      PackagesRequest request = field(each.substring(0, each.indexOf('|')));
      assertThatThrownBy(() -> run(request))
          .as(each)
          .isInstanceOf(UnusableConfigException.class)
          .hasMessageContaining(each.substring(each.indexOf('|') + 1));
    }
  }
}
