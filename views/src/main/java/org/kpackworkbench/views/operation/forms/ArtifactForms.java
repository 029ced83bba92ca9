package org.kpackworkbench.views.operation.forms;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Region;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.operation.overlay.Overlay;
import org.kpackworkbench.model.operation.recombine.Recombine;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitRequest.KpmForm;
import org.kpackworkbench.model.operation.split.SplitRequest.OutputForm;
import org.kpackworkbench.views.kit.dialog.Dialogs;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.operation.forms.ArtifactActions.ArtifactChoice;
import org.kpackworkbench.views.spi.ViewContext;

/** The forms about whole artifacts. UI thread only. */
final class ArtifactForms {
  private final ViewContext context;
  private final Forms forms;

  ArtifactForms(ViewContext context) {
    this.context = context;
    this.forms = new Forms(context);
  }

  /** A form about a folder to look at; nothing comes of it. */
  Region picture(Forms.Kind kind, Path folder) {
    Background background = context.background();
    return switch (kind) {
      case SPLIT ->
          SplitPane.of(
              new SplitModel(folder.toString(), !ArtifactFolder.isArtifact(folder), background),
              context.dialogs());
      case RECOMBINE ->
          RecombinePane.of(
              new RecombineModel(
                  folder.toString(),
                  folder.resolveSibling("packaging.yaml").toString(),
                  background),
              context.dialogs());
      case OVERLAY ->
          OverlayPane.of(
              new OverlayModel(artifacts(folder), folder + "-tree", background), context.dialogs());
      case MAKE_HOST_ONLY, PACK, RESTORE ->
          throw new IllegalArgumentException(kind + " is about a file");
    };
  }

  private static List<Path> artifacts(Path folder) {
    try {
      return ArtifactChoice.of(folder, folder).artifacts();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Asks how to split an artifact, or all of a folder. */
  void split(String input, boolean batch) {
    SplitModel model = new SplitModel(input, batch, context.background());
    forms.onThreads(model.packing().threads());
    forms.ask(
        "Split",
        "Split",
        SplitPane.of(model, context.dialogs()),
        model,
        asked -> {
          ArtifactStates states = new ArtifactStates(ArtifactStates.Task.SPLIT, model.sources());
          String name = ConvertPreviews.name(asked.request().input());
          return new Forms.Task(
              "Split " + name,
              progress ->
                  FormFailure.explained(
                      () ->
                          SplitRows.result(
                              asked.request(), new Split(asked.complete()).run(progress, states))),
              job -> {
                if (asked.request().batch()) {
                  watch("Splitting " + name, states, job);
                }
              });
        });
  }

  /** Asks how to make packages of shards. */
  void recombine(String shards, String config) {
    RecombineModel model = new RecombineModel(shards, config, context.background());
    forms.onThreads(model.threads());
    forms.ask(
        "Recombine",
        "Recombine",
        RecombinePane.of(model, context.dialogs()),
        model,
        request -> {
          ArtifactStates states =
              new ArtifactStates(ArtifactStates.Task.RECOMBINE, model.sources());
          String name = ConvertPreviews.name(request.shards());
          return new Forms.Task(
              "Recombine " + name,
              progress ->
                  FormFailure.explained(
                      () ->
                          ArtifactRows.result(
                              new Recombine(request).run(progress, states), request.output())),
              job -> watch("Recombining " + name, states, job));
        });
  }

  /** Asks how to bring artifacts onto one tree. */
  void overlay(List<Path> artifacts, String output) {
    OverlayModel model = new OverlayModel(artifacts, output, context.background());
    forms.ask(
        "Overlay",
        "Overlay",
        OverlayPane.of(model, context.dialogs()),
        model,
        request -> {
          ArtifactStates states =
              new ArtifactStates(ArtifactStates.Task.OVERLAY, request.artifacts());
          String name = ConvertPreviews.name(request.output());
          return new Forms.Task(
              "Overlay onto " + name,
              progress ->
                  FormFailure.explained(
                      () -> ArtifactRows.result(new Overlay(request).run(progress, states))),
              job -> watch("Overlaying onto " + name, states, job));
        });
  }

  private void watch(String title, ArtifactStates states, Job job) {
    context.dialogs().show(title, new ArtifactStatesPane(states, job));
  }

  /** The fields of the form that brings artifacts onto one tree. UI thread only. */
  static final class OverlayPane {
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
          FormGrid.check(
              "form-replace", "Let files be replaced by others", model.replaceProperty()));
      return new FormPane("overlay-form", "Overlay artifacts onto one tree", model, grid);
    }
  }

  /** The fields of the form that makes packages of shards. UI thread only. */
  static final class RecombinePane {
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
              chooseFile(
                  "form-choose-config", "Packaging Configuration", model.config(), dialogs)));
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

  /** The fields of the form that splits artifacts. UI thread only. */
  static final class SplitPane {
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
          "",
          FormGrid.shown(FormGrid.hint("Taken from the folder's name where it is empty."), one));
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
          "", FormGrid.check("form-strict", "Fail on unknown databases", model.strictProperty()));
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
}
