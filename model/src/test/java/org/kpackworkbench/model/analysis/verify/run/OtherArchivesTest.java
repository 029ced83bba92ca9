package org.kpackworkbench.model.analysis.verify.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.operation.hostonly.HostOnlyCopy;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRequest;
import org.kpackworkbench.model.operation.pack.Pack;
import org.kpackworkbench.model.operation.pack.PackRequest;

/**
 * Archives that have nothing of a binary: what is said of them is what they have, not where they
 * are from.
 */
class OtherArchivesTest {
  @TempDir Path folder;

  private void convert(String searchPath) throws IOException {
    HostOnlyCopy.make(
        new HostOnlyRequest(
            Fixtures.path("libone.so"),
            folder.resolve("libone.so"),
            false,
            "lib/libone.so",
            List.of(searchPath)));
  }

  private List<Finding> findings() {
    return EveryRuleTest.verify(folder).findings().stream()
        .filter(finding -> finding.rule().equals("archives-complete"))
        .toList();
  }

  private Finding only() {
    assertThat(findings()).hasSize(1);
    Finding finding = findings().getFirst();
    assertThat(finding.severity()).isEqualTo(Severity.ERROR);
    assertThat(finding.advice()).doesNotContain("another build", "was changed");
    return finding;
  }

  /** A byte of a frame has changed: rules about archives see that only where these are verified. */
  @Test
  void damagedCodeIsFoundWhereTheBinaryAloneIsVerified() throws IOException {
    Path output = folder.resolve("out");
    Path input = Files.createDirectories(folder.resolve("in/lib"));
    Files.copy(FatFixture.MANY.path(), input.resolve("libmany.so"));
    new Pack(PackRequest.of(folder.resolve("in"), output, "g", "f")).run(Progress.NONE);
    Path binary = only(output, "libmany.so");
    assertThat(complete(binary)).isEmpty();
    Path archive = only(output, ".kpack");
    byte[] bytes = Files.readAllBytes(archive);
    bytes[bytes.length / 2] ^= 1;
    Files.write(archive, bytes);
    assertThat(complete(binary))
        .singleElement()
        .returns(Severity.ERROR, Finding::severity)
        .satisfies(
            finding ->
                assertThat(finding.message())
                    .startsWith("No loader finds code of lib/libmany.so for ")
                    .contains("error 6", "exists but cannot be loaded: frame"));
    assertThat(complete(output)).isEmpty();
    assertThat(EveryRuleTest.verify(output).passed()).isFalse();
  }

  private static Path only(Path tree, String ending) throws IOException {
    try (Stream<Path> all = Files.walk(tree)) {
      return all.filter(each -> Files.isRegularFile(each) && each.toString().endsWith(ending))
          .findFirst()
          .orElseThrow();
    }
  }

  private static List<Finding> complete(Path path) {
    return EveryRuleTest.verify(path).findings().stream()
        .filter(finding -> finding.rule().equals("archives-complete"))
        .filter(finding -> finding.severity() != Severity.NOTE)
        .toList();
  }

  @Test
  void archiveWithoutCodeObjectsIsOfNoOtherBuild() throws IOException {
    convert(".kpack/test-gfx1100.kpack");
    GoodFiles.archiveFor(folder);
    assertThat(only().message())
        .isEqualTo("The one archive that was read has no code objects of \"lib/libone.so\".");
    assertThat(only().advice())
        .isEqualTo("These archives have no code objects at all: pack the binary again.");
  }

  @Test
  void codeForAnIndexThatNoWrapperHasIsNamed() throws IOException {
    convert(".kpack/test-gfx1100.kpack");
    GoodFiles.archiveFor(folder, "lib/libone.so#7", "lib/libtwo.so#0");
    assertThat(only().message()).endsWith("of \"lib/libone.so\" for its wrappers, only for #7.");
    assertThat(only().advice())
        .isEqualTo(
            "Either the translation unit was never compiled for the target, or binary and"
                + " archives are from different builds: install both from the same build, or pack"
                + " the binary again.");
  }

  @Test
  void sameFileNameInAnotherFolderIsNamed() throws IOException {
    convert(".kpack/test-gfx1100.kpack");
    GoodFiles.archiveFor(folder, "stage/lib/libone.so#0", "lib/libtwo.so#0");
    assertThat(only().advice())
        .isEqualTo(
            "These archives have stage/lib/libone.so: if that is this binary, its marker's"
                + " kernel_name does not match its archives; change one to match the other.");
  }

  @Test
  void otherBinariesAreNamedAFewOfThem() throws IOException {
    convert(".kpack/test-gfx1100.kpack");
    GoodFiles.archiveFor(folder, "lib/e.so#0", "lib/d.so#0", "lib/c.so#0", "lib/b.so#0", "a#0");
    assertThat(only().advice())
        .isEqualTo(
            "These archives have a, lib/b.so, lib/c.so and more. Install those that have"
                + " this name, or pack the binary again.");
  }

  @Test
  void archivesOfOtherArchitecturesMayHaveIt() throws IOException {
    convert(".kpack/test-@GFXARCH@.kpack");
    GoodFiles.archiveFor(folder, "lib/libtwo.so#0");
    assertThat(findings())
        .singleElement()
        .returns(Severity.NOTE, Finding::severity)
        .satisfies(
            finding ->
                assertThat(finding.advice())
                    .startsWith(
                        "Its code may be for architectures whose archives are missing. These"
                            + " archives have lib/libtwo.so."));
  }

  @Test
  void nothingIsSaidOfWhatAnArchiveHasThatCannotBeRead() throws IOException {
    convert(".kpack/test-gfx1100.kpack");
    Files.writeString(GoodFiles.archiveFor(folder, "lib/libone.so#0"), "KPAK and no more");
    assertThat(findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).contains("cannot be opened"));
  }
}
