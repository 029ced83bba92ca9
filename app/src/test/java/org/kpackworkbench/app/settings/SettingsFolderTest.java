package org.kpackworkbench.app.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsFolderTest {
  private static final Path HOME = Path.of("/home/me");

  @Test
  void linuxFollowsTheBaseDirectories() {
    assertThat(SettingsFolder.of("Linux", Map.of("XDG_CONFIG_HOME", "/conf"), HOME))
        .isEqualTo(Path.of("/conf/kpack-workbench"));
    assertThat(SettingsFolder.of("Linux", Map.of(), HOME))
        .isEqualTo(HOME.resolve(".config/kpack-workbench"));
    assertThat(SettingsFolder.of("Linux", Map.of("XDG_CONFIG_HOME", "relative"), HOME))
        .as("relative ones are to be ignored")
        .isEqualTo(HOME.resolve(".config/kpack-workbench"));
  }

  @Test
  void otherSystemsHaveTheirOwnPlaces() {
    assertThat(SettingsFolder.of("Windows 11", Map.of("APPDATA", "/roaming"), HOME))
        .isEqualTo(Path.of("/roaming/kpack-workbench"));
    assertThat(SettingsFolder.of("Windows 11", Map.of(), HOME))
        .isEqualTo(HOME.resolve("AppData/Roaming/kpack-workbench"));
    assertThat(SettingsFolder.of("Mac OS X", Map.of("XDG_CONFIG_HOME", "/conf"), HOME))
        .isEqualTo(HOME.resolve("Library/Application Support/kpack-workbench"));
  }
}
