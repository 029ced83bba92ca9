package org.kpackworkbench.views.operation.forms;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.operation.forms.FormField.WrongInput;

/**
 * What a form is filled in with, and what would come of it. A change of anything asks again, in the
 * background; what was being asked before is stopped. UI thread only.
 *
 * @param <R> what the form asks for; equal where it asks for the same
 */
abstract class FormModel<R> {
  private final Background.Latest latest;
  private final List<FormField> fields = new ArrayList<>();
  private final ReadOnlyObjectWrapper<Preview> preview =
      new ReadOnlyObjectWrapper<>(this, "preview", Preview.NONE);
  private final ReadOnlyStringWrapper command = new ReadOnlyStringWrapper(this, "command", "");
  private final ReadOnlyBooleanWrapper possible = new ReadOnlyBooleanWrapper(this, "possible");
  private final ReadOnlyBooleanWrapper looking = new ReadOnlyBooleanWrapper(this, "looking");
  private AtomicBoolean superseded = new AtomicBoolean();
  private boolean quiet;

  FormModel(Background background) {
    latest = background.latest();
  }

  /** What would come of it. */
  final ReadOnlyObjectProperty<Preview> previewProperty() {
    return preview.getReadOnlyProperty();
  }

  /** The same as a command line; empty while something is wrong with what is filled in. */
  final ReadOnlyStringProperty commandProperty() {
    return command.getReadOnlyProperty();
  }

  /** Whether it can be done as it is filled in. */
  final ReadOnlyBooleanProperty possibleProperty() {
    return possible.getReadOnlyProperty();
  }

  /** Whether what would come of it is still being found out. */
  final ReadOnlyBooleanProperty lookingProperty() {
    return looking.getReadOnlyProperty();
  }

  /** What is filled in; null where that is no request. */
  final @Nullable R request() {
    try {
      return build();
    } catch (WrongInput wrong) {
      return null;
    }
  }

  /** Stops what runs: the form is closed. */
  final void dispose() {
    superseded.set(true);
    latest.forget();
  }

  /** What is filled in. */
  abstract R build() throws WrongInput;

  /** The request as a command line. */
  abstract String command(R request);

  /** What a request would do; in the background. */
  abstract Forecast forecast(R request, Progress progress) throws IOException;

  /**
   * What was found out.
   *
   * @param preview what is shown
   * @param then what the form learns from it, on the UI thread, before the preview is shown
   */
  record Forecast(Preview preview, Runnable then) {}

  final FormField field(String text) {
    FormField field = new FormField(text);
    fields.add(field);
    watch(field.valueProperty());
    return field;
  }

  /** Asks again whenever that changes. */
  final void watch(ObservableValue<?> value) {
    value.subscribe(
        (before, now) -> {
          if (!quiet) {
            update();
          }
        });
  }

  /** Changes several things of which only the last asks again. */
  final void quietly(Runnable changes) {
    boolean before = quiet;
    quiet = true;
    try {
      changes.run();
    } finally {
      quiet = before;
    }
  }

  /** Asks what would come of it. */
  final void update() {
    superseded.set(true);
    possible.set(false);
    fields.forEach(field -> field.problem(""));
    R request;
    try {
      request = build();
    } catch (WrongInput wrong) {
      latest.forget();
      looking.set(false);
      command.set("");
      wrong.field().problem(wrong.sentence());
      return;
    }
    command.set(command(request));
    looking.set(true);
    AtomicBoolean mine = new AtomicBoolean();
    superseded = mine;
    latest.run(() -> forecast(request, mine::get), found -> show(request, found), this::failed);
  }

  /** Where it is said what stopped a dry run; null where that is about no field alone. */
  @Nullable FormField fieldOf(Throwable failure) {
    return null;
  }

  private void show(R asked, Forecast found) {
    quietly(found.then());
    if (asked.equals(request())) {
      show(found.preview());
    } else {
      // What was found out has changed what is asked for.
      update();
    }
  }

  private void show(Preview next) {
    looking.set(false);
    preview.set(next);
    possible.set(next.problem().isEmpty());
  }

  private void failed(Throwable failure) {
    if (!(failure instanceof CancellationException)) {
      String problem = (FormFailure.words(failure) + " " + FormFailure.advice(failure)).strip();
      show(Preview.impossible(problem));
      FormField field = fieldOf(failure);
      if (field != null) {
        field.problem(problem);
      }
    }
  }

  /**
   * What would come of a form as it is filled in. Immutable.
   *
   * @param rows the files
   * @param summary all of it in a sentence
   * @param notes what else should be known
   * @param problem why it cannot be done, in sentences; empty where it can
   */
  record Preview(List<FormRow> rows, String summary, List<Note> notes, String problem) {
    /** Before anything is known. */
    static final Preview NONE = new Preview(List.of(), "", List.of(), "");

    Preview {
      rows = List.copyOf(rows);
      notes = List.copyOf(notes);
    }

    /** One that says why it cannot be done. */
    static Preview impossible(String problem) {
      return new Preview(List.of(), "", List.of(), problem);
    }
  }
}
