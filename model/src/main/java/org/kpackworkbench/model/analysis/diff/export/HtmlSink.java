package org.kpackworkbench.model.analysis.diff.export;

import java.io.IOException;
import java.io.Writer;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestComparison;
import org.kpackworkbench.model.base.text.HtmlText;

/** A page of its own: no scripts, nothing that is loaded from anywhere. */
final class HtmlSink implements ComparisonExport.Sink {
  private static final String HEAD =
      """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="color-scheme" content="light dark">
      <title>%s</title>
      <style>
      body { font: 1em system-ui, sans-serif; margin: 2em; }
      table { border-collapse: collapse; }
      th, td { border: 1px solid #888; padding: 0.2em 0.6em; text-align: left; vertical-align: top; }
      td { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
      %s</style></head><body>
      """;

  private static final int MOST_SIDES = 6;

  private final Writer out;
  private String group = "";

  HtmlSink(Writer out) {
    this.out = out;
  }

  @Override
  public void begin(Comparison comparison, ComparisonExport.Summary summary) throws IOException {
    boolean manifests = comparison instanceof ManifestComparison;
    out.write(
        HEAD.formatted(
            escaped("Comparison of " + comparison.kind().words()),
            manifests ? ManifestPage.STYLE : ""));
    element("h1", "Comparison of " + comparison.kind().words());
    int count = comparison.sides().size();
    if (count > MOST_SIDES) {
      // What they are about comes first; the list is one click away.
      out.write("<details>");
      element(
          "summary",
          "%d files, from %s to %s"
              .formatted(
                  count,
                  comparison.sides().getFirst().label(),
                  comparison.sides().getLast().label()));
    }
    out.write("<ul>\n");
    for (var side : comparison.sides()) {
      element("li", side.label());
    }
    out.write(count > MOST_SIDES ? "</ul></details>\n" : "</ul>\n");
    if (comparison instanceof ManifestComparison compared) {
      ManifestPage.write(out, compared.matrix());
      element("h2", "Row by row");
      element("p", summary.words());
      return;
    }
    element("p", summary.words());
    for (String remark : comparison.remarks()) {
      element("p", remark);
    }
  }

  @Override
  public void row(String path, Row row) throws IOException {
    if (!row.group().equals(group)) {
      out.write(group.isEmpty() ? "" : "</table>\n");
      group = row.group();
      element("h2", group);
      out.write("<table><tr><th>change</th><th>what</th><th>details</th></tr>\n");
    }
    out.write("<tr>");
    element("td", row.change().words());
    element("td", path);
    out.write("<td>" + escaped(row.note()));
    boolean any = !row.note().isEmpty();
    for (String detail : TextSink.details(row)) {
      out.write((any ? "<br>" : "") + escaped(detail));
      any = true;
    }
    out.write("</td></tr>\n");
  }

  @Override
  public void end(Comparison comparison) throws IOException {
    out.write((group.isEmpty() ? "" : "</table>\n") + "</body></html>\n");
  }

  private void element(String name, String text) throws IOException {
    out.write("<" + name + ">" + escaped(text) + "</" + name + ">\n");
  }

  static String escaped(String text) {
    return HtmlText.of(text);
  }
}
