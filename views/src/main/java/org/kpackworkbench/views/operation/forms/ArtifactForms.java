package org.kpackworkbench.views.operation.forms;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.layout.Region;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.operation.overlay.Overlaying;
import org.kpackworkbench.model.operation.recombine.Recombining;
import org.kpackworkbench.model.operation.split.Splitting;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.job.Job;
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
          return new Forms.Asked(
              "Split " + name,
              progress ->
                  FormFailure.explained(
                      () ->
                          SplitRows.result(
                              asked.request(),
                              new Splitting(asked.complete()).run(progress, states))),
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
          return new Forms.Asked(
              "Recombine " + name,
              progress ->
                  FormFailure.explained(
                      () ->
                          ArtifactRows.result(
                              new Recombining(request).run(progress, states), request.output())),
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
          return new Forms.Asked(
              "Overlay onto " + name,
              progress ->
                  FormFailure.explained(
                      () -> ArtifactRows.result(new Overlaying(request).run(progress, states))),
              job -> watch("Overlaying onto " + name, states, job));
        });
  }

  private void watch(String title, ArtifactStates states, Job job) {
    context.dialogs().show(title, new ArtifactStatesPane(states, job));
  }
}
