package org.kpackworkbench.views.analysis.resolve;

import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;

/** A variable that a loader reads, as it is edited. UI thread only. */
final class Variable {
  private final String name;
  private final BooleanProperty set = new SimpleBooleanProperty(this, "set");
  private final StringProperty value = new SimpleStringProperty(this, "value", "");

  Variable(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  /** Whether it is set; its value stays while it is not. */
  BooleanProperty setProperty() {
    return set;
  }

  StringProperty valueProperty() {
    return value;
  }

  /** What it does, for people. */
  String words() {
    return switch (name) {
      case LoaderEnvironment.PATH -> "archives that are used instead of the binary's search paths";
      case LoaderEnvironment.PATH_PREFIX -> "archives that come before the binary's search paths";
      case LoaderEnvironment.DISABLE -> "switches loading off, unless it begins with 0";
      case LoaderEnvironment.DEBUG -> "makes the loader write its steps to standard error";
      case LoaderEnvironment.ARCH_OVERRIDE ->
          "replaces the targets; planned only, no loader reads it";
      default -> "";
    };
  }

  /** What a value looks like. */
  String example() {
    return switch (name) {
      case LoaderEnvironment.PATH -> "/opt/rocm/.kpack/blas_gfx942.kpack";
      case LoaderEnvironment.PATH_PREFIX -> "/opt/extra/.kpack/blas_gfx942.kpack";
      case LoaderEnvironment.ARCH_OVERRIDE -> "gfx942";
      default -> "1";
    };
  }
}
