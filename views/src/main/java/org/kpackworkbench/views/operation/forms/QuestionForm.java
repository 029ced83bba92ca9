package org.kpackworkbench.views.operation.forms;

import java.util.Map;
import java.util.Optional;
import javafx.event.ActionEvent;
import javafx.scene.Node;
import javafx.scene.control.TextInputControl;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.operation.forms.FormField.WrongInput;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * The fields of a question, without a preview, for a page that shows the answer. UI thread only.
 *
 * @param <R> the question
 */
public final class QuestionForm<R> extends FormModel<R> {
  private final ViewContext context;
  private final Arguments given;

  /**
   * A form.
   *
   * @param given values of options without a field, and those that fields have at first
   */
  public QuestionForm(Operation<R> operation, Arguments given, ViewContext context) {
    super(operation, context.background());
    this.context = context;
    this.given = given;
    begin(given);
    update();
  }

  /**
   * Returns the fields, with what is wrong below each.
   *
   * @param enter runs when Enter is pressed in a text
   */
  public Node fields(Runnable enter) {
    FormGrid grid = FormGrid.of(this, context.dialogs(), Map.of());
    grid.getStylesheets().add(Controls.sheet(FormPane.class, "forms.css"));
    grid.addEventHandler(
        ActionEvent.ACTION,
        event -> {
          if (event.getTarget() instanceof TextInputControl) {
            enter.run();
          }
        });
    return grid;
  }

  /** Returns the question as it is filled in; empty if something is wrong with it. */
  public Optional<R> question() {
    return Optional.ofNullable(request());
  }

  @Override
  Arguments arguments() throws WrongInput {
    return new Arguments().withAll(given).withAll(super.arguments());
  }

  @Override
  Forecast forecast(R request, Progress progress) {
    return new Forecast(FormReport.NONE);
  }
}
