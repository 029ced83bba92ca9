package org.kpackworkbench.model.format.registry;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.output.Report;

/**
 * Information about any document: its parts, as {@code list --parts} lists them, and the problems
 * of it or of one of them.
 *
 * @param words those that say more than the format's; may be empty
 */
public record PartsInfo(Document document, List<DocumentPart> parts, String words)
    implements FileInfo {

  @Override
  public void describe(Report report) {
    PartColumns columns = PartColumns.of(document, parts);
    report.facts().list("parts", parts, columns::describe);
    report.section("Parts", "parts", columns.columns());
  }

  @Override
  public List<FormatException> problems(Document document) {
    Set<FormatException> all = new LinkedHashSet<>(document.problems());
    parts.stream().map(DocumentPart::problem).filter(Objects::nonNull).forEach(all::add);
    return List.copyOf(all);
  }
}
