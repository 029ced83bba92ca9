package org.kpackworkbench.app.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsResetTest {
  @TempDir Path folder;

  @Test
  void theOldSettingsAreKeptUnderAnotherNameAndTheDefaultsHold() throws IOException {
    SettingsStore store = SettingsStore.in(folder);
    store.text("theme", "dark");
    store.flush();
    Path kept = SettingsReset.in(folder).orElseThrow();
    assertThat(kept).hasFileName("settings.before-reset.json").content().contains("dark");
    assertThat(SettingsStore.in(folder).text("theme")).isEmpty();
  }

  @Test
  void aSecondResetKeepsTheFirstBackup() throws IOException {
    Files.writeString(folder.resolve("settings.json"), "first");
    assertThat(SettingsReset.in(folder)).isPresent();
    Files.writeString(folder.resolve("settings.json"), "second");
    assertThat(SettingsReset.in(folder)).contains(folder.resolve("settings.before-reset-2.json"));
    assertThat(folder.resolve("settings.before-reset.json")).hasContent("first");
    assertThat(folder.resolve("settings.before-reset-2.json")).hasContent("second");
  }

  @Test
  void editsThatAreNotSavedAndReportsStay() throws IOException {
    Path journal = Files.createDirectories(folder.resolve("edits")).resolve("a.journal");
    Files.writeString(journal, "an edit");
    Path report = Files.createDirectories(folder.resolve("crashes")).resolve("crash.txt");
    Files.writeString(report, "a report");
    Files.writeString(folder.resolve("settings.json"), "\0\1 broken");
    assertThat(SettingsReset.in(folder)).isPresent();
    assertThat(journal).hasContent("an edit");
    assertThat(report).hasContent("a report");
  }

  @Test
  void withoutSettingsThereIsNothingToDo() throws IOException {
    assertThat(SettingsReset.in(folder.resolve("not/there"))).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }
}
