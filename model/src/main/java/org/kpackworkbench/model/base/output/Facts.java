package org.kpackworkbench.model.base.output;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;

/**
 * Named values in their order: of a report, of a row of a list, of a part. Each is said once, with
 * its type. All of them are the JSON; a {@link Report} chooses those that text shows.
 *
 * <p>Lists are described when they are printed, row by row, so that one of any length takes no
 * memory. Not safe for use by several threads.
 */
public final class Facts {
  private final List<Fact> facts = new ArrayList<>();

  /** Makes words that take time. */
  public interface Words {
    /** The words. */
    String get() throws IOException;
  }

  /** Describes a row by its facts. */
  public interface Describe<R> {
    /** Adds the facts of a row. */
    void describe(R row, Facts facts) throws IOException;
  }

  /** Rows that are made when they are printed. */
  public interface Rows<R> {
    /** Makes the rows, one after the other. */
    void each(Taker<R> take) throws IOException;
  }

  private static final Value WORDS = new Value.Aside(false);

  private record Fact(String name, Value value, @Nullable Words shown) {}

  private enum Unit {
    PLAIN,
    BYTES,
    OFFSET,
    ADDRESS
  }

  private sealed interface Value {
    record Text(@Nullable String text) implements Value {}

    record Flag(boolean yes) implements Value {}

    record Figure(long number, Unit unit, boolean known) implements Value {}

    record Texts(List<String> texts) implements Value {}

    record Numbers(List<Integer> numbers) implements Value {}

    record Pairs(Supplier<Map<String, MsgValue>> pairs) implements Value {}

    record Part(@Nullable Facts facts) implements Value {}

    record Parts(List<@Nullable Facts> parts) implements Value {}

    record Listing<R>(Rows<R> rows, Describe<R> describe, boolean aside) implements Value {
      void each(Taker<Facts> take) throws IOException {
        rows.each(
            row -> {
              Facts facts = new Facts();
              describe.describe(row, facts);
              take.take(facts);
            });
      }
    }

    /** For people only. */
    record Aside(boolean number) implements Value {}
  }

  private Facts add(String name, Value value) {
    facts.add(new Fact(name, value, null));
    return this;
  }

  /** A text, or nothing. */
  public Facts text(String name, @Nullable String value) {
    return add(name, new Value.Text(value));
  }

  /** A file or folder, or nothing. */
  public Facts path(String name, @Nullable Path value) {
    return text(name, value == null ? null : SystemText.printed(value));
  }

