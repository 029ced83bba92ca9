package org.kpackworkbench.views.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.document.CodeObjects;
import org.kpackworkbench.model.document.Document;
import org.kpackworkbench.model.extract.ExtractReport;
import org.kpackworkbench.model.extract.ExtractRequest;
import org.kpackworkbench.model.extract.Extraction;
import org.kpackworkbench.model.job.Progress;
import org.kpackworkbench.model.place.Place;

/**
 * A code object as a file of its own, for programs that take files. Whoever it is dropped on copies
 * it when he likes, so it stays until the program ends.
 */
final class DraggedFile {
  private DraggedFile() {}

  /** Writes it under its usual name in a new temporary folder. In the background. */
  static Path write(Document document, Place.CodeObject place) throws IOException {
    CodeObjects source = document.codeObjects();
    int row = source.rowOf(place);
    if (row < 0) {
      throw new IOException(place.label() + " is not in " + document.path());
    }
    Path folder = Files.createTempDirectory("kpack-workbench-drag");
    // Deleted last first, so that the folder is empty by then.
    folder.toFile().deleteOnExit();
    ExtractReport report =
        new Extraction(ExtractRequest.rows(source, List.of(row), folder)).run(Progress.NONE);
    if (!report.problems().isEmpty()) {
      throw report.problems().getFirst().cause();
    }
    Path file = report.written().getFirst().path();
    file.toFile().deleteOnExit();
    return file;
  }
}
