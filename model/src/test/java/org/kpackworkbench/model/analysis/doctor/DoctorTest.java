package org.kpackworkbench.model.analysis.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Found;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Outcome;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Result;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.Aks2;
import org.kpackworkbench.model.fixtures.Bundles;
import org.kpackworkbench.model.fixtures.Ccobs;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.KernelDatabases;
import org.kpackworkbench.model.fixtures.TensileLibraries;
import org.kpackworkbench.model.fixtures.TestCode;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.tar.TarPack;
import org.kpackworkbench.model.operation.tar.TarPack.TarOptions;

/** What libraries try, and what they find of it. */
class DoctorTest extends DoctorTrees {
  @Test
  void rocblasTriesItsFoldersAndIndicesInOrder() throws IOException {
    file("lib/librocblas.so.4");
    index("lib/rocblas/library/TensileLibrary_lazy_gfx90a.dat");
    code("lib/rocblas/library/TensileLibrary_Type_SS_gfx90a.co");
    code("lib/rocblas/library/Kernels.so-000-gfx90a-xnack+.hsaco");
    Result found = ask("rocBLAS", "gfx90a:xnack+");
    assertThat(found.outcome()).isEqualTo(Outcome.FOUND);
    assertThat(found.advice()).isEmpty();
    assertThat(tried(found))
        .containsExactly(
            "NOT_THERE ../Tensile/library",
            "NOT_THERE lib/library",
            "NOT_THERE rocblas/library",
            "NOT_THERE Tensile/library",
            "USED lib/rocblas/library",
            "NOT_THERE lib/rocblas/library/gfx90a-xnack+",
            "NOT_THERE lib/rocblas/library/gfx90a",
            "USED lib/rocblas/library/TensileLibrary_lazy_gfx90a.dat",
            "NOT_THERE lib/rocblas/library/Kernels.so-000-gfx90a.hsaco",
            "NOT_THERE lib/rocblas/library/Kernels.so-000-gfx90a-xnack-.hsaco",
            "USED lib/rocblas/library/Kernels.so-000-gfx90a-xnack+.hsaco",
            "THERE lib/rocblas/library/*gfx90a*co");
    Result missing = ask("rocBLAS", "gfx1100");
    assertThat(missing.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(missing.available()).containsExactly("gfx90a", "gfx90a:xnack+");
    assertThat(missing.advice())
        .isEqualTo(
            "Install the files of rocBLAS for gfx1100 below %s, or set ROCBLAS_TENSILE_LIBPATH to a"
                + " folder that has them. There are some for gfx90a, gfx90a:xnack+.",
            tree.resolve("lib/rocblas/library"));
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
    index("lib/rocblas/library/TensileLibrary.dat");
    Result result = ask("rocBLAS", "gfx942");
    assertThat(result.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(result.advice())
        .isEqualTo(
            "The index exists, but no code object does. Install the files of rocBLAS for gfx942"
                + " below %s, or set ROCBLAS_TENSILE_LIBPATH to a folder that has them. There are"
                + " none for another GPU either.",
            tree.resolve("lib/rocblas/library"));
    code("lib/rocblas/library/Kernels.so-000-gfx942.hsaco");
    Files.delete(tree.resolve("lib/rocblas/library/TensileLibrary.dat"));
    assertThat(ask("rocBLAS", "gfx942").advice())
        .startsWith("Code objects exist, but no index does. Install the files of rocBLAS");
  }

  /** Kernels from which a variable leads away still exist. */
  @Test
  void namesKernelsWhereTheLibraryDoesNotLook() throws IOException {
    file("lib/librocblas.so.4");
    index("lib/rocblas/library/TensileLibrary.dat");
    code("lib/rocblas/library/Kernels.so-000-gfx942.hsaco");
    Files.createDirectories(tree.resolve("empty"));
    Result result =
        ask("rocBLAS", "gfx1100", Map.of("ROCBLAS_TENSILE_LIBPATH", "" + tree.resolve("empty")));
    assertThat(result.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(result.advice())
        .contains(
            "There are some for gfx942 in %s, where the library does not look."
                .formatted(tree.resolve("lib/rocblas/library")))
        .doesNotContain("none for another GPU");
  }

  /** The code objects of a library are in a file with its name. */
  @Test
  void codeObjectsOfALibraryAreMissingBesideOthers() throws IOException {
    String library = "lib/rocblas/library/";
    file("lib/librocblas.so.4");
    index(library + "TensileLibrary_lazy_gfx942.dat", "Tensile_HH_gfx942", "Tensile_SS_fallback");
    kernels(library + "Tensile_HH_gfx942.dat", "gfx942");
    kernels(library + "Tensile_SS_fallback.dat", "gfx942");
    code(library + "Kernels.so-000-gfx942.hsaco");
    code(library + "Tensile_HH_gfx942.co");
    file(library + "Tensile_SS_fallback_gfx90a.hsaco");
    Result fallback = ask("rocBLAS", "gfx942");
    assertThat(fallback.outcome()).isEqualTo(Outcome.PARTLY);
    assertThat(tried(fallback)).endsWith("MISSING " + library + "Tensile_SS_fallback_gfx942.hsaco");
    assertThat(fallback.advice())
        .isEqualTo(
            "1 file of code objects is missing or empty: Tensile_SS_fallback_gfx942.hsaco. Install"
                + " the files of rocBLAS for gfx942 from one build: operations that need a missing"
                + " file fail.");
    file(library + "Tensile_SS_fallback_gfx942.hsaco");
    assertThat(tried(ask("rocBLAS", "gfx942")))
        .as("empty")
        .endsWith("DAMAGED " + library + "Tensile_SS_fallback_gfx942.hsaco");
    code(library + "Tensile_SS_fallback_gfx942.hsaco");
    assertThat(ask("rocBLAS", "gfx942").outcome()).isEqualTo(Outcome.FOUND);
    Files.move(
        tree.resolve(library + "Tensile_HH_gfx942.co"),
        tree.resolve(library + "Tensile_HH_gfx942-xnack-.co"));
    assertThat(ask("rocBLAS", "gfx942:xnack-").outcome()).isEqualTo(Outcome.FOUND);
    Result other = ask("rocBLAS", "gfx942:xnack+");
    assertThat(other.outcome()).isEqualTo(Outcome.PARTLY);
    assertThat(tried(other)).endsWith("MISSING " + library + "Tensile_HH_gfx942.co");
  }

  @Test
  void anIndexForAnotherGpuIsOfNoUse() throws IOException {
    file("lib/librocblas.so.4");
    code("lib/rocblas/library/Kernels.so-000-gfx942.hsaco");
    Path index = index("lib/rocblas/library/TensileLibrary_lazy_gfx90a.dat");
    Path moved = Files.move(index, index.resolveSibling("TensileLibrary_lazy_gfx942.dat"));
    Result result = ask("rocBLAS", "gfx942");
    assertThat(result.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(tried(result)).contains("OTHER " + tree.relativize(moved));
    assertThat(result.advice())
        .startsWith(moved + " is for gfx90a: none of its solutions is chosen on gfx942. Install");
  }

  @Test
  void reportsALibraryWithASolutionThatIsRefused() throws IOException {
    String library = "lib/rocblas/library/";
    file("lib/librocblas.so.4");
    code(library + "Kernels.so-000-gfx942.hsaco");
    Map<String, Object> solution = TensileLibraries.solution(0, "kernel", "gfx942");
    solution.remove("sizeMapping");
    Path index = file(library + "TensileLibrary_gfx942.dat");
    Files.write(
        index,
        TensileLibraries.packed(
            TensileLibraries.library(List.of(solution), TensileLibraries.single(0))));
    assertThat(Verify.run(List.of(index), VerifyRequest.everything(), Progress.NONE).findings())
        .anySatisfy(each -> assertThat(each.message()).contains("sizeMapping"));
    Result result = ask("rocBLAS", "gfx942");
    assertThat(result.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(result.advice()).contains("sizeMapping", "The library refuses such a file");
  }

  @Test
  void filesThatTheIndexLoadsAreOfUse() throws IOException {
    String library = "lib/rocblas/library/";
    file("lib/librocblas.so.4");
    code(library + "Tensile_A.co");
    code(library + "Kernels.so-000-gfx942.hsaco");
    index(library + "TensileLibrary_lazy_gfx942.dat", "Tensile_A", "Tensile_B", "Tensile_C");
    kernels(library + "Tensile_A.dat", "gfx942");
    kernels(library + "Tensile_B.dat", "gfx90a");
    file(library + "Tensile_C.dat");
    Result result = ask("rocBLAS", "gfx942");
    assertThat(result.outcome()).isEqualTo(Outcome.PARTLY);
    assertThat(tried(result))
        .contains("THERE " + library + "*.dat")
        .contains("OTHER " + library + "Tensile_B.dat", "DAMAGED " + library + "Tensile_C.dat");
    assertThat(result.advice())
        .isEqualTo(
            "%s is for gfx90a. 1 more file that the index loads is damaged, empty or"
                + " for another GPU."
                + " Install the files of rocBLAS for gfx942 from one build: operations that need"
                + " one of these files fail.",
            tree.resolve(library + "Tensile_B.dat"));
    Files.delete(tree.resolve(library + "Tensile_B.dat"));
    assertThat(ask("rocBLAS", "gfx942").advice())
        .startsWith("1 of 3 files that the index loads is missing: Tensile_B. ")
        .contains("Tensile_C.dat at 0x0: file: expected a Tensile library, found an empty file.");
  }

  /** As Debian packages it: one index for all processors, and a choice for any other. */
  @Test
  void aMergedLibraryServesEachGpuByTheRowsForIt() throws IOException {
    String library = "lib/rocblas/2.47.0/library/";
    file("lib/librocblas.so.0");
    List<Object> solutions = new ArrayList<>();
    for (String kernel : List.of("kpackfix_scalars", "of gfx908 alone", "kpackfix_scalars")) {
      Map<String, Object> solution = TensileLibraries.solution(solutions.size(), kernel);
      solution.put("hardwarePredicate", Map.of("type", "TruePred"));
      solutions.add(solution);
    }
    List<Object> rows = new ArrayList<>();
    for (String processor : List.of("gfx942", "gfx908")) {
      Object named = Map.of("type", "Processor", "value", processor);
      Object predicate = Map.of("type", "AMDGPU", "value", named);
      rows.add(
          TensileLibraries.map(
              "predicate", predicate, "library", TensileLibraries.single(rows.size())));
    }
    rows.add(
        TensileLibraries.map(
            "predicate", Map.of("type", "TruePred"), "library", TensileLibraries.single(2)));
    Files.write(
        file(library + "TensileLibrary.dat"),
        TensileLibraries.packed(
            TensileLibraries.library(
                solutions, TensileLibraries.map("type", "Hardware", "rows", rows))));
    code(library + "TensileLibrary_gfx942.co");
    Files.write(
        file(library + "Kernels.so-000-gfx1100.hsaco"),
        Files.readAllBytes(Fixtures.path("kinds-gfx1100.hsaco")));
    Files.write(file(library + "TensileLibrary_gfx908.co"), TestCode.of("gfx908", ""));
    Result result = ask("rocBLAS", "gfx942");
    assertThat(result.outcome()).isEqualTo(Outcome.FOUND);
    assertThat(tried(result)).contains("USED " + library + "TensileLibrary.dat");
    assertThat(ask("rocBLAS", "gfx1100").outcome()).isEqualTo(Outcome.FOUND);
    assertThat(ask("rocBLAS", "gfx908").outcome()).isEqualTo(Outcome.PARTLY);
    assertThat(Doctor.targets(tree, Progress.NONE))
        .extracting(GpuTarget::toString)
        .containsExactly("gfx908", "gfx942", "gfx1100");
  }

  /** A copy that lost files works until an operation needs one of them. */
  @Test
  void filesThatTheIndexLoadsAreLookedFor() throws IOException {
    String library = "lib/rocblas/library/";
    file("lib/librocblas.so.4");
    code(library + "Kernels.so-000-gfx942.hsaco");
    index(library + "TensileLibrary_lazy_gfx942.dat", "Tensile_HH", "Tensile_SS", "Tensile_ZZ");
    for (String name : List.of("Tensile_HH", "Tensile_SS", "Tensile_ZZ")) {
      code(library + name + ".co");
    }
    packed(kernels(library + "Tensile_SS.dat", "gfx942"));
    Result partly = ask("rocBLAS", "gfx942");
    assertThat(partly.outcome()).isEqualTo(Outcome.PARTLY);
    assertThat(tried(partly).subList(7, 11))
        .containsExactly(
            "USED lib/rocblas/library/TensileLibrary_lazy_gfx942.dat",
            "MISSING lib/rocblas/library/*.dat",
            "MISSING lib/rocblas/library/Tensile_HH.dat",
            "MISSING lib/rocblas/library/Tensile_ZZ.dat");
    assertThat(partly.steps().get(8).what()).isEqualTo("files that the index loads, 1 of 3");
    assertThat(partly.advice())
        .startsWith("2 of 3 files that the index loads are missing: Tensile_HH, Tensile_ZZ.")
        .contains("Install the files of rocBLAS for gfx942");
    assertThat(new DoctorReport(tree, List.of(partly), false, List.of()).anyMissing()).isTrue();
    kernels(library + "Tensile_HH.dat", "gfx942");
    kernels(library + "Tensile_ZZ.dat", "gfx942");
    Result found = ask("rocBLAS", "gfx942");
    assertThat(found.outcome()).isEqualTo(Outcome.FOUND);
    assertThat(tried(found)).contains("THERE lib/rocblas/library/*.dat");
  }

  @Test
  void manyMissingFilesAreCountedAndSomeListed() throws IOException {
    file("lib/librocblas.so.4");
    code("lib/rocblas/library/Kernels.so-000-gfx942.hsaco");
    index(
        "lib/rocblas/library/TensileLibrary_lazy_gfx942.dat",
        IntStream.range(0, 100).mapToObj("Tensile_%d"::formatted).toArray(String[]::new));
    Result partly = ask("rocBLAS", "gfx942");
    assertThat(partly.advice()).startsWith("100 of 100 files that the index loads are missing");
    assertThat(partly.steps().stream().filter(step -> step.what().equals("file of the index")))
        .hasSize(20);
  }

  @Test
  void aCompressedIndexIsAnIndex() throws IOException {
    file("lib/librocblas.so.4");
    code("lib/rocblas/library/Kernels.so-000-gfx942.hsaco");
    index("lib/rocblas/library/TensileLibrary_gfx942.dat.zlib");
    Result found = ask("rocBLAS", "gfx942");
    assertThat(found.outcome()).isEqualTo(Outcome.FOUND);
    assertThat(tried(found)).contains("USED lib/rocblas/library/TensileLibrary_gfx942.dat.zlib");
  }

  @Test
  void aDamagedIndexIsNoIndex() throws IOException {
    file("lib/librocblas.so.4");
    code("lib/rocblas/library/Kernels.so-000-gfx942.hsaco");
    Path index = index("lib/rocblas/library/TensileLibrary_lazy_gfx942.dat", "Tensile_HH");
    byte[] whole = Files.readAllBytes(index);
    Files.write(index, Arrays.copyOf(whole, whole.length / 2));
    Result cut = ask("rocBLAS", "gfx942");
    assertThat(cut.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(tried(cut)).contains("DAMAGED lib/rocblas/library/TensileLibrary_lazy_gfx942.dat");
    assertThat(cut.advice()).contains(index.toString());
    Files.writeString(index, "text");
    assertThat(ask("rocBLAS", "gfx942").advice()).contains(index.toString(), "Tensile library");
    Files.writeString(index, "");
    assertThat(ask("rocBLAS", "gfx942").advice()).contains(index.toString());
  }

  /** On Windows libraries and their kernels are in {@code bin}. */
  @Test
  void librariesOfWindowsAreExamined() throws Exception {
    file("bin/rocblas.dll");
    index("bin/rocblas/library/TensileLibrary_lazy_gfx942.dat");
    code("bin/rocblas/library/Kernels.so-000-gfx942.hsaco");
    file("bin/libhipblaslt.dll");
    file("bin/MIOpen.dll");
    file("bin/rocFFT.dll");
    file("bin/hipblas.dll");
    cache("bin/rocfft_kernel_cache_gfx942.db", "gfx942");
    assertThat(ask("rocBLAS", "gfx942").outcome()).isEqualTo(Outcome.FOUND);
    assertThat(ask("rocFFT", "gfx942").outcome()).isEqualTo(Outcome.FOUND);
    assertThat(ask("MIOpen", "gfx942").steps().getFirst().path())
        .isEqualTo(tree.resolve("share/miopen/db").toString());
    Result missing = ask("hipBLASLt", "gfx942");
    assertThat(missing.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(tried(missing)).contains("MISSING bin/hipblaslt/library");
    assertThat(Doctor.isLibrary("rocblas.dll.a")).isFalse();
    assertThat(DoctorPointer.of(tree.resolve("bin/rocblas/library"), List.of(), Progress.NONE))
        .hasValueSatisfying(advice -> assertThat(advice).contains("doctor " + tree + " --target"));
  }

  /** An interrupted copy is a file with the right name. */
  @ParameterizedTest
  @ValueSource(strings = {"kinds-gfx942.hsaco", "bundle.co", "compressed.co"})
  void codeObjectsThatWereCutAreSeen(String fixture) throws IOException {
    file("lib/librocblas.so.4");
    code("lib/rocblas/library/Kernels.so-000-gfx942.hsaco");
    index("lib/rocblas/library/TensileLibrary_lazy_gfx942.dat");
    Path code = code("lib/rocblas/library/Tensile_HH_gfx942.co");
    byte[] whole = Files.readAllBytes(Fixtures.path(fixture));
    Files.write(code, whole);
    assertThat(ask("rocBLAS", "gfx942").outcome()).isEqualTo(Outcome.FOUND);
    for (int size : new int[] {whole.length - 1, whole.length / 2, 100}) {
      Files.write(code, Arrays.copyOf(whole, size));
      Result cut = ask("rocBLAS", "gfx942");
      assertThat(cut.outcome()).as("%d bytes", size).isEqualTo(Outcome.PARTLY);
      assertThat(tried(cut)).endsWith("DAMAGED lib/rocblas/library/Tensile_HH_gfx942.co");
      assertThat(cut.advice())
          .startsWith(code.toString())
          .contains("expected ", "found ")
          .endsWith("Copy damaged files again from their source: operations that need them fail.");
    }
  }

  /** A name says little: rocBLAS loads the file, and the device refuses it. */
  @Test
  void codeObjectsForAnotherGpuAreSeen() throws IOException {
    String library = "lib/rocblas/library/";
    file("lib/librocblas.so.4");
    index(library + "TensileLibrary_lazy_gfx942.dat");
    Path code = code(library + "Tensile_HH_gfx942.co");
    Files.copy(Fixtures.path("axpy-gfx1030-v4.hsaco"), code, StandardCopyOption.REPLACE_EXISTING);
    Result none = ask("rocBLAS", "gfx942");
    assertThat(none.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(tried(none)).endsWith("OTHER " + library + "Tensile_HH_gfx942.co");
    assertThat(none.advice())
        .startsWith(
            "The index exists, but no code object for gfx942 does. %s is for another GPU: gfx1030."
                .formatted(code));
    code(library + "Kernels.so-000-gfx942.hsaco");
    Result partly = ask("rocBLAS", "gfx942");
    assertThat(partly.outcome()).isEqualTo(Outcome.PARTLY);
    assertThat(partly.advice()).endsWith("operations that need these fail.");
    // A bundle is for all that are in it.
    for (String loaded : List.of("kinds-gfx942.hsaco", "bundle.co", "compressed.co")) {
      Files.copy(Fixtures.path(loaded), code, StandardCopyOption.REPLACE_EXISTING);
      assertThat(ask("rocBLAS", "gfx942").outcome()).as(loaded).isEqualTo(Outcome.FOUND);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void codeInCompressedBundlesThatRuntimesRefuseIsNone(int version) throws IOException {
    String library = "lib/rocblas/library/";
    file("lib/librocblas.so.4");
    index(library + "TensileLibrary_lazy_gfx942.dat");
    Path code = code(library + "Tensile_HH_gfx942.co");
    byte[] stripped = Files.readAllBytes(Fixtures.path("kinds-gfx942.hsaco"));
    // No table of section names.
    stripped[62] = 0;
    byte[] bundle = Bundles.forTargets(Map.of("gfx942", stripped));
    Files.write(code, Ccobs.ccob(version, Ccobs.Method.ZSTD, bundle));
    Result none = ask("rocBLAS", "gfx942");
    assertThat(none.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(none.advice()).contains(code + ": It has no table of section names");
  }

  /** A file without code is none, whatever it is called. */
  @ParameterizedTest
  @ValueSource(strings = {"", "text"})
  void filesWithoutCodeAreNoCode(String content) throws IOException {
    file("lib/librocblas.so.4");
    index("lib/rocblas/library/TensileLibrary_lazy_gfx942.dat");
    Path code = Files.writeString(file("lib/rocblas/library/Kernels.so-000-gfx942.hsaco"), content);
    Result none = ask("rocBLAS", "gfx942");
    assertThat(none.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(tried(none)).endsWith("DAMAGED lib/rocblas/library/Kernels.so-000-gfx942.hsaco");
    assertThat(none.advice())
        .startsWith("The index exists, but no code object for gfx942 does. ")
        .contains(code + " has no code objects: it is ");
    assertThat(ask("rocBLAS", "gfx90a").available()).isEmpty();
    code("lib/rocblas/library/Tensile_HH_gfx942.co");
    assertThat(ask("rocBLAS", "gfx942").outcome()).isEqualTo(Outcome.PARTLY);
  }

  /** Names and folders do not say what a GPU can run. */
  @Test
  void whatThereIsForOtherGpusIsReadInTheFiles() throws Exception {
    String library = "lib/rocblas/library/";
    file("lib/librocblas.so.4");
    Files.copy(
        Fixtures.path("axpy-gfx1030-v4.hsaco"),
        file(library + "Kernels.so-000-gfx942.hsaco"),
        StandardCopyOption.REPLACE_EXISTING);
    index(library + "TensileLibrary_lazy_gfx90a.dat");
    file(library + "gfx908/Kernels.co");
    assertThat(ask("rocBLAS", "gfx1100").available()).containsExactly("gfx1030");
    code(library + "gfx90a/Kernels.co");
    assertThat(ask("rocBLAS", "gfx1100").advice()).contains("There are some for gfx1030, gfx90a.");
    file("lib/librocfft.so.0");
    cache("lib/rocfft_kernel_cache_gfx90a.db", "gfx942");
    file("lib/rocfft_kernel_cache_gfx908.db");
    assertThat(ask("rocFFT", "gfx1100").available()).containsExactly("gfx942");
    file("lib/libaotriton_v2.so.0");
    byte[] kernels = Files.readAllBytes(Fixtures.path("kinds-gfx942.hsaco"));
    Files.write(
        file("lib/aotriton.images/amd-gfx90a/flash/a.aks2"),
        Aks2.of(List.of(new Aks2.Kernel("k", 0, 64, kernels))));
    file("lib/aotriton.images/amd-gfx950/flash/a.aks2");
    assertThat(ask("AOTriton", "gfx1100").available()).containsExactly("gfx942");
  }

  /** Code objects of a library have its name, which need not have the GPU. */
  @Test
  void codeObjectsWithoutTheGpuInTheirNamesAreRead() throws IOException {
    String library = "lib/hipblaslt/library/gfx942/";
    file("lib/libhipblaslt.so.1");
    index(library + "TensileLibrary_lazy_gfx942.dat", "Tensile_HH");
    kernels(library + "Tensile_HH.dat", "gfx942");
    Path code = code(library + "Tensile_HH.co");
    code(library + "Kernels.so-000-gfx942.hsaco");
    Result found = ask("hipBLASLt", "gfx942");
    assertThat(found.outcome()).isEqualTo(Outcome.FOUND);
    assertThat(tried(found)).endsWith("THERE " + library + "*co");
    assertThat(found.steps().getLast().what()).isEqualTo("code objects of libraries, 1");
    Files.copy(Fixtures.path("axpy-gfx1030-v4.hsaco"), code, StandardCopyOption.REPLACE_EXISTING);
    Result other = ask("hipBLASLt", "gfx942");
    assertThat(other.outcome()).isEqualTo(Outcome.PARTLY);
    assertThat(tried(other))
        .endsWith("MISSING " + library + "*co", "OTHER " + library + "Tensile_HH.co");
    Files.delete(tree.resolve(library + "Kernels.so-000-gfx942.hsaco"));
    assertThat(ask("hipBLASLt", "gfx942").outcome()).isEqualTo(Outcome.MISSING);
  }

  /** hipBLASLt has kernels of their own for GPUs that only their revision tells from others. */
  @Test
  void aRevisionHasAFolderOfItsOwn() throws IOException {
    String library = "lib/hipblaslt/library/";
    file("lib/libhipblaslt.so.1");
    Files.write(
        file(library + "gfx1250v0/TensileLibrary_lazy_gfx1250.dat"),
        TensileLibraries.packed(
            TensileLibraries.library(List.of(), TensileLibraries.operations(Map.of(), "gfx1250"))));
    gfx1250(library + "gfx1250v0/Kernels.so-000-gfx1250.hsaco");
    Result revision = ask("hipBLASLt", "gfx1250v0");
    assertThat(revision.target()).isEqualTo("gfx1250v0");
    assertThat(revision.outcome()).isEqualTo(Outcome.FOUND);
    assertThat(tried(revision)).contains("USED " + library + "gfx1250v0");
    DoctorReport both =
        Doctor.of(
            new DoctorSettings(tree, TargetFilter.of(List.of("gfx1250")), List.of()),
            System.getenv(),
            Progress.NONE);
    assertThat(both.results().stream().map(each -> each.target() + " " + each.outcome()))
        .containsExactly("gfx1250 MISSING", "gfx1250v0 FOUND");
    assertThat(both.results().getFirst().available()).containsExactly("gfx1250v0");
    Files.move(tree.resolve(library + "gfx1250v0"), tree.resolve(library + "gfx1250"));
    assertThat(ask("hipBLASLt", "gfx1250").outcome()).isEqualTo(Outcome.FOUND);
    Result none = ask("hipBLASLt", "gfx1250v0");
    assertThat(none.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(none.available()).containsExactly("gfx1250");
    assertThat(DoctorSettings.named(List.of("gfx1250v0")).targets()).hasSize(1);
  }

  /** Its variable names the folder of the GPU, which that of rocBLAS need not. */
  @Test
  void hipblasltDoesNotLookBelowTheFolderOfItsVariable() throws IOException {
    String library = "lib/hipblaslt/library/";
    file("lib/libhipblaslt.so.1");
    index(library + "gfx942/TensileLibrary_lazy_gfx942.dat");
    code(library + "gfx942/Kernels.so-000-gfx942.hsaco");
    String variable = "HIPBLASLT_TENSILE_LIBPATH";
    Path above = tree.resolve(library);
    Result wrong = ask("hipBLASLt", "gfx942", Map.of(variable, above.toString()));
    assertThat(wrong.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(wrong.advice())
        .endsWith(
            "hipBLASLt does not look in folders below it: set it to "
                + above.resolve("gfx942")
                + ".");
    Path own = above.resolve("gfx942");
    assertThat(ask("hipBLASLt", "gfx942", Map.of(variable, own.toString())).outcome())
        .isEqualTo(Outcome.FOUND);
  }

  /** Other installs make such folders, too. */
  @Test
  void aFolderOfTheGpuWithoutAnIndexIsNotTaken() throws IOException {
    String library = "lib/hipblaslt/library/";
    file("lib/libhipblaslt.so.1");
    file(library + "gfx942/extop_gfx942.co");
    index(library + "TensileLibrary_lazy_gfx942.dat");
    code(library + "Kernels.so-000-gfx942.hsaco");
    Result found = ask("hipBLASLt", "gfx942");
    assertThat(found.outcome()).isEqualTo(Outcome.FOUND);
    assertThat(tried(found)).contains("NOT_THERE " + library + "gfx942");
  }

  @Test
  void genericCodeIsForTheGpu() throws IOException {
    file("lib/librocblas.so.4");
    index("lib/rocblas/library/TensileLibrary.dat");
    Path code = code("lib/rocblas/library/Kernels.so-000-gfx1100.hsaco");
    Files.copy(
        Fixtures.path("kinds-gfx11-generic-v6.hsaco"), code, StandardCopyOption.REPLACE_EXISTING);
    assertThat(tried(ask("rocBLAS", "gfx1100"))).endsWith("THERE lib/rocblas/library/*gfx1100*co");
  }

  @Test
  void aFolderOfTheGpuIsTaken() throws IOException {
    file("lib/libhipblaslt.so.0");
    index("lib/hipblaslt/library/gfx942/TensileLibrary_lazy_gfx942.dat");
    code("lib/hipblaslt/library/gfx942/Kernels.so-000-gfx942.hsaco");
    Result result = ask("hipBLASLt", "MI300X");
    assertThat(result.outcome()).isEqualTo(Outcome.FOUND);
    assertThat(result.target()).isEqualTo("gfx942:sramecc+:xnack-/304");
    assertThat(ask("hipBLASLt", "gfx90a").available()).containsExactly("gfx942");
  }

  @Test
  void aVariableTakesThePlaceOfAllFolders() throws IOException {
    file("lib/librocblas.so.4");
    index("other/TensileLibrary_lazy_gfx942.dat");
    code("other/Kernels.so-000-gfx942.hsaco");
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
  void rocfftCompilesWhatItDoesNotFind() throws Exception {
    file("lib/librocfft.so.0");
    cache("lib/rocfft/rocfft_kernel_cache_gfx90a.db", "gfx90a:xnack+");
    assertThat(ask("rocFFT", "gfx90a:xnack+").outcome()).isEqualTo(Outcome.FOUND);
    Result compiles = ask("rocFFT", "gfx942");
    assertThat(compiles.outcome()).isEqualTo(Outcome.COMPILES);
    assertThat(compiles.available()).containsExactly("gfx90a");
    assertThat(tried(compiles))
        .containsExactly(
            "NOT_THERE lib/rocfft_kernel_cache_gfx942.db",
            "NOT_THERE lib/rocfft/rocfft_kernel_cache_gfx942.db",
            "NOT_THERE lib/rocfft_kernel_cache.db",
            "NOT_THERE lib/rocfft/rocfft_kernel_cache.db");
  }

  /** As older packages install it. */
  @Test
  void rocfftPassesOverACacheThatCannotBeRead() throws Exception {
    file("lib/librocfft.so.0");
    Files.writeString(file("lib/rocfft_kernel_cache_gfx942.db"), "<html>not found</html>");
    cache("lib/rocfft/rocfft_kernel_cache_gfx942.db", "gfx942");
    Result result = ask("rocFFT", "gfx942");
    assertThat(result.outcome()).isEqualTo(Outcome.PARTLY);
    assertThat(tried(result))
        .containsExactly(
            "DAMAGED lib/rocfft_kernel_cache_gfx942.db",
            "USED lib/rocfft/rocfft_kernel_cache_gfx942.db",
            "THERE lib/rocfft/rocfft_kernel_cache_gfx942.db");
    assertThat(result.advice()).contains("lib/rocfft_kernel_cache_gfx942.db");
  }

  @Test
  void rocfftsCacheOfAllIsNotForLaterVersions() throws Exception {
    file("lib/librocfft.so.0");
    cache("lib/rocfft_kernel_cache.db", "gfx942");
    assertThat(ask("rocFFT", "gfx942").versions())
        .contains("later versions only read rocfft_kernel_cache_gfx942.db");
    // What later versions do is no statement about the version that finds them.
    assertThat(ask("rocFFT", "gfx942").versions())
        .startsWith("As rocFFT before 1.0.37 looks;")
        .doesNotContain("and later versions look");
    cache("lib/rocfft_kernel_cache_gfx942.db", "gfx942");
    assertThat(ask("rocFFT", "gfx942").versions()).doesNotContain("later versions only");
  }

  @Test
  void rocfftsCacheOfAllIsInItsFolderToo() throws Exception {
    file("lib/librocfft.so.0");
    cache("lib/rocfft/rocfft_kernel_cache.db", "gfx942");
    Result result = ask("rocFFT", "gfx942");
    assertThat(result.outcome()).isEqualTo(Outcome.FOUND);
    assertThat(tried(result)).contains("USED lib/rocfft/rocfft_kernel_cache.db");
  }

  @Test
  void miopenTriesItsDatabasesInOrder() throws Exception {
    file("lib/libMIOpen.so.1");
    miopen("share/miopen/db/gfx942130.kdb", "gfx942", "gfx942:xnack-", "gfx90a");
    miopen("share/miopen/db/gfx942.kdb", "gfx942");
    miopen("share/miopen/db/gfx90a6e.kdb", "gfx90a");
    file("share/miopen/db/gfx942130.HIP.fdb.txt");
    file("share/miopen/db/gfx942130.db.txt");
    Result found = ask("MIOpen", "gfx942");
    assertThat(found.outcome()).isEqualTo(Outcome.FOUND);
    assertThat(found.advice()).isEmpty();
    assertThat(tried(found))
        .containsExactly(
            "USED share/miopen/db",
            "THERE share/miopen/db/gfx942130.kdb",
            "THERE share/miopen/db/gfx942.kdb",
            "THERE share/miopen/db/gfx942*.fdb.txt",
            "THERE share/miopen/db/gfx942*.db.txt");
    assertThat(words(found))
        .containsExactly(
            "USED folder",
            "THERE compiled kernels for 304 compute units, 2",
            "THERE compiled kernels for any compute units, 1",
            "THERE results of searches, 1 file",
            "THERE tuned parameters, 1 file");
    Result other = ask("MIOpen", "gfx90a");
    assertThat(other.outcome()).isEqualTo(Outcome.DEPENDS);
    assertThat(words(other))
        .contains(
            "THERE compiled kernels for 110 compute units, 1",
            "NOT_THERE compiled kernels for any compute units",
            "NOT_THERE results of searches",
            "NOT_THERE tuned parameters");
  }

  @Test
  void miopenCompilesWhatItDoesNotFind() throws Exception {
    file("lib/libMIOpen.so.1");
    miopen("share/miopen/db/gfx1030_36.kdb", "gfx90a");
    file("share/miopen/db/gfx1030_36.HIP.fdb.txt");
    Result compiles = ask("MIOpen", "gfx1030");
    assertThat(compiles.outcome()).isEqualTo(Outcome.COMPILES);
    assertThat(words(compiles))
        .contains("MISSING compiled kernels for 36 compute units, none of the GPU");
    assertThat(compiles.advice())
        .startsWith("Kernels are compiled when they are first used. Install gfx1030.kdb,")
        .endsWith(
            tree.resolve("share/miopen/db")
                + ", or set MIOPEN_SYSTEM_DB_PATH to a folder that has it. There are some for"
                + " gfx90a.");
    Result none = ask("MIOpen", "gfx1100");
    assertThat(tried(none))
        .containsExactly(
            "USED share/miopen/db",
            "NOT_THERE share/miopen/db/gfx1100*.kdb",
            "NOT_THERE share/miopen/db/gfx1100.kdb",
            "NOT_THERE share/miopen/db/gfx1100*.fdb.txt",
            "NOT_THERE share/miopen/db/gfx1100*.db.txt");
    assertThat(none.available()).as("by its rows").containsExactly("gfx90a");
  }

  /** As many as the device has, else those for any number, else none. */
  @Test
  void miopenTakesExactlyTheComputeUnitsOfTheDevice() throws Exception {
    file("lib/libMIOpen.so.1");
    miopen("share/miopen/db/gfx1030_36.kdb", "gfx1030");
    Result other = ask("MIOpen", "RX 6900 XT");
    assertThat(other.outcome()).isEqualTo(Outcome.COMPILES);
    assertThat(tried(other))
        .contains(
            "NOT_THERE share/miopen/db/gfx1030_40.kdb", "NOT_THERE share/miopen/db/gfx1030.kdb");
    assertThat(other.advice())
        .contains("for 36 compute units; this GPU has 40 compute units.")
        .doesNotContain("where the library does not look");
    assertThat(ask("MIOpen", "gfx1030/36").outcome()).isEqualTo(Outcome.FOUND);
    Result asked = ask("MIOpen", "gfx1030");
    assertThat(asked.outcome()).isEqualTo(Outcome.DEPENDS);
    assertThat(asked.advice()).contains("--target gfx1030/36");
    miopen("share/miopen/db/gfx1030.kdb", "gfx1030");
    assertThat(ask("MIOpen", "RX 6900 XT").outcome()).isEqualTo(Outcome.FOUND);
    miopen("share/miopen/db/gfx90a6e.kdb", "gfx90a");
    assertThat(ask("MIOpen", "gfx90a/110").outcome()).isEqualTo(Outcome.FOUND);
    assertThat(ask("MIOpen", "gfx90a/104").outcome()).isEqualTo(Outcome.COMPILES);
  }

  /** The outcome is that of the usual setting; the others are beside it. */
  @Test
  void rowsForXnackDoNotCountWithoutIt() throws Exception {
    file("lib/librocfft.so.0");
    cache("lib/rocfft_kernel_cache_gfx90a.db", "gfx90a:xnack+");
    Result usual = ask("rocFFT", "gfx90a");
    assertThat(usual.target()).isEqualTo("gfx90a:sramecc+:xnack-");
    assertThat(usual.outcome()).isEqualTo(Outcome.COMPILES);
    assertThat(usual.differing().stream().map(DoctorReport.Setting::target))
        .contains("gfx90a:sramecc+:xnack+");
  }

  @Test
  void aVariableLeadsMiopenElsewhere() throws Exception {
    file("lib/libMIOpen.so.1");
    miopen("share/miopen/db/gfx942.kdb", "gfx942");
    String variable = "MIOPEN_SYSTEM_DB_PATH";
    Result wrong = ask("MIOpen", "gfx942", Map.of(variable, "/nowhere"));
    assertThat(wrong.outcome()).isEqualTo(Outcome.COMPILES);
    assertThat(wrong.steps().getFirst())
        .isEqualTo(new DoctorReport.Step(variable, "/nowhere", Found.MISSING));
    assertThat(wrong.advice()).contains("is set: unset it if the files are in share/miopen/db");
    miopen("other/gfx942.kdb", "gfx942");
    Result right = ask("MIOpen", "gfx942", Map.of(variable, tree.resolve("other").toString()));
    assertThat(right.outcome()).isEqualTo(Outcome.FOUND);
    assertThat(tried(right)).contains("THERE other/gfx942.kdb");
  }

  /** MIOpen asks by its row, and the runtime by the code object's own header. */
  @Test
  void miopenDoesNotCountKernelsThatCannotRun() throws Exception {
    file("lib/libMIOpen.so.1");
    byte[] code = Files.readAllBytes(Fixtures.path("axpy-gfx1100.hsaco"));
    for (String name : List.of("gfx1030.kdb", "gfx1030_36.kdb")) {
      try (KernelDatabases database =
          KernelDatabases.miopen(
              Files.createDirectories(tree.resolve("share/miopen/db")).resolve(name))) {
        database.miopen("conv.o", "-mcpu=gfx1030", code, true);
      }
    }
    for (String gpu : List.of("gfx1030/36", "gfx1030/40", "gfx1030")) {
      Result result = ask("MIOpen", gpu);
      assertThat(result.outcome()).as(gpu).isEqualTo(Outcome.COMPILES);
      assertThat(result.advice())
          .contains("1 kernel for the GPU cannot be loaded. Its flags state gfx1100, and the GPU");
    }
  }

  @Test
  void aDatabaseOfMiopenThatCannotBeReadIsSaid() throws Exception {
    file("lib/libMIOpen.so.1");
    Path damaged = Files.writeString(file("share/miopen/db/gfx942130.kdb"), "text");
    Result compiles = ask("MIOpen", "gfx942");
    assertThat(compiles.outcome()).isEqualTo(Outcome.COMPILES);
    assertThat(tried(compiles)).contains("DAMAGED share/miopen/db/gfx942130.kdb");
    assertThat(compiles.advice()).startsWith(damaged.toString()).contains("MIOpen");
    miopen("share/miopen/db/gfx942.kdb", "gfx942");
    assertThat(ask("MIOpen", "gfx942").outcome()).isEqualTo(Outcome.PARTLY);
  }

  @Test
  void aCacheOfAllArchitecturesHelpsThoseThatHaveRowsInIt() throws Exception {
    file("lib/librocfft.so.0");
    cache("lib/rocfft_kernel_cache.db", "gfx942", "gfx90a:xnack+", "gfx90a:xnack-");
    Result found = ask("rocFFT", "gfx90a");
    assertThat(found.outcome()).isEqualTo(Outcome.FOUND);
    assertThat(found.steps().getLast().what()).isEqualTo("kernels of the GPU, 1");
    Result compiles = ask("rocFFT", "gfx1100");
    assertThat(compiles.outcome()).isEqualTo(Outcome.COMPILES);
    assertThat(compiles.available()).containsExactly("gfx90a:xnack+", "gfx90a:xnack-", "gfx942");
    assertThat(tried(compiles))
        .endsWith("USED lib/rocfft_kernel_cache.db", "MISSING lib/rocfft_kernel_cache.db");
  }

  /** A row's features are those that its kernel needs; what a GPU does not say may be either. */
  @Test
  void featuresOfRowsAndNamesAgreeWithThoseOfTheGpu() throws Exception {
    file("lib/librocfft.so.0");
    cache("lib/rocfft_kernel_cache.db", "gfx90a:xnack+", "gfx942:xnack-", "gfx908");
    assertThat(ask("rocFFT", "gfx90a:sramecc+:xnack+").outcome()).isEqualTo(Outcome.FOUND);
    Result off = ask("rocFFT", "gfx90a:sramecc+:xnack-");
    assertThat(off.outcome()).isEqualTo(Outcome.COMPILES);
    assertThat(off.target()).isEqualTo("gfx90a:sramecc+:xnack-");
    assertThat(off.available()).contains("gfx90a:xnack+");
    assertThat(ask("rocFFT", "gfx942:xnack+").outcome()).isEqualTo(Outcome.COMPILES);
    assertThat(ask("rocFFT", "gfx908:xnack-").outcome()).isEqualTo(Outcome.FOUND);

    file("lib/libMIOpen.so.1");
    String folder = "share/miopen/db/";
    miopen(folder + "gfx90a_xnack6e.kdb", "gfx90a");
    miopen(folder + "gfx906_nosramecc_60.kdb", "gfx906");
    miopen(folder + "gfx908.kdb", "gfx908:sramecc+:xnack-");
    assertThat(words(ask("MIOpen", "gfx90a:xnack+")))
        .contains("THERE compiled kernels for 110 compute units, 1");
    Result without = ask("MIOpen", "gfx90a:xnack-");
    assertThat(without.outcome()).isEqualTo(Outcome.COMPILES);
    assertThat(tried(ask("MIOpen", "gfx90a:xnack+")))
        .contains("NOT_THERE " + folder + "gfx90a_xnack.kdb");
    assertThat(ask("MIOpen", "gfx906:sramecc-").outcome()).isEqualTo(Outcome.DEPENDS);
    assertThat(ask("MIOpen", "gfx906:sramecc+").outcome()).isEqualTo(Outcome.COMPILES);
    assertThat(ask("MIOpen", "gfx908:sramecc+").outcome()).isEqualTo(Outcome.FOUND);
    assertThat(words(ask("MIOpen", "gfx908:xnack+")))
        .as("neither the name nor the row")
        .contains("NOT_THERE compiled kernels for any compute units");
  }

  @Test
  void changesBesideADatabaseAreSaid() throws Exception {
    file("lib/librocfft.so.0");
    Path cache = cache("lib/rocfft_kernel_cache.db", "gfx942");
    Files.writeString(cache.resolveSibling("rocfft_kernel_cache.db-wal"), "changes");
    Result result = ask("rocFFT", "gfx942");
    assertThat(result.outcome()).isEqualTo(Outcome.FOUND);
    assertThat(result.advice()).contains("rocfft_kernel_cache.db-wal beside it, 7 bytes");
    file("lib/libMIOpen.so.1");
    Path database = miopen("share/miopen/db/gfx942.kdb", "gfx942");
    Files.writeString(database.resolveSibling("gfx942.kdb-journal"), "changes");
    assertThat(ask("MIOpen", "gfx942").advice()).contains("gfx942.kdb-journal beside it");
  }

  /** Of the older table, whose rows name files. */
  @Test
  void rowsWithoutTheirFilesAreNoKernels() throws Exception {
    file("lib/librocfft.so.0");
    Path cache = file("lib/rocfft_kernel_cache_gfx942.db");
    Files.delete(cache);
    try (KernelDatabases database =
        KernelDatabases.other(
            cache, "CREATE TABLE kernels (arch, length, precision, kernel_path)")) {
      database.run("INSERT INTO kernels VALUES ('gfx942', 64, 'single', 'fft.co')");
    }
    Result compiles = ask("rocFFT", "gfx942");
    assertThat(compiles.outcome()).isEqualTo(Outcome.COMPILES);
    assertThat(compiles.advice())
        .startsWith(cache + ": 1 row for the GPU names a file that does not exist.");
    file("lib/fft.co");
    assertThat(ask("rocFFT", "gfx942").outcome()).isEqualTo(Outcome.FOUND);
  }

  @Test
  void namesThatNoGpuHasAreRefused() {
    for (String name : List.of("bogus", "gfx942,bogus", "gfx90a:xnack", "gfxyz", "gfx9999")) {
      assertThatThrownBy(() -> DoctorSettings.named(List.of(name)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(name.substring(name.indexOf(',') + 1));
    }
  }

  @Test
  void aCacheThatCannotBeReadIsSaid() throws Exception {
    file("lib/librocfft.so.0");
    Path cache = cache("lib/rocfft_kernel_cache.db", "gfx942");
    byte[] bytes = Files.readAllBytes(cache);
    for (byte[] damaged : List.of("text".getBytes(UTF_8), Arrays.copyOf(bytes, bytes.length / 2))) {
      Files.write(cache, damaged);
      Result result = ask("rocFFT", "gfx942");
      assertThat(result.outcome()).isEqualTo(Outcome.COMPILES);
      assertThat(tried(result)).contains("DAMAGED lib/rocfft_kernel_cache.db");
      assertThat(result.advice()).startsWith(cache.toString()).contains("expected");
    }
  }

  @Test
  void aotritonsFoldersAreOfFamilies() throws IOException {
    file("lib/libaotriton_v2.so.0");
    Path packed = file("lib/aotriton.images/amd-gfx11xx/flash/attn_fwd.aks2");
    Files.write(packed, Aks2.of(List.of(new Aks2.Kernel("k", 0, 64, new byte[8]))));
    assertThat(ask("AOTriton", "gfx1101").outcome()).isEqualTo(Outcome.FOUND);
    assertThat(ask("AOTriton", "gfx1101").versions())
        .startsWith("As AOTriton 0.8 and later versions look. Kernels were looked up")
        .contains("AOTriton unpacks all of a file");
    byte[] whole = Files.readAllBytes(packed);
    Files.write(packed, Arrays.copyOf(whole, whole.length - 4));
    Result cut = ask("AOTriton", "gfx1101");
    assertThat(cut.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(cut.advice()).contains("expected the end of a stream, YZ, found other bytes");
    Files.write(packed, whole);
    assertThat(ask("AOTriton", "gfx942").outcome()).isEqualTo(Outcome.MISSING);
    Files.createDirectories(tree.resolve("lib/aotriton.images/amd-gfx942/flash"));
    Result empty = ask("AOTriton", "gfx942");
    assertThat(empty.outcome()).as("no file").isEqualTo(Outcome.MISSING);
    assertThat(tried(empty))
        .as("once")
        .containsExactly("USED lib/aotriton.images", "EMPTY lib/aotriton.images/amd-gfx942");
    assertThat(empty.advice())
        .isEqualTo(
            "Install AOTriton's kernels for gfx942 in %s. There are some for gfx11.",
            tree.resolve("lib/aotriton.images"));
    Path damaged = file("lib/aotriton.images/amd-gfx11xx/flash/attn_bwd.aks2");
    Result partly = ask("AOTriton", "gfx1101");
    assertThat(partly.outcome()).isEqualTo(Outcome.PARTLY);
    assertThat(tried(partly)).contains("DAMAGED " + tree.relativize(damaged));
    assertThat(partly.advice())
        .startsWith(damaged.toString())
        .contains("expected a file of AOTriton kernels, found an empty file");
  }

  @Test
  void aotritonNeedsKernelsOfTheGpuInItsFolder() throws IOException {
    file("lib/libaotriton_v2.so.0");
    String images = "lib/aotriton.images/";
    Files.writeString(file(images + "amd-gfx942/README.txt"), "kernels");
    Files.writeString(file(images + "amd-gfx942/flash/x.json"), "{}");
    Files.write(file(images + "amd-gfx942/flash/none.aks2"), Aks2.of(List.of()));
    Result none = ask("AOTriton", "gfx942");
    assertThat(none.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(tried(none))
        .containsExactly("USED lib/aotriton.images", "EMPTY " + images + "amd-gfx942");
    Path packed = file(images + "amd-gfx11xx/flash/a.aks2");
    byte[] code = Files.readAllBytes(Fixtures.path("kinds-gfx942.hsaco"));
    Files.write(packed, Aks2.of(List.of(new Aks2.Kernel("k", 0, 64, code))));
    Result other = ask("AOTriton", "gfx1100");
    assertThat(other.outcome()).isEqualTo(Outcome.MISSING);
    assertThat(tried(other))
        .endsWith("MISSING " + images + "amd-gfx11xx", "OTHER " + tree.relativize(packed));
    assertThat(other.advice())
        .isEqualTo(
            "%s is for another GPU: gfx942. Install AOTriton's kernels for gfx1100 in %s."
                .formatted(packed, tree.resolve("lib/aotriton.images")));
    Files.move(packed, tree.resolve(images + "amd-gfx942/flash/a.aks2"));
    assertThat(ask("AOTriton", "gfx942").outcome()).isEqualTo(Outcome.FOUND);
  }

  @Test
  void linksLeadToTheLibraryAndAreNoOther() throws IOException {
    Path real = file("lib/librocblas.so.4.1");
    Files.createSymbolicLink(tree.resolve("lib/librocblas.so"), real);
    DoctorReport report =
        Doctor.of(
            new DoctorSettings(tree, TargetFilter.of(List.of("gfx942,gfx90a")), List.of()),
            System.getenv(),
            Progress.NONE);
    assertThat(report.results()).hasSize(2).allMatch(result -> result.file().equals(real));
    assertThat(report.anyMissing()).isTrue();
  }

  /** A package is the tree that it installs, read where it is. */
  @Test
  void packagesAreTrees() throws IOException {
    file("opt/lib/librocblas.so.4");
    code("opt/lib/rocblas/library/Kernels.so-000-gfx942.hsaco");
    index("opt/lib/rocblas/library/TensileLibrary_lazy_gfx942.dat", "Tensile_HH");
    Path tar = folder.resolve("rocm.tar.gz");
    TarPack.write(tree, tar, TarOptions.DEFAULT, Progress.NONE);
    DoctorReport report =
        Doctor.of(
            new DoctorSettings(tar, TargetFilter.of(List.of("gfx942,gfx90a")), List.of()),
            System.getenv(),
            Progress.NONE);
    assertThat(report.results().stream().map(Result::outcome))
        .containsExactlyInAnyOrder(Outcome.PARTLY, Outcome.MISSING);
    assertThat(report.results().getFirst().advice())
        .contains("1 of 1 file that the index loads is missing: Tensile_HH");
    assertThat(report.results().getFirst().file().toString())
        .isEqualTo(tar + "/opt/lib/librocblas.so.4");
    assertThat(report.results().getFirst().steps())
        .anyMatch(
            step ->
                step.path()
                    .equals(tar + "/opt/lib/rocblas/library/TensileLibrary_lazy_gfx942.dat"));
  }

  @Test
  void aFileThatIsNoTreeIsRefused() throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "text");
    assertThatThrownBy(
            () ->
                Doctor.of(
                    new DoctorSettings(text, TargetFilter.of(List.of("gfx942")), List.of()),
                    System.getenv(),
                    Progress.NONE))
        .hasMessageContaining(text.toString())
        .hasMessageContaining("expected a folder or a package");
  }

  @Test
  void aTreeThatIsNoneIsRefused() {
    assertThatThrownBy(() -> ask("rocBLAS", "gfx942")).isInstanceOf(NoSuchFileException.class);
  }

  /** Each step has as many units as it says. */
  @Test
  void filesThatAreReadCount() throws IOException {
    String library = "lib/rocblas/library/";
    file("lib/librocblas.so.4");
    index(library + "TensileLibrary_lazy_gfx90a.dat", "Tensile_HH_gfx90a");
    kernels(library + "Tensile_HH_gfx90a.dat", "gfx90a");
    code(library + "Tensile_HH_gfx90a.co");
    code(library + "Kernels.so-000-gfx90a.hsaco");
    Map<String, Long> totals = new TreeMap<>();
    Map<String, Long> counts = new TreeMap<>();
    Progress progress =
        new Progress() {
          private String step = "";

          @Override
          public void begin(String what, long totalUnits, Unit unit) {
            step = what;
            totals.put(what, totalUnits);
          }

          @Override
          public void advance(long units) {
            counts.merge(step, units, Long::sum);
          }

          @Override
          public boolean cancelled() {
            return false;
          }
        };
    DoctorSettings both =
        new DoctorSettings(tree, TargetFilter.of(List.of("gfx90a:xnack+,gfx1100")), List.of());
    Doctor.of(both, Map.of(), progress);
    totals.keySet().removeIf(step -> step.equals("Reading " + tree));
    assertThat(totals)
        .containsEntry("Reading the files that the index loads (rocBLAS, gfx90a:xnack+)", 1L)
        .containsEntry("Reading code objects (rocBLAS, gfx90a:xnack+)", 2L)
        .containsEntry("Reading what there is for other GPUs (rocBLAS, gfx1100)", 2L)
        .allSatisfy((step, total) -> assertThat(counts).containsEntry(step, total));
  }

  @Test
  void progressHasATotalAndCancels() throws IOException {
    file("lib/librocfft.so.0");
    file("lib/rocfft_kernel_cache.db.txt");
    DoctorSettings settings =
        new DoctorSettings(tree, TargetFilter.of(List.of("gfx942")), List.of());
    long[] counted = new long[2];
    boolean[] cancel = new boolean[1];
    Progress progress =
        new Progress() {
          @Override
          public void begin(String what, long totalUnits, Unit unit) {
            counted[0] = totalUnits;
            counted[1] = 0;
          }

          @Override
          public void advance(long units) {
            counted[1] += units;
          }

          @Override
          public boolean cancelled() {
            return cancel[0] && counted[1] > 0;
          }
        };
    Doctor.of(settings, Map.of(), progress);
    assertThat(counted[0]).isPositive().isEqualTo(counted[1]);
    cancel[0] = true;
    assertThatThrownBy(() -> Doctor.of(settings, Map.of(), progress))
        .isInstanceOf(CancellationException.class);
  }

  /** Installed wheels: descriptions of packages name what installs the files for a GPU. */
  @Test
  void namesPackageThatIsNotInstalled() throws IOException {
    file("_rocm_sdk_libraries/lib/librocblas.so.5");
    code("_rocm_sdk_libraries/lib/rocblas/library/Kernels.so-000-gfx90a.hsaco");
    Path info = tree.resolve("rocm_sdk_libraries-7.10.dist-info");
    Files.createDirectories(info);
    Files.writeString(info.resolve("METADATA"), "Name: rocm-sdk-libraries\nVersion: 7.10\n");
    Files.writeString(info.resolve("RECORD"), "_rocm_sdk_libraries/lib/librocblas.so.5,,\n");
    assertThat(
            Doctor.of(
                    new DoctorSettings(tree, TargetFilter.of(List.of("gfx942")), List.of()),
                    Map.of(),
                    Progress.NONE)
                .results()
                .getFirst()
                .advice())
        .startsWith(
            "The device package of rocm-sdk-libraries 7.10 for gfx942 is not installed."
                + " Install it: pip install 'rocm[libraries,device-gfx942]'");
  }
}
