package org.kpackworkbench.model.format.tensile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.TensileLibraries;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.CodeElsewhere;
import org.kpackworkbench.model.format.registry.Document;

class LibraryCodeTest {
  private static final String LAZY = "TensileLibrary_lazy_gfx1100.dat";
  private static final String HALF = "TensileLibrary_Type_HH_gfx1100";
  private static final String FLOAT = "TensileLibrary_Type_SS_gfx1100";
  private static final String AXPY = "_ZN8kpackfix4axpyEPfPKffi";

  @TempDir private Path folder;

  private Path copy(String fixture, String name) throws IOException {
    return Files.copy(Fixtures.path(fixture), folder.resolve(name));
  }

  private List<String> code(Path library) throws IOException {
    try (Document document = StandardFormats.all().open(library);
        CodeElsewhere code = document.codeElsewhere(file -> true, Progress.NONE).orElseThrow()) {
      assertThat(code.problems()).isEmpty();
      assertThat(code.isMissing()).isEqualTo(code.codeObjects().size() == 0);
      for (int row = 0; row < code.codeObjects().size(); row++) {
        assertThat(code.codeObjects().load(row, Progress.NONE).size()).isPositive();
      }
      return code.files().stream().map(Path::getFileName).map(Path::toString).toList();
    }
  }

  private static List<Finding> findings(Path... files) throws IOException {
    return Verify.run(List.of(files), VerifyRequest.everything(), Progress.NONE).findings();
  }

  @Test
  void aLibraryHasTheCodeOfItsNameAndOfTheFilesThatItLoads() throws IOException {
    Path lazy = copy(LAZY, LAZY);
    Path half = copy(HALF + ".dat", HALF + ".dat");
    copy(FLOAT + ".dat.zlib", FLOAT + ".dat.zlib");
    assertThat(code(lazy)).isEmpty();
    copy("axpy-gfx1100.hsaco", HALF + ".hsaco");
    copy("compressed.co", FLOAT + ".co");
    copy("axpy-gfx1100.hsaco", "Other.hsaco");
    assertThat(code(lazy)).containsExactlyInAnyOrder(HALF + ".hsaco", FLOAT + ".co");
    assertThat(code(half)).containsExactly(HALF + ".hsaco");
  }

  @Test
  void aLibraryWithAllOfItsKernelsIsGood() throws IOException {
    Path library = copy(FLOAT + ".dat.zlib", FLOAT + ".dat.zlib");
    Path code = copy("axpy-gfx1100.hsaco", FLOAT + ".hsaco");
    assertThat(findings(library, code)).isEmpty();
  }

  @Test
  void kernelsThatNoSolutionNamesAreNotedWithTheirBytes() throws IOException {
    Path library =
        Files.write(
            folder.resolve("TensileLibrary_gfx1100.dat"),
            TensileLibraries.packed(
                TensileLibraries.library(
                    List.of(TensileLibraries.solution(0, "gone", "gfx1100")),
                    TensileLibraries.single(0))));
    assertThat(findings(library))
        .extracting(Finding::rule)
        .containsExactly("tensile-kernel-missing");
    Path code = copy("axpy-gfx1100.hsaco", "TensileLibrary_gfx1100.hsaco");
    assertThat(findings(library))
        .extracting(Finding::message)
        .containsExactlyInAnyOrder(
            "It names 1 kernel that no code object beside it has: gone.",
            "Its code objects have 1 kernel that no solution names, 156 B of code: " + AXPY + ".");
    // What cannot be read may have them.
    byte[] all = Files.readAllBytes(code);
    Files.write(code, Arrays.copyOf(all, all.length / 2));
    assertThat(findings(library)).isEmpty();
  }

  @Test
  void kernelsMayBeInFilesThatLibrariesShare() throws IOException {
    byte[] bytes =
        TensileLibraries.packed(
            TensileLibraries.library(
                List.of(TensileLibraries.solution(0, AXPY, "gfx1100")),
                TensileLibraries.single(0)));
    Path one = Files.write(folder.resolve("TensileLibrary_gfx1100.dat"), bytes);
    Path all = Files.write(folder.resolve("TensileLibrary.dat"), bytes);
    copy("axpy-gfx1030-v4.hsaco", "Kernels.so-000-gfx1030.hsaco");
    assertThat(findings(one))
        .as("it is for another GPU")
        .extracting(Finding::rule)
        .containsExactly("tensile-kernel-missing");
    copy("axpy-gfx1100.hsaco", "Kernels.so-000-gfx1100.hsaco");
    assertThat(findings(one)).isEmpty();
    Files.delete(folder.resolve("Kernels.so-000-gfx1100.hsaco"));
    Files.delete(folder.resolve("Kernels.so-000-gfx1030.hsaco"));
    assertThat(findings(all)).hasSize(1);
    copy("axpy-gfx1100.hsaco", "TensileLibrary_gfx1100.co");
    assertThat(findings(all)).isEmpty();
  }

