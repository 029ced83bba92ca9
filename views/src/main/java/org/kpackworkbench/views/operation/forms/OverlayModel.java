package org.kpackworkbench.views.operation.forms;

import static org.kpackworkbench.model.operation.overlay.OverlayRequest.ARTIFACTS;
import static org.kpackworkbench.model.operation.overlay.OverlayRequest.OUTPUT;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.overlay.Overlay;
import org.kpackworkbench.model.operation.overlay.OverlayRequest;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.operation.forms.FormField.WrongInput;

/** The form that brings artifacts onto one tree. UI thread only. */
final class OverlayModel extends JobModel<OverlayRequest> {
  OverlayModel(List<Path> inputs, String output, Background background) {
    super(OverlayRequest.OPERATION, background);
    field(ARTIFACTS).choose(inputs);
    field(OUTPUT).set(output);
    update();
  }

  @Override
  String heading() {
    return "Overlay: combine artifacts in one tree";
  }

  @Override
  Task task(OverlayRequest request) {
    ArtifactStates states = new ArtifactStates(ArtifactStates.Task.OVERLAY, request.artifacts());
    String name = ConvertRows.name(request.output());
    return new Task(
        "Overlay onto " + name,
        progress -> ArtifactRows.result(new Overlay(request).run(progress, states)),
        new Watched("Overlaying onto " + name, states));
  }

  @Override
  void check(OverlayRequest request) throws WrongInput {
    for (Path artifact : request.artifacts()) {
      if (request.output().startsWith(artifact)) {
        throw field(OUTPUT)
            .wrong("The tree cannot be in %s, which is one of its inputs.".formatted(artifact));
      }
    }
  }

  @Override
  Forecast forecast(OverlayRequest request, Progress progress) throws IOException {
    return new Forecast(ArtifactRows.preview(new Overlay(request).plan(progress)));
  }
}
