package org.kpackworkbench.views.operation.forms;

import static org.kpackworkbench.model.operation.split.SplitRequest.ARTIFACT;
import static org.kpackworkbench.model.operation.split.SplitRequest.BATCH;
import static org.kpackworkbench.model.operation.split.SplitRequest.OUTPUT;
import static org.kpackworkbench.model.operation.split.SplitRequest.PREFIX;
import static org.kpackworkbench.model.operation.split.SplitRequest.TOPOLOGY;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.artifact.config.UnusableConfigException;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitReport;
import org.kpackworkbench.model.operation.split.SplitReport.SplitArtifact;
import org.kpackworkbench.model.operation.split.SplitReport.SplitOutcome;
import org.kpackworkbench.model.operation.split.SplitRequest;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.operation.forms.FormField.WrongInput;
import org.kpackworkbench.views.operation.forms.FormRow.OutputStatus;

/** The form that splits an artifact, or all of a shard. UI thread only. */
final class SplitModel extends JobModel<SplitRequest> {
  private final BooleanProperty batch = new SimpleBooleanProperty();
  private List<Path> sources = List.of();

  /**
   * A form.
   *
   * @param from the artifact or the folder of artifacts; empty to be filled in
   * @param many whether it is a folder of artifacts
   */
  SplitModel(String from, boolean many, Background background) {
    super(SplitRequest.OPERATION, background);
    field(ARTIFACT).set(from);
    field(OUTPUT).set(from.isEmpty() ? "" : proposed(Path.of(from), many));
    batch.set(many);
    watch(batch);
    update();
  }

  private static String proposed(Path from, boolean many) {
    Path parent = from.toAbsolutePath().normalize().getParent();
    return many || parent == null ? from + "-split" : parent.resolve("split").toString();
  }

  /** Whether what is filled in as the artifact is a folder of them. */
  BooleanProperty batchProperty() {
    return batch;
  }

  @Override
  boolean matters(Option<?> option) {
    return option == PREFIX
        ? !batch.get()
        : option == TOPOLOGY ? batch.get() : super.matters(option);
  }

  @Override
  String heading() {
    return "Split " + field(ARTIFACT).text();
  }

  @Override
  Task task(SplitRequest request) {
    ArtifactStates states = new ArtifactStates(ArtifactStates.Task.SPLIT, sources);
    String name = ConvertRows.name(request.input());
    return new Task(
        "Split " + name,
        progress ->
            SplitRows.result(
                request, new Split(request.complete(warning -> {})).run(progress, states)),
        request.batch() ? new Watched("Splitting " + name, states) : null);
  }

  @Override
  Arguments arguments() throws WrongInput {
    Arguments given = super.arguments();
    if (given.get(ARTIFACT).isEmpty()) {
      throw field(ARTIFACT).wrong("Choose an artifact, or a folder of artifacts.");
    }
    field(PREFIX).checkName("prefix");
    return batch.get()
        ? given.with(BATCH, given.get(ARTIFACT)).with(ARTIFACT, Optional.empty())
        : given;
  }

  @Override
  void check(SplitRequest asked) throws WrongInput {
    if (asked.output().startsWith(asked.input())) {
      throw field(OUTPUT).wrong("The output cannot be in the input. Choose another folder.");
    }
  }

  @Override
  Forecast forecast(SplitRequest asked, Progress progress) throws IOException {
    SplitReport plan = new Split(asked.complete(warning -> {})).plan(progress);
    FormReport preview = SplitRows.preview(asked, plan);
    boolean blocked = preview.rows().stream().anyMatch(row -> row.status() == OutputStatus.BLOCKED);
    return new Forecast(preview, () -> learn(plan, blocked ? preview.problem() : ""));
  }

  private void learn(SplitReport plan, String taken) {
    Set<String> targets = new TreeSet<>();
    List<Path> found = new ArrayList<>();
    for (SplitOutcome outcome : plan.outcomes()) {
      found.add(outcome.source());
      outcome.artifacts().stream()
          .map(SplitArtifact::target)
          .filter(target -> outcome.split() && !target.equals(ArtifactName.GENERIC))
          .forEach(targets::add);
      outcome.dropped().forEach(dropped -> targets.add(dropped.target().toString()));
    }
    sources = List.copyOf(found);
    targets().found(targets);
    field(OUTPUT).problem(taken);
  }

  @Override
  @Nullable FormField<?> fieldOf(Throwable failure) {
    return switch (failure) {
      case FileAlreadyExistsException there -> field(OUTPUT);
      case UnusableConfigException wrong -> field(TOPOLOGY);
      default -> null;
    };
  }
}
