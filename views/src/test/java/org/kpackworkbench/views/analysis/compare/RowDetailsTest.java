package org.kpackworkbench.views.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.analysis.diff.Row.Field;
import org.kpackworkbench.views.robot.WindowRobot;

/** What is said of one row of a comparison. */
@ExtendWith(WindowRobot.class)
class RowDetailsTest {
  private static List<String> said(Row row) {
    RowDetails details = new RowDetails(List.of("old", "new"));
    details.show(row);
    return texts(((ScrollPane) details).getContent());
  }

  private static List<String> texts(Node node) {
    List<String> texts = new ArrayList<>();
    if (node instanceof Label label && !label.getText().isEmpty()) {
      texts.add(label.getText());
    } else if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> texts.addAll(texts(child)));
    }
    return texts;
  }

  private static Row added(long sizeBytes, Field... fields) {
    return new Row(
        0,
        "group",
        "key",
        Change.ADDED,
        List.of(
            new Cell(false, Change.SAME, -1, null, null),
            new Cell(true, Change.ADDED, sizeBytes, null, null)),
        List.of(fields),
        "",
        false);
  }

  @Test
  void namesOfSidesAreNeverAboveNothing() {
    assertThat(said(added(-1))).containsExactly("key", "+  added", "old", "new", "–", "there");
  }

  @Test
  void growthIsAHeadingWhereSomethingGrew() {
    assertThat(said(added(-1, new Field("mode", List.of("0644", "0755")))))
        .doesNotContain("growth");
    assertThat(said(added(5))).contains("growth");
  }
}
