package org.kpackworkbench.model.format.registry;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.output.Report;

/** What there is to say of any document: its parts with their fields. */
record PartsInfo(Document document, List<DocumentPart> parts) implements FileInfo {

  @Override
  public void describe(Report report) {
    Set<String> columns = new LinkedHashSet<>(List.of("name", "kind", "size"));
    for (DocumentPart part : parts) {
      part.fields().keySet().forEach(field -> columns.add(field + " as " + field));
    }
    report
        .facts()
        .list(
            "parts",
            parts,
            (part, row) -> {
              row.text("kind", part.group()).text("name", part.key());
              row.known("size", part.sizeBytes());
              if (part.sizeBytes() < 0) {
                row.shown("");
              }
              part.fields().forEach(row::text);
            });
    report.section("Parts", "parts", columns.toArray(String[]::new));
  }

  @Override
  public List<FormatException> problems() {
    return document.problems();
  }
}
