package org.kpackworkbench.model.analysis.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Outcome;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Result;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;

/** Where libraries look: folders of settings, links, variables, libraries of kernels. */
class DoctorPlacesTest extends DoctorTrees {
  private static final String ROCBLAS = "lib/rocblas/library/";

  private List<Result> all(List<String> gpus, String... variables) throws IOException {
    TargetFilter named = gpus.isEmpty() ? TargetFilter.ALL : TargetFilter.of(gpus);
    return Doctor.of(new DoctorSettings(tree, named, List.of(variables)), Map.of(), Progress.NONE)
        .results();
  }

  private void rocblas(String folder, String setting) throws IOException {
    index(folder + "TensileLibrary_lazy_gfx90a.dat");
    code(folder + "Kernels.so-000-gfx90a" + setting + ".hsaco");
  }

  @Test
  void rocblasSeeksFolderOfXnackFirst() throws IOException {
    file("lib/librocblas.so.5");
    rocblas(ROCBLAS + "gfx90a-xnack+/", "-xnack+");
    Result on = ask("rocBLAS", "gfx90a:sramecc+:xnack+");
    assertThat(on.outcome()).isEqualTo(Outcome.FOUND);
    assertThat(tried(on)).contains("USED " + ROCBLAS + "gfx90a-xnack+");
    assertThat(on.versions()).contains("Versions before mid-2026 do not look in");
    Result off = ask("rocBLAS", "gfx90a:sramecc+:xnack-");
    assertThat(off.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(tried(off))
        .contains("NOT_THERE " + ROCBLAS + "gfx90a-xnack-", "NOT_THERE " + ROCBLAS + "gfx90a");
    assertThat(off.available()).as("of the other setting").containsExactly("gfx90a:xnack+");
    rocblas(ROCBLAS + "gfx90a/", "");
    assertThat(tried(ask("rocBLAS", "gfx90a:sramecc+:xnack-")))
        .contains("USED " + ROCBLAS + "gfx90a");
  }

  @Test
  void helperKernelsAreTheFirstThatLoad() throws IOException {
    file("lib/librocblas.so.5");
    index(ROCBLAS + "TensileLibrary_lazy_gfx90a.dat");
    code(ROCBLAS + "Tensile_HH_gfx90a.co");
    Result none = ask("rocBLAS", "gfx90a:xnack+");
    assertThat(none.outcome()).isEqualTo(Outcome.PARTLY);
    assertThat(tried(none)).contains("MISSING " + ROCBLAS + "Kernels.so-000-gfx90a-xnack+.hsaco");
    assertThat(none.advice()).startsWith("Helper kernels are missing: Kernels.so-000-gfx90a.hsaco");
    // Its code is for the other setting, whatever its name is.
    code(ROCBLAS + "Kernels.so-000-gfx90a-xnack-.hsaco");
    assertThat(ask("rocBLAS", "gfx90a:xnack-").outcome()).isEqualTo(Outcome.MISSING);
    code(ROCBLAS + "Kernels.so-000-gfx90a-xnack+.hsaco");
    assertThat(ask("rocBLAS", "gfx90a:xnack+").outcome()).isEqualTo(Outcome.FOUND);
  }

  @Test
  void emptyLibraryOfIndexIsNoUse() throws IOException {
    file("lib/librocblas.so.5");
    code(ROCBLAS + "Kernels.so-000-gfx942.hsaco");
    index(ROCBLAS + "TensileLibrary_lazy_gfx942.dat", "Tensile_HH");
    index(ROCBLAS + "Tensile_HH.dat");
    Result partly = ask("rocBLAS", "gfx942");
    assertThat(partly.outcome()).isEqualTo(Outcome.PARTLY);
    assertThat(tried(partly)).contains("EMPTY " + ROCBLAS + "Tensile_HH.dat");
    assertThat(partly.advice()).contains("Tensile_HH.dat has no solutions.");
  }

  /** As llvm-strip leaves it. */
  @Test
  void codeThatRuntimesRefuseIsNoCode() throws IOException {
    file("lib/librocblas.so.5");
    index("lib/rocblas/library/TensileLibrary.dat");
    Path code = code(ROCBLAS + "Kernels.so-000-gfx942.hsaco");
    byte[] bytes = Files.readAllBytes(code);
    // The number of the section with the names of sections.
    bytes[62] = 0;
    bytes[63] = 0;
    Files.write(code, bytes);
    Result refused = ask("rocBLAS", "gfx942");
    assertThat(refused.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(refused.advice()).contains(code + ": It has no table of section names");
  }

  /** The dynamic linker hands the path that it found, and rocBLAS looks beside that. */
  @Test
  void libraryLooksBesideLinkThatLoadsIt() throws IOException {
    Path real = file("opt/real/librocblas.so.5.1");
    Files.createDirectories(tree.resolve("lib"));
    Files.createSymbolicLink(
        tree.resolve("lib/librocblas.so.5"), Path.of("../opt/real/librocblas.so.5.1"));
    rocblas(ROCBLAS, "");
    List<Result> results = all(List.of("gfx90a:xnack+"));
    assertThat(results).hasSize(1);
    assertThat(results.getFirst().file()).isEqualTo(tree.resolve("lib/librocblas.so.5"));
    assertThat(results.getFirst().outcome()).isEqualTo(Outcome.FOUND);
    // MIOpen resolves links first.
    Files.move(real, file("opt/real/libMIOpen.so.1.0"), StandardCopyOption.REPLACE_EXISTING);
    Files.createSymbolicLink(
        tree.resolve("lib/libMIOpen.so.1"), Path.of("../opt/real/libMIOpen.so.1.0"));
    assertThat(ask("MIOpen", "gfx90a").steps().getFirst().path())
        .isEqualTo(tree.resolve("opt/share/miopen/db").toString());
  }

  @Test
  void libraryPathChoosesLibrary() throws IOException {
    file("lib/librocblas.so.5");
    file("other/librocblas.so.5");
    rocblas("other/rocblas/library/", "");
    assertThat(all(List.of("gfx90a:xnack+"))).hasSize(2);
    List<Result> first =
        all(List.of("gfx90a:xnack+"), "LD_LIBRARY_PATH=/nowhere:" + tree.resolve("other"));
    assertThat(first).hasSize(1);
    assertThat(first.getFirst().file()).isEqualTo(tree.resolve("other/librocblas.so.5"));
    assertThat(first.getFirst().outcome()).isEqualTo(Outcome.FOUND);
    assertThat(first.getFirst().steps().getFirst().what()).isEqualTo("LD_LIBRARY_PATH");
    List<Result> second = all(List.of("gfx90a:xnack+"), "LD_LIBRARY_PATH=" + tree.resolve("lib"));
    assertThat(second.getFirst().outcome()).isEqualTo(Outcome.MISSING);
  }

  @Test
  void hipsparseltLooksForTensileAndOtherKernels() throws IOException {
    String library = "lib/hipsparselt/library/";
    file("lib/libhipsparselt.so.0");
    index(library + "gfx942/TensileLibrary_lazy_gfx942.dat");
    code(library + "gfx942/Kernels.so-000-gfx942.hsaco");
    Result found = ask("hipSPARSELt", "gfx942");
    assertThat(found.outcome()).isEqualTo(Outcome.FOUND);
    assertThat(tried(found)).contains("USED " + library + "gfx942");
    file(library + "libspmm_kernels_gfx950.so");
    Result partly = ask("hipSPARSELt", "gfx942");
    assertThat(partly.outcome()).isEqualTo(Outcome.PARTLY);
    assertThat(tried(partly)).contains("MISSING " + library + "libspmm_kernels_gfx942.so");
    file(library + "libspmm_kernels_gfx942.so");
    assertThat(ask("hipSPARSELt", "gfx942").outcome()).isEqualTo(Outcome.FOUND);
    Result missing = ask("hipSPARSELt", "gfx1100");
    assertThat(missing.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(missing.available()).containsExactly("gfx942", "gfx950");
    String variable = "ROCSPARSELT_TENSILE_LIBPATH";
    Path own = tree.resolve(library + "gfx942");
    assertThat(ask("hipSPARSELt", "gfx942", Map.of(variable, own.toString())).steps().getFirst())
        .isEqualTo(new DoctorReport.Step(variable, own.toString(), DoctorReport.Found.USED));
    assertThat(ask("hipSPARSELt", "gfx942", Map.of(variable, "/nowhere")).outcome())
        .isEqualTo(Outcome.PARTLY);
  }

  private void library(String fixture, String path) throws IOException {
    Files.copy(Fixtures.path(fixture), file(path), StandardCopyOption.REPLACE_EXISTING);
  }

  /** Whether a library's device code is found is what the simulated loader says. */
  @Test
  void miopenLoadsComposableKernelForItsArchitecture() throws IOException {
    file("lib/libMIOpen.so.1");
    assertThat(all(List.of("gfx942"))).as("no such libraries").hasSize(1);
    library("libmany.so", "lib/libMIOpenCKGroupedConv_gfx942.so");
    Result found = ask("MIOpenCK", "gfx942");
    assertThat(found.outcome()).isEqualTo(Outcome.FOUND);
    assertThat(tried(found)).contains("USED lib/libMIOpenCKGroupedConv_gfx942.so");
    Result missing = ask("MIOpenCK", "gfx1100");
    assertThat(missing.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(tried(missing)).contains("MISSING lib/libMIOpenCKGroupedConv_gfx1100.so");
    assertThat(missing.available()).containsExactly("gfx942");
    library("libmany.so", "lib/libMIOpenCKGroupedConv_gfx1250.so");
    Result other = ask("MIOpenCK", "gfx1250");
    assertThat(other.outcome()).as("its code is for others").isEqualTo(Outcome.MISSING);
    library("libhostonly.so", "lib/libMIOpenCKGroupedConv_gfx942.so");
    assertThat(ask("MIOpenCK", "gfx942").outcome()).as("no archive").isEqualTo(Outcome.MISSING);
    String variable = "MIOPEN_CK_LIB_PATH";
    library("libmany.so", "ck/libMIOpenCKGroupedConv_gfx942.so");
    assertThat(ask("MIOpenCK", "gfx942", Map.of(variable, tree.resolve("ck").toString())).outcome())
        .isEqualTo(Outcome.FOUND);
  }

  @Test
  void codeOfTheLibraryItselfIsLookedUpByLoader() throws IOException {
    index("lib/rocblas/library/TensileLibrary_lazy_gfx942.dat");
    code("lib/rocblas/library/Kernels.so-000-gfx942.hsaco");
    library("libmany.so", "lib/librocblas.so.5");
    Result found = ask("rocBLAS", "gfx942");
    assertThat(found.outcome()).isEqualTo(Outcome.FOUND);
    assertThat(words(found).getLast()).startsWith("THERE code of the library itself, ");
    library("libhostonly.so", "lib/librocblas.so.5");
    Result hostOnly = ask("rocBLAS", "gfx942");
    assertThat(hostOnly.outcome()).isEqualTo(Outcome.PARTLY);
    assertThat(words(hostOnly).getLast()).startsWith("MISSING code of the library itself, 0 of ");
    assertThat(hostOnly.advice()).isNotEmpty();
  }

  @Test
  void codeOfALibraryOfWindowsIsLookedUpByLoader() throws IOException {
    index("bin/rocblas/library/TensileLibrary_lazy_gfx942.dat");
    code("bin/rocblas/library/Kernels.so-000-gfx942.hsaco");
    library("windows-variant.dll", "bin/rocblas.dll");
    Result found = ask("rocBLAS", "gfx942");
    assertThat(found.outcome()).isEqualTo(Outcome.FOUND);
    assertThat(words(found).getLast()).startsWith("THERE code of the library itself, 2 of 2");
    Files.delete(tree.resolve("bin/rocblas.dll"));
    new Convert(
            ConvertRequest.keeping(
                Fixtures.path("windows-variant.dll"),
                tree.resolve("bin/rocblas.dll"),
                "bin/rocblas.dll",
                List.of("..\\.kpack\\Blas_@GFXARCH@.kpack"),
                Files.createDirectories(tree.resolve(".kpack"))))
        .run(Progress.NONE);
    Path archive = tree.resolve(".kpack/blas_gfx942.kpack");
    Files.move(tree.resolve(".kpack/Blas_gfx942.kpack"), archive);
    assertThat(ask("rocBLAS", "gfx942").outcome()).isEqualTo(Outcome.FOUND);
    Files.delete(archive);
    Result missing = ask("rocBLAS", "gfx942");
    assertThat(missing.outcome()).isEqualTo(Outcome.PARTLY);
    assertThat(words(missing).getLast()).startsWith("MISSING code of the library itself, 0 of 2");
  }

  @Test
  void hipKernelProviderReadsDescriptorsOfTheGpu() throws IOException {
    String folder = "lib/hipdnn_plugins/engines/arch_content/hip-kernel-provider/";
    file("lib/hipdnn_plugins/engines/libhip_kernel_provider.so");
    assertThat(ask("hip-kernel-provider", "gfx1100").outcome()).isEqualTo(Outcome.COMPILES);
    library("kernels.json", folder + "gfx1100/axpy/axpy.kdp.json");
    library("kernels_gfx1100.kpack", folder + "gfx1100/axpy/kernels_gfx1100.kpack");
    Result found = ask("hip-kernel-provider", "gfx1100");
    assertThat(found.outcome()).isEqualTo(Outcome.FOUND);
    assertThat(words(found)).contains("USED folder of the GPU, 2 kernels");
    Result missing = ask("hip-kernel-provider", "gfx942");
    assertThat(missing.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(missing.available()).containsExactly("gfx1100");
    Files.delete(tree.resolve(folder + "gfx1100/axpy/kernels_gfx1100.kpack"));
    Result without = ask("hip-kernel-provider", "gfx1100");
    assertThat(without.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(without.advice()).contains("kernels_gfx1100.kpack");
    library("kernels_gfx1100.kpack", folder + "gfx1100/axpy/kernels_gfx1100.kpack");
    Files.move(tree.resolve(folder + "gfx1100"), tree.resolve(folder + "gfx1201"));
    assertThat(ask("hip-kernel-provider", "gfx1201").outcome())
        .as("filed under another GPU")
        .isEqualTo(Outcome.MISSING);
    String variable = "HIPDNN_DESCRIPTOR_DIR";
    assertThat(ask("hip-kernel-provider", "gfx1100", Map.of(variable, "/nowhere")).steps())
        .first()
        .isEqualTo(new DoctorReport.Step(variable, "/nowhere", DoctorReport.Found.MISSING));
  }

  @Test
  void strictRevisionHasFolderOfItsOwn() throws IOException {
    String library = "lib/hipblaslt/library/";
    file("lib/libhipblaslt.so.1");
    index(library + "gfx1250/TensileLibrary_lazy_gfx1250.dat");
    gfx1250(library + "gfx1250/Kernels.so-000-gfx1250.hsaco");
    Result strict = ask("hipBLASLt", "gfx1250-strict");
    assertThat(tried(strict)).contains("NOT_THERE " + library + "gfx1250-strict");
    assertThat(strict.outcome()).as("not that of gfx1250").isEqualTo(Outcome.MISSING);
  }
}
