package org.kpackworkbench.views.operation.edit.kpack;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.input.Clipboard;
import javafx.scene.input.DragEvent;
import javafx.scene.input.TransferMode;

/** Takes files that are dropped on a view, before the window would open them. */
final class FilesDropped {
  private final Consumer<List<Path>> taken;

  FilesDropped(Consumer<List<Path>> taken) {
    this.taken = taken;
  }

  /** Takes drops anywhere on a node. */
  void install(Node node) {
    node.addEventHandler(
        DragEvent.DRAG_OVER,
        event -> {
          if (event.getDragboard().hasFiles()) {
            event.acceptTransferModes(TransferMode.COPY);
            event.consume();
          }
        });
    node.addEventHandler(
        DragEvent.DRAG_DROPPED,
        event -> {
          if (event.getDragboard().hasFiles()) {
            dropped(event.getDragboard().getFiles());
            event.setDropCompleted(true);
            event.consume();
          }
        });
  }

  /** Hands over what was dropped. */
  void dropped(List<File> files) {
    taken.accept(files.stream().map(File::toPath).toList());
  }

  /** Files that were copied in the file manager; none where the clipboard holds something else. */
  static List<Path> ofClipboard() {
    List<File> files = Clipboard.getSystemClipboard().getFiles();
    return files == null ? List.of() : files.stream().map(File::toPath).toList();
  }
}
