package org.kpackworkbench.views.operation.extract;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;

/**
 * Code objects of one file that are to be written.
 *
 * @param file the file
 * @param source its code objects
 * @param rows the ones that are meant
 * @param group what represents {@code {group}} in names
 */
record ExportSelection(Path file, CodeObjects source, List<Integer> rows, String group) {

  /** All of a document. In the background. */
  static ExportSelection all(Document document) {
    CodeObjects source = document.codeObjects();
    return of(document, IntStream.range(0, source.size()).boxed().toList());
  }

  /** Those at some places; places that are not in the document are left out. In the background. */
  static ExportSelection at(Document document, List<Place.CodeObject> places) {
    CodeObjects source = document.codeObjects();
    return of(
        document,
        places.stream()
            .map(source::rowOf)
            .flatMapToInt(OptionalInt::stream)
            .distinct()
            .sorted()
            .boxed()
            .toList());
  }

  private static ExportSelection of(Document document, List<Integer> rows) {
    return new ExportSelection(document.path(), document.codeObjects(), rows, document.groupName());
  }

  boolean single() {
    return rows.size() == 1;
  }

  /** In words: {@code 7 code objects of librocrand.so}. */
  String words() {
    String name = new Place.File(file).label();
    return single()
        ? "1 code object of " + name
        : "%d code objects of %s".formatted(rows.size(), name);
  }
}
