package org.kpackworkbench.model.format.kpm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.files.PathLookup;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.format.kpm.SearchPaths.Candidate;
import org.kpackworkbench.model.format.kpm.SearchPaths.State;

class SearchPathsTest {
  @TempDir Path temp;
  private Path folder;
  private final SearchPaths search = SearchPaths.at(Path.of(""), PathRules.LINUX);

  @BeforeEach
  void tree() throws IOException {
    folder = temp.toRealPath();
    for (String file :
        List.of(
            "lib/libtest.so",
            "lib/gfx90a/rand_gfx90a.kpack",
            "lib/gfx90a/rand_gfx1100.kpack",
            "lib/gfx1100/rand_gfx1100.kpack",
            ".kpack/rand_gfx942:xnack+.kpack",
            ".kpack/rand_backup.kpack",
            ".kpack/rand_.kpack",
            ".kpack/all.kpack")) {
      Files.writeString(
          Files.createDirectories(folder.resolve(file).getParent())
              .resolve(folder.resolve(file).getFileName()),
          "x");
    }
    Files.createDirectories(folder.resolve(".kpack/rand_gfx900.kpack"));
    Files.createSymbolicLink(folder.resolve("by"), folder.resolve("lib"));
  }

  private List<String> found(String searchPath) throws IOException {
    List<String> found = new ArrayList<>();
    for (Candidate each : search.candidates(folder.resolve("lib"), searchPath)) {
      found.add(each.state() + " " + each.target() + " " + folder.relativize(each.path()));
    }
    return found;
  }

  @Test
  void thePlaceholderIsTheSameTargetEverywhere() throws IOException {
    assertThat(found("@GFXARCH@/rand_@GFXARCH@.kpack"))
        .containsExactly(
            "FILE gfx1100 lib/gfx1100/rand_gfx1100.kpack",
            "FILE gfx90a lib/gfx90a/rand_gfx90a.kpack");
    assertThat(found("gfx90a/rand_@GFXARCH@.kpack"))
        .containsExactly(
            "FILE gfx1100 lib/gfx90a/rand_gfx1100.kpack",
            "FILE gfx90a lib/gfx90a/rand_gfx90a.kpack");
  }

  @Test
  void whatIsThereIsSaid() throws IOException {
    assertThat(found("../.kpack/rand_@GFXARCH@.kpack"))
        .containsExactly(
            "FILE backup .kpack/rand_backup.kpack",
            "NO_FILE gfx900 .kpack/rand_gfx900.kpack",
            "FILE gfx942:xnack+ .kpack/rand_gfx942:xnack+.kpack");
    assertThat(found("../none/x_@GFXARCH@.kpack"))
        .containsExactly("MISSING  none/x_@GFXARCH@.kpack");
    assertThat(found("../.kpack/all.kpack")).containsExactly("FILE  .kpack/all.kpack");
    assertThat(search.look(folder.resolve("lib/libtest.so"), "\0").problem()).isNotEmpty();
    assertThat(search.look(folder.resolve("lib/libtest.so"), "").problem()).isNotEmpty();
  }

  @Test
  void loadersAskForTargetsOfGpusAlone() throws IOException {
    Path binary = folder.resolve("by/libtest.so");
    assertThat(search.files(binary, List.of("../.kpack/rand_@GFXARCH@.kpack")))
        .containsExactly(folder.resolve(".kpack/rand_gfx942:xnack+.kpack"));
  }

  /** A loader that has the target comes to the same file. */
  @Test
  void itLeadsWhereALoaderOfTheTargetIsLed() throws IOException {
    PathLookup lookup = PathLookup.own();
    int files = 0;
    for (String start :
        List.of("", "./", "none/../", "../by/", "../lib/none/../", "@GFXARCH@/../")) {
      for (String path : List.of("gfx90a/rand_@GFXARCH@.kpack", "../.kpack/rand_@GFXARCH@.kpack")) {
        SearchPaths.Resolved resolved =
            search.resolve(SystemText.of(folder.resolve("lib")), start + path);
        for (Candidate each : search.candidates(folder.resolve("lib"), start + path)) {
          if (each.state() == State.FILE) {
            files++;
            assertThat(lookup.follow(resolved.with(each.target())).real())
                .as(start + path)
                .isEqualTo(SystemText.of(each.path()));
          }
        }
      }
    }
    assertThat(files).isEqualTo(6 * 4);
  }

  @Test
  void pathsOfTreesToComeGoByNamesAndStayWithin() throws IOException {
    Path missing = folder.resolve("stage/lib");
    assertThat(
            search.candidates(missing, search.resolve(missing, "../../.kpack/all.kpack", folder)))
        .extracting(Candidate::state)
        .containsExactly(State.FILE);
    assertThat(search.resolve(missing, "../../.kpack/all.kpack", folder.resolve("stage"))).isNull();
    assertThat(search.resolve(missing, folder + "/.kpack/all.kpack", folder.resolve("stage")))
        .isNull();
  }

  @Test
  void manifestsListArchivesInTheirFolder() throws IOException {
    Path manifest = folder.resolve(".kpack/all.kpm");
    List<ManifestRow> rows = new ArrayList<>();
    for (String file : List.of("all.kpack", "none.kpack", "../lib/libtest.so")) {
      rows.add(new ManifestRow("gfx" + rows.size(), file, -1, -1, null));
    }
    Files.write(manifest, ManifestWriter.write(Manifest.of("all", "", rows)));
    assertThat(search.listed(manifest))
        .extracting(Candidate::state)
        .containsExactly(State.FILE, State.MISSING, State.NO_PATH);
    assertThat(search.files(folder.resolve("lib/libtest.so"), List.of("../.kpack/all.kpm")))
        .containsExactly(folder.resolve(".kpack/all.kpack"));
  }
}
