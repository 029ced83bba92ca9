package org.kpackworkbench.model.analysis.diff.export;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Cell;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Column;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Header;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Row;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Step;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestWords;
import org.kpackworkbench.model.base.text.HtmlText;

/**
 * Compared manifests as the window shows them, in HTML and SVG: two beside each other with bars, or
 * more as a grid. Loads nothing; every name is escaped.
 */
final class ManifestPage {
  /** Rules of the page's style sheet beside those of other comparisons. */
  static final String STYLE =
      """
      :root { --bar: #009e73; --depth: #56b4e9; --most: 90%; --quiet: #57606a; --tint: #fff1c9; --edge: #b35900; --bad: #b3261e; --rule: #c8ced6; }
      @media (prefers-color-scheme: dark) { :root { --bar: #1fb88c; --depth: #56b4e9; --most: 45%; --quiet: #9aa4b0; --tint: #3d3214; --edge: #ffb454; --bad: #ff8a80; --rule: #444c56; } }
      .sum { font-size: 1.15em; font-weight: 600; }
      .wide { overflow-x: auto; margin: 1em 0; }
      .m th, .m td { border: 0; border-bottom: 1px solid var(--rule); font-family: system-ui, sans-serif; white-space: nowrap; overflow-wrap: normal; vertical-align: middle; }
      .m th { color: var(--quiet); font-weight: 600; }
      .m td.key { font-weight: 600; }
      .m .key { position: sticky; left: 0; background: Canvas; }
      .m td.n { text-align: right; font-variant-numeric: tabular-nums; }
      .m td.mono { font-family: ui-monospace, monospace; }
      .m td.q { color: var(--quiet); }
      .m td.c { background: var(--tint); }
      .m td.bad { color: var(--bad); }
      .m .right { border-left: 2px solid var(--rule); }
      .m svg { display: block; }
      .m td.d { background: color-mix(in srgb, var(--depth) calc(var(--d) * var(--most)), transparent); text-align: right; font-variant-numeric: tabular-nums; }
      .m td.o { outline: 2px solid var(--edge); outline-offset: -2px; font-weight: 600; }
      .bar { fill: var(--bar); } .track { fill: var(--rule); opacity: 0.35; } .up { fill: var(--edge); } .down { fill: none; stroke: var(--edge); stroke-width: 1.5; } .axis { stroke: var(--quiet); } .trend { fill: none; stroke: var(--bar); stroke-width: 1.5; } .dot { fill: var(--edge); }
      """;

  private static final int BAR = 140;
  private static final int HEIGHT = 14;
  private static final int TREND = 120;

  private final Writer out;
  private final ManifestMatrix matrix;
  private final long largest;

  private ManifestPage(Writer out, ManifestMatrix matrix) {
    this.out = out;
    this.matrix = matrix;
    this.largest = Math.max(1, matrix.largestBytes());
  }

  /** Writes what manifests say, without the page around it. */
  static void write(Writer out, ManifestMatrix matrix) throws IOException {
    ManifestPage page = new ManifestPage(out, matrix);
    page.element("p class=\"sum\"", ManifestWords.summary(matrix));
    List<String> disks = ManifestWords.disks(matrix);
    if (!disks.isEmpty()) {
      out.write("<ul>\n");
      for (String words : disks) {
        page.element("li", words);
      }
      out.write("</ul>\n");
    }
    page.headers();
    if (matrix.columns().size() == 2) {
      page.pair();
    } else {
      page.grid();
      page.steps();
    }
  }

  /**
   * Writes the headers: values that are the same in all manifests in one line, the others in a
   * table; of two manifests all in the table.
   */
  private void headers() throws IOException {
    List<Header> shown = matrix.headers();
    if (matrix.columns().size() > 2) {
      List<String> same = new ArrayList<>();
      shown = new ArrayList<>();
      for (Header header : matrix.headers()) {
        if (isSame(header)) {
          same.add(header.name() + " " + header.values().getFirst());
        } else {
          shown.add(header);
        }
      }
      if (!same.isEmpty()) {
        element("p", "In all manifests: " + String.join(", ", same) + ".");
      }
    }
    if (shown.isEmpty()) {
      return;
    }
    out.write("<div class=\"wide\"><table class=\"m\"><tr><th class=\"key\"></th>");
    for (Column column : matrix.columns()) {
      heading(column);
    }
    out.write("</tr>\n");
    for (Header header : shown) {
      out.write("<tr><th class=\"key\">" + text(header.name()) + "</th>");
      for (int at = 0; at < matrix.columns().size(); at++) {
        String value = header.values().get(at);
        boolean changed = header.changedIn(at);
        cell(
            changed ? "c" : at == 0 ? "" : "q",
            header.known(at)
                ? (changed ? "≠ " : "") + (value == null ? "–" : value)
                : ManifestWords.NOT_KNOWN);
      }
      out.write("</tr>\n");
    }
    out.write("</table></div>\n");
  }

