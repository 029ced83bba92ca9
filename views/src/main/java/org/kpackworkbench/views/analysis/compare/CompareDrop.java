package org.kpackworkbench.views.analysis.compare;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.input.DragEvent;
import javafx.scene.input.TransferMode;

/** Takes files that are dropped on a page of comparisons, before the window opens them. */
final class CompareDrop {
  private final Consumer<List<Path>> take;

  CompareDrop(Consumer<List<Path>> take) {
    this.take = take;
  }

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
          if (event.getDragboard().hasFiles()) {
            event.setDropCompleted(dropped(event.getDragboard().getFiles()));
            event.consume();
          }
        });
  }

  /** Takes what was dropped; false where there was nothing. */
  boolean dropped(List<File> files) {
    if (files.isEmpty()) {
      return false;
    }
    take.accept(files.stream().map(File::toPath).toList());
    return true;
  }
}
