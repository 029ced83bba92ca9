package org.kpackworkbench.views.operation.forms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.image.Image;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.picture.Snapshots;
import org.kpackworkbench.views.kit.theme.Theme;
import org.testfx.api.FxRobot;

/** Finds nodes in forms that are not on the screen, and makes pictures of them. */
public final class FormPictures {
  private FormPictures() {}

  /** A node by its id, also in panes that have no skin yet. */
  public static @Nullable Node find(Node node, String id) {
    if (("#" + node.getId()).equals(id)) {
      return node;
    }
    java.util.List<Node> below =
        switch (node) {
          case ScrollPane pane -> java.util.List.of(pane.getContent());
          case SplitPane pane -> pane.getItems();
          case Parent parent -> parent.getChildrenUnmodifiable();
          default -> java.util.List.of();
        };
    for (Node child : below) {
      Node found = find(child, id);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** Saves a picture where a folder for pictures was named; else only lays the form out. */
  static Image save(FxRobot robot, Region form, int width, int height, Theme theme, String name)
      throws IOException {
    Image[] image = new Image[1];
    robot.interact(
        () -> {
          StackPane around = new StackPane(form);
          around.setPadding(new Insets(14));
          image[0] = Snapshots.of(Snapshots.offScreen(around, width, height, theme));
          around.getChildren().clear();
        });
    String folder = System.getProperty("kpack.test.pictures", "");
    if (!folder.isEmpty()) {
      Files.createDirectories(Path.of(folder));
      Snapshots.save(image[0], Path.of(folder, name + ".png"));
    }
    return image[0];
  }
}
