package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.kpm.ManifestWriter;

/** What pictures are made of, beside the sample: artifacts, and texts with something to see. */
final class PictureFiles {
  private static final String NAME = "librocrand.so.1.1";
  private static final String STAGE = "math-libs/rocRAND/stage";
  private static final String LOG =
      """
          INFO: starting training on 8 devices
          kpack: cache created: disabled=0, debug=1, override_paths=0, prefix_paths=0
          kpack: parsed HIPK metadata: kernel_name='lib/librocrand.so.1', co_index=3, lookup_key='lib/librocrand.so.1#3', 1 search paths
          kpack: expanded pattern: ../.kpack/rand_lib_@GFXARCH@.kpack -> /opt/rocm/.kpack/rand_lib_gfx90a:xnack+.kpack
          MIOpen(HIP): Warning [ParseAndLoadDb] File is unreadable: gfx90a68.HIP.fdb.txt
          kpack: expanded pattern: ../.kpack/rand_lib_@GFXARCH@.kpack -> /opt/rocm/.kpack/rand_lib_gfx90a.kpack
          kpack: opened and cached archive: /opt/rocm/.kpack/rand_lib_gfx90a:xnack+.kpack
          kpack:   architecture: gfx90a:xnack+
          kpack: opened and cached archive: /opt/rocm/.kpack/rand_lib_gfx90a.kpack
          kpack:   architecture: gfx90a
          kpack:   architecture: gfx90a:xnack-
          kpack: trying architecture: gfx90a:xnack+
          kpack:   archive /opt/rocm/.kpack/rand_lib_gfx90a:xnack+.kpack has architecture gfx90a:xnack+
          kpack:   kernel not found in this archive (error 5), trying next candidate
          kpack: trying architecture: gfx90a
          kpack:   archive /opt/rocm/.kpack/rand_lib_gfx90a.kpack has architecture gfx90a
          kpack:   found kernel: 49152 bytes
          kpack: loaded code object: 49152 bytes
          epoch 1
          kpack: parsed HIPK metadata: kernel_name='lib/libhipblaslt.so.0', co_index=0, lookup_key='lib/libhipblaslt.so.0#0', 1 search paths
          kpack: direct path: ../.kpack/blas_lib.kpack -> /opt/rocm/.kpack/blas_lib.kpack
          kpack: opened and cached archive: /opt/rocm/.kpack/blas_lib.kpack
          kpack:   architecture: gfx942
          kpack:   architecture: gfx1100
          kpack: trying architecture: gfx90a:xnack+
          kpack: trying architecture: gfx90a
          kpack: no archive with compatible architecture found
          RuntimeError: HIP error: no kernel image is available for execution on the device
          kpack: parsed HIPK metadata: kernel_name='lib/libmany
      """;
  private static final String TOPOLOGY =
      """
          [artifact_groups.math-libs]
          type = "per-arch"

          [artifacts.rand]
          artifact_group = "math-lib"
          type = "target-specific"
          split_databases = ["rocblas", "rocrandom"]
      """;
  private static final String PACKAGING =
      """
          primary_shard: gfx94X
          architecture_groups:
            cdna:
              display_name: CDNA
              architectures: [gfx90a, gfx942]
      """;

  private static final String PACKAGES =
      """
          version: 7.15.0
          packages:
            blas: {summary: linear algebra}
            fft: {depends: [blas]}
      """;

  private static final String WHEEL = "many-1.0-py3-none-linux_x86_64.whl";

  private PictureFiles() {}

