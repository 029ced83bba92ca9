package org.kpackworkbench.model.format.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.model.fixtures.TensileLibraries.deflated;
import static org.kpackworkbench.model.fixtures.TensileLibraries.indexed;
import static org.kpackworkbench.model.fixtures.TensileLibraries.library;
import static org.kpackworkbench.model.fixtures.TensileLibraries.map;
import static org.kpackworkbench.model.fixtures.TensileLibraries.operations;
import static org.kpackworkbench.model.fixtures.TensileLibraries.packed;
import static org.kpackworkbench.model.fixtures.TensileLibraries.placeholder;
import static org.kpackworkbench.model.fixtures.TensileLibraries.row;
import static org.kpackworkbench.model.fixtures.TensileLibraries.single;
import static org.kpackworkbench.model.fixtures.TensileLibraries.solution;
import static org.kpackworkbench.model.fixtures.TensileLibraries.table;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.KernelDatabases;
import org.kpackworkbench.model.fixtures.TestPackages;

/**
 * Each fault that a kernel database can have is found by itself, and said in its words, in a folder
 * as in a package; and a tree with all of the databases has none.
 */
class DatabaseRulesTest {
  private static final String AXPY = "_ZN8kpackfix4axpyEPfPKffi";
  private static final String GPU = "gfx1100";
  private static final String ROCBLAS = "lib/rocblas/library/";
  private static final String HIPBLASLT = "lib/hipblaslt/library/gfx1100/";
  private static final String PROVIDER = "lib/engines/arch_content/gfx1100/";
  private static final String ROCFFT = "lib/rocfft/rocfft_kernel_cache.db";
  private static final String FILES = "lib/rocfft/rocfft.db";
  private static final String MIOPEN = "share/miopen/db/gfx1100.kdb";
  private static final String NT = "Contraction_l_Ailk_Bjlk_Cijk_Dijk";

  @TempDir private Path folder;

  /** Files by their paths in a tree. */
  @FunctionalInterface
  private interface Breaking {
    void in(Map<String, byte[]> tree) throws IOException, SQLException;
  }

  /**
   * A fault.
   *
   * @param what it is
   * @param breaking changes a good tree
   * @param file what the finding is about
   * @param place the part of it; empty for the file itself
   * @param words what the finding says of what was expected and found
   * @param advice what it says is to be done
   */
  private record Fault(
      String what,
      Breaking breaking,
      String rule,
      Severity severity,
      String file,
      String place,
      List<String> words,
      String advice) {
    @Override
    public String toString() {
      return what;
    }
  }

  private static byte[] code(String fixture) throws IOException {
    return Files.readAllBytes(Fixtures.path(fixture));
  }

  /** A tree with a database of each kind that has rules. */
  private static Map<String, byte[]> good() throws IOException, SQLException {
    byte[] code = code("axpy-gfx1100.hsaco");
    Map<String, byte[]> tree = new LinkedHashMap<>();
    tree.put(
        ROCBLAS + "TensileLibrary_lazy_gfx1100.dat",
        packed(
            library(
                List.of(),
                operations(
                    map(
                        NT,
                        placeholder("TensileLibrary_HH_gfx1100"),
                        "f",
                        placeholder("TensileLibrary_HH_fallback")),
                    GPU))));
    byte[] half =
        packed(library(List.of(solution(0, AXPY, GPU)), table(List.of(row(0, 64, 64, 1, 64)))));
    tree.put(ROCBLAS + "TensileLibrary_HH_gfx1100.dat", half);
    // Libraries try a setting of XNACK as well.
    tree.put(ROCBLAS + "TensileLibrary_HH_gfx1100-xnack-.hsaco", code);
    tree.put(ROCBLAS + "TensileLibrary_HH_fallback.dat", half);
    tree.put(ROCBLAS + "TensileLibrary_HH_fallback_gfx1100.hsaco", code);
    tree.put(HIPBLASLT + "TensileLibrary_SS_gfx1100.dat.zlib", deflated(blob(0)));
    tree.put(HIPBLASLT + "TensileLibrary_SS_gfx1100.co", code);
    tree.put(PROVIDER + "kernels.json", Files.readAllBytes(Fixtures.path("kernels.json")));
    tree.put(PROVIDER + "kernels_gfx1100.kpack", code("kernels_gfx1100.kpack"));
    tree.put(ROCFFT, rocfft("gfx1100"));
    tree.put(FILES, files("gfx1100"));
    tree.put("lib/rocfft/kernels/fft.co", code);
    tree.put(MIOPEN, miopen("", code.length));
    return tree;
  }

  /** A library of format version 2 whose solution is said to be that much longer than it is. */
  private static byte[] blob(long longer) {
    byte[] one = packed(solution(0, AXPY, GPU));
    return packed(indexed(List.of(0L, 0L, one.length + longer), one, single(0)));
  }

