package org.kpackworkbench.views.operation.forms;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javafx.beans.binding.Bindings;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioButton;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.database.UnpackDatabaseRequest;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.extract.ExtractSettings;
import org.kpackworkbench.model.operation.extract.NamePattern;
import org.kpackworkbench.model.operation.restore.RestoreRequest;
import org.kpackworkbench.model.operation.split.SplitRequest;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.control.WrapPane;
import org.kpackworkbench.views.kit.dialog.Dialogs;
import org.kpackworkbench.views.kit.table.PlainList;

/** The controls that some forms have in place of those of their options' kinds. UI thread only. */
final class FormControls {
  private FormControls() {}

  static Map<Option<?>, Node> of(FormModel<?> model, Dialogs dialogs) {
    return switch (model) {
      case RestoreModel restore -> Map.of(RestoreRequest.ARCHIVES, archives(restore, dialogs));
      case ConvertModel convert -> Map.of(ConvertRequest.DISCARD, keepOrDiscard(convert));
      case SplitModel split -> Map.of(SplitRequest.BATCH, oneOrMany(split));
      case UnpackDatabaseModel unpack ->
          Map.of(
              UnpackDatabaseRequest.ARCHIVES,
              FormGrid.files(unpack.field(UnpackDatabaseRequest.ARCHIVES), dialogs));
      case ExtractModel extract ->
          Map.of(
              ExtractSettings.OUTPUT, output(extract, dialogs),
              ExtractSettings.NAMES, names(extract));
      default -> Map.of();
    };
  }

  private static Node archives(RestoreModel model, Dialogs dialogs) {
    FormField<List<Path>> field = model.field(RestoreRequest.ARCHIVES);
    PlainList<Path> list =
        Controls.styled(
            new PlainList<>(
                FormGrid.id(field),
                "Archives that code objects are taken from",
                "No archive was found."),
            "form-list");
    list.setItems(model.archives());
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
                            ? "Only these are read; the marker's paths are not used."
                            : "Found through the binary's marker."));
    Button add = button("form-add-archive", "Add…");
    add.setOnAction(event -> model.add(dialogs.chooseFiles("Add Archives")));
    Button remove = button("form-remove-archive", "Remove");
    remove.disableProperty().bind(Bindings.isEmpty(list.getSelectionModel().getSelectedItems()));
    remove.setOnAction(
        event -> model.remove(List.copyOf(list.getSelectionModel().getSelectedItems())));
    Button find = button("form-find-archives", "Use the Marker");
    find.disableProperty().bind(model.chosenProperty().not());
    find.setOnAction(event -> model.find());
    WrapPane buttons = Controls.styled(new WrapPane(add, remove, find), "button-flow");
    return column(list, FormGrid.problem(field), how, buttons);
  }

  private static Button button(String id, String text) {
    return Controls.named(Controls.whole(new Button(text)), id);
  }

  /** An archive by its name, with its path behind. */
  private static final class PathCell extends ListCell<Path> {
    @Override
    protected void updateItem(@Nullable Path path, boolean empty) {
      super.updateItem(path, empty);
      setText(empty || path == null ? null : ConvertRows.name(path));
      setTooltip(empty || path == null ? null : new Tooltip(path.toString()));
    }
  }

  private static Node keepOrDiscard(ConvertModel model) {
    FormField<Boolean> field = model.field(ConvertRequest.DISCARD);
    ToggleGroup group = new ToggleGroup();
    RadioButton keep = radio(group, "form-keep", "Keep it in archives", !field.isOn());
    RadioButton discard =
        radio(group, FormGrid.id(field), ConvertRequest.DISCARD.title(), field.isOn());
    discard.getStyleClass().add("form-warning");
    discard.selectedProperty().subscribe((before, now) -> field.turn(now));
    return column(keep, discard);
  }

  /** One artifact or many: the same field is for both. */
  private static Node oneOrMany(SplitModel model) {
    CheckBox many = new CheckBox(SplitRequest.BATCH.title());
    many.setId(FormGrid.id(model.field(SplitRequest.BATCH)));
    many.setWrapText(true);
    many.selectedProperty().bindBidirectional(model.batchProperty());
    return many;
  }

  /** The path of a folder; for one code object, of a folder or of its file. */
  private static Node output(ExtractModel model, Dialogs dialogs) {
    Node path = FormGrid.control(model, ExtractSettings.OUTPUT, dialogs);
    if (!model.single()) {
      return path;
    }
    ToggleGroup group = new ToggleGroup();
    boolean many = model.intoFolderProperty().get();
    RadioButton file = radio(group, "form-as-file", "One file", !many);
    RadioButton folder =
        radio(group, "form-as-folder", "A file in a folder, named by a pattern", many);
    model.intoFolderProperty().bind(folder.selectedProperty());
    return column(file, folder, path);
  }

  private static Node names(ExtractModel model) {
    TextField text = new TextField();
    MenuButton insert = Controls.named(new MenuButton("Insert"), "form-insert");
    for (String placeholder : NamePattern.placeholders()) {
      MenuItem item = new MenuItem(placeholder);
      item.setMnemonicParsing(false);
      item.setOnAction(event -> text.insertText(text.getCaretPosition(), placeholder));
      insert.getItems().add(item);
    }
    return FormGrid.text(text, model.field(ExtractSettings.NAMES), insert);
  }

  private static RadioButton radio(ToggleGroup group, String id, String text, boolean selected) {
    RadioButton button = Controls.named(Controls.wrapped(new RadioButton(text)), id);
    button.setToggleGroup(group);
    button.setSelected(selected);
    return button;
  }

  private static VBox column(Node... nodes) {
    VBox box = new VBox(nodes);
    box.setSpacing(6);
    return box;
  }
}
