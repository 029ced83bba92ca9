package org.kpackworkbench.model.analysis.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Found;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Outcome;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Result;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.archives.TargetFilter;

/** What libraries try, and what they find of it. */
class DoctorTest {
  @TempDir private Path folder;
  private Path tree;

  @BeforeEach
  void makeTree() throws IOException {
    tree = folder.toRealPath().resolve("rocm");
  }

  private Path file(String path) throws IOException {
    Path file = tree.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, "");
  }

  private Result ask(String library, String gpu, Map<String, String> variables) throws IOException {
    DoctorReport report =
        Doctor.of(
            new DoctorSettings(tree, TargetFilter.of(List.of(gpu)), List.of()),
            variables,
            Progress.NONE);
    return report.results().stream()
        .filter(result -> result.library().equals(library))
        .findFirst()
        .orElseThrow();
  }

  private Result ask(String library, String gpu) throws IOException {
    return ask(library, gpu, Map.of());
  }

  private List<String> tried(Result result) {
    return result.steps().stream()
        .map(step -> step.found() + " " + tree.relativize(Path.of(step.path())))
        .toList();
  }

  @Test
  void rocblasTriesItsFoldersAndIndicesInOrder() throws IOException {
    file("lib/librocblas.so.4");
    file("lib/rocblas/library/TensileLibrary_lazy_gfx90a.dat");
    file("lib/rocblas/library/TensileLibrary_Type_SS_gfx90a.co");
    Result found = ask("rocBLAS", "gfx90a:xnack+");
    assertThat(found.outcome()).isEqualTo(Outcome.FOUND);
    assertThat(found.advice()).isEmpty();
    assertThat(tried(found))
        .containsExactly(
            "NOT_THERE ../Tensile/library",
            "NOT_THERE lib/library",
            "NOT_THERE rocblas/library",
            "USED lib/rocblas/library",
            "NOT_THERE lib/rocblas/library/gfx90a",
            "USED lib/rocblas/library/TensileLibrary_lazy_gfx90a.dat",
            "THERE lib/rocblas/library/*gfx90a*co");
    Result missing = ask("rocBLAS", "gfx1100");
    assertThat(missing.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(missing.available()).containsExactly("gfx90a");
    assertThat(missing.advice())
        .contains("for gfx1100 below " + tree.resolve("lib/rocblas/library"))
        .contains("there are some for gfx90a")
        .contains("ROCBLAS_TENSILE_LIBPATH");
    assertThat(tried(missing))
        .endsWith(
            "NOT_THERE lib/rocblas/library/TensileLibrary_lazy_gfx1100.dat",
            "NOT_THERE lib/rocblas/library/TensileLibrary_gfx1100.dat",
            "MISSING lib/rocblas/library/TensileLibrary.dat",
            "MISSING lib/rocblas/library/*gfx1100*co");
  }

  /** After a split the index may be in the generic part and the code in none. */
  @Test
  void anIndexWithoutCodeIsNotEnough() throws IOException {
    file("lib/librocblas.so.4");
    file("lib/rocblas/library/TensileLibrary.dat");
    Result result = ask("rocBLAS", "gfx942");
    assertThat(result.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(result.advice()).startsWith("The index is there and no code object is");
  }

  @Test
  void aFolderOfTheGpuIsTaken() throws IOException {
    file("lib/libhipblaslt.so.0");
    file("lib/hipblaslt/library/gfx942/TensileLibrary_lazy_gfx942.dat");
    file("lib/hipblaslt/library/gfx942/Kernels_gfx942.co");
    Result result = ask("hipBLASLt", "MI300X");
    assertThat(result.outcome()).isEqualTo(Outcome.FOUND);
    assertThat(result.target()).isEqualTo("gfx942");
    assertThat(ask("hipBLASLt", "gfx90a").available()).containsExactly("gfx942");
  }

  @Test
  void aVariableTakesThePlaceOfAllFolders() throws IOException {
    file("lib/librocblas.so.4");
    file("other/TensileLibrary_lazy_gfx942.dat");
    file("other/K_gfx942.hsaco");
    Path other = tree.resolve("other");
    Result result = ask("rocBLAS", "gfx942", Map.of("ROCBLAS_TENSILE_LIBPATH", other.toString()));
    assertThat(result.outcome()).isEqualTo(Outcome.FOUND);
    assertThat(result.steps().getFirst().what()).isEqualTo("ROCBLAS_TENSILE_LIBPATH");
    Result wrong = ask("rocBLAS", "gfx942", Map.of("ROCBLAS_TENSILE_LIBPATH", "/nowhere"));
    assertThat(wrong.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(wrong.steps().getFirst().found()).isEqualTo(Found.MISSING);
    assertThat(wrong.advice()).contains("is set: unset it");
    DoctorSettings unset =
        new DoctorSettings(
            tree, TargetFilter.of(List.of("gfx942")), List.of("ROCBLAS_TENSILE_LIBPATH="));
    assertThat(unset.environment(Map.of("ROCBLAS_TENSILE_LIBPATH", "/nowhere"))).isEmpty();
  }

  @Test
  void rocfftAndMiopenCompileWhatTheyDoNotFind() throws IOException {
    file("lib/librocfft.so.0");
    file("lib/libMIOpen.so.1");
    file("lib/rocfft/rocfft_kernel_cache_gfx90a.db");
    file("share/miopen/db/gfx942130.kdb");
    assertThat(ask("rocFFT", "gfx90a").outcome()).isEqualTo(Outcome.FOUND);
    Result compiles = ask("rocFFT", "gfx942");
    assertThat(compiles.outcome()).isEqualTo(Outcome.COMPILES);
    assertThat(compiles.available()).containsExactly("gfx90a");
    assertThat(tried(compiles))
        .containsExactly(
            "NOT_THERE lib/rocfft_kernel_cache_gfx942.db",
            "NOT_THERE lib/rocfft/rocfft_kernel_cache_gfx942.db",
            "NOT_THERE lib/rocfft_kernel_cache.db");
    assertThat(ask("MIOpen", "gfx942").outcome()).isEqualTo(Outcome.FOUND);
    assertThat(ask("MIOpen", "gfx90a").outcome()).isEqualTo(Outcome.COMPILES);
  }

  @Test
  void aotritonsFoldersAreOfFamilies() throws IOException {
    file("lib/libaotriton_v2.so.0");
    file("lib/aotriton.images/amd-gfx11xx/flash/attn_fwd.aks2");
    assertThat(ask("AOTriton", "gfx1101").outcome()).isEqualTo(Outcome.FOUND);
    assertThat(ask("AOTriton", "gfx942").outcome()).isEqualTo(Outcome.MISSING);
  }

  @Test
  void linksLeadToTheLibraryAndAreNoOther() throws IOException {
    Path real = file("lib/librocblas.so.4.1");
    Files.createSymbolicLink(tree.resolve("lib/librocblas.so"), real);
    DoctorReport report =
        Doctor.of(new DoctorSettings(tree, TargetFilter.of(List.of("gfx942,gfx90a")), List.of()));
    assertThat(report.results()).hasSize(2).allMatch(result -> result.file().equals(real));
    assertThat(report.anyMissing()).isTrue();
  }

  @Test
  void aTreeThatIsNoneIsRefused() {
    assertThatThrownBy(() -> ask("rocBLAS", "gfx942")).isInstanceOf(NoSuchFileException.class);
  }
}
