package org.kpackworkbench.views.operation.edit;

import java.util.Locale;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Button;
import javafx.scene.control.Tooltip;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionId;

/**
 * Something an editor can do, for its handlers and as a button of its own.
 *
 * @param enabled whether it can be done now
 * @param run does it
 */
public record EditTool(ObservableValue<Boolean> enabled, Runnable run) {

  /** A button with an action's icon and name. */
  public Button button(ActionId id) {
    Button button = new Button(id.text());
    button.setId("button-" + id.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    button.getStyleClass().add("small");
    id.picture().map(KpackIcon::node).ifPresent(button::setGraphic);
    button.setTooltip(new Tooltip(ActionControls.tooltip(id)));
    button.setAccessibleHelp(id.description());
    enabled.subscribe(now -> button.setDisable(!Boolean.TRUE.equals(now)));
    button.setOnAction(event -> run.run());
    return button;
  }
}
