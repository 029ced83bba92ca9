package org.kpackworkbench.views.operation.forms;

import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.operation.archives.KeyForm;
import org.kpackworkbench.model.operation.archives.PackOptions;

/** How archives are written, in every form that writes some. UI thread only. */
final class PackingFields {
  static final int LEAST_LEVEL = 1;
  static final int MOST_LEVEL = 22;
  static final int MOST_THREADS = 1024;

  private final TargetChoices targets = new TargetChoices();
  private final FormField targetsField;
  private final ObjectProperty<StorageScheme> scheme =
      new SimpleObjectProperty<>(this, "scheme", PackOptions.DEFAULT.scheme());
  private final FormField level;
  private final ObjectProperty<KeyForm> keys =
      new SimpleObjectProperty<>(this, "keys", PackOptions.DEFAULT.keys());
  private final FormField threads;
  private final BooleanProperty refuseUnreferenced =
      new SimpleBooleanProperty(this, "refuseUnreferenced");

  PackingFields(FormModel<?> form) {
    targetsField = form.field("");
    level = form.field(Integer.toString(PackOptions.DEFAULT.level()));
    threads = form.field(Integer.toString(PackOptions.DEFAULT.threads()));
    form.watch(targets.filterProperty());
    form.watch(scheme);
    form.watch(keys);
    form.watch(refuseUnreferenced);
  }

  TargetChoices targets() {
    return targets;
  }

  /** Where it is said that a target is needed. */
  FormField targetsField() {
    return targetsField;
  }

  ObjectProperty<StorageScheme> schemeProperty() {
    return scheme;
  }

  FormField level() {
    return level;
  }

  ObjectProperty<KeyForm> keysProperty() {
    return keys;
  }

  FormField threads() {
    return threads;
  }

  BooleanProperty refuseUnreferencedProperty() {
    return refuseUnreferenced;
  }

  PackOptions options() throws WrongInput {
    if (targets.noneKept()) {
      throw targetsField.wrong("Choose at least one target.");
    }
    boolean compressed = scheme.get() != StorageScheme.NONE;
    return new PackOptions(
        targets.filterProperty().get(),
        scheme.get(),
        compressed ? level.number(LEAST_LEVEL, MOST_LEVEL) : PackOptions.DEFAULT.level(),
        keys.get(),
        threads.number(1, MOST_THREADS),
        refuseUnreferenced.get(),
        false);
  }
}