  /** Fills a folder, which is there and empty, with what needs no real library. */
  static void make(Path folder) throws IOException {
    Checkout.copy(Checkout.root().resolve("app/sample"), folder.resolve("sample"));
    Path wheels = Files.createDirectories(folder.resolve("wheels"));
    Files.copy(CliRun.fixture(WHEEL), wheels.resolve(WHEEL));
    String cache = "rocfft_kernel_cache.db";
    Files.copy(
        CliRun.fixture(cache),
        Files.createDirectories(folder.resolve("share/rocfft")).resolve(cache));
    done(
        CliRun.of(
            "pack-database",
            folder.resolve("share/rocfft").resolve(cache),
            "-o",
            folder.resolve("share/archives")));
    done(CliRun.of("split-wheel", wheels.resolve(WHEEL), "-o", folder.resolve("split-wheels")));
    done(
        CliRun.of(
            "convert",
            CliRun.fixture("windows.dll"),
            "-o",
            folder.resolve("windows/windows.dll"),
            "--kernel-name",
            "bin/windows.dll",
            "--search-path",
            "../.kpack/windows_@GFXARCH@.kpack",
            "--discard-device-code"));
    write(folder.resolve("train.log"), LOG);
    write(folder.resolve("topology.toml"), TOPOLOGY);
    write(folder.resolve("packaging.yaml"), PACKAGING);
    Path lib = Files.createDirectories(folder.resolve("demo/demo_lib_gfx90a/stage/lib"));
    Files.copy(folder.resolve("sample/lib/libmixed.so"), lib.resolve("libmixed.so"));
    write(folder.resolve("demo/demo_lib_gfx90a/artifact_manifest.txt"), "stage\n");
    done(
        CliRun.of(
            "split",
            "--batch-artifact-parent-dir",
            folder.resolve("demo"),
            "--output-dir",
            folder.resolve("shard")));
    // What is to be found: another archive under that name.
    Files.copy(
        folder.resolve("sample/.kpack/kpackfix_gfx942.kpack"),
        folder.resolve("shard/demo_lib_gfx942/stage/.kpack/demo_lib_gfx942.kpack"),
        StandardCopyOption.REPLACE_EXISTING);
    Path built = folder.resolve("built/.kpack");
    Files.createDirectories(built.getParent());
    Checkout.copy(folder.resolve("sample/.kpack"), built);
    done(
        CliRun.of(
            "edit", built.resolve("kpackfix_gfx942.kpack"), "--delete", "name:many", "--force"));
    Files.delete(built.resolve("kpackfix_gfx1030.kpack"));
    artifacts(folder);
    updated(folder);
    nightly(folder);
    program(folder);
    for (String path :
        List.of(
            "libhipblaslt.so.1",
            "hipblaslt/library/TensileLibrary_Type_HH_gfx1100.co",
            "hipblaslt/library/TensileLibrary_Type_SS_gfx1100.co",
            "librocfft.so.0",
            "libaotriton_v2.so.0")) {
      Path file = folder.resolve("rocm/lib").resolve(path);
      Files.createDirectories(file.getParent());
      if (path.endsWith(".co")) {
        Files.copy(CliRun.fixture("kinds-gfx1100.hsaco"), file);
      } else {
        write(file, "text");
      }
    }
    for (String name :
        List.of(
            "TensileLibrary_lazy_gfx1100.dat",
            "TensileLibrary_Type_HH_gfx1100.dat",
            "TensileLibrary_Type_SS_gfx1100.dat.zlib")) {
      Files.copy(CliRun.fixture(name), folder.resolve("rocm/lib/hipblaslt/library").resolve(name));
    }
  }

  /** Split artifacts of two libraries, and the packages that they become. */
  private static void artifacts(Path folder) throws IOException {
    for (String name : List.of("blas", "fft")) {
      Path artifact = folder.resolve("unsplit/%s_lib_all".formatted(name));
      Path lib = Files.createDirectories(artifact.resolve(name + "/stage/lib"));
      Files.copy(folder.resolve("sample/lib/libmany.so"), lib.resolve("lib%s.so".formatted(name)));
      write(artifact.resolve("artifact_manifest.txt"), name + "/stage\n");
    }
    done(
        CliRun.of(
            "split",
            "--batch-artifact-parent-dir",
            folder.resolve("unsplit"),
            "--output-dir",
            folder.resolve("artifacts"),
            "--target",
            "gfx942,gfx1100"));
    write(folder.resolve("packages.yaml"), PACKAGES);
    // Compressed, other times can have another size.
    try (Stream<Path> all = Files.walk(folder.resolve("artifacts"))) {
      for (Path each : all.filter(Files::isRegularFile).toList()) {
        Files.setLastModifiedTime(each, FileTime.fromMillis(1_700_000_000_000L));
      }
    }
  }

