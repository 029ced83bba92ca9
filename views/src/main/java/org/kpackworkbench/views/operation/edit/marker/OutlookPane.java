package org.kpackworkbench.views.operation.edit.marker;

import java.util.stream.Collectors;
import javafx.collections.FXCollections;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.elf.edit.LayoutFinding;
import org.kpackworkbench.model.operation.edit.MarkerFit;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.spi.ViewContext;

/** Shows what comes of a marker: whether it fits, and what a loader finds with it. */
final class OutlookPane extends VBox {
  private static final double TABLE_HEIGHT = 140;

  private final Label fit = new Label();
  private final Label layout = new Label();
  private final Label words = new Label();
  private final TableView<Outlook.Found> table = new TableView<>();

  OutlookPane(ViewContext context) {
    getStyleClass().add("editor-pane");
    fit.setId("marker-fit");
    fit.setWrapText(true);
    fit.setMinHeight(USE_PREF_SIZE);
    layout.setId("marker-layout");
    layout.setWrapText(true);
    layout.setMinHeight(USE_PREF_SIZE);
    words.setId("marker-found-words");
    words.getStyleClass().add("muted");
    Label heading = new Label("What a loader finds on this disk, without environment variables");
    heading.getStyleClass().add("editor-heading");
    Tables.dress(table, "marker-found", "What a loader finds", "Looking at the disk…");
    table.getColumns().add(Columns.text("Search path", Outlook.Found::searchPath));
    table.getColumns().add(Columns.text("Target", Outlook.Found::target));
    table.getColumns().add(Columns.text("Wrappers with code", Outlook.Found::code));
    table.getColumns().add(Columns.size("Size", Outlook.Found::sizeBytes));
    table.getColumns().add(remark());
    table.getColumns().add(Columns.text("Archive", Outlook.Found::archive));
    VBox.setVgrow(table, Priority.ALWAYS);
    table.setMinHeight(TABLE_HEIGHT);
    table.setPrefHeight(TABLE_HEIGHT);
    table.setOnMouseClicked(
        event -> {
          if (event.getClickCount() == 2) {
            open(context);
          }
        });
    table.setOnKeyPressed(
        event -> {
          if (event.getCode() == KeyCode.ENTER) {
            open(context);
          }
        });
    getChildren().setAll(fit, layout, heading, table, words);
  }

  private void open(ViewContext context) {
    Outlook.Found line = table.getSelectionModel().getSelectedItem();
    if (line != null && line.path() != null) {
      context.navigator().open(new Place.File(line.path()));
    }
  }

  private static TableColumn<Outlook.Found, String> remark() {
    TableColumn<Outlook.Found, String> column = Columns.text("Remarks", Outlook.Found::remark);
    column.setCellFactory(
        made ->
            new TableCell<>() {
              @Override
              protected void updateItem(@Nullable String remark, boolean empty) {
                super.updateItem(remark, empty);
                boolean none = empty || remark == null || remark.isEmpty();
                setText(none ? null : remark);
                setGraphic(none ? null : KpackIcon.WARNING.node());
              }
            });
    return column;
  }

  /** Shows what the layout verifier says of the file. */
  void findings(java.util.List<LayoutFinding> findings) {
    boolean none = findings.isEmpty();
    layout.setText(
        none
            ? "The layout verifier finds nothing wrong with the file."
            : "The layout verifier finds in the file: "
                + findings.stream().map(LayoutFinding::toString).collect(Collectors.joining("; ")));
    layout.setGraphic((none ? KpackIcon.OK : KpackIcon.WARNING).node());
  }

  void show(Outlook outlook) {
    MarkerFit now = outlook.fit();
    if (now == null) {
      fit.setText(outlook.problem());
      fit.setGraphic(KpackIcon.ERROR.node());
    } else {
      fit.setText(sentence(now.words()));
      fit.setGraphic(
          (now.kind() == MarkerFit.Kind.IN_PLACE ? KpackIcon.OK : KpackIcon.INFO).node());
    }
    table.setItems(FXCollections.observableList(outlook.found()));
    words.setText(outlook.words());
  }

  private static String sentence(String words) {
    return Character.toUpperCase(words.charAt(0)) + words.substring(1) + ".";
  }
}
