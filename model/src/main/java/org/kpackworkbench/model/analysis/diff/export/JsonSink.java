package org.kpackworkbench.model.analysis.diff.export;

import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Comparison.Outcome;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.analysis.diff.Row.Field;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestComparison;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Extent;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestWords;
import org.kpackworkbench.model.base.text.JsonEscapes;
import org.kpackworkbench.model.base.text.JsonSchema;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** One JSON document with a line for each difference, or a line for all else and such lines. */
final class JsonSink implements ComparisonExport.Sink {
  private final Writer out;
  private final JsonGenerator json;
  private final boolean lines;

  JsonSink(Writer out, boolean lines) {
    this.out = out;
    this.lines = lines;
    this.json =
        JsonFactory.builder()
            .characterEscapes(new JsonEscapes())
            .rootValueSeparator("")
            .build()
            .createGenerator(ObjectWriteContext.empty(), new KeptOpen(out));
  }

  @Override
  public void begin(Comparison comparison, ComparisonExport.Summary summary) {
    Outcome outcome = comparison.outcome();
    json.writeStartObject();
    indent("\n  ");
    json.writeNumberProperty(JsonSchema.FIELD, JsonSchema.NUMBER);
    json.writeBooleanProperty("same", outcome.isSame());
    json.writeStringProperty("kind", comparison.kind().id());
    json.writeStringProperty("outcome", outcome.words());
    json.writeBooleanProperty("contentsCompared", comparison.contentsCompared());
    json.writeArrayPropertyStart("sides");
    for (Side side : comparison.sides()) {
      json.writeString(side.label());
    }
    json.writeEndArray();
    json.writeArrayPropertyStart("remarks");
    comparison.remarks().forEach(json::writeString);
    json.writeEndArray();
    json.writeObjectPropertyStart("counts");
    summary.counts().of().forEach((change, count) -> json.writeNumberProperty(change.id(), count));
    json.writeEndObject();
    if (comparison instanceof ManifestComparison compared) {
      manifests(compared.matrix());
    }
    if (lines) {
      json.writeEndObject();
      json.writeRaw("\n");
    } else {
      json.writeArrayPropertyStart("differences");
    }
  }

  /** Writes the content of the manifests, whether it differs or not. */
  private void manifests(ManifestMatrix matrix) {
    json.writeObjectPropertyStart("manifests");
    json.writeStringProperty("summary", ManifestWords.summary(matrix));
    json.writeArrayPropertyStart("columns");
    for (int at = 0; at < matrix.columns().size(); at++) {
      ManifestMatrix.Column column = matrix.columns().get(at);
      json.writeStartObject();
      json.writeStringProperty("name", column.name());
      json.writeStringProperty("path", column.label());
      json.writeName("modified");
      if (column.modifiedMillis() < 0) {
        json.writeNull();
      } else {
        json.writeString(Instant.ofEpochMilli(column.modifiedMillis()).toString());
      }
      json.writeBooleanProperty("complete", column.extent() == Extent.WHOLE);
      json.writeStringProperty("disk", ManifestWords.disk(matrix, at));
      json.writeObjectPropertyStart("header");
      for (ManifestMatrix.Header header : matrix.headers()) {
        text(header.name(), header.values().get(at));
      }
      json.writeEndObject();
      json.writeEndObject();
    }
    json.writeEndArray();
    indent("\n    ");
    json.writeArrayPropertyStart("rows");
    for (ManifestMatrix.Row row : matrix.rows()) {
      row(row);
      indent("\n    ");
    }
    json.writeEndArray();
    json.writeEndObject();
    indent("\n    ");
  }

