package org.kpackworkbench.app.settings;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a system keeps a program's settings. */
final class SettingsFolder {
  private static final String PROGRAM = "kpack-workbench";

  private SettingsFolder() {}

  /**
   * The folder, which need not exist yet: below {@code XDG_CONFIG_HOME} or {@code ~/.config},
   * {@code APPDATA}, or {@code ~/Library/Application Support}.
   *
   * @param system the value of {@code os.name}
   */
  static Path of(String system, Map<String, String> environment, Path home) {
    String name = system.toLowerCase(Locale.ROOT);
    if (name.startsWith("windows")) {
      return or(environment.get("APPDATA"), home.resolve("AppData").resolve("Roaming"))
          .resolve(PROGRAM);
    }
    if (name.startsWith("mac")) {
      return home.resolve("Library").resolve("Application Support").resolve(PROGRAM);
    }
    return or(environment.get("XDG_CONFIG_HOME"), home.resolve(".config")).resolve(PROGRAM);
  }

  private static Path or(@Nullable String folder, Path otherwise) {
    // The specification of the base directories says that relative paths are to be ignored.
    return folder == null || folder.isBlank() || !Path.of(folder).isAbsolute()
        ? otherwise
        : Path.of(folder);
  }
}
