package org.kpackworkbench.views.operation.extract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.Dragboard;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.TransferMode;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.extract.Extract;
import org.kpackworkbench.model.operation.extract.ExtractReport;
import org.kpackworkbench.model.operation.extract.ExtractReport.ExtractedFile;
import org.kpackworkbench.model.operation.extract.ExtractRequest;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.spi.CodeObjectExport;
import org.kpackworkbench.views.spi.CodeObjectExport.Dragged;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * Lets files and code objects be dragged onto the desktop or into another program. The files that
 * are dragged must exist when the drag starts: they are written in the background from the moment
 * the mouse is pressed, and so no more than {@link CodeObjectExport#MOST_DRAGGED} at once. UI
 * thread only.
 */
final class DragOut {
  private static final Dragged NOTHING = new Dragged.Files(List.of());

  private final ViewContext context;
  private final Supplier<Dragged> what;
  private final Background.Latest latest;
  private Dragged prepared = NOTHING;
  private List<Path> files = List.of();

  /**
   * Creates a source of drags.
   *
   * @param what what a drag means
   */
  DragOut(ViewContext context, Supplier<Dragged> what) {
    this.context = context;
    this.what = what;
    this.latest = context.background().latest();
  }

  /** Makes a node draggable. */
  void install(Node node) {
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
    Dragged wanted = what.get();
    if (wanted.equals(prepared)) {
      return;
    }
    latest.forget();
    prepared = NOTHING;
    files = List.of();
    switch (wanted) {
      case Dragged.Files(List<Path> paths) -> {
        prepared = wanted;
        files = paths;
      }
      case Dragged.Inside(CodeObjectSource source, List<Place.CodeObject> places) -> {
        if (!places.isEmpty() && places.size() <= CodeObjectExport.MOST_DRAGGED) {
          prepared = wanted;
          write(source, places);
        }
      }
    }
  }

  private void write(CodeObjectSource source, List<Place.CodeObject> places) {
    latest.run(
        () -> DraggedFile.write(source.document(), places),
        written -> files = written,
        failure -> {
          prepared = NOTHING;
          context
              .dialogs()
              .showError(places.getFirst().label() + " could not be extracted", failure);
        });
  }

  /** Returns the dragged content; null while the files are not there yet. */
  @Nullable ClipboardContent content() {
    if (files.isEmpty() || !prepared.equals(what.get())) {
      return null;
    }
    ClipboardContent content = new ClipboardContent();
    content.putFiles(files.stream().map(Path::toFile).toList());
    return content;
  }

  /**
   * Code objects as files of their own, for programs that take files. The target of the drop copies
   * them when he likes, so they stay until the program ends.
   */
  private static final class DraggedFile {
    private DraggedFile() {}

    /** Writes them under their usual names in a new temporary folder. In the background. */
    static List<Path> write(Document document, List<Place.CodeObject> places) throws IOException {
      CodeObjects source = document.codeObjects();
      List<Integer> rows = new ArrayList<>();
      for (Place.CodeObject place : places) {
        int row = source.rowOf(place).orElse(-1);
        if (row < 0) {
          throw new IOException(place.label() + " is not in " + document.path());
        }
        rows.add(row);
      }
      Path folder = Files.createTempDirectory("kpack-workbench-drag");
      // Deleted last first, so that the folder is empty by then.
      folder.toFile().deleteOnExit();
      ExtractReport report =
          new Extract(ExtractRequest.rows(source, List.copyOf(rows), folder)).run(Progress.NONE);
      List<Path> files = report.written().stream().map(ExtractedFile::path).toList();
      files.forEach(file -> file.toFile().deleteOnExit());
      if (!report.problems().isEmpty()) {
        throw report.problems().getFirst().cause();
      }
      return files;
    }
  }
}
