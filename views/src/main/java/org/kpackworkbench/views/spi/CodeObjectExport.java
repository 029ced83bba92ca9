package org.kpackworkbench.views.spi;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import javafx.scene.Node;
import org.kpackworkbench.model.base.place.Place;

/** Takes code objects out of their files, for one view. UI thread only. */
public interface CodeObjectExport {
  /** More than that are extracted by the dialog, which shows how far it has come. */
  int MOST_DRAGGED = 32;

  /** Asks where to write some code objects of a file, and writes them. */
  void extract(OpenedFile file, List<Place.CodeObject> places);

  /** Asks where to write all code objects of a file, and writes them. */
  default void extractAll(OpenedFile file) {}

  /**
   * Asks where to write the code objects that a table's filter shows, and writes them. It says how
   * many the file has.
   */
  default void extractShown(OpenedFile file, List<Place.CodeObject> shown) {
    extract(file, shown);
  }

  /**
   * Lets code objects be dragged from a node onto the desktop or into another program.
   *
   * @param what the code objects that a drag means; empty if it means none. No more than {@value
   *     #MOST_DRAGGED} are dragged at once.
   */
  default void draggable(
      Node node, CodeObjectSource source, Supplier<List<Place.CodeObject>> what) {
    draggable(node, () -> new Dragged.Inside(source, what.get()));
  }

  /**
   * Lets files, or code objects of any file, be dragged from a node.
   *
   * @param what what a drag means when the mouse is pressed
   */
  void draggable(Node node, Supplier<Dragged> what);

  /** Content that is dragged out of the window. */
  sealed interface Dragged {

    /** Files and folders as they are on disk; none means that nothing can be dragged. */
    record Files(List<Path> paths) implements Dragged {}

    /** Code objects, of which files are made first. */
    record Inside(CodeObjectSource source, List<Place.CodeObject> places) implements Dragged {}
  }

  /** Makes one for a view. */
  interface Maker {
    /** One that works with what a view may use of the window. */
    CodeObjectExport of(ViewContext context);
  }

  /** For views outside a window: no dialog appears, and nothing can be dragged. */
  static CodeObjectExport nowhere() {
    return new CodeObjectExport() {
      @Override
      public void extract(OpenedFile file, List<Place.CodeObject> places) {}

      @Override
      public void draggable(Node node, Supplier<Dragged> what) {}
    };
  }
}
