package org.kpackworkbench.app.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsStoreTest {
  @TempDir Path folder;

  @Test
  void whatIsSetIsThereAfterTheNextStart() throws IOException {
    Path inside = folder.resolve("not/there/yet");
    SettingsStore store = SettingsStore.in(inside);
    store.text("theme", "dark");
    store.list("recentFiles", List.of("/a b.so", "/größe\"\n.kpack"));
    store.flush();
    SettingsStore again = SettingsStore.in(inside);
    assertThat(again.text("theme")).contains("dark");
    assertThat(again.list("recentFiles")).containsExactly("/a b.so", "/größe\"\n.kpack");
    assertThat(again.notice()).isEmpty();
    try (Stream<Path> files = Files.list(inside)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .as("nothing is left behind")
          .containsExactlyInAnyOrder("settings.json", "settings.lock");
    }
  }

  @Test
  void aFirstStartHasDefaultsAndNothingToSay() {
    SettingsStore store = SettingsStore.in(folder);
    assertThat(store.text("theme")).isEmpty();
    assertThat(store.list("recentFiles")).isEmpty();
    assertThat(store.notice()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[1, 2]", "null", "{\"theme\": \"dark\"", "\u0000\u0001\u0002"})
  void brokenSettingsMeanDefaultsAndANoticeAndAreKept(String content) throws IOException {
    Files.writeString(folder.resolve("settings.json"), content);
    SettingsStore store = SettingsStore.in(folder);
    assertThat(store.text("theme")).isEmpty();
    assertThat(store.notice()).hasValueSatisfying(text -> assertThat(text).contains("defaults"));
    assertThat(folder.resolve("settings.broken.json")).hasContent(content);
    store.text("theme", "light");
    store.flush();
    assertThat(SettingsStore.in(folder).text("theme")).contains("light");
  }

  @Test
  void aFileThatWasCutAnywhereIsBrokenAndKept() throws IOException {
    String whole = "{\"theme\": \"dark\", \"deep\": {\"a\": [1]}, \"recentFiles\": [\"a\", null]}";
    for (int length = 0; length < whole.length(); length++) {
      Files.writeString(folder.resolve("settings.json"), whole.substring(0, length));
      SettingsStore store = SettingsStore.in(folder);
      assertThat(store.notice()).as("%d letters", length).isPresent();
      assertThat(store.text("theme")).isEmpty();
      assertThat(folder.resolve("settings.broken.json")).hasContent(whole.substring(0, length));
    }
    Files.writeString(folder.resolve("settings.json"), whole + "}");
    assertThat(SettingsStore.in(folder).notice()).isPresent();
    Files.writeString(folder.resolve("settings.json"), whole + "\n");
    assertThat(SettingsStore.in(folder).list("recentFiles")).containsExactly("a", "");
  }

  @Test
  void valuesOfOtherKindsDoNotStopTheStart() throws IOException {
    Files.writeString(
        folder.resolve("settings.json"),
        "{\"zoom\": 1.5, \"theme\": true, \"recentFiles\": [1, {\"x\": 2}, \"a\"], \"deep\": {\"a\": 1}}");
    SettingsStore store = SettingsStore.in(folder);
    assertThat(store.notice()).isEmpty();
    assertThat(store.text("zoom")).contains("1.5");
    assertThat(store.list("recentFiles")).endsWith("a");
    assertThat(store.text("deep")).isEmpty();
  }

  @Test
  void aHugeFileIsNotRead() throws IOException {
    Files.write(folder.resolve("settings.json"), new byte[(1 << 20) + 1]);
    assertThat(SettingsStore.in(folder).notice())
        .hasValueSatisfying(text -> assertThat(text).contains("too large"));
  }

  private static UnaryOperator<List<String>> adding(String text) {
    return list -> Stream.concat(Stream.of(text), list.stream()).distinct().limit(3).toList();
  }

  @Test
  void twoInstancesKeepWhatTheOtherOneWrote() {
    SettingsStore one = SettingsStore.in(folder);
    SettingsStore two = SettingsStore.in(folder);
    one.text("theme", "dark");
    one.update("recentFiles", adding("/a"));
    two.text("zoom", "1.5");
    two.update("recentFiles", adding("/b"));
    one.flush();
    two.flush();
    SettingsStore later = SettingsStore.in(folder);
    assertThat(later.text("theme")).contains("dark");
    assertThat(later.text("zoom")).contains("1.5");
    assertThat(later.list("recentFiles")).containsExactly("/b", "/a");
    assertThat(one.list("recentFiles")).containsExactly("/a");
    one.readAgain();
    assertThat(one.list("recentFiles")).containsExactly("/b", "/a");
    two.update("recentFiles", list -> List.of());
    two.flush();
    one.update("recentFiles", adding("/c"));
    one.readAgain();
    assertThat(one.list("recentFiles")).as("cleared there, opened here").containsExactly("/c");
    one.flush();
    assertThat(SettingsStore.in(folder).list("recentFiles")).containsExactly("/c");
  }

  @Test
  void aFolderThatCannotBeWrittenIsNoCrash() throws IOException {
    Path blocked = Files.writeString(folder.resolve("a-file"), "x");
    SettingsStore store = SettingsStore.in(blocked);
    store.text("theme", "dark");
    store.flush();
    assertThat(store.text("theme")).as("for this run").contains("dark");
  }
}
