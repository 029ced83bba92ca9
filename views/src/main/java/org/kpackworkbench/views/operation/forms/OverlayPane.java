package org.kpackworkbench.views.operation.forms;

import javafx.scene.control.Button;
import javafx.scene.layout.Region;
import org.kpackworkbench.views.kit.dialog.Dialogs;

/** The fields of the form that brings artifacts onto one tree. UI thread only. */
final class OverlayPane {
  private OverlayPane() {}

  static Region of(OverlayModel model, Dialogs dialogs) {
    FormGrid grid = new FormGrid();
    grid.heading("From and to");
    grid.row(
        "Artifacts",
        FormGrid.lines("form-artifacts", "The artifacts, one a line", model.artifacts(), 5));
    Button files = new Button("Add Packed…");
    files.setId("form-add-files");
    files.setOnAction(event -> model.add(dialogs.chooseFiles("Packed Artifacts")));
    Button folder = new Button("Add Folder…");
    folder.setId("form-add-folder");
    folder.setOnAction(
        event ->
            dialogs
                .chooseFolder("Artifact")
                .ifPresent(chosen -> model.add(java.util.List.of(chosen))));
    grid.row("", FormGrid.line(folder, files));
    grid.row(
        "",
        FormGrid.hint(
            "One a line: folders, .tar.zst or .tar.xz files. The generic one first, then those of the"
                + " architectures that the machine has."));
    grid.row(
        "Output",
        FormGrid.text(
            "form-output",
            "The tree",
            model.output(),
            ConvertPane.chooseFolder("form-choose-output", "Tree", model.output(), dialogs)));
    grid.heading("How");
    grid.row(
        "",
        FormGrid.check(
            "form-flatten",
            "Flatten: the prefixes' content on one root, as it is installed",
            model.flattenProperty()));
    grid.heading("On a tree that is there already");
    grid.row(
        "",
        FormGrid.check(
            "form-clean", "Empty the prefixes that are met first", model.cleanProperty()));
    grid.row(
        "",
        FormGrid.check("form-replace", "Let files be replaced by others", model.replaceProperty()));
    return new FormPane("overlay-form", "Overlay artifacts onto one tree", model, grid);
  }
}
