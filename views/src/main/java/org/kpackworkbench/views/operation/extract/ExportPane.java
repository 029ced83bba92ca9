package org.kpackworkbench.views.operation.extract;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import javafx.beans.binding.Bindings;
import javafx.beans.property.StringProperty;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioButton;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.operation.extract.ExtractPlan.PlannedFile;
import org.kpackworkbench.model.operation.extract.ExtractRequest;
import org.kpackworkbench.model.operation.extract.ExtractSettings;
import org.kpackworkbench.model.operation.extract.NamePattern;
import org.kpackworkbench.views.kit.dialog.Dialogs;
import org.kpackworkbench.views.kit.table.PlainList;
import org.kpackworkbench.views.kit.table.RowCopy;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.kit.text.FieldProblem;
import org.kpackworkbench.views.kit.text.TabKey;
import org.kpackworkbench.views.operation.forms.FormGrid;

/** The extract dialog: where to, under which names, and what would be written. */
final class ExportPane extends VBox {
  private final ExportModel model;
  private final Dialogs dialogs;

  ExportPane(ExportModel model, Dialogs dialogs) {
    this.model = model;
    this.dialogs = dialogs;
    setId("export-pane");
    getStyleClass().add("export-pane");
    getStylesheets()
        .add(Objects.requireNonNull(ExportPane.class.getResource("export.css")).toExternalForm());
    FormGrid grid =
        FormGrid.of(
            ExtractSettings.OPERATION,
            Map.of(
                ExtractSettings.OUTPUT, output(),
                ExtractSettings.NAMES, patternLine(),
                ExtractSettings.FORCE, overwrite(),
                ExtractSettings.LARGE, large()));
    FieldProblem problem = new FieldProblem("export-problem", model.problemProperty());
    Label summary = new Label();
    summary.setId("export-summary");
    summary.textProperty().bind(model.summaryProperty());
    Label what = new Label(model.selection().words());
    what.getStyleClass().add("export-what");
    what.setTooltip(new Tooltip(what.getText()));
    getChildren().addAll(what, grid, problem, preview(), summary, commandLine());
    setPrefSize(640, 480);
  }

  /** A file or a folder, and which of both. */
  private Node output() {
    VBox output = new VBox(folderLine());
    output.getStyleClass().add("export-output");
    if (model.selection().single()) {
      output.getChildren().addFirst(choice());
      output.getChildren().add(fileLine());
    }
    return output;
  }

  private Node choice() {
    RadioButton file = new RadioButton("One file");
    file.setId("export-as-file");
    RadioButton folder = new RadioButton("A file in a folder, named by a pattern");
    folder.setId("export-as-folder");
    ToggleGroup group = new ToggleGroup();
    file.setToggleGroup(group);
    folder.setToggleGroup(group);
    file.setSelected(!model.intoFolderProperty().get());
    folder.setSelected(model.intoFolderProperty().get());
    model.intoFolderProperty().bind(folder.selectedProperty());
    HBox line = line();
    line.getChildren().addAll(file, folder);
    return line;
  }

  private Node fileLine() {
    Button choose = new Button("Choose…");
    choose.setId("export-choose-file");
    choose.setOnAction(
        event -> {
          Path now = Path.of(model.fileProperty().get());
          Path name = now.getFileName();
          dialogs
              .chooseSave(
                  "Extract To",
                  name == null ? "code-object.hsaco" : name.toString(),
                  new Dialogs.FileKind("Code objects", "*.hsaco"))
              .ifPresent(
                  path -> {
                    model.fileProperty().set(path.toString());
                    // The chooser has asked already.
                    model.overwriteProperty().set(true);
                  });
        });
    HBox line = fieldLine("export-file", "File to write", model.fileProperty(), choose);
    line.visibleProperty().bind(model.intoFolderProperty().not());
    line.managedProperty().bind(line.visibleProperty());
    return line;
  }

  private Node folderLine() {
    Button choose = new Button("Choose…");
    choose.setId("export-choose-folder");
    choose.setOnAction(
        event ->
            dialogs
                .chooseFolder("Extract Into")
                .ifPresent(path -> model.folderProperty().set(path.toString())));
    HBox line = fieldLine("export-folder", "Folder to write into", model.folderProperty(), choose);
    line.visibleProperty().bind(model.intoFolderProperty());
    line.managedProperty().bind(line.visibleProperty());
    return line;
  }

  private Node patternLine() {
    MenuButton insert = new MenuButton("Insert");
    insert.setId("export-insert");
    HBox line = fieldLine("export-pattern", "Pattern of names", model.patternProperty(), insert);
    TextField field = (TextField) line.getChildren().getFirst();
    for (String placeholder : NamePattern.placeholders()) {
      MenuItem item = new MenuItem(placeholder);
      item.setMnemonicParsing(false);
      item.setOnAction(event -> field.insertText(field.getCaretPosition(), placeholder));
      insert.getItems().add(item);
    }
    line.visibleProperty().bind(model.intoFolderProperty());
    return line;
  }

