package org.kpackworkbench.views.shell;

import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.extend.FollowingPane;

/** Where everything stands in the window: see the picture in this package's description. */
final class WorkbenchLayout extends StackPane {
  private final BooleanProperty workspaceShown;
  private final BooleanProperty bytesShown;
  private final BooleanProperty inspectorShown;
  private final BooleanProperty dockShown;

  WorkbenchLayout(
      Node bars,
      Region workspace,
      Region fileTabs,
      @Nullable FollowingPane inspector,
      @Nullable FollowingPane bytes,
      Dock dock,
      Node statusBar,
      ShellSettings settings) {
    getStyleClass().add("workbench");
    SplitPane top = split(Orientation.HORIZONTAL, fileTabs);
    inspectorShown = panel("inspector", top, inspector, 260, settings);
    SplitPane centre = split(Orientation.VERTICAL, top);
    bytesShown = panel("bytes", centre, bytes, 220, settings);
    SplitPane main = split(Orientation.HORIZONTAL, centre);
    workspaceShown =
        new SidePanel("workspace", main, titled("Workspace", workspace), true, 240, settings, true)
            .shownProperty();
    SplitPane outer = split(Orientation.VERTICAL, main);
    dockShown =
        new SidePanel("dock", outer, dock.panel(), false, 140, settings, false).shownProperty();
    dock.openWith(dockShown);
    BorderPane frame = new BorderPane(outer);
    frame.setTop(bars);
    frame.setBottom(new VBox(dock.strip(), statusBar));
    getChildren().add(frame);
  }

  BooleanProperty workspaceShown() {
    return workspaceShown;
  }

  BooleanProperty bytesShown() {
    return bytesShown;
  }

  BooleanProperty inspectorShown() {
    return inspectorShown;
  }

  BooleanProperty dockShown() {
    return dockShown;
  }

  private static BooleanProperty panel(
      String name,
      SplitPane split,
      @Nullable FollowingPane pane,
      double pixels,
      ShellSettings settings) {
    return pane == null
        ? new SimpleBooleanProperty(false)
        : new SidePanel(
                name, split, titled(pane.title(), pane.node()), false, pixels, settings, true)
            .shownProperty();
  }

  private static Region titled(String title, Node content) {
    Label label = new Label(title);
    label.getStyleClass().add("panel-title");
    label.setMaxWidth(Double.MAX_VALUE);
    BorderPane panel = new BorderPane(content);
    panel.setTop(label);
    panel.setMinSize(60, 60);
    panel.getStyleClass().add("panel");
    return panel;
  }

  private static SplitPane split(Orientation orientation, Region main) {
    SplitPane split = new SplitPane();
    split.setOrientation(orientation);
    main.setMinSize(120, 80);
    split.getItems().add(main);
    return split;
  }
}
