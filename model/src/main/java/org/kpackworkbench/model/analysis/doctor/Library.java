package org.kpackworkbench.model.analysis.doctor;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Result;

/**
 * A library that looks for kernels in files of its own: the names of its files on Linux and on
 * Windows, its variables, and the versions whose sources were read.
 */
enum Library {
  ROCBLAS(
      "rocBLAS",
      "rocblas",
      false,
      "As rocBLAS 5 (ROCm 7) looks.",
      TensileSearch::rocblas,
      TensileSearch.ROCBLAS_PATH),
  HIPBLASLT(
      "hipBLASLt",
      "hipblaslt",
      false,
      "As hipBLASLt 1 (ROCm 7) looks.",
      TensileSearch::hipblaslt,
      TensileSearch.HIPBLASLT_PATH),
  HIPSPARSELT(
      "hipSPARSELt",
      "hipsparselt",
      false,
      "As hipSPARSELt 0.2 (ROCm 7) looks.",
      HipsparseltSearch::of,
      TensileSearch.HIPSPARSELT_PATH,
      HipsparseltSearch.SPMM_PATH),
  ROCFFT(
      "rocFFT",
      "rocfft",
      false,
      "As rocFFT 1.0.37 (ROCm 7) and later versions look.",
      RocfftSearch::of,
      RocfftSearch.CACHE_PATH),
  MIOPEN(
      "MIOpen",
      "MIOpen",
      true,
      "As MIOpen 3 (ROCm 6 and 7) looks.",
      MiopenSearch::of,
      MiopenSearch.DATABASE_PATH),
  MIOPEN_CK(
      "MIOpenCK",
      "MIOpen",
      true,
      "As MIOpen of mid-2026 looks; before, Composable Kernel was part of MIOpen itself.",
      MiopenCkSearch::of,
      MiopenCkSearch.LIBRARY_PATH),
  AOTRITON(
      "AOTriton",
      "aotriton_v2",
      false,
      "As AOTriton 0.8 and later versions look.",
      AotritonSearch::of),
  KERNEL_PROVIDER(
      "hip-kernel-provider",
      "hip_kernel_provider",
      false,
      "As hip-kernel-provider of mid-2026 looks.",
      KernelProviderSearch::of,
      KernelProviderSearch.DESCRIPTOR_PATH);

  private final String title;
  private final Pattern file;
  private final boolean followsLinks;
  private final String versions;
  private final Strategy strategy;
  private final List<String> variables;

  /** The steps of a library. */
  @FunctionalInterface
  interface Strategy {
    Result search(Search search) throws IOException;
  }

  Library(
      String title,
      String name,
      boolean followsLinks,
      String versions,
      Strategy strategy,
      String... variables) {
    this.title = title;
    this.file = Pattern.compile("lib%1$s\\.so.*|(?i:(?:lib)?%1$s\\.dll)".formatted(name));
    this.followsLinks = followsLinks;
    this.versions = versions;
    this.strategy = strategy;
    this.variables = List.of(variables);
  }

  String title() {
    return title;
  }

  /** Whether a file has the name of this library. */
  boolean isNamed(String name) {
    return file.matcher(name).matches();
  }

  /** Whether its folder is that of the file to which links lead. */
  boolean followsLinks() {
    return followsLinks;
  }

  /** The versions that look as described here, in a sentence. */
  String versions() {
    return versions;
  }

  Result search(Search search) throws IOException {
    return strategy.search(search);
  }

  /** The names of all libraries, for people. */
  static String titles() {
    List<String> titles =
        Arrays.stream(values()).filter(each -> each != MIOPEN_CK).map(Library::title).toList();
    return "%s or %s"
        .formatted(String.join(", ", titles.subList(0, titles.size() - 1)), titles.getLast());
  }

  /** The variables of all libraries. */
  static Stream<String> allVariables() {
    return Arrays.stream(values()).flatMap(each -> each.variables.stream());
  }
}