  /** The same kernel in code for another GPU passes by its name; generic code is for the GPU. */
  @Test
  void codeForAnotherGpuIsAnError() throws IOException {
    Path library = library("TensileLibrary_gfx1100.dat", TensileLibraries.single(0));
    Path own = copy("axpy-gfx1030-v4.hsaco", "TensileLibrary_gfx1100.co");
    Path shared = copy("axpy-gfx1030-v4.hsaco", "Kernels.so-000-gfx1100.hsaco");
    copy("axpy-gfx1030-v4.hsaco", "Kernels.so-000-gfx1030.hsaco");
    assertThat(findings(library))
        .extracting(Finding::severity, Finding::rule, Finding::message)
        .containsExactlyInAnyOrder(
            tuple(Severity.ERROR, "tensile-code-target", forOthers(own)),
            tuple(Severity.ERROR, "tensile-code-target", forOthers(shared)));
    Files.delete(shared);
    for (String loaded :
        List.of("axpy-gfx1100.hsaco", "kinds-gfx11-generic-v6.hsaco", "compressed.co")) {
      Files.copy(Fixtures.path(loaded), own, StandardCopyOption.REPLACE_EXISTING);
      assertThat(findings(library))
          .as(loaded)
          .extracting(Finding::rule)
          .doesNotContain("tensile-code-target");
    }
  }

  private static String forOthers(Path code) {
    return "It loads %s, whose name or folder says gfx1100 and whose code is for another GPU: gfx1030."
        .formatted(code.getFileName());
  }

  private Path library(String name, Object tree) throws IOException {
    return Files.write(
        folder.resolve(name),
        TensileLibraries.packed(
            TensileLibraries.library(
                List.of(TensileLibraries.solution(0, AXPY, "gfx1100")), tree)));
  }

  /** Alone it may be a copy that nothing is launched from; among others its own are missing. */
  @Test
  void aLibraryWhoseCodeIsMissingBesideThatOfOthersIsAnError() throws IOException {
    Path library = library(HALF + ".dat", TensileLibraries.single(0));
    assertThat(findings(library))
        .extracting(Finding::severity, Finding::rule)
        .containsExactly(tuple(Severity.WARNING, "tensile-kernel-missing"));
    copy("axpy-gfx1030-v4.hsaco", "TensileLibrary_Type_SS_gfx1030.co");
    assertThat(findings(library)).extracting(Finding::severity).containsExactly(Severity.WARNING);
    copy("axpy-gfx1100.hsaco", FLOAT + ".co");
    assertThat(findings(library))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(Severity.ERROR);
              assertThat(finding.message()).contains("only those of other libraries");
            });
    Files.createFile(folder.resolve(HALF + ".co"));
    assertThat(findings(library))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(Severity.ERROR);
              assertThat(finding.message()).endsWith(HALF + ".co beside it has no code object.");
            });
  }

  /** A library for any GPU has a file of code objects for each. */
  @Test
  void codeOfALibraryForAnyGpuIsMissingForOne() throws IOException {
    String stem = "TensileLibrary_Type_HH_fallback";
    library(stem + ".dat", TensileLibraries.single(0));
    copy("axpy-gfx1030-v4.hsaco", stem + "_gfx1030.hsaco");
    Map<String, ?> tree = Map.of("any", TensileLibraries.placeholder(stem));
    Path index =
        Files.write(
            folder.resolve(LAZY),
            TensileLibraries.packed(
                TensileLibraries.library(List.of(), TensileLibraries.operations(tree, "gfx1100"))));
    assertThat(findings(index))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(Severity.ERROR);
              assertThat(finding.rule()).isEqualTo("tensile-kernel-missing");
              assertThat(finding.message())
                  .contains("for gfx1100 are missing: " + stem + "_gfx1100.hsaco.");
            });
    copy("axpy-gfx1100.hsaco", stem + "_gfx1100.hsaco");
    assertThat(findings(index)).isEmpty();
  }

  @Test
  void aSolutionOfAnotherIndexThanStatedIsFound() throws IOException {
    byte[] one = TensileLibraries.packed(TensileLibraries.solution(9, AXPY, "gfx1100"));
    Path library =
        Files.write(
            folder.resolve("TensileLibrary_gfx1100.dat"),
            TensileLibraries.packed(
                TensileLibraries.indexed(
                    List.of(7L, 0L, (long) one.length), one, TensileLibraries.single(7))));
    assertThat(findings(library))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.rule()).isEqualTo("contents-read");
              assertThat(finding.placeText()).isEqualTo("solution 0");
              assertThat(finding.message()).contains("expected index 7").contains("found 9");
            });
  }

  @Test
  void aFileThatIsMissingIsNamedOnce() throws IOException {
    Path mapping = copy("TensileLiteLibrary_lazy_gfx1100_Mapping.dat", "Mapping.dat");
    copy(HALF + ".dat", HALF + ".dat");
    assertThat(findings(mapping))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.rule()).isEqualTo("tensile-file-missing");
              assertThat(finding.message()).contains(FLOAT + ".dat.zlib");
            });
  }
}