  private static byte[] rocfft(String arch) throws IOException, SQLException {
    Path file = Files.createTempFile("rocfft", ".db");
    try (KernelDatabases database = KernelDatabases.rocfft(file)) {
      database.rocfft("fft_rtc_fwd_len64", "gfx1100", 1, code("axpy-gfx1100.hsaco"));
      database.rocfft("fft_rtc_back_len64", arch, 1, code("axpy-gfx1100.hsaco"));
    }
    return taken(file);
  }

  private static byte[] files(String arch) throws IOException, SQLException {
    Path file = Files.createTempFile("rocfft", ".db");
    try (KernelDatabases database =
        KernelDatabases.other(
            file, "CREATE TABLE kernels (arch, length, precision, kernel_path)")) {
      database.run(
          "INSERT INTO kernels VALUES ('%s', 64, 'single', 'kernels/fft.co')".formatted(arch));
    }
    return taken(file);
  }

  private static byte[] miopen(String md5, long size) throws IOException, SQLException {
    Path file = Files.createTempFile("miopen", ".kdb");
    byte[] code = code("axpy-gfx1100.hsaco");
    try (KernelDatabases database = KernelDatabases.miopen(file)) {
      database.miopen("good.o", "", code, true);
      database.miopen("conv.o", "-mcpu=gfx1100", KernelDatabases.bzip2(code), md5, size);
    }
    return taken(file);
  }

  private static byte[] taken(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Files.delete(file);
    return bytes;
  }

  private static Breaking descriptor(String what, String with) {
    return tree ->
        tree.computeIfPresent(
            PROVIDER + "kernels.json",
            (path, json) ->
                new String(json, StandardCharsets.UTF_8)
                    .replaceFirst(what, with)
                    .getBytes(StandardCharsets.UTF_8));
  }

