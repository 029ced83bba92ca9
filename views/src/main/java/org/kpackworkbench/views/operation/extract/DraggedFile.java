package org.kpackworkbench.views.operation.extract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.extract.ExtractReport;
import org.kpackworkbench.model.operation.extract.ExtractRequest;
import org.kpackworkbench.model.operation.extract.ExtractedFile;
import org.kpackworkbench.model.operation.extract.Extraction;

/**
 * Code objects as files of their own, for programs that take files. Whoever they are dropped on
 * copies them when he likes, so they stay until the program ends.
 */
final class DraggedFile {
  private DraggedFile() {}

  /** Writes them under their usual names in a new temporary folder. In the background. */
  static List<Path> write(Document document, List<Place.CodeObject> places) throws IOException {
    CodeObjects source = document.codeObjects();
    List<Integer> rows = new ArrayList<>();
    for (Place.CodeObject place : places) {
      int row = source.rowOf(place);
      if (row < 0) {
        throw new IOException(place.label() + " is not in " + document.path());
      }
      rows.add(row);
    }
    Path folder = Files.createTempDirectory("kpack-workbench-drag");
    // Deleted last first, so that the folder is empty by then.
    folder.toFile().deleteOnExit();
    ExtractReport report =
        new Extraction(ExtractRequest.rows(source, List.copyOf(rows), folder)).run(Progress.NONE);
    List<Path> files = report.written().stream().map(ExtractedFile::path).toList();
    files.forEach(file -> file.toFile().deleteOnExit());
    if (!report.problems().isEmpty()) {
      throw report.problems().getFirst().cause();
    }
    return files;
  }
}
