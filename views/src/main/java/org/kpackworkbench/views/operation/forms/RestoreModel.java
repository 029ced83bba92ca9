package org.kpackworkbench.views.operation.forms;

import static org.kpackworkbench.model.operation.restore.RestoreRequest.ARCHIVES;
import static org.kpackworkbench.model.operation.restore.RestoreRequest.INPUT;
import static org.kpackworkbench.model.operation.restore.RestoreRequest.OUTPUT;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.restore.Restore;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException;
import org.kpackworkbench.model.operation.restore.RestoreReport;
import org.kpackworkbench.model.operation.restore.RestoreRequest;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.map.LayoutMapModel;
import org.kpackworkbench.views.operation.forms.FormField.WrongInput;

/** The form that puts device code back into a host-only binary. UI thread only. */
final class RestoreModel extends JobModel<RestoreRequest> {
  private final Path input;
  private final ObservableList<Path> archives = FXCollections.observableArrayList();
  private final ReadOnlyBooleanWrapper chosen = new ReadOnlyBooleanWrapper();

  RestoreModel(Path input, Background background) {
    super(RestoreRequest.OPERATION, background);
    this.input = input.toAbsolutePath().normalize();
    field(OUTPUT).set(Proposal.restored(input).toString());
    update();
  }

  /** The archives that the marker leads to, or those that were chosen. */
  ObservableList<Path> archives() {
    return archives;
  }

  /** Whether the archives were chosen; else they are the ones that the marker leads to. */
  ReadOnlyBooleanProperty chosenProperty() {
    return chosen.getReadOnlyProperty();
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
  String heading() {
    return input.toString();
  }

  @Override
  Task task(RestoreRequest request) {
    return new Task(
        "Restore " + ConvertRows.name(request.input()),
        progress -> {
          LayoutMapModel before = LayoutMaps.keep(request.input(), request.output(), progress);
          return RestoreRows.done(request, new Restore(request).run(progress), before);
        });
  }

  @Override
  Arguments arguments() throws WrongInput {
    if (chosen.get() && archives.isEmpty()) {
      throw field(ARCHIVES).wrong("Add an archive, or use the marker.");
    }
    return super.arguments()
        .with(INPUT, input)
        .with(ARCHIVES, chosen.get() ? List.copyOf(archives) : List.of());
  }

  @Override
  Forecast forecast(RestoreRequest request, Progress progress) throws IOException {
    try {
      // An existing file is mentioned beside the rest.
      RestoreReport report = new Restore(request.with(RestoreRequest.FORCE, true)).plan(progress);
      return new Forecast(RestoreRows.planned(request, report), () -> learn(report.archives()));
    } catch (RestoreRefusedException refused) {
      return new Forecast(RestoreRows.of(refused));
    }
  }

  private void learn(List<Path> found) {
    if (!chosen.get()) {
      archives.setAll(found);
    }
  }
}
