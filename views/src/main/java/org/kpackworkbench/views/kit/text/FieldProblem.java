package org.kpackworkbench.views.kit.text;

import java.util.List;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.control.TextInputControl;
import javafx.scene.layout.Region;
import org.controlsfx.validation.ValidationMessage;
import org.controlsfx.validation.ValidationResult;
import org.controlsfx.validation.ValidationSupport;
import org.controlsfx.validation.decoration.ValidationDecoration;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.control.Controls;

/**
 * Problem of a field, on a line of its own that takes no room while there is none. The field can be
 * marked, too, by the validation of ControlsFX. UI thread only.
 */
public final class FieldProblem extends Label {
  private static final String ERROR = "field-error";
  private static final String MISSING = "field-missing";

  /** A line without words. */
  public FieldProblem(String id) {
    Controls.named(this, id, "field-problem");
    setWrapText(true);
    setMinHeight(Region.USE_PREF_SIZE);
    managedProperty().bind(textProperty().isNotEmpty());
    visibleProperty().bind(managedProperty());
  }

  /** A line with these words. */
  public FieldProblem(String id, ObservableValue<String> problem) {
    this(id);
    textProperty().bind(problem);
  }

  /** Shows what is only still missing as a hint, and not as an error. */
  public FieldProblem unless(ObservableValue<Boolean> missing) {
    missing.subscribe(
        now -> {
          getStyleClass().removeAll(List.of(MISSING));
          if (now) {
            getStyleClass().add(MISSING);
          }
        });
    return this;
  }

  /**
   * Marks a field while something is wrong with it; a screen reader says the problem instead of the
   * help.
   */
  public FieldProblem marks(TextInputControl field) {
    ValidationSupport support = new ValidationSupport();
    support.setValidationDecorator(new Marking());
    support.registerValidator(
        field,
        false,
        (control, text) ->
            ValidationResult.fromErrorIf(
                control, getText(), !getText().isEmpty() && !getStyleClass().contains(MISSING)));
    support.initInitialDecoration();
    @Nullable String help = field.getAccessibleHelp();
    textProperty()
        .subscribe(
            words -> {
              support.revalidate(field);
              field.setAccessibleHelp(words.isEmpty() ? help : words);
            });
    return this;
  }

  /**
   * A style class on the field. The decorations that ControlsFX has, style classes too, put a pane
   * in the place of the scene's root, which breaks dialogs.
   */
  private static final class Marking implements ValidationDecoration {
    @Override
    public void removeDecorations(Control field) {
      field.getStyleClass().removeAll(List.of(ERROR));
    }

    @Override
    public void applyValidationDecoration(ValidationMessage message) {
      message.getTarget().getStyleClass().add(ERROR);
    }

    @Override
    public void applyRequiredDecoration(Control field) {}
  }
}
