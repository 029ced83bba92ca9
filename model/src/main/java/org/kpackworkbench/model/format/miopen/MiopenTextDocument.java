package org.kpackworkbench.model.format.miopen;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.registry.DocumentPart;
import org.kpackworkbench.model.format.registry.FileInfo;
import org.kpackworkbench.model.format.registry.Lazy;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.SourceDocument;

/** An open text database: its records, and the lines that are none. */
public final class MiopenTextDocument extends SourceDocument {
  private static final int WINDOW_BYTES = 1 << 20;
  private static final int MOST_PROBLEMS = 100;

  private final List<Row> rows = new ArrayList<>();
  private final Map<String, Long> ids = new TreeMap<>();
  private final List<FormatException> problems = new ArrayList<>();
  private final Lazy<List<DocumentPart>> parts = new Lazy<>(this::makeParts);

  /** How many values an ID has at least, of whole lines. */
  private final Map<String, Integer> fewest = new HashMap<>();

  private long badLines;
  private long openLine = -1;

  /**
   * A record.
   *
   * @param line its number, from 1
   * @param offset where it begins, in the view
   * @param problem what it is for
   * @param values what was chosen, as it is written
   */
  private record Row(long line, long offset, int bytes, String problem, String values) {}

  MiopenTextDocument(OpenSource source, Progress progress) throws FormatException {
    super(source, MiopenTextFormat.FORMAT);
    Set<String> known = new HashSet<>();
    ByteView bytes = source.bytes();
    long line = 1;
    for (long at = 0; at < bytes.size(); ) {
      progress.step(0);
      byte[] window = bytes.bytes(at, (int) Math.min(WINDOW_BYTES, bytes.size() - at));
      int start = 0;
      for (int i = 0; i < window.length; i++) {
        if (window[i] == '\n') {
          line(known, line++, at + start, window, start, i);
          start = i + 1;
        }
      }
      boolean last = at + window.length == bytes.size();
      if (last && start < window.length) {
        openLine = line;
        line(known, line, at + start, window, start, window.length);
      } else if (!last && start == 0) {
        throw error(line, at, Reason.TOO_LARGE)
            .mismatch("lines of at most %d bytes".formatted(WINDOW_BYTES), "a longer one");
      }
      at += last ? window.length : start;
    }
    if (rows.isEmpty() && badLines == 0) {
      problems.add(
          error(1, 0, Reason.TRUNCATED)
              .expected("a record")
              .found("the end of the file")
              .advice("MIOpen finds nothing in it. It may have been cut off; get it again.")
              .build());
    }
    if (badLines > problems.size()) {
      problems.add(
          error(line, 0, Reason.BAD_VALUE)
              .mismatch(
                  "records", "%d more lines like those".formatted(badLines - problems.size())));
    }
  }

  private void line(Set<String> known, long number, long at, byte[] window, int from, int to) {
    String text = new String(window, from, to - from, StandardCharsets.UTF_8).stripTrailing();
    if (text.isBlank()) {
      return;
    }
    int equals = text.indexOf('=');
    if (equals <= 0) {
      bad(number, at, Reason.BAD_VALUE, "KEY=ID:VALUES", shortened(text));
      return;
    }
    String problem = text.substring(0, equals);
    String values = text.substring(equals + 1);
    rows.add(new Row(number, at, to - from, problem, values));
    if (!known.add(problem)) {
      bad(
          number,
          at,
          Reason.DUPLICATE_KEY,
          "each key once: MIOpen reads its first record only",
          shortened(problem));
    }
    Set<String> inRecord = new HashSet<>();
    for (int start = 0; start < values.length() || start == 0; ) {
      int semicolon = values.indexOf(';', start);
      int end = semicolon < 0 ? values.length() : semicolon;
      pair(number, at, values.substring(start, end), inRecord);
      start = end + 1;
    }
  }

  private void pair(long number, long at, String text, Set<String> known) {
    int colon = text.indexOf(':');
    if (colon <= 0) {
      bad(number, at, Reason.BAD_VALUE, "ID:VALUES between semicolons", shortened(text));
      return;
    }
    String id = text.substring(0, colon);
    ids.merge(id, 1L, Long::sum);
    if (!known.add(id)) {
      bad(
          number,
          at,
          Reason.DUPLICATE_KEY,
          "each ID once in a record: MIOpen reads its first values only",
          id);
    }
    int values = 1 + (int) text.chars().filter(each -> each == ',').count();
    int whole = fewest.getOrDefault(id, values);
    if (number == openLine && values < whole) {
      bad(
          number,
          at,
          Reason.TRUNCATED,
          "%s of %s, as in other records".formatted(CountText.of(whole, "value"), id),
          "the end of the file behind " + values);
    }
    fewest.put(id, Math.min(whole, values));
  }

  /** The number of the last line if it has no end, as none does that was cut; -1 if it has one. */
  long openLine() {
    return openLine;
  }

  private void bad(long line, long at, Reason reason, String expected, String found) {
    badLines++;
    if (problems.size() < MOST_PROBLEMS) {
      problems.add(
          error(line, at, reason)
              .expected(expected)
              .found(found.isEmpty() ? "nothing" : found)
              .advice("MIOpen ignores this line. Correct or remove it.")
              .build());
    }
  }

  private FormatException.Builder error(long line, long at, Reason reason) {
    return FormatException.at(bytes(), at, format().words(), "line " + line, reason);
  }

  private static String shortened(String text) {
    return text.length() <= 80 ? text : text.substring(0, 80) + "…";
  }

  private List<DocumentPart> makeParts() {
    List<DocumentPart> made = new ArrayList<>(rows.size());
    for (Row row : rows) {
      ByteView content = bytes();
      Map<String, String> fields = new LinkedHashMap<>();
      fields.put("line", Long.toString(row.line()));
      fields.put("values", row.values());
      ByteRange range = new ByteRange(content.fileOffset(row.offset()), row.bytes());
      made.add(
          new DocumentPart(
              "record",
              row.problem(),
              new Place.Part(place(), "line " + row.line(), range),
              row.bytes(),
              fields,
              progress -> content.slice(row.offset(), row.bytes()),
              null));
    }
    return List.copyOf(made);
  }

  @Override
  public List<DocumentPart> parts() {
    return parts.get();
  }

  @Override
  public String whyNoCodeObjects() {
    return "no code objects: a text database only selects kernels";
  }

  @Override
  public List<FormatException> problems() {
    return List.copyOf(problems);
  }

  /** How many records there are, and how many of them have values of each ID. */
  @Override
  public FileInfo info(boolean checksums, Progress progress) throws IOException {
    return report -> {
      report
          .facts()
          .number("records", rows.size())
          .list(
              "ids",
              List.copyOf(ids.entrySet()),
              (id, row) -> row.text("id", id.getKey()).number("records", id.getValue()));
      report.values("records").section("IDs", "ids", "id", "records");
    };
  }
}
