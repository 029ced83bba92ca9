package org.kpackworkbench.model.analysis.diff.export;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.BelowCounts;
import org.kpackworkbench.model.analysis.diff.ByteComparison;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.ChangeCounts;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Comparison.Outcome;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.analysis.diff.Row.Field;
import org.kpackworkbench.model.analysis.diff.RowOrder;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.TableComparison;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestComparison;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.HexText;

/**
 * Writes a comparison row by row; nothing is kept in memory. Contents are not compared here: the
 * caller does that first. Names from files are escaped in every format.
 */
public record ComparisonExport(ExportRequest request, Sink sink, Progress progress) {
  /** Runs of different bytes that are written, unless as a patch; a view shows all. */
  private static final int MOST_BLOCKS = 1000;

  private static final int SHOWN_BYTES = 16;

  /** So many bytes of a run are one row of a patch. */
  private static final int PATCH_BYTES = 4096;

  /**
   * Writes a comparison.
   *
   * @param out where to, in UTF-8; stays open
   * @param progress checked for cancellation
   * @throws java.util.concurrent.CancellationException when cancelled
   * @throws IOException if {@code out} fails, or a file changed meanwhile
   */
  public static void write(
      Comparison comparison, ExportRequest request, OutputStream out, Progress progress)
      throws IOException {
    Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    Sink sink =
        switch (request.format()) {
          case TEXT -> new TextSink(writer);
          case JSON, JSON_LINES ->
              new JsonSink(out, request.format() == ExportFormat.JSON_LINES, request.findings());
          case HTML -> new HtmlSink(writer);
          case MARKDOWN -> new MarkdownSink(writer);
          case PATCH -> new PatchSink(writer);
        };
    new ComparisonExport(request, sink, progress)
        .run(
            comparison instanceof ManifestComparison manifests
                ? manifests.ordered(request.manifests())
                : comparison);
    writer.flush();
  }

  private void run(Comparison comparison) throws IOException {
    sink.begin(comparison, Summary.of(comparison));
    rows(comparison, "", request.depth());
    sink.end(comparison);
  }

  private void rows(Comparison comparison, String above, int depth) throws IOException {
    switch (comparison) {
      case TableComparison table -> table(table, above, depth);
      case ByteComparison bytes -> bytes(bytes, above);
    }
  }

  private void table(TableComparison table, String above, int depth) throws IOException {
    boolean sorted = request.byGrowth() && above.isEmpty();
    int[] rows = RowOrder.all(table);
    BelowCounts below = request.all() ? BelowCounts.of(table) : BelowCounts.none();
    for (int index : sorted ? RowOrder.byDelta(table, rows) : rows) {
      progress.step(0);
      Change change = table.change(index);
      boolean wanted = request.all() || isNamed(change);
      boolean kind = request.group() == null || request.group().equals(table.group(index));
      if (wanted && (kind || !above.isEmpty())) {
        Row row = table.row(index).noted(contents(table, index, change)).noted(below.words(index));
        String path = above.isEmpty() ? row.key() : above + " ▸ " + row.key();
        sink.row(path, row);
        if (depth > 0 && row.opens() && change.isDifference()) {
          below(table, index, path, depth - 1);
        }
      }
    }
  }

  /** Returns the differences of contents, where they were compared. */
  private String contents(TableComparison table, int index, Change change) throws IOException {
    if (change != Change.CHANGED || !table.contentsCompared()) {
      return "";
    }
    try {
      return table.contentWords(
          index,
          IntStream.rangeClosed(1, table.sides().size()).mapToObj(Row::side).toList(),
          progress);
    } catch (FormatException damaged) {
      damaged.throwIfFileChanged();
      return String.valueOf(damaged.getMessage());
    }
  }

  /** Programs get differences only; users also need to know how an item is stored differently. */
  private boolean isNamed(Change change) {
    boolean forPrograms =
        request.format() == ExportFormat.JSON || request.format() == ExportFormat.JSON_LINES;
    return change.isDifference() || (change == Change.STORED_OTHERWISE && !forPrograms);
  }

