package org.kpackworkbench.model.format.registry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.output.Facts;

/**
 * Columns and fields that commands print of the parts of a document, the same whichever command
 * lists them. Immutable.
 */
public final class PartColumns {
  private final List<PartField> fields;
  private final List<PartField> used;
  private final List<String> usedNames;
  private final List<String> columns;

  private PartColumns(List<PartField> fields, List<PartField> used) {
    this.fields = List.copyOf(fields);
    this.used = List.copyOf(used);
    this.usedNames = used.stream().map(PartColumns::column).toList();
    List<String> shown = new ArrayList<>(List.of("name", "kind", "size"));
    used.forEach(field -> shown.add(column(field) + " as " + field.name()));
    this.columns = List.copyOf(shown);
  }

  /**
   * Those of a document.
   *
   * @param parts its parts, some of which are read
   */
  public static PartColumns of(Document document, List<DocumentPart> parts) {
    List<PartField> fields = document.format().partFields();
    if (fields.isEmpty()) {
      Set<String> names = new LinkedHashSet<>();
      parts.forEach(part -> names.addAll(part.fields().keySet()));
      fields = PartField.texts(names.toArray(String[]::new));
    }
    return new PartColumns(fields, PartField.used(fields, parts, false));
  }

  /** The columns of a table with a row for each part, in order. */
  public String[] columns() {
    return columns.toArray(String[]::new);
  }

  /** A text column has a name of its own: fields may be called as what every part has. */
  private static String column(PartField field) {
    return "field " + field.name();
  }

  /** Adds the facts of a part. */
  public void describe(DocumentPart part, Facts facts) {
    ByteRange range = part.place().range();
    facts
        .text("kind", part.group())
        .text("name", part.key())
        .known("offset", range == null || range.isEmpty() ? -1 : range.start())
        .known("size", part.sizeBytes())
        .shown(part.sizeBytes() < 0 ? "" : Long.toString(part.sizeBytes()))
        .pairs("fields", () -> values(part));
    for (int i = 0; i < used.size(); i++) {
      facts.aside(usedNames.get(i), used.get(i).text(part));
    }
    FormatException spoiled = part.problem();
    if (spoiled != null) {
      facts.text("problem", spoiled.getMessage());
    }
  }

  private Map<String, MsgValue> values(DocumentPart part) {
    Map<String, MsgValue> values = new LinkedHashMap<>();
    for (PartField field : fields) {
      String text = field.text(part);
      if (!text.isEmpty()) {
        long number = field.isNumber() ? field.number(part) : -1;
        values.put(field.name(), number < 0 ? new MsgValue.Text(text) : MsgValue.Int.of(number));
      }
    }
    return values;
  }
}