  private Node overwrite() {
    CheckBox box = new CheckBox(ExtractSettings.FORCE.title());
    box.selectedProperty().bindBidirectional(model.overwriteProperty());
    return box;
  }

  /** There only if it is the question. */
  private Node large() {
    CheckBox box = new CheckBox(ExtractSettings.LARGE.title());
    box.selectedProperty().bindBidirectional(model.largeProperty());
    box.visibleProperty().bind(model.tooLargeProperty());
    return box;
  }

  private static HBox fieldLine(String id, String words, StringProperty value, Region button) {
    TextField field = new TextField();
    field.setId(id);
    field.setAccessibleText(words);
    field.textProperty().bindBidirectional(value);
    HBox.setHgrow(field, Priority.ALWAYS);
    button.setMinWidth(USE_PREF_SIZE);
    HBox line = line();
    line.getChildren().addAll(field, button);
    return line;
  }

  private static HBox line() {
    HBox line = new HBox();
    line.getStyleClass().add("export-line");
    return line;
  }

  private Node preview() {
    PlainList<PlannedFile> list =
        new PlainList<>(
            "export-preview", "Files that would be written", "", file -> file.path().toString());
    list.setItems(model.preview());
    list.getStyleClass().add("export-preview");
    Label nothing = Tables.placeholder("");
    nothing.setId("export-nothing");
    nothing
        .textProperty()
        .bind(
            model
                .planningProperty()
                .map(
                    now ->
                        now ? "Working out what would be written…" : "Nothing would be written."));
    list.setPlaceholder(nothing);
    list.setCellFactory(view -> new PlannedCell(model));
    setVgrow(list, Priority.ALWAYS);
    return list;
  }

  private String commandText() {
    String command = model.commandProperty().get();
    if (!command.isEmpty()) {
      return command;
    }
    return model.planningProperty().get()
        ? "Working out the command line…"
        : "This selection cannot be expressed as a command line of reasonable length.";
  }

  private Node commandLine() {
    TextArea text = new TextArea();
    text.setId("export-command");
    text.setEditable(false);
    text.setPrefRowCount(2);
    text.setMinHeight(USE_PREF_SIZE);
    text.setWrapText(true);
    text.getStyleClass().add("monospace");
    text.setAccessibleText("The same as a command line");
    TabKey.leaves(text);
    text.textProperty()
        .bind(
            Bindings.createStringBinding(
                this::commandText, model.commandProperty(), model.planningProperty()));
    HBox.setHgrow(text, Priority.ALWAYS);
    Button copy = new Button("Copy Command");
    copy.setId("export-copy-command");
    copy.setMinWidth(USE_PREF_SIZE);
    copy.disableProperty().bind(model.commandProperty().isEmpty());
    copy.setOnAction(event -> RowCopy.toClipboard(model.commandProperty().get()));
    HBox line = line();
    line.getChildren().addAll(text, copy);
    return line;
  }

  /** A file that would be written: its name below the folder, whether it is there, its size. */
  private static final class PlannedCell extends ListCell<PlannedFile> {
    private final ExportModel model;

    PlannedCell(ExportModel model) {
      this.model = model;
    }

    @Override
    protected void updateItem(@Nullable PlannedFile file, boolean empty) {
      super.updateItem(file, empty);
      setText(null);
      setGraphic(null);
      if (empty || file == null) {
        return;
      }
      Label name = new Label(name(file));
      name.setMaxWidth(Double.MAX_VALUE);
      name.setMinWidth(0);
      HBox.setHgrow(name, Priority.ALWAYS);
      Label size = new Label(file.sizeBytes() < 0 ? "" : SizeText.of(file.sizeBytes()));
      size.getStyleClass().add("muted");
      size.setMinWidth(Region.USE_PREF_SIZE);
      HBox line = new HBox(name);
      line.getStyleClass().add("export-line");
      if (file.exists()) {
        Label there =
            new Label(model.overwriteProperty().get() ? "will be replaced" : "⚠ already exists");
        there.getStyleClass().add("muted");
        there.setMinWidth(Region.USE_PREF_SIZE);
        line.getChildren().add(there);
      }
      line.getChildren().add(size);
      line.setMaxWidth(Double.MAX_VALUE);
      line.setPrefWidth(0);
      setGraphic(line);
      setAccessibleText(name.getText());
    }

    private String name(PlannedFile file) {
      ExtractRequest request = model.request();
      Path path = file.path();
      if (request != null && request.intoFolder() && path.startsWith(request.output())) {
        return request.output().relativize(path).toString();
      }
      Path last = path.getFileName();
      return last == null ? path.toString() : last.toString();
    }
  }
}
