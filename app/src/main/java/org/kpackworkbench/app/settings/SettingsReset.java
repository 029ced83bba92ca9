package org.kpackworkbench.app.settings;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Puts settings back to their defaults: the file is renamed, whatever it contains. Nothing else in
 * the folder is touched, such as edits that are not saved.
 */
public final class SettingsReset {
  private static final int MOST = 10_000;

  private SettingsReset() {}

  /**
   * Does it.
   *
   * @return where the old settings are now; nothing if there were none
   * @throws IOException if the file cannot be renamed
   */
  public static Optional<Path> in(Path folder) throws IOException {
    Path file = folder.resolve(SettingsStore.FILE);
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    for (int i = 1; i < MOST; i++) {
      Path kept = folder.resolve("settings.before-reset" + (i == 1 ? "" : "-" + i) + ".json");
      if (!Files.exists(kept, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.of(Files.move(file, kept));
      }
    }
    throw new FileAlreadyExistsException(
        folder.toString(), null, "there are too many copies of old settings");
  }
}
