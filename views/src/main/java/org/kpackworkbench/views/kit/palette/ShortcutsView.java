package org.kpackworkbench.views.kit.palette;

import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.action.ActionMenu;
import org.kpackworkbench.views.kit.action.ActionModel;
import org.kpackworkbench.views.kit.action.KeyText;
import org.kpackworkbench.views.kit.control.Controls;

/** List all keyboard shortcuts, in the order of the menus. */
public final class ShortcutsView extends ScrollPane {

  /** The keys of some actions. */
  public ShortcutsView(List<ActionModel> actions) {
    getStyleClass().add("edge-to-edge");
    setFitToWidth(true);
    VBox left = new VBox();
    VBox right = new VBox();
    HBox groups = Controls.styled(new HBox(left, right), "shortcuts");
    int[] rows = new int[2];
    setPrefViewportHeight(500);
    for (ActionMenu menu : ActionMenu.values()) {
      List<ActionId> ids =
          actions.stream()
              .map(ActionModel::id)
              .filter(id -> id.menu() == menu && id.accelerator().isPresent())
              .toList();
      if (!ids.isEmpty()) {
        int side = rows[0] <= rows[1] ? 0 : 1;
        rows[side] += ids.size() + 2;
        (side == 0 ? left : right).getChildren().add(group(menu, ids));
      }
    }
    setContent(groups);
    setAccessibleText("Keyboard shortcuts");
    // Nothing in it takes the focus, and arrows have to scroll it.
    setFocusTraversable(true);
  }

  private static VBox group(ActionMenu menu, List<ActionId> ids) {
    Label heading = Controls.label(menu.plainText(), "welcome-heading");
    GridPane grid = Controls.styled(new GridPane(), "shortcut-grid");
    int row = 0;
    for (ActionId id : ids) {
      Label name = Controls.whole(new Label(id.text().replace("…", "")));
      GridPane.setHgrow(name, Priority.ALWAYS);
      Label key = Controls.whole(Controls.label(KeyText.of(id.accelerator().orElseThrow()), "key"));
      grid.addRow(row++, name, key);
    }
    return Controls.styled(new VBox(heading, grid), "shortcut-group");
  }
}
