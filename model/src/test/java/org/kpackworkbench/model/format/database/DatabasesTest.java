package org.kpackworkbench.model.format.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatabasesTest {
  @Test
  void nineAreInstalled() {
    assertThat(Databases.installed().names())
        .containsExactly(
            "aotriton",
            "composablekernel",
            "hipblaslt",
            "hipkernelprovider",
            "hipsparselt",
            "hotswap_cache",
            "miopen",
            "rocblas",
            "rocfft");
  }

  /** Programs that have the model on their class path do not see what the module declares. */
  @Test
  void onTheClassPathTheSameAreInstalled() throws IOException {
    String list = "/META-INF/services/" + DatabaseRecogniser.class.getName();
    try (InputStream in = Databases.class.getResourceAsStream(list)) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8).lines())
          .containsExactlyInAnyOrderElementsOf(
              Databases.installed().recognisers().stream()
                  .map(one -> one.getClass().getName())
                  .toList());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "lib/rocblas/library/TensileLibrary_lazy_gfx1100.dat, rocblas, gfx1100",
    "lib/rocblas/library/Kernels.so-000-gfx90a-xnack+.hsaco, rocblas, gfx90a",
    "lib/x86_64-linux-gnu/rocblas/2.47.0/library/TensileLibrary_gfx90a.co, rocblas, gfx90a",
    "lib/rocblas/2.47.0/library/gfx908/whatever.bin, rocblas, gfx908",
    "lib/rocblas/5/library/Kernels.so-000-gfx1151.hsaco, rocblas, gfx1151",
    "lib/rocblas/library/Kernels.so-000-gfx90a-xnack-.hsaco, rocblas, gfx90a",
    "lib/rocblas/library/Kernels.so-000-gfx1250-strict.hsaco, rocblas, gfx1250-strict",
    "lib/rocblas/library/TensileLibrary_lazy_gfx1250_strict.dat, rocblas, gfx1250-strict",
    "lib/rocblas/library/gfx1250-strict/whatever.bin, rocblas, gfx1250-strict",
    "lib/rocblas/library/TensileLibrary_Type_HH_fallback_gfx942.co, rocblas, gfx942",
    "lib/rocblas/library/gfx908/whatever.bin, rocblas, gfx908",
    "lib/hipblaslt/library/gfx1250v0/TensileManifest.txt, hipblaslt, gfx1250",
    "lib/hipblaslt/library/gfx1250v0/Kernels.so-000-gfx1250.hsaco, hipblaslt, gfx1250",
    "lib/hipblaslt/library/TensileLibrary_gfx1250v0.dat, hipblaslt, gfx1250",
    "lib/rocblas/library/gfx90a/x_gfx90a-xnack+.co, rocblas, gfx90a",
    "hipblaslt/library/gfx950/extop_gfx950.co, hipblaslt, gfx950",
    "lib/hipsparselt/library/deep_gfx11-generic.dat, hipsparselt, gfx11-generic",
    "lib/hipsparselt/library/gfx942/deep/er/x.dat, hipsparselt, gfx942",
    "lib/aotriton/kernels/gfx942/flash.hsaco, aotriton, gfx942",
    "lib/aotriton.images/amd-gfx11xx/flash/attn.aks2, aotriton, gfx11",
    "lib/aotriton.images/amd-gfx110x/a, aotriton, gfx110x",
    "lib/aotriton.images/amd-gfx120x/a, aotriton, gfx12_0",
    "lib/aotriton.images/amd-gfx115x/a, aotriton, gfx115x",
    "lib/aotriton.images/amd-gfx90a/a/b/c, aotriton, gfx90a",
    "lib/rocblas/library/TensileLibrary_lazy_gfx942.dat.zlib, rocblas, gfx942",
    "lib/rocblas/library/gfx942/TensileManifest.txt, rocblas, gfx942",
    "lib/rocblas/library/deep/x_gfx942.dat, rocblas, gfx942",
    "lib/hipblaslt/library/TensileLibrary/gfx1100/k.co, hipblaslt, gfx1100",
    "lib/hipblaslt/library/gfx942/TensileLibrary_fallback.dat, hipblaslt, gfx942",
    "lib/rocfft_kernel_cache_gfx90a.db, rocfft, gfx90a",
    "lib/rocfft/rocfft_kernel_cache_gfx90a-xnack+.db, rocfft, gfx90a",
    "lib/libMIOpenCKGroupedConv_gfx942.so, miopen, gfx942",
    "lib/libMIOpenCKGroupedConv_gfx90a.so.1.0, miopen, gfx90a",
    "bin/MIOpenCK_gfx1100.dll, miopen, gfx1100",
    "share/miopen/db/gfx90a_nosramecc_xnack.kdb, miopen, gfx90a",
    "lib/libdevice_conv_operations_gfx942.a, composablekernel, gfx942",
    "lib/libdevice_conv_operations_gfx90a_xnackp.a, composablekernel, gfx90a",
    "lib/libdevice_conv_operations_gfx90a_xnack_.a, composablekernel, gfx90a",
    "lib/device_conv_operations_gfx1250_strict.lib, composablekernel, gfx1250-strict",
    "lib/hipdnn/engines/arch_content/gfx942/a.kpack, hipkernelprovider, gfx942",
    "engines/test_arch_content/deep/gfx1100/gfx942/b.json, hipkernelprovider, gfx1100",
    "share/rocjitsu/translations/gfx1250-b0-a0/v1/%1$s.man, hotswap_cache, gfx1250",
    "share/rocjitsu/translations/gfx1250/v1/%1$s.obj, hotswap_cache, gfx1250",
    "share/miopen/db/gfx942130.db.txt, miopen, gfx942",
    "share/miopen/db/gfx90878.HIP.fdb.txt, miopen, gfx908",
    "share/miopen/db/gfx90a6e.db.txt, miopen, gfx90a",
    "share/miopen/db/gfx1030_36.db.txt, miopen, gfx1030",
    "share/miopen/db/gfx906.kdb, miopen, gfx906",
    "share/miopen/db/gfx110060.db.txt, miopen, gfx1100",
    "share/miopen/db/gfx90c_8.db.txt, miopen, gfx90c",
    "share/miopen/db/gfx1250-strict.kdb, miopen, gfx1250-strict",
    "share/miopen/db/gfx1250_strictly.kdb, miopen, gfx1250",
    "share/miopen/db/gfx942130.kdb-wal, miopen, gfx942",
    "lib/rocfft/rocfft_kernel_cache_gfx1030.db-shm, rocfft, gfx1030",
    "lib/rocfft/rocfft_kernel_cache_gfx1030.db-journal, rocfft, gfx1030",
    "share/miopen/db/gfx942_metadata.tn.model, miopen, gfx942"
  })
  void filesGoToTheirArchitecture(String path, String database, String architecture) {
    String real = path.replace("%1$s", "0123456789abcdef".repeat(4));
    DatabaseFile file = Databases.installed().recognise(real).orElseThrow();
    assertThat(file.database()).isEqualTo(database);
    assertThat(file.architecture()).hasToString(architecture);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lib/rocblas/library/TensileLibrary_Type_HH_fallback.dat",
        "lib/rocblas/library/gfx942_or_gfx1100.dat",
        "lib/rocfft/rocfft_kernel_cache.db",
        "lib/aotriton.images/amd-gfx942_mod0/x",
        "lib/aotriton.images/amd-gfx999/x",
        "lib/aotriton.images/amd-gfx5xx/x",
        "lib/aotriton.images/amd-gfx9xx/x",
        "lib/aotriton.images/amd-gfx94x/x",
        "lib/aotriton.images/amd-gfx11/x",
        "lib/rocblas/library/Kernels_gfx999.co",
        "lib/miopen/db/gfx9999.kdb",
        "lib/miopen/db/gfx11001.db.txt",
        "lib/miopen/db/gfx94230.db.txt",
        "lib/miopen/db/gfx942fff.db.txt",
        "lib/miopen/db/gfx942cfg.db.txt",
        "lib/miopen/db/gfx.model"
      })
  void withoutAnArchitectureTheyStayGeneric(String path) {
    assertThat(Databases.installed().recognise(path).orElseThrow().architecture()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lib/librocblas.so.5",
        "lib/rocblas/library/TensileManifest_gfx942.txt",
        "lib/rocblas/library/deep/x.dat",
        "lib/rocfft_kernel_cache_gfx942.db-old",
        "lib/rocfft_kernel_cache_gfx999.db",
        "lib/rocblas/library/gfx9xx/x.txt",
        "lib/hipblaslt/library/gfx11xx/x.dat",
        "lib/libMIOpenCKGroupedConv_gfx999.so",
        "lib/libMIOpenCK_gfx1151.a",
        "lib/libdevice_conv_operations_gfx9999.a",
        "lib/libdevice_gemm_operations_gfx942.a",
        "lib/libMIOpen.so.1",
        "lib/libMIOpenCK_gfx942.so_old",
        "lib/libdevice_conv_operations.a",
        "engines/arch_content/readme.txt",
        "share/rocjitsu/translations/gfx1250/v1/short.man",
        "share/rocjitsu/translations/gfx1250/v2/" + "0123456789abcdef",
        "lib/rocblas/other/x_gfx942.dat",
        "lib/notrocblas/library/x_gfx942.dat",
        "library/x_gfx942.dat",
        "lib/aotriton/kernels/gfx942/readme.txt",
        "lib/aotriton/kernels/x.hsaco",
        "lib/aotriton.images/version.txt",
        "miopen/db/miopen.db",
        "miopen/db/gfx942130.cfg",
        "miopen/db/deep/gfx942130.db.txt",
        "miopen/gfx942130.db.txt",
        ""
      })
  void otherFilesAreNoDatabase(String path) {
    assertThat(Databases.installed().recognise(path)).isEmpty();
  }

  /** Silently generic is how databases were lost. */
  @ParameterizedTest
  @CsvSource({
    "lib/rocblas/library/TensileManifest_gfx942.txt, rocblas",
    "lib/rocblas/library/gfx942_or_gfx1100.dat, rocblas",
    "lib/hipblaslt/TensileLibrary/gfx1100/Kernels.co, hipblaslt",
    "lib/aotriton.images/amd-gfx942_mod0/x, aotriton",
    "lib/miopen/db/gfx942130.cfg, miopen",
    "lib/libMIOpenCK-gfx942.so, miopen",
    "lib/libMIOpenCK_gfx1151.a, miopen",
    "lib/libMIOpenCKGroupedConv_gfx999.so, miopen",
    "lib/miopen/db/gfx9999.kdb, miopen",
    "lib/miopen/db/gfx942fff.db.txt, miopen",
    "lib/libdevice_gemm_operations_gfx942.a, composablekernel",
    "lib/libdevice_conv_operations_gfx9999.a, composablekernel",
    "lib/rocfft_kernel_cache_gfx999.db, rocfft",
    "lib/rocblas/library/gfx9xx/x.txt, rocblas",
    "lib/rocblas/library/Kernels_gfx999.co, rocblas",
    "lib/hipblaslt/library/gfx11xx/x.dat, hipblaslt",
    "lib/aotriton.images/amd-gfx5xx/x, aotriton",
    "lib/aotriton.images/amd-gfx9xx/x, aotriton",
    "lib/rocfft_kernel_cache_gfx942.sqlite, rocfft",
    "lib/libdevice_conv_operations_gfx942.so, composablekernel",
    "lib/libdevice_conv_operation-gfx942.a, composablekernel",
    "engines/arch_content/mi-gfx942/a.kpack, hipkernelprovider",
    "share/rocjitsu/translations/gfx1250/v2/x, hotswap_cache",
    "lib/rocfft/gfx942/kernels.bin, rocfft",
    "lib/rocfft/kernels-gfx942, rocfft",
    "lib/rocsparse/kernels_gfx942.co, rocsparse",
    "lib64/rocsolver/gfx90a/x, rocsolver",
    "gfx90a/lib/x86_64-linux-gnu/rocsolver/deep/x.gfx90a, rocsolver",
    "bin/hipsparselt/other/x_gfx942.dat, hipsparselt",
    "share/miopen/db/deep/gfx942.kdb, miopen",
    "lib/MIOpen/gfx942, MIOpen",
    "lib/rocblas/gfx942.bin, rocblas"
  })
  void whatNamesAnArchitectureAmongThemAndIsNotRecognisedIsSaid(String path, String database) {
    assertThat(Databases.installed().missed(path)).contains(database);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lib/rocblas/library/TensileLibrary_lazy_gfx942.dat",
        "lib/rocblas/library/TensileLibrary.dat",
        "lib/rocblas/library/TensileManifest.txt",
        "share/doc/gfx942.txt",
        "gfx942/lib/rocsparse/x.bin",
        "lib/rocsparse-gfx942",
        "lib/rocm/gfx9/lib/x.so",
        "lib/rocprofiler/gfx942_metrics.xml",
        "share/rocprofiler-sdk/gfx942.yaml",
        "lib/llvm/gfx942.bc"
      })
  void nothingElseIsSaid(String path) {
    assertThat(Databases.installed().missed(path)).isEmpty();
  }

  @Test
  void namesWithoutARecogniserAreTold() {
    Databases installed = Databases.installed();
    List<String> names = List.of("later", "rocblas", "other", "later");
    assertThat(installed.unknown(names)).containsExactly("later", "other");
    assertThat(installed.named(names).names()).containsExactly("rocblas");
    assertThat(installed.named(names).recognise("lib/hipblaslt/library/x_gfx942.dat")).isEmpty();
  }
}
