package org.kpackworkbench.views.operation.forms;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.artifact.config.UnusableConfigException;
import org.kpackworkbench.model.operation.recombine.Recombine;
import org.kpackworkbench.model.operation.recombine.RecombineReport;
import org.kpackworkbench.model.operation.recombine.RecombineRequest;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.operation.forms.FormField.WrongInput;

/** The form that makes packages of shards. UI thread only. */
final class RecombineModel extends FormModel<RecombineRequest> {
  private final FormField shards;
  private final FormField config;
  private final FormField output;
  private final FormField components;
  private final FormField threads;
  private final BooleanProperty packed = new SimpleBooleanProperty(this, "packed");
  private final BooleanProperty replace = new SimpleBooleanProperty(this, "replace");
  private List<Path> sources = List.of();

  /**
   * A form.
   *
   * @param input the folder of shards; empty to be filled in
   * @param configuration the packaging configuration; empty to be filled in
   */
  RecombineModel(String input, String configuration, Background background) {
    super(background);
    shards = field(input);
    config = field(configuration);
    output = field(input.isEmpty() ? "" : Path.of(input) + "-packages");
    components = field("");
    threads = field(Integer.toString(Runtime.getRuntime().availableProcessors()));
    watch(packed);
    watch(replace);
    update();
  }

  FormField shards() {
    return shards;
  }

  FormField config() {
    return config;
  }

  FormField output() {
    return output;
  }

  FormField components() {
    return components;
  }

  FormField threads() {
    return threads;
  }

  BooleanProperty packedProperty() {
    return packed;
  }

  BooleanProperty replaceProperty() {
    return replace;
  }

  /** The components of which there would be artifacts, as far as is known. */
  List<Path> sources() {
    return sources;
  }

  @Override
  RecombineRequest build() throws WrongInput {
    Path from = shards.path("Choose the folder whose folders are shards.");
    Path rules = config.path("Choose the packaging configuration, in YAML or JSON.");
    Path to = output.path("Say where the packages' artifacts go.");
    if (to.startsWith(from) || from.startsWith(to)) {
      throw output.wrong("The output needs a folder of its own, outside of the shards.");
    }
    List<String> names =
        Arrays.stream(components.text().split("[,\\s]+"))
            .filter(name -> !name.isEmpty())
            .distinct()
            .toList();
    return new RecombineRequest(
        from,
        rules,
        to,
        names,
        packed.get(),
        threads.number(1, PackingFields.MOST_THREADS),
        replace.get(),
        false);
  }

  @Override
  String command(RecombineRequest request) {
    return FormCommands.of(request);
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
  @Nullable FormField fieldOf(Throwable failure) {
    return switch (failure) {
      case FileAlreadyExistsException there -> output;
      case UnusableConfigException wrong -> config;
      default -> null;
    };
  }
}
