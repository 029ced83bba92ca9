package org.kpackworkbench.views.operation.forms;

import java.nio.file.Path;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.RadioButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kpackworkbench.views.kit.dialog.Dialogs;

/** The fields of the form that makes a binary host-only. UI thread only. */
final class ConvertPane {
  private ConvertPane() {}

  static Region of(ConvertModel model, Dialogs dialogs) {
    ObservableValue<Boolean> kept = model.keepProperty();
    FormGrid grid = new FormGrid();
    grid.heading("The host-only binary");
    grid.row(
        "Output",
        FormGrid.text(
            "form-output",
            "The host-only binary to write",
            model.output(),
            chooseOutput(model, dialogs)));
    grid.row(
        "Name",
        FormGrid.text("form-kernel-name", "What archives call the binary", model.kernelName()));
    grid.row(
        "Search paths",
        FormGrid.lines(
            "form-search-paths",
            "Where a loader looks for archives, relative to the output's folder, one a line",
            model.searchPaths(),
            2));
    grid.row(
        "",
        FormGrid.hint(
            "Seen from the output's folder, one a line. @GFXARCH@ means the target: with it"
                + " each target gets an archive of its own."));
    grid.heading("Its device code");
    grid.row("", what(model));
    grid.row(
        "Folder",
        FormGrid.shown(
            FormGrid.text(
                "form-archives",
                "The folder for the archives",
                model.archives(),
                chooseFolder(
                    "form-choose-archives", "Write Archives Into", model.archives(), dialogs)),
            kept));
    grid.row(
        "Group",
        FormGrid.shown(FormGrid.text("form-group", "The archives' group", model.group()), kept));
    VBox family = FormGrid.text("form-family", "The archives' family", model.family());
    prompt(family, "the target of each archive");
    grid.row("Family", FormGrid.shown(family, kept));
    PackingRows.add(grid, model.packing(), kept);
    grid.row("", FormGrid.shown(PackingRows.refuseUnreferenced(model.packing()), kept));
    grid.heading("Otherwise");
    grid.row(
        "",
        FormGrid.check(
            "form-replace", "Replace files that are there already", model.replaceProperty()));
    return new FormPane("convert-form", model.input().toString(), model, grid);
  }

  private static Node what(ConvertModel model) {
    RadioButton keep = new RadioButton("Keep it in archives");
    keep.setId("form-keep");
    RadioButton discard = new RadioButton("Throw it away for good: no archive is written");
    discard.setId("form-discard");
    discard.getStyleClass().add("form-warning");
    discard.setWrapText(true);
    ToggleGroup group = new ToggleGroup();
    keep.setToggleGroup(group);
    discard.setToggleGroup(group);
    keep.setSelected(model.keepProperty().get());
    discard.setSelected(!model.keepProperty().get());
    keep.selectedProperty().subscribe((before, now) -> model.keepProperty().set(now));
    VBox box = new VBox(keep, discard);
    box.setSpacing(6);
    return box;
  }

  private static Button chooseOutput(ConvertModel model, Dialogs dialogs) {
    Button choose = new Button("Choose…");
    choose.setId("form-choose-output");
    choose.setOnAction(
        event ->
            dialogs
                .chooseSave("Host-Only Binary", ConvertPreviews.name(model.input()))
                .map(Path::toString)
                .ifPresent(model.output()::set));
    return choose;
  }

  /** A button that fills a field with a folder. */
  static Button chooseFolder(String id, String title, FormField field, Dialogs dialogs) {
    Button choose = new Button("Choose…");
    choose.setId(id);
    choose.setOnAction(
        event -> dialogs.chooseFolder(title).map(Path::toString).ifPresent(field::set));
    return choose;
  }

  /** What an empty field means. */
  static void prompt(VBox field, String text) {
    if (field.getChildren().getFirst() instanceof javafx.scene.layout.HBox line
        && line.getChildren().getFirst() instanceof javafx.scene.control.TextField input) {
      input.setPromptText(text);
    }
  }
}
