package org.kpackworkbench.views.operation.forms;

import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.scene.control.Button;
import javafx.scene.layout.Region;
import org.kpackworkbench.views.kit.dialog.Dialogs;

/** The fields of the form that packs a binary or a tree. UI thread only. */
final class PackPane {
  private PackPane() {}

  static Region of(PackModel model, Dialogs dialogs) {
    ReadOnlyBooleanWrapper always = new ReadOnlyBooleanWrapper(true);
    FormGrid grid = new FormGrid();
    grid.heading("From and to");
    Button input = new Button("Choose…");
    input.setId("form-choose-input");
    input.setOnAction(event -> dialogs.chooseFolder("Pack Folder").ifPresent(model::choose));
    grid.row(
        "Input", FormGrid.text("form-input", "The binary or folder to pack", model.input(), input));
    grid.row(
        "Output",
        FormGrid.text(
            "form-output",
            "The folder for the packed tree",
            model.output(),
            ConvertPane.chooseFolder(
                "form-choose-output", "Packed Tree", model.output(), dialogs)));
    grid.row(
        "",
        FormGrid.hint(
            "A new folder, which appears whole or not at all. Binaries with device code become"
                + " host-only, everything else is copied as it is."));
    grid.heading("The archive");
    grid.row("Group", FormGrid.text("form-group", "The archive's group", model.group()));
    grid.row("Family", FormGrid.text("form-family", "The archive's family", model.family()));
    grid.row("", FormGrid.hint("It is written to .kpack/GROUP-FAMILY.kpack in the new folder."));
    PackingRows.add(grid, model.packing(), always);
    grid.heading("Otherwise");
    grid.row("", PackingRows.refuseUnreferenced(model.packing()));
    grid.row(
        "",
        FormGrid.check(
            "form-replace",
            "Replace the output folder as a whole if it is there",
            model.replaceProperty()));
    return new FormPane("pack-form", "Pack " + model.input().text(), model, grid);
  }
}
