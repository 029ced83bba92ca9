package org.kpackworkbench.app.settings;

import java.nio.file.Path;

/** Where the settings of the user lie who runs the program. */
public final class UserSettings {
  private UserSettings() {}

  /** The folder, which need not exist. */
  public static Path folder() {
    return SettingsFolder.of(
        System.getProperty("os.name", ""),
        System.getenv(),
        Path.of(System.getProperty("user.home", ".")));
  }
}
