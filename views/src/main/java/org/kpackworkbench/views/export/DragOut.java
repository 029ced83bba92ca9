package org.kpackworkbench.views.export;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.Dragboard;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.TransferMode;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.place.Place;
import org.kpackworkbench.views.extend.CodeObjectSource;
import org.kpackworkbench.views.extend.ViewContext;
import org.kpackworkbench.views.job.Background;

/**
 * Lets a code object be dragged onto the desktop or into another program. The file that is dragged
 * must exist when the drag starts: it is written in the background from the moment the mouse is
 * pressed. UI thread only.
 */
public final class DragOut {
  private final CodeObjectSource source;
  private final ViewContext context;
  private final Supplier<Place.@Nullable CodeObject> what;
  private final Background.Latest latest;
  private Place.@Nullable CodeObject prepared;
  private @Nullable Path file;

  /**
   * What can be dragged.
   *
   * @param what the code object that a drag means; null where it means none
   */
  public DragOut(
      CodeObjectSource source, ViewContext context, Supplier<Place.@Nullable CodeObject> what) {
    this.source = source;
    this.context = context;
    this.what = what;
    this.latest = context.background().latest();
  }

  /** Makes a node draggable. */
  public void install(Node node) {
    node.addEventHandler(MouseEvent.MOUSE_PRESSED, event -> prepare());
    node.setOnDragDetected(
        event -> {
          ClipboardContent content = content();
          if (content != null) {
            Dragboard board = node.startDragAndDrop(TransferMode.COPY);
            board.setContent(content);
            event.consume();
          }
        });
  }

  /** Writes the file that a drag would need, unless it is there already. */
  void prepare() {
    Place.CodeObject place = what.get();
    if (place == null || place.equals(prepared)) {
      return;
    }
    prepared = place;
    file = null;
    latest.run(
        () -> DraggedFile.write(source.document(), place),
        path -> file = path,
        failure -> {
          prepared = null;
          context.dialogs().showError(place.label() + " could not be extracted", failure);
        });
  }

  /** What is dragged; null while the file is not there yet. */
  @Nullable ClipboardContent content() {
    Path path = file;
    if (path == null || !java.util.Objects.equals(prepared, what.get())) {
      return null;
    }
    ClipboardContent content = new ClipboardContent();
    content.putFiles(List.of(path.toFile()));
    return content;
  }
}
