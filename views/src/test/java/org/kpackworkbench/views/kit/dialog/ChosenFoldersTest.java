package org.kpackworkbench.views.kit.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Choosers begin where the last one of their kind ended, also after the next start. */
class ChosenFoldersTest {
  @TempDir Path temp;
  private final Map<String, String> memory = new HashMap<>();

  private ChosenFolders folders() {
    return new ChosenFolders(key -> Optional.ofNullable(memory.get(key)), memory::put);
  }

  private File folder(String name) throws IOException {
    return Files.createDirectories(temp.resolve(name)).toFile();
  }

  @Test
  void eachKindHasItsOwn() throws IOException {
    folders().ended("Open Files", folder("in"));
    folders().ended("Extract Into", folder("out"));
    assertThat(folders().start("Open Folder")).isEqualTo(folder("in"));
    assertThat(folders().start("Extract To")).isEqualTo(folder("out"));
    assertThat(folders().start("Save As")).as("the last of any kind").isEqualTo(folder("out"));
  }

  @Test
  void whatIsNotThereAnyMoreIsNoBeginning() throws IOException {
    File gone = folder("gone");
    folders().ended("Open Files", gone);
    Files.delete(gone.toPath());
    assertThat(folders().start("Open Files")).isNull();
    memory.put("folders.open", "\0");
    assertThat(folders().start("Open Files")).isNull();
    assertThat(new ChosenFolders(key -> Optional.empty(), memory::put).start("Open")).isNull();
  }
}
