package org.kpackworkbench.views.operation.forms;

import java.nio.file.Path;
import java.util.List;
import javafx.beans.binding.Bindings;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.dialog.Dialogs;
import org.kpackworkbench.views.kit.table.Tables;

/** The fields of the form that puts device code back. UI thread only. */
final class RestorePane {
  private RestorePane() {}

  static Region of(RestoreModel model, Dialogs dialogs) {
    FormGrid grid = new FormGrid();
    grid.heading("The fat binary");
    Button choose = new Button("Choose…");
    choose.setId("form-choose-output");
    choose.setOnAction(
        event ->
            dialogs
                .chooseSave("Fat Binary", ConvertPreviews.name(model.input()))
                .map(Path::toString)
                .ifPresent(model.output()::set));
    grid.row(
        "Output", FormGrid.text("form-output", "The fat binary to write", model.output(), choose));
    grid.heading("Its archives");
    grid.row("", archives(model, dialogs));
    grid.row(
        "",
        FormGrid.check(
            "form-partial",
            "Go on without code objects that no archive has",
            model.partialProperty()));
    grid.heading("Otherwise");
    grid.row(
        "Threads",
        FormGrid.number(
            "form-threads",
            "Number of threads",
            model.threads(),
            "the result does not depend on it"));
    grid.row(
        "",
        FormGrid.check(
            "form-replace", "Replace a file that is there already", model.replaceProperty()));
    return new FormPane("restore-form", model.input().toString(), model, grid);
  }

  private static Node archives(RestoreModel model, Dialogs dialogs) {
    ListView<Path> list = new ListView<>(model.archives());
    list.setId("form-archives");
    list.getStyleClass().addAll("dense", "form-list");
    list.setAccessibleText("Archives that code objects are taken from");
    list.setPlaceholder(Tables.placeholder("No archive was found."));
    list.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
    list.setPrefHeight(130);
    list.setMinHeight(90);
    list.setCellFactory(view -> new PathCell());
    Label how = FormGrid.hint("");
    how.setId("form-archives-how");
    how.textProperty()
        .bind(
            model
                .chosenProperty()
                .map(
                    chosen ->
                        chosen
                            ? "These alone are read, wherever the marker leads."
                            : "Found where the binary's marker leads."));
    Button add = button("form-add-archive", "Add…");
    add.setOnAction(event -> model.add(dialogs.chooseFiles("Add Archives")));
    Button remove = button("form-remove-archive", "Remove");
    remove.disableProperty().bind(Bindings.isEmpty(list.getSelectionModel().getSelectedItems()));
    remove.setOnAction(
        event -> model.remove(List.copyOf(list.getSelectionModel().getSelectedItems())));
    Button find = button("form-find-archives", "Go by the Marker");
    find.disableProperty().bind(model.chosenProperty().not());
    find.setOnAction(event -> model.find());
    FlowPane buttons = new FlowPane(add, remove, find);
    buttons.getStyleClass().add("button-flow");
    VBox box =
        new VBox(
            list,
            FormGrid.problem("form-archives-problem", model.archivesField().problemProperty()),
            how,
            buttons);
    box.setSpacing(6);
    return box;
  }

  private static Button button(String id, String text) {
    Button button = new Button(text);
    button.setId(id);
    button.setMinWidth(Region.USE_PREF_SIZE);
    return button;
  }

  /** An archive by its name, with its path behind. */
  private static final class PathCell extends ListCell<Path> {
    @Override
    protected void updateItem(@Nullable Path path, boolean empty) {
      super.updateItem(path, empty);
      setText(empty || path == null ? null : ConvertPreviews.name(path));
      setTooltip(empty || path == null ? null : new Tooltip(path.toString()));
    }
  }
}
