package org.kpackworkbench.views.operation.forms;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javafx.beans.Observable;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.Arguments.WrongOptionException;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.Option.When;
import org.kpackworkbench.model.operation.describe.OptionKind.Shape;
import org.kpackworkbench.views.kit.copy.CopyFormats;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.operation.forms.FormField.WrongInput;

/**
 * The input of a form, and the planned result. Any change starts a new plan, in the background; a
 * running plan is cancelled. UI thread only.
 *
 * @param <R> the request of the form; equal if it requests the same
 */
abstract class FormModel<R> {
  private final Operation<R> operation;
  private final Background.Latest latest;
  private final Map<Option<?>, FormField<?>> fields = new LinkedHashMap<>();
  private final List<Observable> watched = new ArrayList<>();
  private final @Nullable TargetChoices targets;
  private final ReadOnlyObjectWrapper<FormReport> preview =
      new ReadOnlyObjectWrapper<>(FormReport.NONE);
  private final ReadOnlyStringWrapper command = new ReadOnlyStringWrapper("");
  private final ReadOnlyBooleanWrapper possible = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper looking = new ReadOnlyBooleanWrapper();
  private AtomicBoolean superseded = new AtomicBoolean();
  private boolean quiet;

  /** A form with the fields that an operation describes, each with its usual value. */
  FormModel(Operation<R> operation, Background background) {
    this.operation = operation;
    latest = background.latest();
    for (Option<?> option : operation.options()) {
      if (option.noField().isEmpty()) {
        FormField<?> field = new FormField<>(option);
        fields.put(option, field);
        watch(field.valueProperty());
      }
    }
    targets =
        fields.values().stream()
            .filter(field -> field.option().kind().shape() == Shape.TARGETS)
            .findFirst()
            .map(TargetChoices::new)
            .orElse(null);
  }

  final Operation<R> operation() {
    return operation;
  }

  /** The field of an option. */
  // A field is put under the option that it belongs to.
  @SuppressWarnings("unchecked")
  final <T> FormField<T> field(Option<T> option) {
    return (FormField<T>) Objects.requireNonNull(fields.get(option), option::toString);
  }

  /** Fills in values that are given. */
  final void begin(Arguments given) {
    fields.values().forEach(field -> begin(field, given));
  }

  private static <T> void begin(FormField<T> field, Arguments given) {
    if (given.has(field.option())) {
      field.choose(given.get(field.option()));
    }
  }

  /** The field of the option with an {@link Option#id}. */
  final FormField<?> field(String id) {
    return named(id).findFirst().orElseThrow();
  }

  private Stream<FormField<?>> named(String id) {
    return fields.values().stream().filter(field -> field.option().id().equals(id));
  }

  /** Proposes the number of threads that the user decided on, where the form has a field for it. */
  final void threads(int count) {
    named(CommonOptions.JOBS.id()).forEach(field -> field.set(Integer.toString(count)));
  }

  /** The targets that occur, for a form that can leave some out. */
  final TargetChoices targets() {
    return Objects.requireNonNull(targets);
  }

  /** Whether an option matters as the form is filled in; its field is hidden otherwise. */
  boolean matters(Option<?> option) {
    return operation.conditions(option).stream().allMatch(this::holds);
  }

  /** Returns whether an option matters, as it changes. */
  final ObservableValue<Boolean> mattersProperty(Option<?> option) {
    return Bindings.createBooleanBinding(() -> matters(option), watched.toArray(Observable[]::new));
  }

  private <U> boolean holds(When<U> condition) {
    try {
      return condition.holds().test(field(condition.other()).read());
    } catch (WrongInput wrong) {
      return true;
    }
  }

  /** Returns the input of all fields that matter. */
  Arguments arguments() throws WrongInput {
    Arguments given = new Arguments();
    for (FormField<?> field : fields.values()) {
      if (matters(field.option())) {
        read(field, given);
      }
    }
    if (targets != null && targets.noneKept() && matters(targets.field().option())) {
      throw targets.field().missing("Choose at least one target.");
    }
    return given;
  }

  private static <T> void read(FormField<T> field, Arguments given) throws WrongInput {
    given.with(field.option(), field.read());
  }

  /** The planned result. */
  final ReadOnlyObjectProperty<FormReport> previewProperty() {
    return preview.getReadOnlyProperty();
  }

  /** Returns the input as a command line; empty while something is wrong with it. */
  final ReadOnlyStringProperty commandProperty() {
    return command.getReadOnlyProperty();
  }

  /** Whether it can be done as it is filled in. */
  final ReadOnlyBooleanProperty possibleProperty() {
    return possible.getReadOnlyProperty();
  }

  /** Whether the plan is still being computed. */
  final ReadOnlyBooleanProperty lookingProperty() {
    return looking.getReadOnlyProperty();
  }

