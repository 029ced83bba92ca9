package org.kpackworkbench.views.operation.extract;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.Dragboard;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.TransferMode;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * Lets code objects be dragged onto the desktop or into another program. The files that are dragged
 * must exist when the drag starts: they are written in the background from the moment the mouse is
 * pressed, and so no more than {@value #MOST_FILES} at once. UI thread only.
 */
public final class DragOut {
  /** More than that are extracted by the dialog, which shows how far it has come. */
  public static final int MOST_FILES = 32;

  private final CodeObjectSource source;
  private final ViewContext context;
  private final Supplier<List<Place.CodeObject>> what;
  private final Background.Latest latest;
  private List<Place.CodeObject> prepared = List.of();
  private List<Path> files = List.of();

  /**
   * What can be dragged.
   *
   * @param what the code objects that a drag means; empty where it means none
   */
  public DragOut(
      CodeObjectSource source, ViewContext context, Supplier<List<Place.CodeObject>> what) {
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

  /** Writes the files that a drag would need, unless they are there already. */
  void prepare() {
    List<Place.CodeObject> places = what.get();
    if (places.isEmpty() || places.size() > MOST_FILES || places.equals(prepared)) {
      return;
    }
    prepared = places;
    files = List.of();
    latest.run(
        () -> DraggedFile.write(source.document(), places),
        written -> files = written,
        failure -> {
          prepared = List.of();
          context
              .dialogs()
              .showError(places.getFirst().label() + " could not be extracted", failure);
        });
  }

  /** What is dragged; null while the files are not there yet. */
  @Nullable ClipboardContent content() {
    if (files.isEmpty() || !prepared.equals(what.get())) {
      return null;
    }
    ClipboardContent content = new ClipboardContent();
    content.putFiles(files.stream().map(Path::toFile).toList());
    return content;
  }
}
