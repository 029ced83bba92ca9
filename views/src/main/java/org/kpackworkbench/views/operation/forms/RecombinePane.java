package org.kpackworkbench.views.operation.forms;

import javafx.scene.control.Button;
import javafx.scene.layout.Region;
import org.kpackworkbench.views.kit.dialog.Dialogs;

/** The fields of the form that makes packages of shards. UI thread only. */
final class RecombinePane {
  private RecombinePane() {}

  static Region of(RecombineModel model, Dialogs dialogs) {
    FormGrid grid = new FormGrid();
    grid.heading("From and to");
    grid.row(
        "Shards",
        FormGrid.text(
            "form-input",
            "The folder of shards",
            model.shards(),
            ConvertPane.chooseFolder("form-choose-input", "Shards", model.shards(), dialogs)));
    grid.row(
        "Configuration",
        FormGrid.text(
            "form-config",
            "The packaging configuration",
            model.config(),
            chooseFile("form-choose-config", "Packaging Configuration", model.config(), dialogs)));
    grid.row(
        "",
        FormGrid.hint(
            "Says which architectures go into one package, and whose generic part is taken."));
    grid.row(
        "Output",
        FormGrid.text(
            "form-output",
            "The folder for the packages' artifacts",
            model.output(),
            ConvertPane.chooseFolder("form-choose-output", "Packages", model.output(), dialogs)));
    grid.heading("What");
    grid.row(
        "Components",
        FormGrid.text("form-components", "The components to make", model.components()));
    grid.row("", FormGrid.hint("Such as blas_lib, or blas for all of its own; empty for all."));
    grid.row(
        "",
        FormGrid.check(
            "form-packed", "Write .tar.zst files instead of folders", model.packedProperty()));
    grid.row(
        "Threads",
        FormGrid.number(
            "form-threads",
            "Number of threads",
            model.threads(),
            "the result does not depend on it"));
    grid.heading("Otherwise");
    grid.row(
        "",
        FormGrid.check(
            "form-replace",
            "Replace artifacts that are there already, each as a whole",
            model.replaceProperty()));
    return new FormPane("recombine-form", "Recombine shards into packages", model, grid);
  }

  static Button chooseFile(String id, String title, FormField field, Dialogs dialogs) {
    Button button = new Button("Choose…");
    button.setId(id);
    button.setOnAction(
        event ->
            dialogs.chooseFiles(title).stream()
                .findFirst()
                .ifPresent(file -> field.set(file.toString())));
    return button;
  }
}
