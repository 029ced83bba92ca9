package org.kpackworkbench.app.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.views.spi.WorkSettings;

class ThreadsSettingTest {
  @TempDir Path folder;

  @Test
  void isWhatTheWindowWrites() {
    SettingsStore store = SettingsStore.in(folder);
    store.text("aaa", "first");
    store.list("recentFiles", java.util.List.of("threads", "5"));
    new WorkSettings(store).chooseThreads(OptionalInt.of(3));
    store.flush();
    assertThat(ThreadsSetting.in(folder)).hasValue(3);
    new WorkSettings(SettingsStore.in(folder)).chooseThreads(OptionalInt.empty());
    assertThat(ThreadsSetting.in(folder)).as("not written yet").hasValue(3);
    new WorkSettings(store).chooseThreads(OptionalInt.empty());
    store.flush();
    assertThat(ThreadsSetting.in(folder)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[3]",
        "{\"threads\": \"0\"}",
        "{\"threads\": [3]}",
        "{\"threads\": {\"a\": 3}}",
        "{\"other\": {\"threads\": 3}}",
        "{\"threads\": \"two\"}",
        "{\"threads\": 5000}",
        "\u0000"
      })
  void whatIsNoNumberOfThreadsIsNone(String content) throws IOException {
    Files.writeString(folder.resolve("settings.json"), content);
    assertThat(ThreadsSetting.in(folder)).isEmpty();
  }

  @Test
  void withoutSettingsThereIsNone() {
    assertThat(ThreadsSetting.in(folder.resolve("missing"))).isEmpty();
  }
}
