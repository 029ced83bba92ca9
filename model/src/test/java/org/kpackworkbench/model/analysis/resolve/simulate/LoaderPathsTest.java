package org.kpackworkbench.model.analysis.resolve.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.StepText;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.format.offload.Marker;

/** Where search paths lead, and archives that are not there or cannot be used. */
class LoaderPathsTest extends OnInstalledTree {
  @Test
  void linksAreFollowedBeforeTheParentIs() throws IOException {
    Path elsewhere = Files.createDirectories(tree.root().resolve("elsewhere/deep"));
    Files.createSymbolicLink(tree.root().resolve("lib/link"), elsewhere);
    Files.write(
        tree.root().resolve("elsewhere/a.kpack"),
        InstalledTree.bytes(false, "lib/libtest.so#0@gfx942"));

    // Textually this would be lib/a.kpack, which does not exist.
    Resolution found = resolve("link/../a.kpack");
    assertThat(tree.words(found)).contains("direct path: link/../a.kpack -> elsewhere/a.kpack");
    assertThat(found.succeeded()).isTrue();
  }

  @Test
  void aMissingFolderAndItsParentVanish() throws IOException {
    tree.with("a.kpack", "lib/libtest.so#0@gfx942");
    Resolution found = resolve("nothing/../../.kpack/a.kpack");
    assertThat(tree.words(found))
        .contains("direct path: nothing/../../.kpack/a.kpack -> .kpack/a.kpack");
    assertThat(found.succeeded()).isTrue();
    assertThat(resolve("@GFXARCH@/../../.kpack/a.kpack").succeeded()).isTrue();
  }

  @Test
  void pathsCountFromWhereTheBinaryReallyIs() throws IOException {
    tree.with("a.kpack", "lib/libtest.so#0@gfx942");
    Path link = Files.createDirectories(tree.root().resolve("usr/lib")).resolve("libtest.so");
    Files.createSymbolicLink(link, tree.library());
    Marker marker = Marker.stating(InstalledTree.NAME, List.of("../.kpack/a.kpack"));
    Resolution found =
        LoaderTraceTest.resolve(
            LoaderEnvironment.NONE,
            LoaderBehaviour.TOLERANT,
            new LoadRequest(marker, link, 0, InstalledTree.targets("gfx942")));
    assertThat(found.succeeded()).isTrue();
  }

  @Test
  void aBinaryThatIsNotHereCanStillBeAskedFor() {
    Marker marker = Marker.stating("x", List.of("../.kpack/a.kpack"));
    Resolution missing =
        LoaderTraceTest.resolve(
            LoaderEnvironment.NONE,
            LoaderBehaviour.TOLERANT,
            new LoadRequest(
                marker, Path.of("/no/such/lib/x.so"), 0, InstalledTree.targets("gfx942")));
    assertThat(StepText.lines(missing.trace()))
        .contains("archive not found: /no/such/.kpack/a.kpack");
  }

  @Test
  void whatIsNoArchiveIsPassedOverWithItsError() throws IOException {
    byte[] good = InstalledTree.bytes(false, "lib/libtest.so#0@gfx942");
    Files.write(tree.archive("good.kpack"), good);
    Files.writeString(tree.archive("magic.kpack"), "this is a text and no archive, ".repeat(9));
    Files.write(tree.archive("short.kpack"), java.util.Arrays.copyOf(good, 10));
    Files.write(tree.archive("empty.kpack"), new byte[0]);
    byte[] version = good.clone();
    version[4] = 9;
    Files.write(tree.archive("version.kpack"), version);
    Files.write(tree.archive("cut.kpack"), java.util.Arrays.copyOf(good, good.length - 30));
    Files.write(tree.archive("scheme.kpack"), replaced(good, "zstd-per-kernel", "zstd-per-galaxy"));
    Files.createDirectories(tree.archive("folder.kpack"));
    Files.createSymbolicLink(tree.archive("circle.kpack"), tree.archive("circle.kpack"));

    Resolution found =
        resolve(
            "../.kpack/magic.kpack",
            "../.kpack/short.kpack",
            "../.kpack/empty.kpack",
            "../.kpack/version.kpack",
            "../.kpack/cut.kpack",
            "../.kpack/scheme.kpack",
            "../.kpack/folder.kpack",
            "../.kpack/circle.kpack",
            "../.kpack/good.kpack");

    assertThat(tree.words(found).stream().filter(line -> line.startsWith("failed")))
        .containsExactly(
            "failed to open archive: .kpack/magic.kpack (error 3)",
            "failed to open archive: .kpack/short.kpack (error 3)",
            "failed to open archive: .kpack/empty.kpack (error 9)",
            "failed to open archive: .kpack/version.kpack (error 4)",
            "failed to open archive: .kpack/cut.kpack (error 10)");
    assertThat(tree.words(found))
        .contains(
            // A scheme that is not known is none: its blobs are missing.
            "opened and cached archive: .kpack/scheme.kpack",
            "archive not found: .kpack/folder.kpack",
            "note: .kpack/folder.kpack is a folder",
            "  kernel not found in this archive (error 5), trying next candidate")
        // What cannot be resolved counts from the working folder.
        .anyMatch(line -> line.endsWith(Path.of("").toAbsolutePath() + "/../.kpack/circle.kpack"));
    assertThat(found.trace().stream().filter(Step.ArchiveUnreadable.class::isInstance))
        .allSatisfy(step -> assertThat(((Step.ArchiveUnreadable) step).why()).isNotBlank());
    assertThat(found.found().archive()).isEqualTo(tree.archive("good.kpack"));
  }

