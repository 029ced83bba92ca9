package org.kpackworkbench.model.analysis.diff.export;

import java.io.IOException;
import java.io.Writer;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.model.base.text.MarkdownText;

/** Tables in Markdown, for issues and merge requests. */
final class MarkdownSink implements ComparisonExport.Sink {
  private final Writer out;
  private String group = "";

  MarkdownSink(Writer out) {
    this.out = out;
  }

  @Override
  public void begin(Comparison comparison, ComparisonExport.Summary summary) throws IOException {
    line("# Comparison of " + escaped(comparison.kind().words()));
    line("");
    for (var side : comparison.sides()) {
      line("- " + escaped(side.label()));
    }
    line("");
    line(escaped(summary.words()));
    for (String remark : comparison.remarks()) {
      line("");
      line(escaped(remark));
    }
  }

  @Override
  public void row(String path, Row row) throws IOException {
    if (!row.group().equals(group)) {
      group = row.group();
      line("");
      line("## " + escaped(group));
      line("");
      line("| change | what | details |");
      line("|---|---|---|");
    }
    StringBuilder details = new StringBuilder(escaped(row.note()));
    for (String detail : TextSink.details(row)) {
      details.append(details.isEmpty() ? "" : "<br>").append(escaped(detail));
    }
    line("| " + escaped(row.change().words()) + " | " + escaped(path) + " | " + details + " |");
  }

  @Override
  public void end(Comparison comparison) {}

  /** Text that Markdown leaves as it is; a name must not become a link, an image or a mention. */
  static String escaped(String text) {
    return MarkdownText.of(text);
  }

  private void line(String text) throws IOException {
    out.write(text);
    out.write('\n');
  }
}
