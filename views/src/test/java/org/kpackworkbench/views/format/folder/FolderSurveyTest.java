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
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.views.window.standard.StandardViews;

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
      FolderSurvey survey = FolderSurvey.of(root, folder, Progress.NONE);
      assertThat(FolderOverview.of(folder, survey).warnings())
          .containsExactly("2 files could not be read: .kpack/a.kpack, .kpack/b.kpack.");
    }
  }

  @Test
  void theRealWalkHasAllOfAReadableFolder() throws IOException {
    Files.writeString(root.resolve("readme.txt"), "text");
    try (FolderFile folder = FolderFile.load(root, StandardViews.rooms())) {
      assertThat(FolderSurvey.of(root, folder, Progress.NONE).unread()).isEmpty();
    }
  }
}
