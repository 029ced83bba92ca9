package org.kpackworkbench.views.operation.forms;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.artifact.config.Checked;
import org.kpackworkbench.model.format.artifact.config.Topology;
import org.kpackworkbench.model.format.artifact.config.UnusableConfigException;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitReport;
import org.kpackworkbench.model.operation.split.SplitReport.SplitArtifact;
import org.kpackworkbench.model.operation.split.SplitReport.SplitOutcome;
import org.kpackworkbench.model.operation.split.SplitRequest;
import org.kpackworkbench.model.operation.split.SplitRequest.KpmForm;
import org.kpackworkbench.model.operation.split.SplitRequest.OutputForm;
import org.kpackworkbench.model.operation.split.SplitRequest.SplitRules;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.operation.forms.FormField.WrongInput;
import org.kpackworkbench.views.operation.forms.FormModel.Preview;
import org.kpackworkbench.views.operation.forms.FormRow.OutputStatus;

/** The form that splits an artifact, or all of a shard. UI thread only. */
final class SplitModel extends FormModel<SplitModel.Settings> {
  private final FormField input;
  private final FormField prefix;
  private final FormField output;
  private final FormField topology;
  private final BooleanProperty batch = new SimpleBooleanProperty(this, "batch");
  private final Map<String, BooleanProperty> databases = new LinkedHashMap<>();
  private final PackingFields packing;
  private final ObjectProperty<KpmForm> kpm =
      new SimpleObjectProperty<>(this, "kpm", KpmForm.PLAIN);
  private final ObjectProperty<OutputForm> form =
      new SimpleObjectProperty<>(this, "form", OutputForm.FOLDER);
  private final BooleanProperty strict = new SimpleBooleanProperty(this, "strict");
  private final BooleanProperty replace = new SimpleBooleanProperty(this, "replace");
  private List<Path> sources = List.of();

  /**
   * A form.
   *
   * @param from the artifact or the folder of artifacts; empty to be filled in
   * @param many whether it is a folder of artifacts
   */
  SplitModel(String from, boolean many, Background background) {
    super(background);
    input = field(from);
    prefix = field("");
    output = field(from.isEmpty() ? "" : proposed(Path.of(from), many));
    topology = field("");
    batch.set(many);
    watch(batch);
    for (String name : Databases.installed().names()) {
      BooleanProperty chosen = new SimpleBooleanProperty(this, name);
      databases.put(name, chosen);
      watch(chosen);
    }
    packing = new PackingFields(this);
    watch(kpm);
    watch(form);
    watch(strict);
    watch(replace);
    update();
  }

  private static String proposed(Path from, boolean many) {
    Path parent = from.toAbsolutePath().normalize().getParent();
    return many || parent == null ? from + "-split" : parent.resolve("split").toString();
  }

  FormField input() {
    return input;
  }

  FormField prefix() {
    return prefix;
  }

  FormField output() {
    return output;
  }

  FormField topology() {
    return topology;
  }

  BooleanProperty batchProperty() {
    return batch;
  }

  /** The databases that can be split, each with whether it is. */
  Map<String, BooleanProperty> databases() {
    return databases;
  }

  PackingFields packing() {
    return packing;
  }

  ObjectProperty<KpmForm> kpmProperty() {
    return kpm;
  }

  ObjectProperty<OutputForm> formProperty() {
    return form;
  }

  BooleanProperty strictProperty() {
    return strict;
  }

  BooleanProperty replaceProperty() {
    return replace;
  }

  /** The artifacts that would be split, as far as is known. */
  List<Path> sources() {
    return sources;
  }

  @Override
  Settings build() throws WrongInput {
    Path from = input.path("Choose an artifact, or a folder of artifacts.");
    Path to = output.path("Say where the new artifacts go.");
    if (to.startsWith(from)) {
      throw output.wrong("The output cannot lie in what is split. Choose another folder.");
    }
    boolean named = !batch.get() && !prefix.text().isEmpty();
    Path rules =
        topology.text().isEmpty() ? null : topology.path("Choose the build topology, or none.");
    List<String> chosen =
        databases.entrySet().stream()
            .filter(each -> each.getValue().get())
            .map(Map.Entry::getKey)
            .toList();
    SplitRequest request =
        (batch.get() ? SplitRequest.batch(from, to) : SplitRequest.artifact(from, to))
            .named(named ? prefix.name("prefix") : null)
            .databases(chosen)
            .with(packing.options())
            .kpm(kpm.get())
            .form(form.get())
            .strictDatabases(strict.get())
            .replacing(replace.get());
    return new Settings(request, batch.get() ? rules : null);
  }

  @Override
  String command(Settings asked) {
    return FormCommands.of(asked.request(), asked.topology());
  }

  @Override
  Forecast forecast(Settings asked, Progress progress) throws IOException {
    SplitReport plan = new Split(asked.complete()).plan(progress);
    Preview preview = SplitRows.preview(asked.request(), plan);
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
    packing.targets().found(targets);
    output.problem(taken);
  }

  @Override
  @Nullable FormField fieldOf(Throwable failure) {
    return switch (failure) {
      case FileAlreadyExistsException there -> output;
      case UnusableConfigException wrong -> topology;
      default -> null;
    };
  }

  /**
   * What the form for splitting asks for.
   *
   * @param request without rules
   * @param topology the file that gives the rules; null where everything is split
   */
  record Settings(SplitRequest request, @Nullable Path topology) {

    /**
     * The request with the topology's rules. In the background.
     *
     * @throws UnusableConfigException where the topology has errors
     */
    SplitRequest complete() throws IOException {
      Path file = topology;
      if (file == null) {
        return request;
      }
      Checked<Topology> read = Topology.read(file, Databases.installed().names());
      if (!read.usable()) {
        throw new UnusableConfigException(file, read);
      }
      return request.rules(SplitRules.of(read.value()));
    }
  }
}
