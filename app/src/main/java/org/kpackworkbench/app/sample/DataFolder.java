package org.kpackworkbench.app.sample;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a system keeps what a program unpacks for its user. */
final class DataFolder {
  private static final String PROGRAM = "kpack-workbench";

  private DataFolder() {}

  static Path of(String system, Map<String, String> environment, Path home) {
    String name = system.toLowerCase(Locale.ROOT);
    if (name.startsWith("windows")) {
      return or(environment.get("LOCALAPPDATA"), home.resolve("AppData").resolve("Local"))
          .resolve(PROGRAM);
    }
    if (name.startsWith("mac")) {
      return home.resolve("Library").resolve("Application Support").resolve(PROGRAM);
    }
    return or(environment.get("XDG_DATA_HOME"), home.resolve(".local").resolve("share"))
        .resolve(PROGRAM);
  }

  private static Path or(@Nullable String folder, Path otherwise) {
    // The specification of the base directories says that relative paths are to be ignored.
    return folder == null || folder.isBlank() || !Path.of(folder).isAbsolute()
        ? otherwise
        : Path.of(folder);
  }
}
