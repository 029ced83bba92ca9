package org.kpackworkbench.views.window.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.window.shell.OpenFiles.FolderScan;

/** Opens paths, and what can be shown of folders. UI thread only. */
final class PathOpener {
  private final OpenFiles files;
  private final WorkbenchParts parts;
  private final ViewContext context;
  private final Consumer<String> say;

  /** Files that the user opens, whose view gets the focus. */
  private final Set<Path> entered = new HashSet<>();

  PathOpener(OpenFiles files, WorkbenchParts parts, ViewContext context, Consumer<String> say) {
    this.files = files;
    this.parts = parts;
    this.context = context;
    this.say = say;
  }

  /** Whether the user opened a file that has just been read, and had not seen it yet. */
  boolean entering(Path path) {
    return entered.remove(path);
  }

  /** Opens files, each in its tab; returns at once. */
  void openAll(List<Path> paths) {
    List<Path> wanted = List.copyOf(paths);
    wanted.forEach(path -> entered.add(path.toAbsolutePath().normalize()));
    context.run(
        () -> wanted.stream().map(this::opening).toList(),
        all -> all.forEach(this::open),
        "Could not open");
  }

  /**
   * Something to open.
   *
   * @param scan the files of a folder that is not opened as a whole; null for what is
   * @param failure why a folder cannot be read; null if it can
   */
  private record Opening(Path path, @Nullable FolderScan scan, @Nullable IOException failure) {}

  private Opening opening(Path path) {
    Predicate<Path> whole = parts.workspaces();
    try {
      FolderScan scan =
          !Files.isDirectory(path) || (whole != null && whole.test(path))
              ? null
              : FolderScan.of(path, parts.worthOpening(), Progress.NONE);
      boolean all = scan == null || (whole != null && !scan.complete());
      return new Opening(path, all ? null : scan, null);
    } catch (IOException unreadable) {
      return new Opening(path, null, unreadable);
    }
  }

  private void open(Opening opening) {
    Path path = opening.path();
    FolderScan scan = opening.scan();
    if (opening.failure() != null) {
      context.dialogs().showError("Could not read the folder " + path, opening.failure());
    } else if (scan == null) {
      files.open(path);
    } else {
      scan.files().forEach(files::open);
      if (scan.files().isEmpty()) {
        say.accept("Nothing in " + path + " is of a kind that can be shown.");
      } else if (!scan.complete()) {
        say.accept(
            "Opened the first %d files of %s. Open others one by one."
                .formatted(scan.files().size(), path));
      }
    }
  }
}