  @Test
  void whatMayNotBeReadIsPassedOver() throws IOException {
    tree.with("a.kpack", "lib/libtest.so#0@gfx942");
    Files.setPosixFilePermissions(
        tree.archive("a.kpack"), PosixFilePermissions.fromString("---------"));
    Assumptions.assumeFalse(Files.isReadable(tree.archive("a.kpack")), "root may read anything");
    assertThat(tree.words(resolve("../.kpack/a.kpack")))
        .contains("failed to open archive: .kpack/a.kpack (error 9)", "    permission denied");
  }

  /** A system checks the permission before it looks up any name, also {@code ..}. */
  @Test
  void aFolderThatMayNotBeSearchedEndsThePathThatGoesUpFromIt() throws IOException {
    tree.with("a.kpack", "lib/libtest.so#0@gfx942");
    Path locked = Files.createDirectory(tree.root().resolve("locked"));
    Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("rw-------"));
    Assumptions.assumeFalse(Files.isExecutable(locked), "root may search anything");
    for (String way : List.of("..", "./..")) {
      Resolution found = resolve("../locked/" + way + "/.kpack/a.kpack");
      assertThat(found.error()).isEqualTo(LoaderError.ARCHIVE_NOT_FOUND);
      // What cannot be resolved counts from the working folder.
      assertThat(tree.words(found))
          .anyMatch(
              line ->
                  line.endsWith(
                      Path.of("").toAbsolutePath() + "/../locked/" + way + "/.kpack/a.kpack"));
    }
    assertThat(resolve(tree.root() + "/locked/../.kpack/a.kpack").error())
        .isEqualTo(LoaderError.ARCHIVE_NOT_FOUND);
  }

  @Test
  void aPathEndsAtItsNul() throws IOException {
    assertThat(resolve("../.kpack/a\0b.kpack").error()).isEqualTo(LoaderError.ARCHIVE_NOT_FOUND);
    tree.with("a.kpack", "lib/libtest.so#0@gfx942");
    assertThat(resolve("../.kpack/a.kpack\0b").succeeded()).isTrue();
  }

  @Test
  void anArchiveIsOpenedOnce() throws IOException {
    tree.with("a.kpack", "lib/libtest.so#0@gfx942", "lib/libtest.so#1@gfx942");
    Files.createSymbolicLink(tree.archive("b.kpack"), tree.archive("a.kpack"));
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      String[] paths = {"../.kpack/a.kpack", "../.kpack/b.kpack", "../.kpack/./a.kpack"};
      Resolution first = loader.resolve(tree.request(0, "gfx942", paths));
      loader.resolve(tree.request(1, "gfx942", paths));
      loader.resolve(tree.request(1, "gfx1100", paths[1]));
      loader.architectures(tree.archive("b.kpack"));
      assertThat(loader.archiveCount()).isEqualTo(1);
      assertThat(first.trace().stream().filter(Step.ArchiveOpened.class::isInstance)).hasSize(1);
    }
  }

  @Test
  void architecturesAreListedAsWritten() throws IOException {
    tree.with("a.kpack", "x#0@gfx90a:xnack+", "x#0@gfx90a-xnack-");
    Files.writeString(tree.archive("b.kpack"), "this is a text and no archive");
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      assertThat(loader.architectures(tree.archive("a.kpack")))
          .containsExactly("gfx90a:xnack+", "gfx90a-xnack-");
      org.assertj.core.api.Assertions.assertThatThrownBy(
              () -> loader.architectures(tree.archive("b.kpack")))
          .hasMessageContaining("b.kpack")
          .hasMessageContaining("magic");
    }
  }

  private Resolution resolve(String... searchPaths) {
    return LoaderTraceTest.resolve(
        LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT, tree.request(0, "gfx942", searchPaths));
  }

  private static byte[] replaced(byte[] bytes, String text, String by) {
    java.nio.charset.Charset each = java.nio.charset.StandardCharsets.ISO_8859_1;
    return new String(bytes, each).replace(text, by).getBytes(each);
  }

  @Test
  void namesThatWindowsCannotHaveAreSaid() {
    List<String> paths =
        List.of("C:\\rocm\\.kpack\\x-gfx90a:xnack+.kpack", "C:\\rocm\\x-gfx90a.kpack");
    assertThat(Candidates.impossible(paths, PathRules.WINDOWS))
        .startsWith("Windows allows no colon in file names: x-gfx90a:xnack+.kpack cannot exist;");
    assertThat(Candidates.impossible(paths, PathRules.LINUX)).isNull();
    assertThat(Candidates.impossible(paths.subList(1, 2), PathRules.WINDOWS)).isNull();
  }
}
