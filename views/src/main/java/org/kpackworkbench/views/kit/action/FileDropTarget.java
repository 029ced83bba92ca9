package org.kpackworkbench.views.kit.action;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.input.Clipboard;
import javafx.scene.input.DragEvent;
import javafx.scene.input.TransferMode;

/**
 * Takes files that are dropped on a node, or a part of it, before the window opens them. While they
 * are over it, it has the pseudo-class {@code drop}.
 */
public record FileDropTarget(Consumer<List<Path>> take) {
  private static final PseudoClass OVER = PseudoClass.getPseudoClass("drop");

  /** Takes drops anywhere on a node. */
  public void install(Node node) {
    node.addEventHandler(
        DragEvent.DRAG_OVER,
        event -> {
          if (event.getDragboard().hasFiles()) {
            event.acceptTransferModes(TransferMode.COPY);
            event.consume();
            node.pseudoClassStateChanged(OVER, true);
          } else {
            node.pseudoClassStateChanged(OVER, false);
          }
        });
    // An inner target takes the drag: then this one has nothing to show.
    node.addEventFilter(DragEvent.DRAG_OVER, event -> node.pseudoClassStateChanged(OVER, false));
    node.addEventHandler(DragEvent.DRAG_EXITED, event -> node.pseudoClassStateChanged(OVER, false));
    node.addEventFilter(DragEvent.DRAG_DROPPED, event -> node.pseudoClassStateChanged(OVER, false));
    node.addEventHandler(
        DragEvent.DRAG_DROPPED,
        event -> {
          if (event.getDragboard().hasFiles()) {
            event.setDropCompleted(dropped(event.getDragboard().getFiles()));
            event.consume();
          }
        });
  }

  /** Takes what was dropped; false if there was nothing. */
  public boolean dropped(List<File> files) {
    if (files.isEmpty()) {
      return false;
    }
    take.accept(files.stream().map(File::toPath).toList());
    return true;
  }

  /** Files that were copied in the file manager; none if the clipboard holds something else. */
  public static List<Path> ofClipboard() {
    List<File> files = Clipboard.getSystemClipboard().getFiles();
    return files == null ? List.of() : files.stream().map(File::toPath).toList();
  }
}