  /** A constant as programs know it: {@code no-device-code}. */
  public Facts id(String name, Enum<?> value) {
    return text(name, value.name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }

  /** Yes or no. */
  public Facts flag(String name, boolean value) {
    return add(name, new Value.Flag(value));
  }

  /** A number. */
  public Facts number(String name, long value) {
    return add(name, new Value.Figure(value, Unit.PLAIN, true));
  }

  /** A number that may be unknown; negative ones are. */
  public Facts known(String name, long value) {
    return add(name, new Value.Figure(value, Unit.PLAIN, value >= 0));
  }

  /** A size in bytes, which text rounds where there is room for both; negative ones are unknown. */
  public Facts size(String name, long sizeBytes) {
    return add(name, new Value.Figure(sizeBytes, Unit.BYTES, sizeBytes >= 0));
  }

  /** An offset in a file: hexadecimal in text. */
  public Facts offset(String name, long value) {
    return add(name, new Value.Figure(value, Unit.OFFSET, true));
  }

  /** A virtual address, or other bits that people know in hexadecimal. */
  public Facts address(String name, long value) {
    return address(name, value, true);
  }

  /** Adds a virtual address, or other bits known in hexadecimal, that may be unknown. */
  public Facts address(String name, long value, boolean known) {
    return add(name, new Value.Figure(value, Unit.ADDRESS, known));
  }

  /** Short texts. */
  public Facts texts(String name, Collection<String> values) {
    return add(name, new Value.Texts(List.copyOf(values)));
  }

  /** Numbers. */
  public Facts numbers(String name, List<Integer> values) {
    return add(name, new Value.Numbers(List.copyOf(values)));
  }

  /** MessagePack pairs. */
  public Facts pairs(String name, Map<String, MsgValue> values) {
    return pairs(name, () -> values);
  }

  /** Adds MessagePack pairs, made only where they are printed. */
  public Facts pairs(String name, Supplier<Map<String, MsgValue>> values) {
    return add(name, new Value.Pairs(values));
  }

  /** A part with facts of its own, or nothing. */
  public Facts part(String name, @Nullable Facts part) {
    return add(name, new Value.Part(part));
  }

  /** Parts in their order, or nothing in the place of some. */
  public Facts parts(String name, List<@Nullable Facts> parts) {
    return add(name, new Value.Parts(parts));
  }

  /** A fact that says that there is nothing. */
  public Facts nothing(String name) {
    return add(name, new Value.Text(null));
  }

  /** Rows, each with facts of its own. */
  public <R> Facts list(String name, Iterable<? extends R> rows, Describe<R> describe) {
    return rows(name, rowsOf(rows), describe);
  }

  private static <R> Rows<R> rowsOf(Iterable<? extends R> rows) {
    return take -> {
      for (R row : rows) {
        take.take(row);
      }
    };
  }

  /** Adds rows that are made when they are printed, each with facts of its own. */
  public <R> Facts rows(String name, Rows<R> rows, Describe<R> describe) {
    return add(name, new Value.Listing<>(rows, describe, false));
  }

  /** Rows of several kinds, each of which says its facts itself. */
  public Facts rows(String name, Rows<Taker<Facts>> rows) {
    return rows(name, rows, (Taker<Facts> row, Facts facts) -> row.take(facts));
  }

  /** Rows for people: text may show them, JSON has no such field. */
  public <R> Facts asides(String name, Iterable<? extends R> rows, Describe<R> describe) {
    return add(name, new Value.Listing<>(rowsOf(rows), describe, true));
  }

  /** Lines for people, made when they are printed. */
  public Facts lines(String name, Rows<String> lines) {
    return add(name, new Value.Listing<String>(lines, (line, row) -> row.text("", line), true));
  }

  /** Words for people: text may show them, JSON has no such field. */
  public Facts aside(String name, String words) {
    facts.add(new Fact(name, WORDS, () -> words));
    return this;
  }

  /** A number for people. */
  public Facts aside(String name, long number) {
    return add(name, new Value.Aside(true)).shown(() -> Long.toString(number));
  }

  /** Sets the words that text shows instead of the value that was added last. */
  public Facts shown(String words) {
    return shown(() -> words);
  }

  /**
   * Sets the words that text shows instead of the value that was added last; made only where text
   * is printed.
   */
  public Facts shown(Words words) {
    Fact last = facts.removeLast();
    facts.add(new Fact(last.name(), last.value(), words));
    return this;
  }

  /** Adds the facts of a problem with a file. */
  public static void describe(FormatException problem, Facts facts) {
    describeShown(problem, facts, text -> text);
  }

  /**
   * Adds the facts of a problem with a file.
   *
   * @param shown makes the text that is shown of one with paths in it
   */
  public static void describeShown(
      FormatException problem, Facts facts, UnaryOperator<String> shown) {
    @Nullable String advice = problem.advice();
    facts
        .id("reason", problem.reason())
        .text("file", shown.apply(problem.file()))
        .known("offset", problem.fileOffset())
        .text("structure", problem.structure())
        .text("field", problem.field())
        .text("expected", problem.expected())
        .text("found", problem.found())
        .text("advice", advice == null ? null : shown.apply(advice))
        .text("message", shown.apply(String.valueOf(problem.getMessage())));
  }

  /** Writes them as fields of the object that is open. */
  public void json(JsonOut out) throws IOException {
    for (Fact fact : facts) {
      json(out, fact.name(), fact.value());
    }
  }

  /** Writes the rows of the first list as lines. */
  void jsonLines(JsonOut lines) throws IOException {
    for (Fact fact : facts) {
      if (fact.value() instanceof Value.Listing<?> list && !list.aside()) {
        list.each(row -> row.jsonLine(lines));
        return;
      }
    }
  }

  /** Writes them as a line of its own. */
  public void jsonLine(JsonOut lines) throws IOException {
    try (JsonOut line = lines.part()) {
      json(line);
    }
  }

  private static void json(JsonOut out, String name, Value value) throws IOException {
    switch (value) {
      case Value.Text(String text) -> out.field(name, text);
      case Value.Flag(boolean yes) -> out.field(name, yes);
      case Value.Figure number when !number.known() -> out.nothing(name);
      case Value.Figure(long number, Unit unit, boolean known) when unit == Unit.ADDRESS ->
          out.address(name, number);
      case Value.Figure(long number, Unit unit, boolean known) -> out.field(name, number);
      case Value.Texts(List<String> texts) -> out.texts(name, texts);
      case Value.Numbers(List<Integer> numbers) -> {
        out.list(name);
        numbers.forEach(out::value);
        out.endList();
      }
      case Value.Pairs(Supplier<Map<String, MsgValue>> pairs) -> out.values(name, pairs.get());
      case Value.Part(Facts part) -> {
        if (part == null) {
          out.nothing(name);
        } else {
          part.json(out.object(name));
          out.endObject();
        }
      }
      case Value.Parts(List<@Nullable Facts> parts) -> {
        out.list(name);
        for (Facts part : parts) {
          if (part == null) {
            out.nothing();
          } else {
            part.json(out.object());
            out.endObject();
          }
        }
        out.endList();
      }
      case Value.Listing<?> list when list.aside() -> {}
      case Value.Listing<?> list -> {
        out.list(name);
        list.each(
            row -> {
              row.json(out.object());
              out.endObject();
            });
        out.endList();
      }
      case Value.Aside aside -> {}
    }
  }

  /**
   * Returns a file and their texts and numbers in their order, as a line of comma-separated values;
   * what is not known is empty.
   */
  public String csv(Path file) {
    List<String> values = new ArrayList<>(List.of(file.toString()));
    for (Fact fact : facts) {
      values.add(
          switch (fact.value()) {
            case Value.Text(String text) when text != null -> text;
            case Value.Figure(long number, Unit unit, boolean known) when known ->
                unit == Unit.ADDRESS ? Csv.address(number) : Csv.known(number);
            default -> "";
          });
    }
    return Csv.line(values);
  }

  /** The fact of a name, or of a name in a part: {@code marker/section}. */
  private @Nullable Fact find(String name) {
    for (Fact fact : facts) {
      if (fact.name().equals(name)) {
        return fact;
      }
      if (fact.value() instanceof Value.Part(Facts part)
          && part != null
          && name.startsWith(fact.name() + "/")) {
        return part.find(name.substring(fact.name().length() + 1));
      }
    }
    return null;
  }

  /** Whether a fact is a number, which tables align to the right. */
  boolean isNumber(String name) {
    Fact fact = find(name);
    return fact != null
        && (fact.value() instanceof Value.Figure
            || (fact.value() instanceof Value.Aside(boolean number) && number));
  }

  /**
   * Returns a fact in words for people; empty if there is none of that name, or where it is
   * unknown.
   */
  String words(String name) throws IOException {
    return words(find(name), "", true);
  }

  /**
   * Returns a fact in words for a table, where sizes are in bytes, and {@code -} says that one is
   * unknown.
   *
   * @param guess where the fact may be, as {@link #indexOf} said of a row like this one
   */
  String cell(String name, int guess) throws IOException {
    boolean there = guess >= 0 && guess < facts.size() && facts.get(guess).name().equals(name);
    return words(there ? facts.get(guess) : find(name), "-", false);
  }

  /** Which fact has a name, counted from 0; -1 if none has, or where it is in a part. */
  int indexOf(String name) {
    for (int i = 0; i < facts.size(); i++) {
      if (facts.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  private static String words(@Nullable Fact fact, String unknown, boolean rounded)
      throws IOException {
    if (fact == null) {
      return "";
    }
    Words shown = fact.shown();
    return shown != null
        ? shown.get()
        : switch (fact.value()) {
          case Value.Text(String text) -> text == null ? "" : text;
          case Value.Flag(boolean yes) -> yes ? "yes" : "no";
          case Value.Figure number when !number.known() -> unknown;
          case Value.Figure(long number, Unit unit, boolean known) ->
              switch (unit) {
                case PLAIN -> Long.toString(number);
                case BYTES -> rounded ? size(number) : Long.toString(number);
                case OFFSET, ADDRESS -> "0x" + Long.toHexString(number);
              };
          case Value.Texts(List<String> texts) -> String.join(" ", texts);
          case Value.Numbers(List<Integer> numbers) ->
              numbers.stream().map(String::valueOf).collect(Collectors.joining(" "));
          case Value.Pairs(Supplier<Map<String, MsgValue>> pairs) -> pairs.get().toString();
          case Value.Part part -> "";
          case Value.Parts parts -> "";
          case Value.Listing<?> list -> "";
          case Value.Aside aside -> "";
        };
  }

  /** Goes through the rows of a list; short texts are rows with one fact, which has no name. */
  void each(String name, Taker<Facts> take) throws IOException {
    Fact fact = find(name);
    if (fact != null && fact.value() instanceof Value.Listing<?> list) {
      list.each(take);
    } else if (fact != null && fact.value() instanceof Value.Texts(List<String> texts)) {
      for (String text : texts) {
        take.take(new Facts().text("", text));
      }
    }
  }

  /** A size for people, with the exact number where that says more. */
  public static String size(long sizeBytes) {
    return sizeBytes < 1024
        ? CountText.of(sizeBytes, "byte")
        : "%s (%d bytes)".formatted(SizeText.of(sizeBytes), sizeBytes);
  }
}
