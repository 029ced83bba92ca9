package org.kpackworkbench.model.base.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.files.StagedTree.NameSwap;

class NameSwapTest {
  @TempDir Path temp;

  private Path folder(String name) throws IOException {
    Path folder = Files.createDirectory(temp.resolve(name));
    Files.writeString(folder.resolve("who"), name);
    return folder;
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void foldersChangeTheirNames() throws IOException {
    Path one = folder("öne");
    Path other = folder("other");
    assertThat(NameSwap.swap(one, other)).isTrue();
    assertThat(one.resolve("who")).hasContent("other");
    assertThat(other.resolve("who")).hasContent("öne");
  }

  @Test
  void whereOneIsMissingNothingHappens() throws IOException {
    Path one = folder("one");
    assertThat(NameSwap.swap(one, temp.resolve("missing"))).isFalse();
    assertThat(one.resolve("who")).hasContent("one");
  }

  /** The second cannot have its place, so that the first gives its own back. */
  @Test
  void placesAreGivenBackWhenOneCannotBeTaken() throws IOException {
    Path from = Files.createDirectory(temp.resolve("from"));
    Path to = Files.createDirectory(temp.resolve("to"));
    for (Path each : List.of(from, to)) {
      Files.writeString(Files.createDirectory(each.resolve("a")).resolve("who"), each.toString());
    }
    org.assertj.core.api.Assertions.assertThatThrownBy(
            () -> PlacedFolders.place(from, List.of("a", "missing"), to, true))
        .isInstanceOf(IOException.class);
    assertThat(to.resolve("a/who")).hasContent(to.toString());
    assertThat(from.resolve("a/who")).hasContent(from.toString());
    PlacedFolders.place(from, List.of("a"), to, true);
    assertThat(to.resolve("a/who")).hasContent(from.toString());
    assertThat(from).isEmptyDirectory();
  }
}
