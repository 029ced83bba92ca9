package org.kpackworkbench.model.analysis.resolve.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.analysis.resolve.StepText;
import org.kpackworkbench.model.base.place.PathRules;

/** The paths of Windows, in a tree of Windows that lies in a folder here. */
class WindowsPathsTest extends OnInstalledTree {
  private static final String CODE = "lib/libtest.so#0@gfx1100";

  @Test
  void backslashesSeparateNamesThatIgnoreCase() throws IOException {
    tree.with("foo_gfx1100.kpack", CODE);
    String path = "..\\.KPACK\\Foo_@GFXARCH@.Kpack";
    Resolution found = resolve(PathRules.WINDOWS, path);
    assertThat(found.found().archive()).isEqualTo(tree.archive("foo_gfx1100.kpack"));
    assertThat(tree.words(found))
        .contains("expanded pattern: %s -> .kpack/foo_gfx1100.kpack".formatted(path));
    assertThat(resolve(PathRules.LINUX, path).error()).isEqualTo(LoaderError.ARCHIVE_NOT_FOUND);
  }

  @Test
  void aNameThatIsWrittenSoComesBeforeOneThatDiffersInCase() throws IOException {
    tree.with("A.kpack", "other#0@gfx1100").with("a.kpack", CODE);
    assertThat(resolve(PathRules.WINDOWS, "../.kpack/a.kpack").found().archive())
        .isEqualTo(tree.archive("a.kpack"));
  }

  @Test
  void dotsAreTextBeforeLinksAreFollowed() throws IOException {
    tree.with("a.kpack", CODE);
    Path elsewhere = Files.createDirectories(tree.root().resolve("elsewhere/deep/deeper"));
    Files.createSymbolicLink(tree.root().resolve("lib/link"), elsewhere);
    String path = "link\\..\\..\\.kpack\\a.kpack";
    assertThat(resolve(PathRules.WINDOWS, path).succeeded()).isTrue();
    assertThat(resolve(PathRules.WINDOWS, "none\\..\\..\\.kpack\\a.kpack").succeeded()).isTrue();
    assertThat(resolve(PathRules.LINUX, path.replace('\\', '/')).succeeded()).isFalse();
  }

  @Test
  void drivesAndServersAreAbsoluteAndOfAnotherMachine() throws IOException {
    tree.with("a.kpack", CODE);
    Path drive = Files.createDirectories(tree.root().resolve("lib/C:/rocm"));
    Files.copy(tree.archive("a.kpack"), drive.resolve("a.kpack"));
    for (String path : List.of("C:\\rocm\\a.kpack", "c:/rocm/a.kpack", "\\\\server\\a\\a.kpack")) {
      Resolution missing = resolve(PathRules.WINDOWS, path);
      assertThat(missing.error()).isEqualTo(LoaderError.ARCHIVE_NOT_FOUND);
      assertThat(StepText.lines(missing.trace()))
          .contains("archive not found: " + path.replace('\\', '/'));
    }
    assertThat(resolve(PathRules.LINUX, "C:/rocm/a.kpack").succeeded()).isTrue();
  }

  @Test
  void noNameHasAColon() throws IOException {
    tree.with("a-gfx1100:xnack-.kpack", "lib/libtest.so#0@gfx1100:xnack-");
    String path = "../.kpack/a-@GFXARCH@.kpack";
    Resolution missing =
        resolve(
            LoaderEnvironment.NONE,
            Optional.empty(),
            tree.request(PathRules.WINDOWS, 0, "gfx1100:xnack-", path));
    assertThat(missing.error()).isEqualTo(LoaderError.ARCHIVE_NOT_FOUND);
    assertThat(missing.trace().toString())
        .contains("Windows allows no colon in file names: a-gfx1100:xnack-.kpack cannot exist");
    assertThat(
            resolve(
                    LoaderEnvironment.NONE,
                    Optional.empty(),
                    tree.request(PathRules.LINUX, 0, "gfx1100:xnack-", path))
                .succeeded())
        .isTrue();
  }

  @Test
  void theFolderOfTheTreeMayHaveAColonHere() throws IOException {
    tree.with("a.kpack", CODE);
    Path home = tree.root().resolve("on:this/system");
    Files.createDirectories(home.resolve("lib"));
    Files.createDirectories(home.resolve(".kpack"));
    Files.copy(tree.archive("a.kpack"), home.resolve(".kpack/a.kpack"));
    LoadRequest asked = tree.request(PathRules.WINDOWS, 0, "gfx1100", "..\\.kpack\\A.kpack");
    Resolution found =
        resolve(
            LoaderEnvironment.NONE,
            Optional.empty(),
            new LoadRequest(
                asked.metadata(),
                asked.markerPlace(),
                home.resolve("lib/libtest.dll"),
                0,
                asked.targets(),
                PathRules.WINDOWS));
    assertThat(found.found().archive()).isEqualTo(home.resolve(".kpack/a.kpack"));
  }

  @Test
  void semicolonsSeparateThePathsOfVariables() throws IOException {
    tree.with("a.kpack", CODE).with("b.kpack", "other#0@gfx1100");
    LoaderEnvironment both =
        LoaderEnvironment.of(
            Map.of(
                "ROCM_KPACK_PATH",
                "%s;%s".formatted(tree.archive("B.kpack"), tree.archive("A.KPACK"))));
    Resolution found =
        resolve(both, Optional.empty(), tree.request(PathRules.WINDOWS, 0, "gfx1100", "none"));
    assertThat(tree.words(found)).contains("using ROCM_KPACK_PATH override: 2 paths");
    assertThat(found.found().archive()).isEqualTo(tree.archive("a.kpack"));
  }

  @Test
  void theSystemThatIsChosenCountsForEveryBinary() throws IOException {
    tree.with("foo.kpack", CODE);
    LoadRequest linux = tree.request(PathRules.LINUX, 0, "gfx1100", "..\\.kpack\\Foo.kpack");
    LoadRequest windows = tree.request(PathRules.WINDOWS, 0, "gfx1100", "../.kpack/Foo.kpack");
    assertThat(resolve(LoaderEnvironment.NONE, Optional.of(PathRules.WINDOWS), linux).succeeded())
        .isTrue();
    assertThat(resolve(LoaderEnvironment.NONE, Optional.of(PathRules.LINUX), windows).succeeded())
        .isFalse();
  }

  private Resolution resolve(PathRules rules, String path) {
    return resolve(
        LoaderEnvironment.NONE, Optional.empty(), tree.request(rules, 0, "gfx1100", path));
  }

  private static Resolution resolve(
      LoaderEnvironment environment, Optional<PathRules> system, LoadRequest request) {
    try (Loader loader =
        new Loader(environment, LoaderBehaviour.TOLERANT, LoaderFiles.own().reading(system))) {
      return loader.resolve(request);
    } catch (IOException failure) {
      throw new java.io.UncheckedIOException(failure);
    }
  }
}
