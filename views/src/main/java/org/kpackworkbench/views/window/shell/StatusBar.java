package org.kpackworkbench.views.window.shell;

import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.kpackworkbench.views.kit.text.VisibleText;

/** The line at the bottom: where the selection is, what it belongs to, and the view's sums. */
final class StatusBar extends HBox {
  private final Label offset = part("status-offset", "File offset");
  private final Label address = part("status-address", "Virtual address");
  private final Label length = part("status-length", "Length");
  private final Label owner = part("status-owner", "Owner");
  private final Label sums = part("status-sums", "Sums");

  StatusBar() {
    getStyleClass().add("status-bar");
    Region space = new Region();
    HBox.setHgrow(space, Priority.ALWAYS);
    owner.setMinWidth(40);
    owner.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    getChildren().addAll(offset, address, length, owner, space, sums);
  }

  void show(StatusModel model) {
    set(offset, model.offset());
    set(address, model.address());
    set(length, model.length());
    set(owner, model.owner());
  }

  void sums(String text) {
    set(sums, text);
  }

  private static void set(Label label, String text) {
    label.setText(VisibleText.of(text));
    label.setVisible(!text.isEmpty());
    label.setManaged(!text.isEmpty());
    label.setAccessibleText(label.getAccessibleRoleDescription() + ": " + text);
  }

  private static Label part(String id, String words) {
    Label label = new Label();
    label.setId(id);
    label.setAccessibleRoleDescription(words);
    label.setMinWidth(Region.USE_PREF_SIZE);
    label.setVisible(false);
    label.setManaged(false);
    return label;
  }
}