  private void row(ManifestMatrix.Row row) {
    json.writeStartObject();
    json.writeStringProperty("key", row.key());
    json.writeBooleanProperty("named", row.named());
    json.writeArrayPropertyStart("cells");
    for (int at = 0; at < row.cells().size(); at++) {
      ManifestMatrix.Cell cell = row.cells().get(at);
      json.writeStartObject();
      json.writeStringProperty("change", at == 0 ? Change.SAME.id() : row.stepIn(at).change().id());
      json.writeBooleanProperty("stated", cell.stated());
      text("file", cell.file().isEmpty() ? null : cell.file());
      number("size", cell.sizeBytes());
      number("kernels", cell.kernels());
      text("sha256", cell.sha256() == null ? null : cell.sha256().toString());
      json.writeStringProperty(
          "disk", cell.disk().state().name().toLowerCase(Locale.ROOT).replace('_', '-'));
      number("diskSize", cell.disk().sizeBytes());
      json.writeBooleanProperty("known", !cell.unread());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void indent(String space) {
    if (!lines) {
      json.writeRaw(space);
    }
  }

  private void text(String name, @Nullable String value) {
    json.writeName(name);
    if (value == null) {
      json.writeNull();
    } else {
      json.writeString(value);
    }
  }

  private void number(String name, long value) {
    json.writeName(name);
    if (value < 0) {
      json.writeNull();
    } else {
      json.writeNumber(value);
    }
  }

  @Override
  public void row(String path, Row row) {
    json.writeStartObject();
    if (lines) {
      json.writeNumberProperty(JsonSchema.FIELD, JsonSchema.NUMBER);
    }
    json.writeStringProperty("place", path);
    json.writeStringProperty("change", row.change().id());
    json.writeName("left");
    cell(row, 0);
    json.writeName("right");
    cell(row, row.cells().size() - 1);
    if (row.cells().size() > 2) {
      json.writeArrayPropertyStart("sides");
      for (int side = 0; side < row.cells().size(); side++) {
        cell(row, side);
      }
      json.writeEndArray();
    }
    json.writeStringProperty("group", row.group());
    if (!row.note().isEmpty()) {
      json.writeStringProperty("note", row.note());
    }
    json.writeEndObject();
    json.writeRaw(lines ? "\n" : "\n    ");
  }

  /** Writes the data of a side: all of it where another one has nothing, else what differs. */
  private void cell(Row row, int side) {
    Cell cell = row.cells().get(side);
    if (!cell.present() && !cell.unread()) {
      json.writeNull();
      return;
    }
    boolean both = row.cells().stream().allMatch(Cell::present);
    List<Field> fields = cell.unread() ? List.of() : both ? row.changedFields() : row.fields();
    json.writeStartObject();
    if (cell.sizeBytes() >= 0) {
      json.writeNumberProperty("bytes", cell.sizeBytes());
    }
    for (Field field : fields) {
      String value = field.values().get(side);
      json.writeName(field.name());
      if (value == null) {
        json.writeNull();
      } else if (field.number()) {
        json.writeNumber(Long.parseLong(value));
      } else {
        json.writeString(value);
      }
    }
    if (cell.problem() != null) {
      json.writeStringProperty("problem", cell.problem().getMessage());
    }
    json.writeEndObject();
  }

  @Override
  public void end(Comparison comparison) throws IOException {
    if (!lines) {
      json.writeEndArray();
    } else if (comparison.problems().isEmpty()) {
      json.close();
      return;
    } else {
      json.writeStartObject();
      json.writeNumberProperty(JsonSchema.FIELD, JsonSchema.NUMBER);
    }
    json.writeArrayPropertyStart("problems");
    for (Side.Problem problem : comparison.problems()) {
      json.writeStartObject();
      json.writeNumberProperty("side", problem.side());
      json.writeStringProperty("message", problem.failure().getMessage());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
    json.close();
    out.write('\n');
  }

  private static final class KeptOpen extends Writer {
    private final Writer out;

    KeptOpen(Writer out) {
      this.out = out;
    }

    @Override
    public void write(char[] chars, int offset, int length) throws IOException {
      out.write(chars, offset, length);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
