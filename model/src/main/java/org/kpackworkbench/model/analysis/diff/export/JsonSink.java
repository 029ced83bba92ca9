package org.kpackworkbench.model.analysis.diff.export;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
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
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.JsonOut;

/** One JSON document with a line for each difference, or a line for all else and such lines. */
final class JsonSink implements ComparisonExport.Sink {
  private final JsonOut json;
  private final boolean lines;

  JsonSink(OutputStream out, boolean lines, Facts.Rows<Facts> findings) {
    this.json = lines ? JsonOut.lines(out, findings) : JsonOut.document(out, findings);
    this.lines = lines;
  }

  @Override
  public void begin(Comparison comparison, ComparisonExport.Summary summary) throws IOException {
    Outcome outcome = comparison.outcome();
    Facts counts = new Facts();
    summary.counts().of().forEach((change, count) -> counts.number(change.id(), count));
    Facts facts =
        new Facts()
            .flag("same", outcome.isSame())
            .text("kind", comparison.kind().id())
            .text("outcome", outcome.words())
            .flag("contentsCompared", comparison.contentsCompared())
            .texts("sides", comparison.sides().stream().map(Side::label).toList())
            .texts("remarks", comparison.remarks())
            .part("counts", counts);
    if (comparison instanceof ManifestComparison compared) {
      facts.part("manifests", manifests(compared.matrix()));
    }
    if (lines) {
      facts.jsonLine(json);
    } else {
      facts.json(json);
      json.list("differences");
    }
  }

  /** The content of the manifests, whether it differs or not. */
  private static Facts manifests(ManifestMatrix matrix) {
    return new Facts()
        .text("summary", ManifestWords.summary(matrix))
        .list(
            "columns",
            IntStream.range(0, matrix.columns().size()).boxed().toList(),
            (at, facts) -> column(matrix, at, facts))
        .list(
            "rows",
            matrix.rows(),
            (row, facts) ->
                facts
                    .text("key", row.key())
                    .flag("named", row.named())
                    .list(
                        "cells",
                        IntStream.range(0, row.cells().size()).boxed().toList(),
                        (at, cell) -> cell(row, at, cell)));
  }

  private static void column(ManifestMatrix matrix, int at, Facts facts) {
    ManifestMatrix.Column column = matrix.columns().get(at);
    long modified = column.modifiedMillis();
    Facts header = new Facts();
    matrix.headers().forEach(each -> header.text(each.name(), each.values().get(at)));
    facts
        .text("name", column.name())
        .text("path", column.label())
        .text("modified", modified < 0 ? null : Instant.ofEpochMilli(modified).toString())
        .flag("complete", column.extent() == Extent.WHOLE)
        .text("disk", ManifestWords.disk(matrix, at))
        .part("header", header);
  }

  private static void cell(ManifestMatrix.Row row, int at, Facts facts) {
    ManifestMatrix.Cell cell = row.cells().get(at);
    facts
        .id("change", at == 0 ? Change.SAME : row.stepIn(at).change())
        .flag("stated", cell.stated())
        .text("file", cell.file().isEmpty() ? null : cell.file())
        .known("size", cell.sizeBytes())
        .known("kernels", cell.kernels())
        .text("sha256", cell.sha256() == null ? null : cell.sha256().toString())
        .id("disk", cell.disk().state())
        .known("diskSize", cell.disk().sizeBytes())
        .flag("known", !cell.unread());
  }

  @Override
  public void row(String path, Row row) throws IOException {
    List<@Nullable Facts> sides = new ArrayList<>();
    for (int side = 0; side < row.cells().size(); side++) {
      sides.add(cell(row, side));
    }
    Facts facts =
        new Facts()
            .text("place", path)
            .id("change", row.change())
            .part("left", sides.getFirst())
            .part("right", sides.getLast());
    if (sides.size() > 2) {
      facts.parts("sides", sides);
    }
    facts.text("group", row.group());
    if (!row.note().isEmpty()) {
      facts.text("note", row.note());
    }
    if (lines) {
      facts.jsonLine(json);
    } else {
      facts.json(json.object());
      json.endObject();
    }
  }

  /** The data of a side: all of it where another one has nothing, else what differs. */
  private static @Nullable Facts cell(Row row, int side) {
    Cell cell = row.cells().get(side);
    if (!cell.present() && !cell.unread()) {
      return null;
    }
    Facts facts = new Facts();
    if (cell.sizeBytes() >= 0) {
      facts.number("bytes", cell.sizeBytes());
    }
    boolean both = row.cells().stream().allMatch(Cell::present);
    List<Field> fields = cell.unread() ? List.of() : both ? row.changedFields() : row.fields();
    for (Field field : fields) {
      String value = field.values().get(side);
      if (value != null && field.number()) {
        facts.number(field.name(), Long.parseLong(value));
      } else {
        facts.text(field.name(), value);
      }
    }
    if (cell.problem() != null) {
      facts.text("problem", cell.problem().getMessage());
    }
    return facts;
  }

  @Override
  public void end(Comparison comparison) throws IOException {
    Facts problems =
        new Facts()
            .list(
                "problems",
                comparison.problems(),
                (problem, facts) ->
                    facts
                        .number("side", problem.side())
                        .text("message", problem.failure().getMessage()));
    if (!lines) {
      json.endList();
      problems.json(json);
    } else if (!comparison.problems().isEmpty()) {
      problems.jsonLine(json);
    }
    json.close();
  }
}
