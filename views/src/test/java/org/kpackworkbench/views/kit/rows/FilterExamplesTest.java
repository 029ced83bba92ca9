package org.kpackworkbench.views.kit.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javafx.event.ActionEvent;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TextField;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.query.Query;
import org.kpackworkbench.views.format.folder.MadeShard;
import org.kpackworkbench.views.format.kpack.ArchiveFiles;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Filters take the examples that they show, and those of the guides. */
@ExtendWith(WindowRobot.class)
class FilterExamplesTest {
  private static final Pattern CONDITION = Pattern.compile("-?[a-z]+(?:[:=]|[<>]=?)\\S+");

  @TempDir Path temp;
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private List<Path> files() throws IOException {
    return List.of(
        StandardWindow.fixture("libmany.so"),
        StandardWindow.fixture("kinds-gfx942.hsaco"),
        StandardWindow.fixture("gfx1100.kdb"),
        ArchiveFiles.golden(temp),
        Path.of("../app/sample/.kpack/kpackfix.kpm").toAbsolutePath().normalize(),
        MadeShard.shard(temp.resolve("shard")));
  }

  @Test
  void everyFilterTakesItsOwnExampleAndTheCommonFields(FxRobot robot) throws IOException {
    Set<TextField> typed = new HashSet<>();
    Set<String> prompts = new TreeSet<>();
    List<String> refused = new ArrayList<>();
    for (Path file : files()) {
      window.open(robot, file);
      robot.interact(
          () -> {
            Parent root = window.stage.getScene().getRoot();
            TabPane views =
                robot
                    .lookup(".view-tabs")
                    .match(node -> node.getScene() != null)
                    .queryAs(TabPane.class);
            for (Tab tab : views.getTabs()) {
              views.getSelectionModel().select(tab);
              root.applyCss();
              root.layout();
              for (Node node : root.lookupAll("#filter")) {
                if (node instanceof TextField field && typed.add(field)) {
                  prompts.add(field.getPromptText());
                  type(field, file.getFileName() + ", " + tab.getText() + ": ", refused);
                }
              }
            }
          });
    }
    assertThat(prompts).as("filters of several kinds").hasSizeGreaterThan(5);
    assertThat(refused).isEmpty();
  }

  private static void type(TextField field, String view, List<String> refused) {
    String prompt = field.getPromptText();
    List<String> queries =
        new ArrayList<>(List.of("arch:gfx90a", "name:a", "size>1", "index=0", "-arch:x"));
    queries.add(prompt.contains("e.g. ") ? prompt.replaceAll(".*e\\.g\\. ", "") : prompt);
    Parent box = field.getParent().getParent();
    for (String query : queries) {
      field.setText(query);
      field.fireEvent(new ActionEvent());
      Label problem = (Label) Objects.requireNonNull(box.lookup("#filter-problem"));
      if (!problem.getText().isEmpty()) {
        refused.add(view + query + " → " + problem.getText());
      }
    }
    field.clear();
    field.fireEvent(new ActionEvent());
  }

  /** What the guides and the README show in code, where it looks like a condition. */
  @Test
  void everyExampleOfAGuideCanBeRead() throws Exception {
    Set<String> known = new TreeSet<>(Set.of("arch", "name", "size", "index", "kind", "change"));
    known.addAll(Set.of("delta", "type", "state", "stored", "ratio", "meta", "ordinal", "depth"));
    List<Path> pages = new ArrayList<>(List.of(Path.of("../README.md")));
    try (Stream<Path> guides = Files.walk(Path.of("../app/guides"))) {
      guides.filter(path -> path.toString().endsWith(".md")).forEach(pages::add);
    }
    int found = 0;
    for (Path page : pages) {
      Matcher code = Pattern.compile("`([^`\n]+)`").matcher(Files.readString(page));
      while (code.find()) {
        String text = code.group(1);
        boolean filter =
            Pattern.compile(" ").splitAsStream(text).allMatch(CONDITION.asMatchPredicate());
        String field = text.replaceAll("[^a-z].*", "");
        if (filter && known.contains(field)) {
          assertThat(Query.parse(text, known).isEmpty()).as(page + ": " + text).isFalse();
          found++;
        }
      }
    }
    assertThat(found).isGreaterThanOrEqualTo(6);
  }
}
