package org.kpackworkbench.views.format.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.views.analysis.resolve.LoadedTree;
import org.kpackworkbench.views.window.standard.StandardViews;
import org.kpackworkbench.views.window.standard.StandardWindow;

/**
 * A folder below which not everything may be read; root may, so that the walk is given the failure.
 */
class FolderSurveyTest {
  @TempDir Path root;

  /** Goes through a tree in which folders with a name may not be read. */
  private static FolderSurvey.Walker denying(String name) {
    return (start, visitor) ->
        Files.walkFileTree(
            start,
            new SimpleFileVisitor<>() {
              @Override
              public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
                  throws IOException {
                if (folder.endsWith(name)) {
                  visitor.visitFileFailed(folder, new AccessDeniedException(folder.toString()));
                  return FileVisitResult.SKIP_SUBTREE;
                }
                return visitor.preVisitDirectory(folder, attributes);
              }

              @Override
              public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                  throws IOException {
                return visitor.visitFile(file, attributes);
              }
            });
  }

  @Test
  void aFolderWithoutPermissionIsListedAndSaidInTheOverview() throws IOException {
    Files.writeString(root.resolve("readme.txt"), "text");
    Files.writeString(Files.createDirectory(root.resolve("closed")).resolve("more.txt"), "text");
    try (FolderFile folder = FolderFile.load(root, StandardViews.rooms())) {
      FolderSurvey survey = FolderSurvey.of(root, folder, denying("closed"), Progress.NONE);
      assertThat(survey.unread())
          .containsExactly(
              new FolderSurvey.Unread(
                  "closed", "no permission; check who owns it and who may use it"));
      assertThat(survey.fileCount()).isEqualTo(1);
      assertThat(survey.files())
          .extracting(FolderRow::path, row -> row.summary().group())
          .contains(org.assertj.core.groups.Tuple.tuple("closed", FileSummary.Group.UNREADABLE));
      assertThat(FolderOverview.of(folder, survey).warnings())
          .contains(
              "closed: no permission; check who owns it and who may use it. Its content is not included in these numbers.");
    }
  }

  @Test
  void filesThatAreDamagedAreNamed() throws IOException {
    Path hidden = Files.createDirectory(root.resolve(".kpack"));
    for (String name : List.of("a.kpack", "b.kpack")) {
      Files.write(hidden.resolve(name), "KPAK".getBytes(StandardCharsets.US_ASCII));
    }
    try (FolderFile folder = FolderFile.load(root, StandardViews.rooms())) {
      FolderSurvey survey = FolderSurvey.of(root, folder, Files::walkFileTree, Progress.NONE);
      assertThat(FolderOverview.of(folder, survey).warnings())
          .containsExactly("2 files could not be read: .kpack/a.kpack, .kpack/b.kpack.");
    }
  }

  /** As search and lists of code objects have them. */
  @Test
  void compressedBundlesAndDatabasesAreCounted() throws IOException {
    for (String name : List.of("libcompressed.so", "gfx1100.kdb", "kinds-gfx942.hsaco")) {
      Files.copy(StandardWindow.fixture(name), root.resolve(name));
    }
    try (FolderFile folder = FolderFile.load(root, StandardViews.rooms())) {
      assertThat(FolderSurvey.of(root, folder, Files::walkFileTree, Progress.NONE).targets())
          .extracting(each -> "%s %d".formatted(each.target(), each.codeObjects()))
          .containsExactly("gfx90a 4", "gfx942 5", "gfx1100 6");
    }
  }

  @Test
  void anArchiveThatIsCutOffIsNamed() throws IOException {
    LoadedTree tree =
        LoadedTree.convert(StandardWindow.fixture("libcompressed.so"), root, "liba.so");
    Path archive = tree.archive("gfx942");
    byte[] whole = Files.readAllBytes(archive);
    Files.write(archive, Arrays.copyOf(whole, whole.length - 100));
    try (FolderFile folder = FolderFile.load(root, StandardViews.rooms())) {
      FolderSurvey survey = FolderSurvey.of(root, folder, Files::walkFileTree, Progress.NONE);
      assertThat(FolderOverview.of(folder, survey).warnings())
          .singleElement()
          .asString()
          .startsWith(
              ".kpack/liba.so_gfx942.kpack could be read in part only, and what is missing is not"
                  + " in these numbers: ");
    }
  }

  @Test
  void theRealWalkHasAllOfAReadableFolder() throws IOException {
    Files.writeString(root.resolve("readme.txt"), "text");
    try (FolderFile folder = FolderFile.load(root, StandardViews.rooms())) {
      assertThat(FolderSurvey.of(root, folder, Files::walkFileTree, Progress.NONE).unread())
          .isEmpty();
    }
  }
}