  private boolean isSame(Header header) {
    for (int at = 0; at < matrix.columns().size(); at++) {
      if (!header.known(at) || header.changedIn(at)) {
        return false;
      }
    }
    return header.values().getFirst() != null;
  }

  private void pair() throws IOException {
    out.write(
        "<div class=\"wide\"><table class=\"m\"><tr><th></th><th></th><th colspan=\"6\">%s</th><th></th><th class=\"right\" colspan=\"6\">%s</th></tr>\n"
            .formatted(
                text(matrix.columns().getFirst().name()), text(matrix.columns().getLast().name())));
    out.write("<tr><th></th><th>Architecture</th>");
    for (String title : List.of("On disk", "File", "Kernels", "SHA-256", "Size", "")) {
      out.write("<th>" + title + "</th>");
    }
    out.write("<th>Growth</th>");
    String first = " class=\"right\"";
    for (String title : List.of("", "Size", "Kernels", "SHA-256", "File", "On disk")) {
      out.write("<th%s>%s</th>".formatted(first, title));
      first = "";
    }
    out.write("</tr>\n");
    for (Row row : matrix.rows()) {
      Step step = row.step(0, 1);
      Cell left = row.cells().getFirst();
      Cell right = row.cells().getLast();
      int last = row.cells().size() - 1;
      out.write("<tr>");
      cell("", ManifestWords.sign(step));
      cell("key", row.key());
      disk(left);
      values(row, 0, step);
      bar(row, 0, "");
      growth(row, step);
      bar(row, last, " class=\"right\"");
      values(row, last, step);
      disk(right);
      out.write("</tr>\n");
    }
    out.write("</table></div>\n");
    element(
        "p", matrix.scale() + " Growth is on the same scale: filled for more, outlined for less.");
  }

  private void values(Row row, int at, Step step) throws IOException {
    Cell cell = row.cells().get(at);
    boolean mirrored = at > 0;
    String kernels = cell.kernels() < 0 ? "" : Long.toString(cell.kernels());
    String file = marked(cell.file(), step, Step.FILE);
    String digest = marked(ManifestWords.digest(cell), step, Step.CHECKSUM);
    String size = marked(ManifestWords.size(row, at), step, Step.SIZE);
    if (mirrored) {
      cell("n " + look(step, Step.SIZE), size);
      cell("n " + look(step, Step.KERNELS), marked(kernels, step, Step.KERNELS));
      cell("mono " + look(step, Step.CHECKSUM), digest);
      cell(look(step, Step.FILE), file);
    } else {
      cell(look(step, Step.FILE), file);
      cell("n " + look(step, Step.KERNELS), marked(kernels, step, Step.KERNELS));
      cell("mono " + look(step, Step.CHECKSUM), digest);
      cell("n " + look(step, Step.SIZE), size);
    }
  }

  private static String marked(String value, Step step, String field) {
    return step.fields().contains(field) && !value.isEmpty() ? "≠ " + value : value;
  }

  private static String look(Step step, String field) {
    return switch (step.change()) {
      case SAME -> "q";
      case CHANGED -> step.fields().contains(field) ? "c" : "q";
      default -> "c";
    };
  }

  private void disk(Cell cell) throws IOException {
    cell(cell.disk().state().wrong() ? "bad" : "q", ManifestWords.disk(cell));
  }

  private void bar(Row row, int at, String style) throws IOException {
    Cell cell = row.cells().get(at);
    long bytes = cell.stated() ? Math.max(0, cell.shownBytes()) : 0;
    out.write(
        "<td%s><svg width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"%s\"><rect class=\"track\" width=\"%d\" height=\"%d\" rx=\"2\"/>"
            .formatted(style, BAR, HEIGHT, text(ManifestWords.size(row, at)), BAR, HEIGHT));
    if (bytes > 0) {
      out.write(
          "<rect class=\"bar\" width=\"%s\" height=\"%d\" rx=\"2\"/>"
              .formatted(number(width(bytes)), HEIGHT));
    }
    out.write("</svg></td>");
  }

  /** Pixels of a size, at least 2 so that small sizes are visible. */
  private double width(long bytes) {
    return Math.max(2, (double) bytes / largest * BAR);
  }

  private void growth(Row row, Step step) throws IOException {
    String words = ManifestWords.growth(row, 0, 1);
    if (step.change() == Change.ADDED || step.change() == Change.REMOVED) {
      cell("c", ManifestWords.sign(step) + (step.change() == Change.ADDED ? " new" : " gone"));
      return;
    }
    if (!row.known(0, 1)) {
      cell("c", ManifestWords.sign(step) + " " + ManifestWords.NOT_KNOWN);
      return;
    }
    if (words.isEmpty()) {
      cell("q", step.change() == Change.SAME ? "=" : "≠");
      return;
    }
    double half = BAR / 2.0;
    double length = Math.clamp(width(Math.abs(step.deltaBytes())), 2, half);
    boolean more = step.deltaBytes() > 0;
    out.write(
        "<td class=\"c\"><svg width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"%s\"><rect class=\"%s\" x=\"%s\" y=\"2\" width=\"%s\" height=\"%d\"/><line class=\"axis\" x1=\"%s\" x2=\"%s\" y2=\"%d\"/></svg>%s</td>"
            .formatted(
                BAR,
                HEIGHT,
                text(words),
                more ? "up" : "down",
                number(more ? half : half - length),
                number(length),
                HEIGHT - 4,
                number(half),
                number(half),
                HEIGHT,
                text(words)));
  }

