package org.kpackworkbench.model.analysis.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.output.OperationNote;

/** Which GPUs a tree serves. */
class DoctorGridTest extends DoctorTrees {
  private DoctorReport grid() throws IOException {
    DoctorSettings settings = new DoctorSettings(tree, TargetFilter.ALL, List.of());
    return Doctor.of(settings, Map.of(), Progress.NONE);
  }

  private List<String> cells() throws IOException {
    return grid().results().stream()
        .map(
            each ->
                each.library() + " " + each.target().replaceAll(":.*", "") + " " + each.outcome())
        .toList();
  }

  private void gfx942(String library) throws IOException {
    index(library + "TensileLibrary_lazy_gfx942.dat");
    code(library + "Kernels.so-000-gfx942.hsaco");
  }

  @Test
  void showsEveryGpuWithFiles() throws Exception {
    file("lib/librocblas.so.5");
    gfx942("lib/rocblas/library/");
    file("lib/librocfft.so.0");
    cache("lib/rocfft_kernel_cache.db", "gfx90a:xnack-", "gfx942");
    assertThat(cells())
        .containsExactly(
            "rocBLAS gfx90a MISSING",
            "rocBLAS gfx942 FOUND",
            "rocFFT gfx90a FOUND",
            "rocFFT gfx942 FOUND");
    assertThat(grid().served()).containsExactly("gfx942");
    assertThat(grid().anyMissing()).as("it need not serve gfx90a").isFalse();
  }

  /** As coverage and resolving have it: the extras tell which GPUs there could be code for. */
  @Test
  void hostPackageAloneIsTriedOnTheGpusOfItsExtras() throws IOException {
    Files.copy(
        Fixtures.path("libhostonly.so"),
        file("sdk/lib/librocblas.so.5"),
        StandardCopyOption.REPLACE_EXISTING);
    Path info = Files.createDirectories(tree.resolve("sdk-7.0.dist-info"));
    Files.writeString(
        info.resolve("METADATA"),
        """
        Name: sdk
        Version: 7.0
        Provides-Extra: device-gfx1100
        Provides-Extra: device-gfx942
        Requires-Dist: sdk-device-gfx1100 == 7.0; extra == "device-gfx1100"
        Requires-Dist: sdk-device-gfx942 == 7.0; extra == "device-gfx942"
        """);
    Files.writeString(info.resolve("RECORD"), "sdk/lib/librocblas.so.5,,\n");
    assertThat(cells()).containsExactly("rocBLAS gfx942 MISSING", "rocBLAS gfx1100 MISSING");
    assertThat(grid().results().getLast().advice())
        .startsWith(
            "The device package of sdk 7.0 for gfx1100 is not installed. Install it: pip install"
                + " 'sdk[device-gfx1100]'. Install the files of rocBLAS for gfx1100 below ");
  }

  @Test
  void aSettingThatGetsLessHasAColumn() throws IOException {
    String library = "lib/rocblas/library/";
    file("lib/librocblas.so.5");
    index(library + "TensileLibrary_lazy_gfx942.dat");
    code(library + "Kernels.so-000-gfx942-xnack-.hsaco");
    assertThat(grid().served()).containsExactly("gfx942");
    assertThat(lines(2))
        .containsExactly(
            new String[] {"library", "gfx942", "gfx942:xnack+"},
            new String[] {"rocBLAS", "all", "none"});
  }

  @Test
  void tellsTwoFilesOfALibraryApart() throws IOException {
    file("lib/librocblas.so.5");
    gfx942("lib/rocblas/library/");
    file("old/librocblas.so.4");
    assertThat(lines(3))
        .containsExactly(
            new String[] {"library", "file", "gfx942"},
            new String[] {"rocBLAS", tree + "/lib/librocblas.so.5", "all"},
            new String[] {"rocBLAS", tree + "/old/librocblas.so.4", "none"});
  }

  private Stream<String[]> lines(int count) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (TextOut out = new TextOut(text, StandardCharsets.UTF_8)) {
      grid().describe().text(out);
    }
    return text.toString(StandardCharsets.UTF_8)
        .lines()
        .limit(count)
        .map(line -> line.split(" {2,}"));
  }

  @Test
  void listsFindings() throws Exception {
    file("lib/librocblas.so.5");
    gfx942("lib/rocblas/library/");
    file("lib/librocfft.so.0");
    cache("lib/rocfft_kernel_cache.db", "gfx90a:xnack-", "gfx942");
    assertThat(grid().findings())
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.severity()).isEqualTo(Severity.NOTE);
              assertThat(each.rule()).isEqualTo("kernels-missing");
              assertThat(String.valueOf(each.file())).endsWith("librocblas.so.5");
              assertThat(each.message()).startsWith("rocBLAS finds nothing on gfx90a");
              assertThat(each.advice()).isNotEmpty();
            });
    file("lib/libhipblaslt.so.1");
    assertThat(grid().findings())
        .filteredOn(each -> each.severity() == Severity.ERROR)
        .extracting(OperationNote::message)
        .allMatch(text -> text.startsWith("hipBLASLt"))
        .hasSize(2);
  }

  @Test
  void familiesAreTheirMembers() throws IOException {
    file("lib/libaotriton_v2.so.0");
    file("lib/aotriton.images/amd-gfx110x/flash/a.aks2");
    assertThat(cells()).first().isEqualTo("AOTriton gfx1100 MISSING");
  }

  /** A library that no GPU gets anything from, and files missing beside others, are errors. */
  @Test
  void reportsLibraryWithoutAnyGpu() throws IOException {
    file("lib/librocblas.so.5");
    gfx942("lib/rocblas/library/");
    assertThat(grid().anyMissing()).isFalse();
    file("lib/libhipblaslt.so.1");
    assertThat(grid().anyMissing()).as("hipBLASLt has nothing at all").isTrue();
    assertThat(grid().served()).isEmpty();
    gfx942("lib/hipblaslt/library/");
    assertThat(grid().anyMissing()).isFalse();
    index("lib/hipblaslt/library/TensileLibrary_lazy_gfx942.dat", "Tensile_HH");
    assertThat(grid().anyMissing()).as("a part is missing").isTrue();
    Files.delete(tree.resolve("lib/libhipblaslt.so.1"));
    assertThat(grid().anyMissing()).isFalse();
  }
}
