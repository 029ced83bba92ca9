package org.kpackworkbench.model.analysis.advise;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.advise.Advice.Choice;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.Device;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** Advice by names, from what package indices list. */
class PackageIndexTest {
  private static final String DEBIAN =
      """
      Package: amdrocm-blas-host
      Version: 7.1.0-1
      Depends: libc6 (>= 2.34), amdrocm-core | amdrocm-core-dev
      Installed-Size: 2048
      Size: 1000000
      Filename: pool/main/amdrocm-blas-host_7.1.0-1_amd64.deb

      Package: amdrocm-blas-gfx942
      Version: 7.0.9-1
      Size: 1
      Filename: pool/main/amdrocm-blas-gfx942_7.0.9-1_amd64.deb

      Package: amdrocm-blas-gfx942
      Version: 7.1.0-1
      Depends: amdrocm-blas-host (= 7.1.0-1)
      Installed-Size: 4096
      Size: 2000000
      Filename: pool/main/amdrocm-blas-gfx942_7.1.0-1_amd64.deb

      Package: amdrocm-blas-gfx942
      Version: 7.2.0~rc1-1
      Size: 5

      Package: amdrocm-blas-gfx110x
      Version: 7.1.0-1
      Depends: amdrocm-blas-host (= 7.1.0-1)
      Installed-Size: 8192
      Size: 3000000

      Package: amdrocm-core
      Version: 7.1.0-1
      Description: what all need
       with a second line
      Size: 10
      Installed-Size: 1

      Package: unrelated
      Version: 1
      """;

  private static final String JSON =
      """
      {"meta": {"api-version": "1.1"}, "name": "%s", "files": [
        {"filename": "%s-2.9.0-cp312-cp312-linux_x86_64.whl", "size": 100, "url": "x"},
        {"filename": "%s-2.10.0-cp311-cp311-linux_x86_64.whl", "size": 300},
        {"filename": "%s-2.10.0-cp312-cp312-linux_x86_64.whl", "size": 200},
        {"filename": "%s-2.10.0-cp312-cp312-linux_x86_64-rocm7.whl", "size": 900},
        {"filename": "%s-2.11.0rc1-cp312-cp312-linux_x86_64.whl", "size": 400},
        {"filename": "%s-2.10.0.tar.gz", "size": 50}]}
      """;

  @TempDir Path folder;

  private Path debian() throws IOException {
    return Files.writeString(folder.resolve("Packages"), DEBIAN);
  }

  private Path project(String name) throws IOException {
    return Files.writeString(folder.resolve(name + ".json"), JSON.replace("%s", name));
  }

  private static Advice advise(List<Path> packages, String... gpus) throws IOException {
    List<Device> devices = new ArrayList<>();
    for (String gpu : gpus) {
      devices.add(Device.written(gpu));
    }
    return Advisor.of(
        new AdviseSettings(packages, devices, Optional.empty(), false), Map.of(), Progress.NONE);
  }

  private static List<String> needed(Advice advice) {
    return advice.needed().stream().map(Choice::name).toList();
  }

  @Test
  void ofARepositoryThePackagesForTheGpuAndWhatTheyDependOnAreNeeded() throws IOException {
    Advice advice = advise(List.of(debian()), "gfx942");
    assertThat(needed(advice))
        .containsExactly("amdrocm-blas-host", "amdrocm-blas-gfx942", "amdrocm-core");
    assertThat(advice.packages())
        .extracting(Choice::name, Choice::version, Choice::downloadBytes, Choice::installBytes)
        .containsExactly(
            tuple("amdrocm-blas-host", "7.1.0-1", 1_000_000L, 2L << 20),
            tuple("amdrocm-blas-gfx942", "7.1.0-1", 2_000_000L, 4L << 20),
            tuple("amdrocm-blas-gfx110x", "7.1.0-1", 3_000_000L, 8L << 20),
            tuple("amdrocm-core", "7.1.0-1", 10L, 1024L));
    assertThat(advice.commands())
        .containsExactly(
            "apt install amdrocm-blas-gfx942=7.1.0-1 amdrocm-blas-host=7.1.0-1 amdrocm-core=7.1.0-1");
    assertThat(advice.uncovered()).isEmpty();
  }