  private void grid() throws IOException {
    out.write(
        "<div class=\"wide\"><table class=\"m\"><tr><th class=\"key\">Architecture</th><th>Size</th>");
    for (Column column : matrix.columns()) {
      heading(column);
    }
    out.write("</tr>\n");
    for (Row shown : matrix.rows()) {
      out.write("<tr>");
      cell("key", shown.key());
      trend(shown);
      for (int at = 0; at < matrix.columns().size(); at++) {
        gridCell(shown, at);
      }
      out.write("</tr>\n");
    }
    out.write("</table></div>\n");
    element(
        "p",
        ManifestWords.grid(matrix)
            + ", ▲ larger, ▼ smaller, ≠ otherwise, + new, − gone, ⚠ not known or unreadable.");
  }

  private void heading(Column column) throws IOException {
    String wrong = ManifestWords.wrong(column);
    out.write(
        "<th title=\"%s\">%s</th>"
            .formatted(
                text(column.label() + (wrong.isEmpty() ? "" : ": " + wrong)),
                text((wrong.isEmpty() ? "" : "⚠ ") + column.name())));
  }

  private void gridCell(Row shown, int at) throws IOException {
    Cell cell = shown.cells().get(at);
    String sign = at == 0 ? "" : ManifestWords.sign(shown.stepIn(at));
    String wrong = cell.disk().state().wrong() ? " " + cell.disk().state().sign() : "";
    double depth = cell.stated() ? (double) Math.max(0, cell.shownBytes()) / largest : 0;
    out.write(
        "<td class=\"d%s\" style=\"--d:%s\" title=\"%s\">%s</td>"
            .formatted(
                sign.isEmpty() ? "" : " o",
                String.format(Locale.ROOT, "%.3f", depth),
                text(ManifestWords.cell(matrix, shown, at)).replace("\n", "&#10;"),
                text((sign.isEmpty() ? "" : sign + " ") + ManifestWords.size(shown, at) + wrong)));
  }

  /** A row's sizes as a line, with a dot where something changed. */
  private void trend(Row row) throws IOException {
    int count = row.cells().size();
    LongSummaryStatistics sizes =
        row.cells().stream()
            .filter(cell -> cell.stated() && cell.shownBytes() >= 0)
            .mapToLong(Cell::shownBytes)
            .summaryStatistics();
    long range = sizes.getMax() - sizes.getMin();
    StringBuilder path = new StringBuilder();
    StringBuilder dots = new StringBuilder();
    boolean drawn = false;
    for (int at = 0; at < count; at++) {
      Cell cell = row.cells().get(at);
      double x = 3 + (TREND - 6.0) * at / Math.max(1, count - 1);
      boolean there = cell.stated() && cell.shownBytes() >= 0;
      double share =
          !there ? 0 : range <= 0 ? 0.5 : (cell.shownBytes() - sizes.getMin()) / (double) range;
      double y = 3 + (HEIGHT - 6) * (1 - share);
      if (there) {
        path.append(drawn ? " L" : " M").append(number(x)).append(' ').append(number(y));
      }
      drawn = there;
      if (row.changedIn(at)) {
        dots.append(
            "<circle class=\"dot\" cx=\"%s\" cy=\"%s\" r=\"2.5\"/>"
                .formatted(number(x), number(y)));
      }
    }
    out.write(
        "<td><svg width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"sizes of %s\">%s%s</svg></td>"
            .formatted(
                TREND,
                HEIGHT,
                text(row.key()),
                path.isEmpty()
                    ? ""
                    : "<path class=\"trend\" d=\"%s\"/>".formatted(path.toString().strip()),
                dots));
  }

  private void steps() throws IOException {
    int at = matrix.nextChanged(0, 1);
    if (at < 0) {
      return;
    }
    element("h2", "What changed when");
    out.write("<ul>\n");
    for (; at > 0; at = matrix.nextChanged(at, 1)) {
      element("li", matrix.columns().get(at).name() + ": " + ManifestWords.changesIn(matrix, at));
    }
    out.write("</ul>\n");
  }

  private void cell(String style, String text) throws IOException {
    out.write(
        (style.isBlank() ? "<td>" : "<td class=\"%s\">".formatted(style.strip()))
            + text(text)
            + "</td>");
  }

  private void element(String tag, String text) throws IOException {
    int end = tag.indexOf(' ');
    String name = end < 0 ? tag : tag.substring(0, end);
    out.write("<" + tag + ">" + text(text) + "</" + name + ">\n");
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  private static String text(String text) {
    return HtmlText.of(text);
  }
}
