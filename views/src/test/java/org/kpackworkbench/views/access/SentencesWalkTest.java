package org.kpackworkbench.views.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.Labeled;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.skin.VirtualFlow;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.views.kit.theme.Theme;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.framework.junit5.Start;

/** No view says a sentence twice, nor again in the status bar. */
@ExtendWith(WindowRobot.class)
class SentencesWalkTest {
  private static final int LEAST_WORDS = 4;
  private static final Set<String> ALIKE = Set.of("compare-details", "manifest-disks");

  @TempDir private Path temp;
  private TourFiles files;

  @Start
  void start(Stage stage) throws IOException {
    files = new TourFiles(temp.toRealPath());
  }

  private Tour tour() {
    Tour[] tour = new Tour[1];
    Tour.fx(() -> tour[0] = new Tour(files, Theme.LIGHT, 1600, 1000));
    return tour[0];
  }

  @Test
  void someViewsSayEachSentenceOnce() {
    Sentences sentences = new Sentences();
    tour().someViews(sentences::look);
    sentences.check(20);
  }

  @Tag("long")
  @Test
  void allViewsSayEachSentenceOnce() {
    Sentences sentences = new Sentences();
    tour().views(sentences::look);
    sentences.check(200);
  }

  @Tag("long")
  @Test
  void whatActionsOpenSaysEachSentenceOnce() {
    Sentences sentences = new Sentences();
    tour().actions(sentences::look);
    sentences.check(50);
  }

  /** Sentences of the labels of a scene; rows of tables may be alike. */
  private static final class Sentences {
    private final Set<String> problems = new LinkedHashSet<>();
    private int sentences;

    void look(String stop, Scene scene) {
      Map<String, String> seen = new HashMap<>();
      look(stop, scene.getRoot(), seen);
    }

    void check(int least) {
      assertThat(problems).isEmpty();
      assertThat(sentences).isGreaterThan(least);
    }

    private void look(String stop, Node node, Map<String, String> seen) {
      // Sides of a comparison may be alike, as rows, lines of a log and what can be typed.
      if (!node.isVisible()
          || node instanceof IndexedCell<?>
          || node instanceof TextInputControl
          || node instanceof VirtualFlow<?>
          || ALIKE.contains(String.valueOf(node.getId()))) {
        return;
      }
      String text =
          node instanceof Labeled labeled
              ? labeled.getText()
              : node instanceof Text drawn && !(drawn.getParent() instanceof Labeled)
                  ? drawn.getText()
                  : null;
      if (text != null) {
        parts(text)
            .forEach(
                part -> {
                  sentences++;
                  String before = seen.putIfAbsent(part, where(node));
                  if (before != null) {
                    problems.add(stop + ": " + part + " (" + before + ", " + where(node) + ")");
                  }
                });
      }
      if (node instanceof Parent parent) {
        parent.getChildrenUnmodifiable().forEach(child -> look(stop, child, seen));
      }
    }

    private static Stream<String> parts(String text) {
      return List.of(text.split("(?<=[.!?])\\s+|\\R")).stream()
          .map(part -> part.strip().replaceAll("[.:]$", ""))
          .filter(part -> part.split("\\s+").length >= LEAST_WORDS);
    }

    private static String where(Node node) {
      for (Node at = node; at != null; at = at.getParent()) {
        if (at.getId() != null) {
          return at.getId();
        }
      }
      return node.getStyleClass().toString();
    }
  }
}
