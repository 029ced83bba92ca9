package org.kpackworkbench.views.operation.forms;

import static org.kpackworkbench.model.operation.recombine.RecombineRequest.CONFIG;
import static org.kpackworkbench.model.operation.recombine.RecombineRequest.OUTPUT;
import static org.kpackworkbench.model.operation.recombine.RecombineRequest.SHARDS;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.artifact.config.UnusableConfigException;
import org.kpackworkbench.model.operation.recombine.Recombine;
import org.kpackworkbench.model.operation.recombine.RecombineReport;
import org.kpackworkbench.model.operation.recombine.RecombineRequest;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.operation.forms.FormField.WrongInput;

/** The form that makes packages of shards. UI thread only. */
final class RecombineModel extends JobModel<RecombineRequest> {
  private List<Path> sources = List.of();

  /**
   * A form.
   *
   * @param input the folder of shards; empty to be filled in
   * @param configuration the packaging configuration; empty to be filled in
   */
  RecombineModel(String input, String configuration, Background background) {
    super(RecombineRequest.OPERATION, background);
    field(SHARDS).set(input);
    field(CONFIG).set(configuration);
    field(OUTPUT).set(input.isEmpty() ? "" : Path.of(input) + "-packages");
    update();
  }

  @Override
  String heading() {
    return "Recombine shards into packages";
  }

  @Override
  Task task(RecombineRequest request) {
    ArtifactStates states = new ArtifactStates(ArtifactStates.Task.RECOMBINE, sources);
    String name = ConvertRows.name(request.shards());
    return new Task(
        "Recombine " + name,
        progress ->
            ArtifactRows.result(new Recombine(request).run(progress, states), request.output()),
        new Watched("Recombining " + name, states));
  }

  @Override
  void check(RecombineRequest request) throws WrongInput {
    Path from = request.shards();
    Path to = request.output();
    if (to.startsWith(from) || from.startsWith(to)) {
      throw field(OUTPUT).wrong("The output needs a folder of its own, outside of the shards.");
    }
  }

  @Override
  Forecast forecast(RecombineRequest request, Progress progress) throws IOException {
    RecombineReport plan = new Recombine(request).plan(progress);
    return new Forecast(ArtifactRows.preview(plan), () -> sources = components(plan));
  }

  private static List<Path> components(RecombineReport plan) {
    return Stream.concat(
            plan.artifacts().stream().map(artifact -> artifact.name().prefix()),
            plan.failed().stream().map(RecombineReport.Failed::component))
        .sorted()
        .distinct()
        .map(Path::of)
        .toList();
  }

  @Override
  @Nullable FormField<?> fieldOf(Throwable failure) {
    return switch (failure) {
      case FileAlreadyExistsException there -> field(OUTPUT);
      case UnusableConfigException wrong -> field(CONFIG);
      default -> null;
    };
  }
}
