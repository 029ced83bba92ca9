package org.kpackworkbench.model.analysis.diff.export;

import java.io.IOException;
import java.io.Writer;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.analysis.diff.Row.Field;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestComparison;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestWords;
import org.kpackworkbench.model.base.text.SafeText;

/** Lines like those of a patch: what tools colour and people read; nothing applies it. */
record PatchSink(Writer out) implements ComparisonExport.Sink {
  @Override
  public void begin(Comparison comparison, ComparisonExport.Summary summary) throws IOException {
    line("--- " + comparison.sides().getFirst().label());
    for (int side = 1; side < comparison.sides().size(); side++) {
      line("+++ " + comparison.sides().get(side).label());
    }
    if (comparison instanceof ManifestComparison manifests) {
      line("# " + ManifestWords.summary(manifests.matrix()));
    }
    if (summary.counts().differences() == 0) {
      line("# " + summary.words());
    }
  }

  @Override
  public void row(String path, Row row) throws IOException {
    String note = row.note().isEmpty() ? "" : " (" + row.note() + ")";
    line("@@ " + row.group() + " " + path + " @@ " + row.change().words() + note);
    if (row.cells().stream().anyMatch(Cell::unread)) {
      for (String problem : row.problems()) {
        line("# " + problem);
      }
      return;
    }
    // The row of the old name has no cell on the other side, but the change of the name is known.
    boolean first = row.change() == Change.RENAMED || row.cells().getFirst().present();
    for (Field field : row.changedFields()) {
      lines(field, first, row);
    }
    if (!row.fields().stream().anyMatch(field -> field.name().equals("size"))) {
      size(row);
    }
  }

  private void lines(Field field, boolean first, Row row) throws IOException {
    if (first && field.values().getFirst() != null) {
      line("-" + field.name() + ": " + field.values().getFirst());
    }
    for (int side = 1; side < field.values().size(); side++) {
      String value = field.values().get(side);
      boolean there = row.change() == Change.RENAMED || row.cells().get(side).present();
      if (there && value != null && field.change(side) != Change.SAME) {
        line("+" + field.name() + ": " + value);
      }
    }
  }

  private void size(Row row) throws IOException {
    long before = row.cells().getFirst().sizeBytes();
    long after = row.cells().getLast().sizeBytes();
    if (before != after) {
      if (before >= 0) {
        line("-bytes: " + before);
      }
      if (after >= 0) {
        line("+bytes: " + after);
      }
    }
  }

  @Override
  public void end(Comparison comparison) {}

  private void line(String text) throws IOException {
    out.write(SafeText.of(text));
    out.write('\n');
  }
}
