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
import org.kpackworkbench.views.kit.control.Controls;
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
    VBox box = Controls.styled(new VBox(), "error-box");
    Label heading = Controls.wrapped(Controls.label("⚠  " + title, "title-4", "error-title"));
    Label what = Controls.named(Controls.wrapped(new Label(text.what())), "error-what");
    box.getChildren().addAll(heading, what, facts(text), actions(title, text, buttons));
    TextArea details = Controls.styled(new TextArea(text.details()), "monospace");
    details.setEditable(false);
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
    GridPane grid = Controls.styled(new GridPane(), "error-facts");
    int row = 0;
    for (ErrorText.Row fact : text.rows()) {
      Label name = Controls.whole(Controls.label(fact.name(), "muted"));
      Label value = Controls.wrapped(new Label(fact.value()));
      GridPane.setHgrow(value, Priority.ALWAYS);
      grid.addRow(row++, name, value);
    }
    return grid;
  }

  private static HBox actions(String title, ErrorText text, List<Button> buttons) {
    Button copy = Controls.named(new Button("Copy Text"), "error-copy");
    copy.setOnAction(
        event -> {
          ClipboardContent content = new ClipboardContent();
          content.putString(text.asText(title));
          Clipboard.getSystemClipboard().setContent(content);
        });
    HBox line = Controls.styled(new HBox(), "button-line");
    line.getChildren().addAll(buttons);
    line.getChildren().add(copy);
    return line;
  }
}
