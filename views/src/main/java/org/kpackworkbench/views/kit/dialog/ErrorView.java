package org.kpackworkbench.views.kit.dialog;

import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextArea;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kpackworkbench.views.kit.text.TabKey;

/**
 * All there is to say about a failure: what is wrong, where, what was expected and found, what to
 * do; it can be copied as text. The content of a tab whose file could not be opened, of error
 * dialogs, and of panes that could not load.
 */
public final class ErrorView extends ScrollPane {

  /**
   * A pane about a failure.
   *
   * @param title what was tried, e.g. {@code "librocrand.so could not be opened"}
   * @param buttons what can be done about it, shown below
   */
  public ErrorView(String title, Throwable failure, Button... buttons) {
    this(title, ErrorText.of(failure), List.of(buttons));
  }

  private ErrorView(String title, ErrorText text, List<Button> buttons) {
    getStyleClass().addAll("error-view", "edge-to-edge");
    setFitToWidth(true);
    VBox box = new VBox();
    box.getStyleClass().add("error-box");
    Label heading = new Label("⚠  " + title);
    heading.getStyleClass().addAll("title-4", "error-title");
    heading.setWrapText(true);
    Label what = new Label(text.what());
    what.setId("error-what");
    what.setWrapText(true);
    box.getChildren().addAll(heading, what, facts(text), actions(title, text, buttons));
    TextArea details = new TextArea(text.details());
    details.setEditable(false);
    details.getStyleClass().add("monospace");
    details.setPrefRowCount(12);
    details.setAccessibleText("The failure as the program reports it");
    TabKey.leaves(details);
    Hyperlink more = new Hyperlink("Technical details");
    more.setOnAction(
        event -> {
          if (!box.getChildren().remove(details)) {
            box.getChildren().add(details);
          }
        });
    box.getChildren().add(more);
    setContent(box);
    setAccessibleText(title + ". " + text.what());
  }

  private static GridPane facts(ErrorText text) {
    GridPane grid = new GridPane();
    grid.getStyleClass().add("error-facts");
    int row = 0;
    for (ErrorText.Row fact : text.rows()) {
      Label name = new Label(fact.name());
      name.getStyleClass().add("muted");
      name.setMinWidth(USE_PREF_SIZE);
      Label value = new Label(fact.value());
      value.setWrapText(true);
      GridPane.setHgrow(value, Priority.ALWAYS);
      grid.addRow(row++, name, value);
    }
    return grid;
  }

  private static HBox actions(String title, ErrorText text, List<Button> buttons) {
    Button copy = new Button("Copy Text");
    copy.setId("error-copy");
    copy.setOnAction(
        event -> {
          ClipboardContent content = new ClipboardContent();
          content.putString(text.asText(title));
          Clipboard.getSystemClipboard().setContent(content);
        });
    HBox line = new HBox();
    line.getStyleClass().add("button-line");
    line.getChildren().addAll(buttons);
    line.getChildren().add(copy);
    return line;
  }
}
