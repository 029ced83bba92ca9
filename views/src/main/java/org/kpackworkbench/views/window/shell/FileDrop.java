package org.kpackworkbench.views.window.shell;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.input.DragEvent;
import javafx.scene.input.Dragboard;
import javafx.scene.input.TransferMode;

/** Opens what is dropped from the file manager. */
final class FileDrop {
  private final Consumer<List<Path>> opener;

  FileDrop(Consumer<List<Path>> opener) {
    this.opener = opener;
  }

  /** Takes drops anywhere on a node, unless something inside takes them. */
  void install(Node node) {
    node.addEventHandler(
        DragEvent.DRAG_OVER,
        event -> {
          if (event.getGestureSource() == null && event.getDragboard().hasFiles()) {
            event.acceptTransferModes(TransferMode.COPY);
            event.consume();
          }
        });
    node.addEventHandler(
        DragEvent.DRAG_DROPPED,
        event -> {
          Dragboard board = event.getDragboard();
          if (board.hasFiles()) {
            event.setDropCompleted(dropped(board.getFiles()));
            event.consume();
          }
        });
  }

  /** Opens what was dropped; false where there was nothing to open. */
  boolean dropped(List<File> files) {
    if (files.isEmpty()) {
      return false;
    }
    opener.accept(files.stream().map(File::toPath).toList());
    return true;
  }
}
