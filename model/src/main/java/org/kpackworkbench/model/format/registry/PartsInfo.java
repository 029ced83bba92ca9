package org.kpackworkbench.model.format.registry;

import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.output.Report;

/** What there is to say of any document: its parts, as {@code list --parts} lists them. */
record PartsInfo(Document document, List<DocumentPart> parts) implements FileInfo {

  @Override
  public void describe(Report report) {
    PartColumns columns = PartColumns.of(document, parts);
    report.facts().list("parts", parts, columns::describe);
    report.section("Parts", "parts", columns.columns());
  }

  @Override
  public List<FormatException> problems() {
    return document.problems();
  }
}
