package org.kpackworkbench.views.operation.forms;

import java.util.Objects;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextArea;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.kpackworkbench.views.kit.table.RowCopy;
import org.kpackworkbench.views.kit.text.TabKey;

/**
 * A form: what is filled in beside what would come of it, and the same as a command line below.
 * Where there is no room side by side, one above the other. UI thread only.
 */
final class FormPane extends BorderPane {
  private static final double SIDE_BY_SIDE_FROM = 760;

  /**
   * A form.
   *
   * @param id its name for tests
   * @param what what it is about, as a heading
   */
  FormPane(String id, String what, FormModel<?> model, Node fields) {
    setId(id);
    getStyleClass().add("form-pane");
    getStylesheets().add(styleSheet());
    Label heading = new Label(what);
    heading.getStyleClass().add("form-what");
    heading.setTextOverrun(javafx.scene.control.OverrunStyle.CENTER_ELLIPSIS);
    heading.setMaxWidth(Double.MAX_VALUE);
    heading.setMinWidth(0);
    ScrollPane scroll = new ScrollPane(fields);
    scroll.setFitToWidth(true);
    scroll.setMinSize(200, 120);
    scroll.getStyleClass().add("edge-to-edge");
    SplitPane split = new SplitPane(scroll, new PreviewPane(model));
    split.setDividerPositions(0.42);
    split
        .orientationProperty()
        .bind(
            widthProperty()
                .map(
                    width ->
                        width.doubleValue() < SIDE_BY_SIDE_FROM && width.doubleValue() > 0
                            ? Orientation.VERTICAL
                            : Orientation.HORIZONTAL));
    setTop(heading);
    setCenter(split);
    setBottom(commandLine(model));
    setPrefSize(1080, 680);
  }

  static String styleSheet() {
    return Objects.requireNonNull(FormPane.class.getResource("forms.css")).toExternalForm();
  }

  private static Node commandLine(FormModel<?> model) {
    TextArea text = new TextArea();
    text.setId("form-command");
    text.setEditable(false);
    text.setPrefRowCount(3);
    text.setMinHeight(Region.USE_PREF_SIZE);
    text.setWrapText(true);
    text.getStyleClass().add("monospace");
    text.setAccessibleText("The same as a command line");
    TabKey.leaves(text);
    text.setPromptText("The same as a command line, once everything is filled in");
    text.textProperty().bind(model.commandProperty());
    HBox.setHgrow(text, Priority.ALWAYS);
    Button copy = new Button("Copy Command");
    copy.setId("form-copy-command");
    copy.setMinWidth(Region.USE_PREF_SIZE);
    copy.disableProperty().bind(model.commandProperty().isEmpty());
    copy.setOnAction(event -> RowCopy.toClipboard(model.commandProperty().get()));
    HBox line = FormGrid.line(text, copy);
    line.getStyleClass().add("form-command");
    return line;
  }
}
