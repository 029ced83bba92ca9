package org.kpackworkbench.model.loader;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a path leads by the system's rules: links are followed before {@code ..} is, and {@code ..}
 * behind a folder that is not there leads nowhere.
 *
 * @param shown the file with links followed; what is missing stands behind that as it was written
 * @param real the file; null where there is none or it cannot be reached
 * @param why why it cannot be reached; null where it is just not there
 */
record SystemPath(String shown, @Nullable Path real, @Nullable String why) {

  /**
   * Follows a path.
   *
   * @param files where absolute paths and links lead
   * @param folder what it counts from, absolute
   */
  static SystemPath of(LoaderFiles files, Path folder, String text) {
    Path joined;
    try {
      joined = files.resolve(folder, text);
    } catch (InvalidPathException noPath) {
      return new SystemPath(text, null, null);
    }
    try {
      Path real = files.real(joined);
      return new SystemPath(real.toString(), real, null);
    } catch (IOException failure) {
      return new SystemPath(shown(files, joined).toString(), null, why(failure));
    }
  }

  private static @Nullable String why(IOException failure) {
    if (failure instanceof NoSuchFileException || failure instanceof NotDirectoryException) {
      return null;
    }
    if (failure instanceof FileSystemLoopException) {
      return "its links lead in a circle";
    }
    String reason = failure instanceof FileSystemException known ? known.getReason() : null;
    if (reason != null && reason.equals("Not a directory")) {
      return null;
    }
    return reason == null
        ? failure instanceof java.nio.file.AccessDeniedException
            ? "permission denied"
            : String.valueOf(failure.getMessage())
        : reason;
  }

  /** As far as it exists with links followed, then as written. */
  private static Path shown(LoaderFiles files, Path joined) {
    Path root = joined.startsWith(files.root()) ? files.root() : joined.getRoot();
    Path at = root == null ? Path.of("/") : root;
    int count = joined.getNameCount();
    for (int i = at.getNameCount(); i < count; i++) {
      Path part = joined.getName(i);
      if (part.toString().equals(".")) {
        continue;
      }
      if (part.toString().equals("..")) {
        // Here the way so far is a real path.
        Path parent = at.getParent();
        at = parent == null || at.equals(root) ? at : parent;
        continue;
      }
      Path next = at.resolve(part);
      if (!Files.isDirectory(next)) {
        Path rest = joined.subpath(i, count);
        return at.resolve(rest);
      }
      try {
        at = files.real(next);
      } catch (IOException unreachable) {
        return at.resolve(joined.subpath(i, count));
      }
    }
    return at;
  }
}