  /** Returns the request that is filled in; null if the input is no request. */
  final @Nullable R request() {
    try {
      return build();
    } catch (WrongInput wrong) {
      return null;
    }
  }

  /** Stops the plan that is being computed; the operation itself checks what it would have. */
  final void stopLooking() {
    superseded.set(true);
    latest.forget();
    show(
        FormReport.of(
            "The preview was stopped. Any change starts it again.", List.of(), List.of()));
  }

  /** Stops what runs: the form is closed. */
  final void dispose() {
    superseded.set(true);
    latest.forget();
    disposed();
  }

  /** Gives back what plans have kept. */
  void disposed() {}

  private R build() throws WrongInput {
    Arguments given = arguments();
    try {
      R request = operation.request(given);
      check(request);
      return request;
    } catch (WrongOptionException wrong) {
      FormField<?> field = fields.get(wrong.option());
      throw Objects.requireNonNullElseGet(field, () -> fields.values().iterator().next())
          .wrong(wrong.getMessage() + ".");
    }
  }

  /** A path was chosen for a field. */
  void chosen(FormField<?> field, Path path) {
    field.set(path.toString());
  }

  /** The shape of an option's value, as the form is filled in. */
  Shape shape(Option<?> option) {
    return option.kind().shape();
  }

  /** Returns a request as a command line; empty if that is known only after the dry run. */
  String command(R request) {
    return CopyFormats.command(operation, request);
  }

  /** Shows a command line that the dry run has found. */
  final void showCommand(String text) {
    command.set(text);
  }

  /** Checks what only a form minds; a command says it when it runs. */
  void check(R request) throws WrongInput {}

  /** The columns of the preview. */
  List<RowColumn<FormRow>> columns() {
    return FormRow.columns("What happens", true);
  }

  /** Finds out what a request would do; in the background. */
  abstract Forecast forecast(R request, Progress progress) throws IOException;

  /**
   * Findings about a request.
   *
   * @param preview what is shown
   * @param then what the form learns from it, on the UI thread, before the preview is shown
   */
  record Forecast(FormReport preview, Runnable then) {
    /** Findings that the form learns nothing from. */
    Forecast(FormReport preview) {
      this(preview, () -> {});
    }
  }

  /** Plans again whenever that changes. */
  final void watch(ObservableValue<?> value) {
    watched.add(value);
    value.subscribe(
        (before, now) -> {
          if (!quiet) {
            update();
          }
        });
  }

  /** Makes several changes and plans only once, after the last. */
  final void quietly(Runnable changes) {
    boolean before = quiet;
    quiet = true;
    try {
      changes.run();
    } finally {
      quiet = before;
    }
  }

  /** Plans the operation. */
  final void update() {
    superseded.set(true);
    possible.set(false);
    fields.values().forEach(field -> field.problem(""));
    R request;
    try {
      request = build();
    } catch (WrongInput wrong) {
      latest.forget();
      looking.set(false);
      command.set("");
      wrong.field().problem(wrong);
      return;
    }
    command.set(command(request));
    looking.set(true);
    AtomicBoolean mine = new AtomicBoolean();
    superseded = mine;
    latest.run(() -> forecast(request, mine::get), found -> show(request, found), this::failed);
  }

  /** Where it is said what stopped a dry run; null if that is about no field alone. */
  @Nullable FormField<?> fieldOf(Throwable failure) {
    return null;
  }

  /** Whether a field says what is wrong. */
  final boolean saysBeside(String problem) {
    return fields.values().stream().anyMatch(each -> each.problemProperty().get().equals(problem));
  }

  private void show(R asked, Forecast found) {
    quietly(found.then());
    if (asked.equals(request())) {
      show(found.preview());
    } else {
      // The result has changed the request.
      update();
    }
  }

  private void show(FormReport next) {
    looking.set(false);
    preview.set(next.sayingAs(this));
    possible.set(next.problem().isEmpty());
  }

  /**
   * A text of an operation as this form says it: options of the command line by the names of their
   * fields. Options that have no field keep their names.
   */
  final String inOwnWords(String text) {
    String own = text;
    for (Option<?> option : text.contains("--") ? fields.keySet() : Set.<Option<?>>of()) {
      for (String name : option.isPositional() ? List.<String>of() : option.names()) {
        own =
            own.replaceAll(
                "(?<![\\w-])" + Pattern.quote(name) + "(?![\\w-])",
                Matcher.quoteReplacement("“" + option.title() + "”"));
      }
    }
    return own;
  }

  private void failed(Throwable failure) {
    if (!(failure instanceof CancellationException)) {
      String problem =
          inOwnWords((FormFailure.words(failure) + " " + FormFailure.advice(failure)).strip());
      FormField<?> field = fieldOf(failure);
      if (field != null) {
        field.problem(problem);
      }
      show(FormReport.impossible(problem));
    }
  }
}
