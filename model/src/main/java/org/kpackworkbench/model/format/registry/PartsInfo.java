package org.kpackworkbench.model.format.registry;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.TextColumns;
import org.kpackworkbench.model.base.output.TextOut;

/** What there is to say of any document: its parts with their fields. */
record PartsInfo(Document document, List<DocumentPart> parts) implements FileInfo {

  @Override
  public void json(JsonOut out) {
    out.list("parts");
    for (DocumentPart part : parts) {
      out.object().field("kind", part.group()).field("name", part.key());
      out.known("size", part.sizeBytes());
      for (Map.Entry<String, String> field : part.fields().entrySet()) {
        out.field(field.getKey(), field.getValue());
      }
      out.endObject();
    }
    out.endList();
  }

  @Override
  public void text(TextOut out) throws IOException {
    Set<String> fields = new LinkedHashSet<>();
    parts.forEach(part -> fields.addAll(part.fields().keySet()));
    TextColumns table =
        new TextColumns(
            Stream.concat(Stream.of("name", "kind", ">size"), fields.stream())
                .toArray(String[]::new));
    for (DocumentPart part : parts) {
      List<String> cells = new ArrayList<>();
      cells.add(part.key());
      cells.add(part.group());
      cells.add(part.sizeBytes() < 0 ? "" : Long.toString(part.sizeBytes()));
      fields.forEach(field -> cells.add(part.fields().getOrDefault(field, "")));
      table.row(cells.toArray(String[]::new));
    }
    if (!table.isEmpty()) {
      table.print(out.line().line("Parts"), "  ");
    }
  }

  @Override
  public List<FormatException> problems() {
    return document.problems();
  }
}