  @Test
  void aFamilyServesItsGpusAndOthersAreUncovered() throws IOException {
    Advice advice = advise(List.of(debian()), "gfx1101", "gfx90a:xnack+");
    assertThat(needed(advice))
        .containsExactly("amdrocm-blas-host", "amdrocm-blas-gfx110x", "amdrocm-core");
    assertThat(advice.uncovered())
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.gpu()).hasToString("gfx90a:xnack+");
              assertThat(each.binaries()).containsExactly("amdrocm-blas");
              assertThat(each.why()).contains("for gfx110x, gfx942");
            });
  }

  @Test
  void compressedIndicesAreRead() throws IOException {
    List<String> plain = needed(advise(List.of(debian()), "gfx942"));
    for (String name : List.of("Packages.gz", "Packages.xz")) {
      Path file = folder.resolve(name);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (OutputStream out =
          name.endsWith("gz")
              ? new GZIPOutputStream(bytes)
              : new XZOutputStream(bytes, new LZMA2Options())) {
        out.write(DEBIAN.getBytes(UTF_8));
      }
      Files.write(file, bytes.toByteArray());
      assertThat(needed(advise(List.of(file), "gfx942"))).isEqualTo(plain);
      for (int length = 1; length < bytes.size() - 12; length += 7) {
        Files.write(file, Arrays.copyOf(bytes.toByteArray(), length));
        assertThatThrownBy(() -> advise(List.of(file), "gfx942"))
            .as("%s, %d bytes", name, length)
            .isInstanceOf(FormatException.class)
            .hasMessageContaining(name);
      }
    }
  }

  /** Names of families have an underscore, which names of packages do not have. */
  @Test
  void ofAPythonIndexTheNewestReleasesAreNeeded() throws IOException {
    List<Path> pages =
        List.of(
            project("torch"),
            project("amd_torch_device_gfx942"),
            project("amd_torch_device_gfx9_4"),
            project("amd_torch_device_gfx1100"));
    Advice advice = advise(pages, "gfx942");
    assertThat(needed(advice))
        .containsExactlyInAnyOrder("torch", "amd-torch-device-gfx942", "amd-torch-device-gfx9-4");
    assertThat(advice.packages())
        .allSatisfy(
            each -> {
              assertThat(each.version()).isEqualTo("2.10.0");
              assertThat(each.downloadBytes()).isEqualTo(300);
              assertThat(each.installBytes()).isEqualTo(-1);
            });
    assertThat(advice.commands())
        .containsExactly(
            "pip install amd-torch-device-gfx9-4==2.10.0 amd-torch-device-gfx942==2.10.0 torch==2.10.0");
  }

  @Test
  void aPageInHtmlNamesFilesWithoutSizes() throws IOException {
    Path page =
        Files.writeString(
            folder.resolve("index.html"),
            """
            <!DOCTYPE html>
            <html><body>
            <a href="../x/torch-2.9.0-cp312-cp312-linux_x86_64.whl#sha256=12">torch-2.9.0-cp312-cp312-linux_x86_64.whl</a><br/>
            <a href="y">amd_torch_device_gfx1100-2.9.0-py3-none-linux_x86_64.whl</a>
            <a href="..">up</a>
            </body></html>
            """);
    Advice advice = advise(List.of(page), "gfx1100");
    assertThat(needed(advice)).containsExactly("torch", "amd-torch-device-gfx1100");
    assertThat(advice.needed()).extracting(Choice::downloadBytes).containsOnly(-1L);
  }

  /** A page of files, as a build puts them beside one another. */
  @Test
  void theSourceOfRocmInstallsItsWheelsByExtras() throws IOException {
    StringBuilder page = new StringBuilder("<!DOCTYPE html><html><body>");
    for (String file :
        List.of(
            "rocm-7.10.0.tar.gz",
            "rocm-7.9.0rc1.tar.gz",
            "rocm_sdk_core-7.10.0-py3-none-linux_x86_64.whl",
            "rocm_sdk_devel-7.10.0-py3-none-linux_x86_64.whl",
            "rocm_sdk_libraries-7.10.0-py3-none-linux_x86_64.whl",
            "rocm_sdk_device_gfx942-7.10.0-py3-none-linux_x86_64.whl",
            "rocm_sdk_device_gfx1100-7.10.0-py3-none-linux_x86_64.whl")) {
      page.append("<a href=\"%1$s\">%1$s</a><br/>".formatted(file));
    }
    Advice advice =
        advise(List.of(Files.writeString(folder.resolve("files.html"), page)), "gfx942");
    assertThat(advice.commands()).containsExactly("pip install 'rocm[libraries,device-gfx942]'");
    assertThat(needed(advice))
        .containsExactlyInAnyOrder("rocm-sdk-core", "rocm-sdk-libraries", "rocm-sdk-device-gfx942");
  }

  @Test
  void whatIsWrongIsSaid() throws IOException {
    Path none = Files.writeString(folder.resolve("none.json"), "{\"files\": []}");
    assertThatThrownBy(() -> advise(List.of(none), "gfx942"))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("none.json")
        .hasMessageContaining("package index");
    Path cut = Files.writeString(folder.resolve("cut.json"), "{\"files\": [");
    assertThatThrownBy(() -> advise(List.of(cut), "gfx942")).isInstanceOf(FormatException.class);
    Path other = folder.resolve("Packages");
    Files.writeString(other, "Version: 1\n");
    assertThatThrownBy(() -> advise(List.of(other), "gfx942"))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("the field Package");
    Path artifact = Files.createDirectory(folder.resolve("blas_lib_gfx942"));
    Files.writeString(artifact.resolve("artifact_manifest.txt"), "blas/stage\n");
    Files.createDirectories(artifact.resolve("blas/stage"));
    assertThatThrownBy(() -> advise(List.of(debian(), artifact), "gfx942"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not on both at once");
  }

  @Test
  void changedAnywhereItIsReadOrRefused() throws IOException {
    Random random = new Random(691);
    Path file = folder.resolve("Packages");
    Path json = folder.resolve("torch.json");
    for (int i = 0; i < 400; i++) {
      for (Path each : List.of(file, json)) {
        StringBuilder text = new StringBuilder(each.equals(file) ? DEBIAN : JSON);
        for (int j = random.nextInt(4); j >= 0; j--) {
          text.setCharAt(random.nextInt(text.length()), (char) random.nextInt(256));
        }
        Files.writeString(each, text);
        try {
          assertThat(advise(List.of(each), "gfx942")).isNotNull();
        } catch (IOException refused) {
          assertThat(refused.getMessage()).contains(each.getFileName().toString());
        }
      }
    }
  }

  @Test
  void itCanBeCancelled() throws IOException {
    Path file = debian();
    assertThatThrownBy(() -> PackageIndex.read(file, () -> true))
        .isInstanceOf(CancellationException.class);
  }
}
