package org.kpackworkbench.model.format.artifact;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Hidden folders that are missing from trees. */
public final class HiddenFolders {
  private static final int MOST_NAMES = 20_000;

  private HiddenFolders() {}

  /**
   * Whether a tree was probably copied without its hidden folder: the folder around it is there,
   * and nothing else in that is hidden.
   *
   * @param folder the folder that is missing
   */
  public static boolean isProbablyLost(Path folder) {
    @Nullable Path parent = folder.getParent();
    if (parent == null
        || !Files.isDirectory(parent)
        || Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try (Stream<Path> walk = Files.walk(parent)) {
      return walk.skip(1).limit(MOST_NAMES).noneMatch(HiddenFolders::isHidden);
    } catch (IOException | UncheckedIOException notForThisUser) {
      // Nothing that can be seen speaks against it.
      return true;
    }
  }

  private static boolean isHidden(Path path) {
    return path.getFileName().toString().startsWith(".");
  }
}
