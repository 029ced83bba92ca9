package org.kpackworkbench.model.loader;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Where a loader's paths lead: a process in a container, or one that changed its root, sees other
 * files than this program. Immutable.
 *
 * @param root its root folder, as seen from here, absolute
 * @param workingFolder its working folder, as seen from here, absolute; relative paths of variables
 *     count from it
 */
public record LoaderFiles(Path root, Path workingFolder) {
  private static final int MOST_LINKS = 40;

  /** Those of this program. */
  public static LoaderFiles own() {
    Path here = Path.of("").toAbsolutePath();
    Path root = here.getRoot();
    return new LoaderFiles(root == null ? here : root, here);
  }

  private boolean isOwn() {
    return root.getParent() == null;
  }

  /**
   * A path of a process as seen from here.
   *
   * @param root the process's root folder
   * @param path its path, absolute
   */
  public static Path below(Path root, Path path) {
    Path top = path.getRoot();
    return top == null || root.equals(top) ? path : root.resolve(top.relativize(path));
  }

  /** A path that counts from a folder; an absolute one counts from the root. */
  Path resolve(Path folder, String text) {
    Path path = Path.of(text);
    return path.isAbsolute() ? below(root, path) : folder.resolve(path);
  }

  /**
   * Follows all links by the system's rules; absolute ones lead to below the root, and nothing
   * leads out of it.
   *
   * @throws NoSuchFileException where a part is not there
   * @throws FileSystemLoopException where links lead in a circle
   * @throws IOException where a part cannot be reached
   */
  Path real(Path path) throws IOException {
    if (isOwn() || !path.startsWith(root)) {
      return path.toRealPath();
    }
    Deque<Path> left = new ArrayDeque<>();
    push(left, root.relativize(path));
    Path at = root;
    int links = 0;
    while (!left.isEmpty()) {
      Path name = left.pop();
      if (name.toString().isEmpty() || name.toString().equals(".")) {
        continue;
      }
      if (name.toString().equals("..")) {
        Path parent = at.getParent();
        at = at.equals(root) || parent == null ? root : parent;
        continue;
      }
      Path next = at.resolve(name);
      if (!Files.exists(next, LinkOption.NOFOLLOW_LINKS)) {
        throw new NoSuchFileException(next.toString());
      }
      if (!Files.isSymbolicLink(next)) {
        at = next;
        continue;
      }
      if (++links > MOST_LINKS) {
        throw new FileSystemLoopException(path.toString());
      }
      Path target = Files.readSymbolicLink(next);
      Path top = target.getRoot();
      if (top != null) {
        at = root;
        target = top.relativize(target);
      }
      push(left, target);
    }
    return at;
  }

  private static void push(Deque<Path> left, Path path) {
    for (int i = path.getNameCount() - 1; i >= 0; i--) {
      left.push(path.getName(i));
    }
  }
}