  static List<Fault> faults() throws IOException {
    List<Fault> all = new ArrayList<>();
    long size = code("axpy-gfx1100.hsaco").length;
    all.add(
        new Fault(
            "a descriptor's SHA-256 that the archive's code has not",
            descriptor("822614d1", "00000000"),
            "descriptor-checksum",
            Severity.ERROR,
            PROVIDER + "kernels.json",
            "kernels/0/kernel_source",
            List.of("axpy_f32", "kernels_gfx1100.kpack", "00000000f7a1", "822614d1f7a1"),
            "install both from the same build"));
    all.add(
        new Fault(
            "a descriptor whose archive is missing",
            tree -> tree.remove(PROVIDER + "kernels_gfx1100.kpack"),
            "descriptor-archive",
            Severity.ERROR,
            PROVIDER + "kernels.json",
            "kernels/0/kernel_source",
            List.of("kernels_gfx1100.kpack", "does not exist"),
            "install both from the same build"));
    all.add(
        new Fault(
            "a Placeholder whose file is missing",
            tree -> tree.remove(ROCBLAS + "TensileLibrary_HH_gfx1100.dat"),
            "tensile-file-missing",
            Severity.ERROR,
            ROCBLAS + "TensileLibrary_lazy_gfx1100.dat",
            "",
            List.of(NT, "expected TensileLibrary_HH_gfx1100.dat", "found neither"),
            "Get the file"));
    all.add(
        new Fault(
            "a kernel of MIOpen with another MD5",
            tree -> tree.put(MIOPEN, miopen("0".repeat(32), size)),
            "code-object-loads",
            Severity.ERROR,
            MIOPEN,
            "conv.o#0 @ gfx1100",
            List.of("expected MD5 " + "0".repeat(32), "found a6f7353a72c9a3f31dcde46ff4ed52e4"),
            "MIOpen discards such a kernel"));
    all.add(
        new Fault(
            "a kernel of MIOpen with another size",
            tree -> tree.put(MIOPEN, miopen("", size - 1)),
            "code-object-loads",
            Severity.ERROR,
            MIOPEN,
            "conv.o#0 @ gfx1100",
            List.of("uncompressed_size", "expected " + (size - 1), "found " + size),
            "get the file again"));
    all.add(
        new Fault(
            "a row of rocFFT with code for another architecture",
            tree -> tree.put(ROCFFT, rocfft("gfx942")),
            "rocfft-row-architecture",
            Severity.ERROR,
            ROCFFT,
            "fft_rtc_back_len64#0 @ gfx942",
            List.of("arch has gfx942", "a code object for gfx1100"),
            "Delete the row"));
    all.add(
        new Fault(
            "a row of rocFFT's older table with a file for another architecture",
            tree -> tree.put(FILES, files("gfx942")),
            "rocfft-row-architecture",
            Severity.ERROR,
            FILES,
            "kernel 1",
            List.of("arch has gfx942", "kernels/fft.co has a code object for gfx1100"),
            "Delete the row"));
    all.add(
        new Fault(
            "a row of rocFFT's older table whose file is missing",
            tree -> tree.remove("lib/rocfft/kernels/fft.co"),
            "rocfft-row-file",
            Severity.ERROR,
            FILES,
            "kernel 1",
            List.of("kernel_path has kernels/fft.co", "no such file"),
            "Get the file"));
    all.add(
        new Fault(
            "an index that leads out of the blob",
            tree -> tree.put(HIPBLASLT + "TensileLibrary_SS_gfx1100.dat.zlib", deflated(blob(1))),
            "contents-read",
            Severity.ERROR,
            HIPBLASLT + "TensileLibrary_SS_gfx1100.dat.zlib",
            "",
            List.of("expected a solution in the ", "bytes of solutions_blob", "found index 0"),
            "get it again"));
    all.add(
        new Fault(
            "a row of a table that chooses no solution",
            tree ->
                tree.put(
                    ROCBLAS + "TensileLibrary_HH_gfx1100.dat",
                    packed(
                        library(
                            List.of(solution(0, AXPY, GPU)),
                            table(List.of(row(7, 64, 64, 1, 64)))))),
            "contents-read",
            Severity.ERROR,
            ROCBLAS + "TensileLibrary_HH_gfx1100.dat",
            "",
            List.of("expected the index of one of the 1 solutions", "found 7"),
            "build it again"));
    all.add(
        new Fault(
            "a library in the place of another GPU's",
            tree ->
                tree.put(
                    ROCBLAS + "TensileLibrary_HH_gfx1100.dat",
                    packed(library(List.of(solution(0, AXPY, "gfx942")), single(0)))),
            "tensile-architecture",
            Severity.ERROR,
            ROCBLAS + "TensileLibrary_HH_gfx1100.dat",
            "",
            List.of("name or folder says gfx1100", "solutions are for gfx942"),
            "none of its solutions is chosen there"));
    all.add(
        new Fault(
            "a kernel that no code object has",
            tree ->
                tree.put(
                    ROCBLAS + "TensileLibrary_HH_gfx1100.dat",
                    packed(
                        library(
                            List.of(solution(0, AXPY, GPU), solution(1, "Cijk_gone", GPU)),
                            single(0)))),
            "tensile-kernel-missing",
            Severity.ERROR,
            ROCBLAS + "TensileLibrary_HH_gfx1100.dat",
            "",
            List.of("1 kernel that no code object beside it has", "Cijk_gone"),
            "get both from the same build"));
    all.add(
        new Fault(
            "a kernel that no solution names",
            tree -> {
              tree.put(
                  ROCBLAS + "TensileLibrary_lazy_gfx942.dat",
                  packed(library(List.of(), placeholder("TensileLibrary_HH_gfx942"))));
              tree.put(
                  ROCBLAS + "TensileLibrary_HH_gfx942.dat",
                  packed(library(List.of(solution(0, "_ZN8kpackfix4tileEPf")), single(0))));
              tree.put(ROCBLAS + "TensileLibrary_HH_gfx942.co", code("kinds-gfx942.hsaco"));
            },
            "tensile-kernel-unused",
            Severity.NOTE,
            ROCBLAS + "TensileLibrary_HH_gfx942.dat",
            "",
            List.of("8 kernels that no solution names", "KiB of code", "_ZN8kpackfix5countEi"),
            "may be left out"));
    all.add(
        new Fault(
            "a code object that no library loads",
            tree -> tree.put(ROCBLAS + "TensileLibrary_Old_gfx1100.co", code("axpy-gfx1100.hsaco")),
            "tensile-file-unused",
            Severity.NOTE,
            ROCBLAS + "TensileLibrary_lazy_gfx1100.dat",
            "",
            List.of("1 code object for gfx1100", "4.3 KiB", "TensileLibrary_Old_gfx1100.co"),
            "delete them"));
    return all;
  }

