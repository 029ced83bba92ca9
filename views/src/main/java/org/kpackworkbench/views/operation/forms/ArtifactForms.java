package org.kpackworkbench.views.operation.forms;

import static org.kpackworkbench.model.operation.split.SplitRequest.ARTIFACT;
import static org.kpackworkbench.model.operation.split.SplitRequest.BATCH;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javafx.scene.control.CheckBox;
import javafx.scene.layout.Region;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.operation.overlay.Overlay;
import org.kpackworkbench.model.operation.recombine.Recombine;
import org.kpackworkbench.model.operation.split.Split;
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

  /** A form for a folder, for pictures; it runs nothing. */
  Region picture(Forms.Kind kind, Path folder) {
    Background background = context.background();
    return switch (kind) {
      case SPLIT ->
          pane(new SplitModel(folder.toString(), !ArtifactFolder.isArtifact(folder), background));
      case RECOMBINE ->
          pane(
              new RecombineModel(
                  folder.toString(),
                  folder.resolveSibling("packaging.yaml").toString(),
                  background));
      case OVERLAY -> pane(new OverlayModel(artifacts(folder), folder + "-tree", background));
      case MAKE_HOST_ONLY, PACK, RESTORE, PRUNE, SPLIT_WHEEL, PACK_DATABASE, UNPACK_DATABASE ->
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
    forms.onThreads(model);
    forms.ask(
        "Split",
        "Split",
        pane(model),
        model,
        asked -> {
          ArtifactStates states = new ArtifactStates(ArtifactStates.Task.SPLIT, model.sources());
          String name = ConvertPreviews.name(asked.input());
          return new Forms.Task(
              "Split " + name,
              progress ->
                  FormFailure.explained(
                      () ->
                          SplitRows.result(
                              asked,
                              new Split(asked.complete(warning -> {})).run(progress, states))),
              job -> {
                if (asked.batch()) {
                  watch("Splitting " + name, states, job);
                }
              });
        });
  }

  /** Asks how to recombine shards into packages. */
  void recombine(String shards, String config) {
    RecombineModel model = new RecombineModel(shards, config, context.background());
    forms.onThreads(model);
    forms.ask(
        "Recombine",
        "Recombine",
        pane(model),
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

  /** Asks how to copy artifacts into one tree. */
  void overlay(List<Path> artifacts, String output) {
    OverlayModel model = new OverlayModel(artifacts, output, context.background());
    forms.ask(
        "Overlay",
        "Overlay",
        pane(model),
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
    context.dialogs().show(title, new ArtifactStatesPane(states, job, context));
  }

  private Region pane(OverlayModel model) {
    FormGrid grid = FormGrid.of(model, context.dialogs(), Map.of());
    return new FormPane(
        "overlay-form", "Overlay: combine artifacts in one tree", model, grid, context);
  }

  private Region pane(RecombineModel model) {
    FormGrid grid = FormGrid.of(model, context.dialogs(), Map.of());
    return new FormPane("recombine-form", "Recombine shards into packages", model, grid, context);
  }

  /** One artifact or many: the same field is for both. */
  private Region pane(SplitModel model) {
    CheckBox many = new CheckBox(BATCH.title());
    many.setId(FormGrid.id(model.field(BATCH)));
    many.setWrapText(true);
    many.selectedProperty().bindBidirectional(model.batchProperty());
    FormGrid grid = FormGrid.of(model, context.dialogs(), Map.of(BATCH, many));
    return new FormPane(
        "split-form", "Split " + model.field(ARTIFACT).text(), model, grid, context);
  }
}
