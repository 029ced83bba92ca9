package org.kpackworkbench.views.operation.forms;

import java.util.List;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Region;
import org.kpackworkbench.model.operation.split.KpmForm;
import org.kpackworkbench.model.operation.split.OutputForm;
import org.kpackworkbench.views.kit.dialog.Dialogs;

/** The fields of the form that splits artifacts. UI thread only. */
final class SplitPane {
  private SplitPane() {}

  static Region of(SplitModel model, Dialogs dialogs) {
    ObservableValue<Boolean> many = model.batchProperty();
    ObservableValue<Boolean> one = many.map(all -> !all);
    FormGrid grid = new FormGrid();
    grid.heading("From and to");
    grid.row(
        "Input",
        FormGrid.text(
            "form-input",
            "The artifact, or the folder of artifacts",
            model.input(),
            ConvertPane.chooseFolder("form-choose-input", "Artifact", model.input(), dialogs)));
    grid.row(
        "",
        FormGrid.check(
            "form-batch", "A folder of artifacts: split all in it", model.batchProperty()));
    grid.row(
        "Prefix",
        FormGrid.shown(
            FormGrid.text("form-prefix", "The artifact prefix, such as blas_lib", model.prefix()),
            one));
    grid.row(
        "", FormGrid.shown(FormGrid.hint("Taken from the folder's name where it is empty."), one));
    grid.row(
        "Topology",
        FormGrid.shown(
            FormGrid.text(
                "form-topology",
                "The build topology that says what is split",
                model.topology(),
                RecombinePane.chooseFile(
                    "form-choose-topology", "Build Topology", model.topology(), dialogs)),
            many));
    grid.row(
        "Output",
        FormGrid.text(
            "form-output",
            "The folder for the new artifacts",
            model.output(),
            ConvertPane.chooseFolder(
                "form-choose-output", "Split Artifacts", model.output(), dialogs)));
    grid.heading("What goes to its architecture");
    grid.row("Databases", databases(model));
    PackingRows.add(grid, model.packing(), new ReadOnlyBooleanWrapper(true));
    grid.heading("What is written");
    grid.row(
        "Manifests",
        FormGrid.choice(
            "form-kpm",
            model.kpmProperty(),
            List.of(KpmForm.values()),
            PackingRows.words(
                form ->
                    switch (form) {
                      case NONE -> "none";
                      case PLAIN -> ".kpm";
                      case WITH_SHA256 -> ".kpm with checksums";
                    })));
    grid.row(
        "Artifacts",
        FormGrid.choice(
            "form-form",
            model.formProperty(),
            List.of(OutputForm.values()),
            PackingRows.words(form -> form == OutputForm.FOLDER ? "folders" : ".tar.zst")));
    grid.heading("Otherwise");
    grid.row(
        "",
        FormGrid.check(
            "form-strict",
            "A database of the topology that nobody knows is an error",
            model.strictProperty()));
    grid.row("", PackingRows.refuseUnreferenced(model.packing()));
    grid.row(
        "",
        FormGrid.check(
            "form-replace",
            "Replace artifacts that are there already, each as a whole",
            model.replaceProperty()));
    return new FormPane("split-form", "Split " + model.input().text(), model, grid);
  }

  private static Node databases(SplitModel model) {
    FlowPane pane = new FlowPane();
    pane.getStyleClass().add("form-targets");
    model
        .databases()
        .forEach(
            (name, chosen) -> {
              CheckBox box = new CheckBox(name);
              box.setMnemonicParsing(false);
              box.setId("form-database-" + name);
              box.selectedProperty().bindBidirectional(chosen);
              pane.getChildren().add(box);
            });
    return pane;
  }
}