  private Path tree(Map<String, byte[]> files) throws IOException {
    Path root = folder.resolve("rocm");
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Path path = root.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.write(path, file.getValue());
    }
    return root;
  }

  private Path wheel(Map<String, byte[]> files) throws IOException {
    Path wheel = folder.resolve("rocm-1.0-py3-none-linux_x86_64.whl");
    return TestPackages.wheel(wheel, files, "");
  }

  private static List<Finding> verify(Path path) {
    return Verify.run(List.of(path), VerifyRequest.everything(), Progress.NONE).findings();
  }

  @Test
  void goodDatabasesHaveNoFindings() throws Exception {
    assertThat(verify(tree(good()))).isEmpty();
    assertThat(verify(wheel(good()))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("faults")
  void eachFaultIsFoundByItself(Fault fault) throws Exception {
    Map<String, byte[]> files = good();
    fault.breaking().in(files);
    Path tree = tree(files);
    Path wheel = wheel(files);
    for (Path root : List.of(tree, wheel)) {
      List<Finding> found = verify(root);
      assertThat(found).extracting(Finding::rule).containsOnly(fault.rule());
      Finding first = found.getFirst();
      assertThat(first.severity()).isEqualTo(fault.severity());
      assertThat(first.file()).hasToString(root.resolve(fault.file()).toString());
      assertThat(first.placeText()).isEqualTo(fault.place());
      assertThat(first.message() + first.evidence().expected() + " " + first.evidence().found())
          .contains(fault.words());
      assertThat(first.advice()).contains(fault.advice());
    }
  }

  /** The files of one library are in several artifacts, and beside one another when installed. */
  @Test
  void artifactsOfOneShardAreSeenTogether() throws Exception {
    String stage = "math-libs/BLAS/rocBLAS/stage/";
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (Map.Entry<String, byte[]> file : good().entrySet()) {
      if (file.getKey().startsWith(ROCBLAS)) {
        String artifact = file.getKey().endsWith("fallback.dat") ? "generic" : "gfx1100";
        files.put("blas_lib_" + artifact + "/" + stage + file.getKey(), file.getValue());
      }
    }
    files.put("blas_lib_generic/" + stage + "lib/librocblas.so.4", code("libplain.so"));
    for (String artifact : List.of("generic", "gfx1100")) {
      files.put(
          "blas_lib_" + artifact + "/artifact_manifest.txt",
          "math-libs/BLAS/rocBLAS/stage\n".getBytes(StandardCharsets.UTF_8));
    }
    Path shard = tree(files);
    assertThat(verify(shard)).isEmpty();
    assertThat(verify(shard.resolve("blas_lib_gfx1100"))).isEmpty();
    assertThat(verify(shard.resolve("blas_lib_generic"))).isEmpty();

    // Alone it does not say that anything is wrong: the rest may be anywhere.
    Path alone = Files.createDirectory(folder.resolve("alone"));
    Files.move(shard.resolve("blas_lib_gfx1100"), alone.resolve("blas_lib_gfx1100"));
    assertThat(verify(alone))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.rule()).isEqualTo("tensile-file-missing");
              assertThat(finding.severity()).isEqualTo(Severity.NOTE);
              assertThat(finding.message()).contains("TensileLibrary_HH_fallback");
              assertThat(finding.advice()).contains("verify both together");
            });
    Files.delete(
        alone.resolve("blas_lib_gfx1100/" + stage + ROCBLAS + "TensileLibrary_HH_gfx1100.dat"));
    assertThat(verify(alone)).extracting(Finding::severity).contains(Severity.ERROR);
  }

  /** A download that failed leaves such files. */
  @ParameterizedTest
  @CsvSource({
    "gfx942130.kdb, file-reads, SQLite format 3",
    "rocfft_kernel_cache_gfx942.db, file-reads, SQLite format 3",
    "rocfft_kernel_cache.db, file-reads, SQLite format 3",
    "Kernels.co, file-kind, a GPU code object or bundle",
    "pointwise.kdp.json, file-reads, JSON",
    "attn.aks2, file-reads, AKS2"
  })
  void whatIsNoneOfWhatItsNameSaysIsAnError(String name, String rule, String expected)
      throws IOException {
    Map<String, String> contents =
        Map.of(
            "",
            "empty|nothing|end of the file",
            "\0".repeat(4096),
            "zero bytes|unknown kind|JSON|other bytes",
            "<!doctype html>\n<html><body>503</body></html>\n",
            "HTML|JSON|other bytes",
            "404: Not Found here\n",
            "text|JSON|other bytes");
    for (Map.Entry<String, String> content : contents.entrySet()) {
      Path file = Files.writeString(folder.resolve(name), content.getKey());
      VerifyReport report = Verify.run(List.of(folder), VerifyRequest.everything(), Progress.NONE);
      assertThat(report.passed()).isFalse();
      assertThat(report.findings())
          .singleElement()
          .returns(rule, Finding::rule)
          .returns(Severity.ERROR, Finding::severity)
          .returns(file, finding -> finding.place().file())
          .satisfies(
              finding -> {
                assertThat(finding.evidence().expected()).isNotEmpty();
                assertThat(finding.evidence().found()).isNotEmpty();
                String words = finding.message() + finding.evidence();
                assertThat(words).contains(expected);
                assertThat(words).containsPattern(content.getValue());
              });
    }
  }
}