  private void below(TableComparison table, int index, String path, int depth) throws IOException {
    try (Comparison below = table.open(index, progress)) {
      if (below != null) {
        below.compareContents(progress, row -> {});
        rows(below, path, depth);
      }
    } catch (FormatException damaged) {
      damaged.throwIfFileChanged();
      sink.row(path, broken(table.row(index), damaged));
    }
  }

  /** The row instead of the comparison below it that cannot be read, with the reason. */
  private static Row broken(Row row, FormatException damaged) {
    return new Row(
        row.index(),
        row.group(),
        row.key(),
        Change.UNREADABLE,
        row.cells(),
        List.of(),
        String.valueOf(damaged.getMessage()),
        false);
  }

  private void bytes(ByteComparison bytes, String above) throws IOException {
    boolean whole = request.format() == ExportFormat.PATCH;
    int number = 0;
    for (long at = bytes.nextDifference(0, progress); at >= 0; number++) {
      ByteComparison.Block block = bytes.blocks(at, 1, progress).getFirst();
      long end = block.positions().end();
      long step = whole ? PATCH_BYTES : end - at;
      for (long from = at; from < end; from += step) {
        Row row =
            row(
                bytes,
                new ByteRange(from, Math.min(step, end - from)),
                block.change(),
                number,
                whole ? PATCH_BYTES : SHOWN_BYTES);
        String path = (above.isEmpty() ? "" : above + " ▸ ") + row.key();
        if (!whole && number == MOST_BLOCKS) {
          sink.row(path, row.noted("cut off here: more follows, which --format patch shows"));
          return;
        }
        sink.row(path, row);
      }
      at = bytes.nextDifference(end, progress);
    }
  }

  private static Row row(
      ByteComparison bytes, ByteRange range, Change change, int number, int mostShown)
      throws FormatException {
    int shown = (int) Math.min(mostShown, range.length());
    List<Cell> cells = new ArrayList<>();
    List<@Nullable String> texts = new ArrayList<>();
    for (int side = 0; side < bytes.sides().size(); side++) {
      Side of = bytes.sides().get(side);
      long offset = bytes.alignment().offset(side, range.start());
      Change to = side == 0 ? Change.SAME : change;
      if (offset < 0) {
        cells.add(new Cell(false, to, -1, null, null));
        texts.add(null);
        continue;
      }
      Place place = new Place.Bytes(of.place(), new ByteRange(offset, range.length()));
      cells.add(new Cell(true, to, range.length(), place, null));
      byte[] values = Objects.requireNonNull(of.bytes()).bytes(offset, shown);
      texts.add(HexText.spaced(values) + (shown < range.length() ? " …" : ""));
    }
    return new Row(
        number,
        "bytes",
        "0x" + Long.toHexString(range.start()),
        change,
        cells,
        List.of(new Field("hex", texts)),
        CountText.of(range.length(), "byte"),
        false);
  }

  /** Takes a comparison row by row and writes each at once. For one thread. */
  interface Sink {
    void begin(Comparison comparison, Summary summary) throws IOException;

    /**
     * A row.
     *
     * @param path the keys of the rows above it and its own, with {@code ▸} between
     */
    void row(String path, Row row) throws IOException;

    void end(Comparison comparison) throws IOException;
  }

  /**
   * A comparison in a few words.
   *
   * @param title what is compared
   * @param outcome the outcome, in words
   * @param counts how many rows there are of each change
   */
  record Summary(String title, String outcome, ChangeCounts counts) {

    static Summary of(Comparison comparison) {
      return new Summary(
          comparison.sides().stream().map(Side::label).collect(Collectors.joining(" → ")),
          words(comparison),
          comparison instanceof TableComparison table ? ChangeCounts.of(table) : ChangeCounts.NONE);
    }

    private static String words(Comparison comparison) {
      Outcome outcome = comparison.outcome();
      return comparison.contentsCompared() || outcome == Outcome.NOT_COMPARED
          ? outcome.words()
          : outcome.words() + ", " + Outcome.NOT_COMPARED.words();
    }

    /** E.g. {@code different: 3 of 120 rows differ (1 added, 2 changed)}. */
    String words() {
      return counts.rows() == 0 ? outcome : outcome + ": " + counts.inFull();
    }
  }
}
