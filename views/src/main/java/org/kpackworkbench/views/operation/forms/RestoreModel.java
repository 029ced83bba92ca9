package org.kpackworkbench.views.operation.forms;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.restore.Restore;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException;
import org.kpackworkbench.model.operation.restore.RestoreReport;
import org.kpackworkbench.model.operation.restore.RestoreRequest;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.operation.forms.FormField.WrongInput;

/** The form that puts device code back into a host-only binary. UI thread only. */
final class RestoreModel extends FormModel<RestoreRequest> {
  private final Path input;
  private final FormField output;
  private final FormField archivesField;
  private final FormField threads;
  private final ObservableList<Path> archives = FXCollections.observableArrayList();
  private final ReadOnlyBooleanWrapper chosen = new ReadOnlyBooleanWrapper(this, "chosen");
  private final BooleanProperty partial = new SimpleBooleanProperty(this, "partial");
  private final BooleanProperty replace = new SimpleBooleanProperty(this, "replace");

  RestoreModel(Path input, Background background) {
    super(background);
    this.input = input.toAbsolutePath().normalize();
    output = field(Proposal.restored(input).toString());
    archivesField = field("");
    threads = field(Integer.toString(Runtime.getRuntime().availableProcessors()));
    watch(partial);
    watch(replace);
    update();
  }

  Path input() {
    return input;
  }

  FormField output() {
    return output;
  }

  /** The archives that the marker leads to, or those that were chosen. */
  ObservableList<Path> archives() {
    return archives;
  }

  /** Where it is said what is wrong with the archives. */
  FormField archivesField() {
    return archivesField;
  }

  /** Whether the archives were chosen; else they are the ones that the marker leads to. */
  ReadOnlyBooleanProperty chosenProperty() {
    return chosen.getReadOnlyProperty();
  }

  FormField threads() {
    return threads;
  }

  /** Whether code objects that no archive has may be left out. */
  BooleanProperty partialProperty() {
    return partial;
  }

  BooleanProperty replaceProperty() {
    return replace;
  }

  /** Takes these archives as well. */
  void add(List<Path> more) {
    for (Path path : more) {
      Path plain = path.toAbsolutePath().normalize();
      if (!archives.contains(plain)) {
        archives.add(plain);
        chosen.set(true);
      }
    }
    update();
  }

  /** Does without these. */
  void remove(List<Path> some) {
    if (archives.removeAll(List.copyOf(some))) {
      chosen.set(true);
      update();
    }
  }

  /** Goes back to what the marker leads to. */
  void find() {
    archives.clear();
    chosen.set(false);
    update();
  }

  @Override
  RestoreRequest build() throws WrongInput {
    if (chosen.get() && archives.isEmpty()) {
      throw archivesField.wrong("Add an archive, or go by the marker.");
    }
    return new RestoreRequest(
        input,
        output.path("Say where the restored binary goes."),
        chosen.get() ? List.copyOf(archives) : List.of(),
        partial.get(),
        replace.get(),
        false,
        threads.number(1, PackingFields.MOST_THREADS),
        false);
  }

  @Override
  String command(RestoreRequest request) {
    return FormCommands.of(request);
  }

  @Override
  Forecast forecast(RestoreRequest request, Progress progress) throws IOException {
    try {
      // A file that is there already is told of beside the rest.
      RestoreReport report = new Restore(progress).run(request.withDryRun(true).withReplace(true));
      return new Forecast(RestorePreviews.of(request, report), () -> learn(report.archives()));
    } catch (RestoreRefusedException refused) {
      return new Forecast(RestorePreviews.of(refused), () -> {});
    }
  }

  private void learn(List<Path> found) {
    if (!chosen.get()) {
      archives.setAll(found);
    }
  }
}
