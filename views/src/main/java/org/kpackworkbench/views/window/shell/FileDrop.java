package org.kpackworkbench.views.window.shell;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.input.DragEvent;
import javafx.scene.input.Dragboard;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.StackPane;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.kit.control.Controls;

/** Opens what is dropped from the file manager; while it is over the window, the window says so. */
final class FileDrop {
  private final Consumer<List<Path>> opener;
  private final StackPane highlight =
      Controls.named(new StackPane(), "drop-highlight", "drop-highlight");
  private final Label words = Controls.label("", "drop-words");
  private boolean taken;

  FileDrop(Consumer<List<Path>> opener) {
    this.opener = opener;
    highlight.getChildren().add(words);
    highlight.setMouseTransparent(true);
    highlight.setVisible(false);
  }

  /**
   * Takes drops anywhere on a pane, unless something inside takes them.
   *
   * @param pane what fills the window
   */
  void install(StackPane pane) {
    pane.getChildren().add(highlight);
    // What is inside comes first, and consumes what it takes: then this pane has nothing to say.
    pane.addEventFilter(
        DragEvent.DRAG_OVER,
        event -> {
          if (!taken) {
            over(0);
          }
          taken = false;
        });
    pane.addEventHandler(
        DragEvent.DRAG_OVER,
        event -> {
          if (event.getGestureSource() == null && event.getDragboard().hasFiles()) {
            event.acceptTransferModes(TransferMode.COPY);
            event.consume();
            taken = true;
            over(event.getDragboard().getFiles().size());
          }
        });
    pane.addEventHandler(DragEvent.DRAG_EXITED, event -> over(0));
    pane.addEventFilter(DragEvent.DRAG_DROPPED, event -> over(0));
    dropOn(pane);
  }

  /** Shows what a drop would do with so many files; hides it for none. */
  void over(int files) {
    words.setText("Drop to open " + CountText.of(files, "file"));
    highlight.setVisible(files > 0);
  }

  private void dropOn(Node node) {
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

  /** Opens what was dropped; false if there was nothing to open. */
  boolean dropped(List<File> files) {
    if (files.isEmpty()) {
      return false;
    }
    opener.accept(files.stream().map(File::toPath).toList());
    return true;
  }
}
