package org.kpackworkbench.views.operation.forms;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;

/**
 * Code objects of one file that are to be written.
 *
 * @param file the file
 * @param source its code objects
 * @param rows the ones that are meant
 * @param group what represents {@code {group}} in names
 * @param filtered whether they are what a filter shows of the file
 * @param shortLived whether the file goes away once they are written
 */
public record ExportSelection(
    Path file,
    CodeObjects source,
    List<Integer> rows,
    String group,
    boolean filtered,
    boolean shortLived) {

  /** All of a document. In the background. */
  public static ExportSelection all(Document document) {
    CodeObjects source = document.codeObjects();
    return of(document, IntStream.range(0, source.size()).boxed().toList());
  }

  /** Those at some places; places that are not in the document are left out. In the background. */
  public static ExportSelection at(Document document, List<Place.CodeObject> places) {
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
    return new ExportSelection(
        document.path(), document.codeObjects(), rows, document.groupName(), false, false);
  }

  /** Returns this selection as the rows that a filter shows. */
  public ExportSelection byFilter() {
    return new ExportSelection(file, source, rows, group, true, shortLived);
  }

  /** Returns this selection of a file that is deleted once the code objects are written. */
  public ExportSelection temporary() {
    return new ExportSelection(file, source, rows, group, filtered, true);
  }

  /** Whether one code object is selected, which may become one file. */
  public boolean single() {
    return rows.size() == 1;
  }

  /** In words: {@code 7 code objects of librocrand.so}. */
  public String words() {
    String name = new Place.File(file).label();
    if (filtered && rows.size() < source.size()) {
      return "%d of %s of %s: those that the filter shows"
          .formatted(rows.size(), CountText.of(source.size(), "code object"), name);
    }
    return single()
        ? "1 code object of " + name
        : "%d code objects of %s".formatted(rows.size(), name);
  }
}