  /** A program whose RPATH leads to a library with code, and to the stub of the runtime. */
  private static void program(Path folder) throws IOException {
    Path lib = Files.createDirectories(folder.resolve("program/lib"));
    Files.copy(CliRun.fixture("needed-rpath.so"), folder.resolve("program/train"));
    Files.copy(CliRun.fixture("libmany.so"), lib.resolve("libneeded-b.so.1"));
    Files.copy(CliRun.fixture("stub/libamdhip64.so.5"), lib.resolve("libamdhip64.so.5"));
  }

  /** The sample's manifest after an update from the disk of the newer build. */
  private static void updated(Path folder) throws IOException {
    Path newer = folder.resolve("newer/.kpack");
    Files.createDirectories(newer.getParent());
    Checkout.copy(folder.resolve("built/.kpack"), newer);
    Path manifest = newer.resolve("kpackfix.kpm");
    done(CliRun.of("edit", manifest, "--update-from-disk", "--remove-missing", "--force"));
    done(
        CliRun.of("edit", manifest, "--set", "component=kpackdemo", "--force", "--force-contents"));
  }

  /** The manifests of twelve builds; nothing else of them is kept. */
  private static void nightly(Path folder) throws IOException {
    for (int build = 1; build <= 12; build++) {
      Path file = folder.resolve("nightly/build-%02d/blas_lib.kpm".formatted(build));
      Files.createDirectories(file.getParent());
      List<ManifestRow> rows = new ArrayList<>();
      if (build < 9) {
        rows.add(row("gfx1030", 2_400_000 + (build > 6 ? 210_000 : 0), 260));
      }
      rows.add(row("gfx1100", 2_600_000 + (build > 6 ? 230_000 : 0), 280));
      rows.add(row("gfx90a", 5_600_000 - (build > 3 ? 900_000 : 0), build > 3 ? 515 : 600));
      rows.add(row("gfx942", 7_900_000 + (build > 9 ? 2_200_000 : 0), build > 9 ? 980 : 770));
      if (build > 4) {
        rows.add(row("gfx950", 8_300_000, 800));
      }
      String prefix = "math-libs/rocBLAS/stage";
      Files.write(file, ManifestWriter.write(Manifest.of("blas_lib", prefix, rows)));
    }
  }

  private static ManifestRow row(String target, long sizeBytes, long kernels) {
    return new ManifestRow(target, "blas_lib_%s.kpack".formatted(target), sizeBytes, kernels, null);
  }

  /** Adds what is made of the real library: itself, and an artifact of it, also split. */
  static void addReal(Path folder, Path library) throws IOException {
    Files.copy(library, Files.createDirectories(folder.resolve("lib")).resolve(NAME));
    Path artifact = folder.resolve("build/rand_lib_gfx94X-dcgpu");
    Path lib = artifact.resolve(STAGE).resolve("lib");
    Path kernels = Files.createDirectories(lib.resolve("rocblas/library"));
    Files.copy(library, lib.resolve(NAME));
    Files.createSymbolicLink(lib.resolve("librocrand.so.1"), Path.of(NAME));
    Files.copy(
        folder.resolve("sample/kernels/kinds-gfx942.hsaco"),
        kernels.resolve("Kernels.so-000-gfx942.hsaco"));
    write(artifact.resolve("artifact_manifest.txt"), STAGE + "\n");
    done(
        CliRun.of(
            "split",
            "--batch-artifact-parent-dir",
            folder.resolve("build"),
            "--output-dir",
            folder.resolve("shards/gfx94X"),
            "--split-databases",
            "rocblas"));
  }

  private static void write(Path file, String text) throws IOException {
    Files.writeString(file, text);
  }

  private static void done(CliRun run) {
    assertThat(run.status()).as(run.err()).isZero();
  }
}
