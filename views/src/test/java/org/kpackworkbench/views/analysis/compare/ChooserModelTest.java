package org.kpackworkbench.views.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.views.kit.job.Background;

class ChooserModelTest {
  @TempDir private Path temp;
  private final ChooserModel model = new ChooserModel(Background.sameThread());

  private List<String> texts() {
    return model.fields().stream().map(field -> field.textProperty().get()).toList();
  }

  private void type(int field, String text) {
    model.fields().get(field).textProperty().set(text);
  }

  private String words(int field) {
    return model.fields().get(field).wordsProperty().get();
  }

  @Test
  void twoPathsAreEnough() {
    assertThat(texts()).containsExactly("", "");
    type(0, "/a");
    assertThat(model.readyProperty().get()).isFalse();
    type(1, " /b/../c ");
    assertThat(model.readyProperty().get()).isTrue();
    assertThat(model.paths()).containsExactly(Path.of("/a"), Path.of("/c"));
    type(1, "a\0b");
    assertThat(words(1)).isEqualTo("not a path");
    assertThat(model.readyProperty().get()).isFalse();
  }

  @Test
  void itSaysWhatIsThere() throws Exception {
    type(0, temp.toString());
    assertThat(words(0)).isEqualTo("folder");
    Path file = Files.writeString(temp.resolve("a"), "12345");
    type(0, file.toString());
    assertThat(words(0)).isEqualTo("5 B");
    type(0, temp.resolve("b").toString());
    assertThat(words(0)).isEqualTo("not found");
    type(0, "");
    assertThat(words(0)).isEmpty();
  }

  @Test
  void whatIsAddedFillsWhatIsEmpty() {
    type(1, "/b");
    model.add(List.of(Path.of("/a"), Path.of("/c")));
    assertThat(texts()).containsExactly("/a", "/b", "/c");
    model.swap();
    assertThat(texts()).containsExactly("/c", "/b", "/a");
    model.put(model.fields().getFirst(), List.of(Path.of("/x"), Path.of("/y")));
    assertThat(texts()).containsExactly("/x", "/b", "/a", "/y");
    model.remove(model.fields().get(1));
    assertThat(texts()).containsExactly("/x", "/a", "/y");
    model.remove(model.fields().get(1));
    model.remove(model.fields().get(1));
    assertThat(texts()).as("two fields stay").containsExactly("/x", "");
    model.clear();
    assertThat(texts()).containsExactly("", "");
    assertThat(model.blankProperty().get()).isTrue();
  }
}
