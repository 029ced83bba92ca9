package org.kpackworkbench.views.format.folder;

import java.util.List;
import java.util.Locale;
import javafx.scene.control.Button;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Region;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.action.Actions;

/** What one does next with an artifact or a shard, as buttons. UI thread only. */
final class NextSteps extends FlowPane {
  private static final List<ActionId> STEPS =
      List.of(ActionId.SPLIT, ActionId.VERIFY, ActionId.RECOMBINE, ActionId.OVERLAY);

  NextSteps(Actions actions) {
    setId("next-steps");
    getStyleClass().add("button-flow");
    for (ActionId id : STEPS) {
      getChildren().add(button(id, actions));
    }
  }

  private static Button button(ActionId id, Actions actions) {
    Button button = new Button(id.text());
    id.picture().map(KpackIcon::node).ifPresent(button::setGraphic);
    button.setId("next-" + id.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    button.setTooltip(new Tooltip(id.description()));
    button.setAccessibleHelp(id.description());
    button.setMinWidth(Region.USE_PREF_SIZE);
    button.disableProperty().bind(actions.get(id).enabledProperty().not());
    button.visibleProperty().bind(actions.get(id).offeredProperty());
    button.managedProperty().bind(button.visibleProperty());
    button.setOnAction(event -> actions.run(id));
    return button;
  }
}
