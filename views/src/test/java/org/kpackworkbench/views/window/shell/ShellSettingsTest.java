package org.kpackworkbench.views.window.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.views.window.shell.ShellSettings.WindowSize;

class ShellSettingsTest {
  private final ShellState state = ShellState.inMemory();

  @Test
  void theNewestFileComesFirstAndOnce() {
    ShellSettings settings = new ShellSettings(state);
    settings.opened(Path.of("a"));
    settings.opened(Path.of("b"));
    settings.opened(Path.of("a"));
    assertThat(settings.recentFiles()).containsExactly(Path.of("a"), Path.of("b"));
    assertThat(new ShellSettings(state).recentFiles())
        .as("after the next start")
        .containsExactly(Path.of("a"), Path.of("b"));
  }

  @Test
  void theListDoesNotGrowForEver() {
    ShellSettings settings = new ShellSettings(state);
    for (int i = 0; i < 100; i++) {
      settings.opened(Path.of("file" + i));
    }
    assertThat(settings.recentFiles()).hasSize(ShellSettings.MOST_RECENT_FILES);
    assertThat(settings.recentFiles().getFirst()).isEqualTo(Path.of("file99"));
  }

  @Test
  void theWindowsSizeIsRememberedWhileItIsReasonable() {
    ShellSettings settings = new ShellSettings(state);
    assertThat(settings.windowSize()).isEmpty();
    settings.rememberWindowSize(new WindowSize(1400, 900, true));
    assertThat(new ShellSettings(state).windowSize()).contains(new WindowSize(1400, 900, true));
    state.text("window.width", "3");
    assertThat(settings.windowSize()).isEmpty();
  }

  @Test
  void whatCannotBeUnderstoodCountsAsNotRemembered() {
    state.text("panel.bytes.pixels", "wide");
    state.text("panel.bytes.shown", "perhaps");
    state.text("panel.dock.pixels", "NaN");
    state.list("recentFiles", List.of("ok", "bad\0name"));
    ShellSettings settings = new ShellSettings(state);
    assertThat(settings.panelPixels("bytes")).isEmpty();
    assertThat(settings.panelPixels("dock")).isEmpty();
    assertThat(settings.panelShown("bytes", true)).isTrue();
    assertThat(settings.panelShown("bytes", false)).isFalse();
    assertThat(settings.recentFiles()).containsExactly(Path.of("ok"));
  }
}
