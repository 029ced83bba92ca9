package org.kpackworkbench.views.window.shell;

import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.window.search.FindField;

/** Back and forward, the way to the current place, find and go to. */
final class MainToolBar extends HBox {
  MainToolBar(ActionControls controls, Breadcrumb breadcrumb, FindField find) {
    getStyleClass().add("main-tool-bar");
    Button back = controls.toolButton(ActionId.BACK);
    Button forward = controls.toolButton(ActionId.FORWARD);
    HBox.setHgrow(breadcrumb, Priority.ALWAYS);
    back.setMinWidth(USE_PREF_SIZE);
    forward.setMinWidth(USE_PREF_SIZE);
    getChildren().addAll(back, forward, breadcrumb, find);
  }
}
