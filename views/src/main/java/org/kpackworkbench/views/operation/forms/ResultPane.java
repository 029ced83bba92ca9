package org.kpackworkbench.views.operation.forms;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javafx.beans.binding.Bindings;
import javafx.geometry.Orientation;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TableView;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * What came of a form: sizes, files, findings, and the layouts before and after. UI thread only.
 */
final class ResultPane extends VBox {
  private final ViewContext context;

  ResultPane(FormResult result, ViewContext context) {
    this.context = context;
    setId("form-result");
    getStyleClass().add("form-result");
    getStylesheets().add(FormPane.styleSheet());
    Label headline = new Label(result.headline());
    headline.setId("form-headline");
    headline.getStyleClass().add("form-what");
    headline.setStyle("-fx-padding: 0;");
    headline.setWrapText(true);
    headline.setMinHeight(Region.USE_PREF_SIZE);
    SizeBars bars = new SizeBars(result.bars(), context.ownerColors());
    bars.setMinHeight(Region.USE_PREF_SIZE);
    SplitPane split = new SplitPane(files(result));
    split.setOrientation(Orientation.VERTICAL);
    if (!result.binaries().isEmpty()) {
      split.getItems().add(new MapsPane(result.binaries(), context));
      split.setDividerPositions(0.36);
    }
    setVgrow(split, Priority.ALWAYS);
    getChildren().addAll(headline, bars, split);
    setPrefSize(1080, 740);
  }

  private VBox files(FormResult result) {
    TableView<FormRow> table =
        FormRows.table(
            "form-files",
            "What was written",
            "Nothing was written.",
            "What happened",
            "Before",
            "After");
    table.getItems().setAll(result.rows());
    table.setMinHeight(90);
    table.setOnMouseClicked(
        event -> {
          if (event.getButton() == MouseButton.PRIMARY && event.getClickCount() == 2) {
            open(table);
          }
        });
    Button open = new Button("Open");
    open.setId("form-open");
    open.setMinWidth(Region.USE_PREF_SIZE);
    open.disableProperty()
        .bind(
            Bindings.createBooleanBinding(
                () -> chosen(table).isEmpty(), table.getSelectionModel().getSelectedIndices()));
    open.setOnAction(event -> open(table));
    open.setOnMouseClicked(javafx.event.Event::consume);
    table.getSelectionModel().selectFirst();
    Label hint =
        new Label("Opens the selected files; so does a double click. Ctrl+C copies the rows.");
    hint.getStyleClass().add("muted");
    HBox line = FormGrid.line(open, hint);
    VBox box = new VBox(table, line);
    box.setSpacing(6);
    setVgrow(table, Priority.ALWAYS);
    if (!result.notes().isEmpty()) {
      VBox notes = new VBox();
      notes.setId("form-notes");
      notes.getStyleClass().add("form-notes");
      PreviewPane.fill(notes, result.notes());
      box.getChildren().add(notes);
    }
    return box;
  }

  private static List<Path> chosen(TableView<FormRow> table) {
    return table.getSelectionModel().getSelectedItems().stream()
        .filter(Objects::nonNull)
        .map(FormRow::file)
        .filter(Objects::nonNull)
        .toList();
  }

  /** Opens files in the window, which comes in front again. */
  private void open(TableView<FormRow> table) {
    List<Path> files = chosen(table);
    if (files.isEmpty()) {
      return;
    }
    files.forEach(file -> context.navigator().go(new Place.File(file)));
    Scene scene = getScene();
    if (scene != null
        && scene.getWindow() instanceof javafx.stage.Stage stage
        && stage.getOwner() != null) {
      stage.close();
    }
  }
}
