package org.kpackworkbench.model.operation.describe;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.kpackworkbench.model.format.registry.CodeObjectUri;

/**
 * Kind of the values of an option: how they are read and written, and what helps to choose one.
 * Immutable.
 *
 * @param <T> the values; equal where they mean the same
 */
public final class OptionKind<T> {
  /** The text of a value for users who choose one. */
  public enum Shape {
    /** Given or not. */
    SWITCH,
    /** A value from {@link #choices}. */
    CHOICE,
    /** A whole number. */
    NUMBER,
    /** A text. */
    TEXT,
    /** A file to read. */
    FILE,
    /** A folder to read. */
    FOLDER,
    /** A file to write. */
    NEW_FILE,
    /** A folder to write. */
    NEW_FOLDER,
    /** GPU targets. */
    TARGETS;

    /** Whether values are paths of files or folders. */
    public boolean isPath() {
      return this == FILE || this == FOLDER || isWritten();
    }

    /** Whether values are paths of what is written. */
    public boolean isWritten() {
      return this == NEW_FILE || this == NEW_FOLDER;
    }
  }

  /**
   * A value that can be chosen.
   *
   * @param word how command lines spell it
   * @param title what forms call it
   */
  public record Choice<T>(T value, String word, String title) {}

  private static final Pattern SEPARATOR = Pattern.compile("[,;\\s]+");

  private final Shape shape;
  private final boolean several;
  private final boolean joined;
  private final String expected;
  private final List<Choice<T>> choices;
  private final Supplier<List<String>> words;
  private final Function<List<String>, T> reader;
  private final Function<T, List<String>> writer;

  private OptionKind(
      Shape shape,
      boolean several,
      boolean joined,
      String expected,
      List<Choice<T>> choices,
      Supplier<List<String>> words,
      Function<List<String>, T> reader,
      Function<T, List<String>> writer) {
    this.shape = shape;
    this.several = several;
    this.joined = joined;
    this.expected = expected;
    this.choices = List.copyOf(choices);
    this.words = words;
    this.reader = reader;
    this.writer = writer;
  }

  /**
   * One value that a text spells.
   *
   * @param expected what it is, in a few words
   * @param reader throws {@code IllegalArgumentException} with what is wrong
   */
  public static <T> OptionKind<T> of(
      Shape shape, String expected, Function<String, T> reader, Function<T, String> writer) {
    return new OptionKind<>(
        shape,
        false,
        false,
        expected,
        List.of(),
        List::of,
        texts -> reader.apply(texts.getLast()),
        value -> List.of(writer.apply(value)));
  }

  /** Given or not. */
  public static OptionKind<Boolean> flag() {
    return new OptionKind<>(
        Shape.SWITCH,
        false,
        false,
        "",
        List.of(),
        List::of,
        texts -> !texts.contains("false"),
        value -> value ? List.of("true") : List.of());
  }

  /** Any text. */
  public static OptionKind<String> text() {
    return of(Shape.TEXT, "a text", text -> text, text -> text);
  }

  /** A whole number in a range, with both ends in it. */
  public static OptionKind<Integer> number(int least, int most) {
    String range =
        most == Integer.MAX_VALUE
            ? "%d or more".formatted(least)
            : "%d to %d".formatted(least, most);
    return of(
        Shape.NUMBER,
        range,
        text -> {
          try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
              return number;
            }
          } catch (NumberFormatException none) {
            // Said below, with the range.
          }
          throw new IllegalArgumentException("expected %s, found %s".formatted(range, text));
        },
        String::valueOf);
  }

  /**
   * Returns the kind of an option with a choice of several values.
   *
   * @param all the values, in the order in which they are shown; those without a title are read
   *     only
   */
  public static <T> OptionKind<T> choice(List<Choice<T>> all) {
    List<Choice<T>> shown = all.stream().filter(choice -> !choice.title().isEmpty()).toList();
    List<String> words = shown.stream().map(Choice::word).toList();
    String expected = expected(words);
    return new OptionKind<>(
        Shape.CHOICE,
        false,
        false,
        expected,
        shown,
        () -> words,
        texts -> read(all, texts.getLast(), expected),
        value ->
            shown.stream()
                .filter(choice -> choice.value().equals(value))
                .map(Choice::word)
                .toList());
  }

  /** Words as a sentence lists them: {@code a, b or c}. */
  private static String expected(List<String> words) {
    int last = words.size() - 1;
    return last < 1
        ? String.join("", words)
        : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
  }

  private static <T> T read(List<Choice<T>> all, String word, String expected) {
    for (Choice<T> choice : all) {
      if (choice.word().equals(word)) {
        return choice.value();
      }
    }
    throw new IllegalArgumentException(
        "expected " + expected + (word.isEmpty() ? "" : ", found " + word));
  }

  /** A file to read. */
  public static OptionKind<Path> file() {
    return path(Shape.FILE);
  }

  /** A file to read, or bytes of one as ROCm's tools name them ({@link CodeObjectUri}). */
  public static OptionKind<Path> fileOrUri() {
    return of(
        Shape.FILE,
        "a path",
        text -> CodeObjectUri.isUri(text) ? CodeObjectUri.parse(text) : path(text),
        Path::toString);
  }

  /** A folder to read. */
  public static OptionKind<Path> folder() {
    return path(Shape.FOLDER);
  }

  /** A folder to write. */
  public static OptionKind<Path> newFolder() {
    return path(Shape.NEW_FOLDER);
  }

  /** A file to write. */
  public static OptionKind<Path> newFile() {
    return path(Shape.NEW_FILE);
  }

  private static OptionKind<Path> path(Shape shape) {
    return of(shape, "a path", OptionKind::path, Path::toString);
  }

  /**
   * A text that is no URI: as a path it would be a file that is missing.
   *
   * @throws IllegalArgumentException if it is one; the message is for users
   */
  public static String noUri(String text) {
    if (CodeObjectUri.isUri(text)) {
      throw new IllegalArgumentException(
          ("expected a path, found the URI %s: URIs are read by info, list, kernels, search,"
                  + " disassemble and by extract, which writes such bytes to a file")
              .formatted(text));
    }
    return text;
  }

  private static Path path(String text) {
    try {
      return Path.of(noUri(text));
    } catch (InvalidPathException wrong) {
      throw new IllegalArgumentException(
          "“%s” is not a path on this system: %s".formatted(text, wrong.getReason()), wrong);
    }
  }

  /**
   * Texts with commas, semicolons or white space between them; at least one where it is given.
   *
   * @param expected what they are, in a few words
   * @param known those that there are; empty if only the user knows
   */
  public static OptionKind<List<String>> names(String expected, List<String> known) {
    return new OptionKind<>(
        Shape.TEXT,
        true,
        true,
        expected,
        List.of(),
        () -> known,
        texts -> names(texts, expected),
        values -> values.isEmpty() ? List.of() : List.of(String.join(",", values)));
  }

  private static List<String> names(List<String> texts, String expected) {
    List<String> names =
        texts.stream()
            .flatMap(text -> Arrays.stream(SEPARATOR.split(text, -1)))
            .filter(text -> !text.isEmpty())
            .distinct()
            .toList();
    if (names.isEmpty()) {
      throw new IllegalArgumentException("expected " + expected);
    }
    return names;
  }

  /**
   * GPU targets.
   *
   * @param reader reads names; throws {@code IllegalArgumentException} with what is wrong
   */
  public static <T> OptionKind<T> targets(
      Function<List<String>, T> reader, Function<T, List<String>> writer) {
    return new OptionKind<>(
        Shape.TARGETS, true, true, "targets", List.of(), List::of, reader, writer);
  }

  /** Returns this kind for an option that can be given several times. */
  public OptionKind<List<T>> several() {
    return new OptionKind<>(
        shape,
        true,
        false,
        expected,
        List.of(),
        words,
        texts -> texts.stream().map(text -> reader.apply(List.of(text))).toList(),
        values -> {
          List<String> all = new ArrayList<>();
          values.forEach(value -> all.addAll(writer.apply(value)));
          return all;
        });
  }

  /** Returns this kind for an option that may be left out. */
  public OptionKind<Optional<T>> optional() {
    return new OptionKind<>(
        shape,
        several,
        joined,
        expected,
        optionally(choices),
        words,
        texts -> texts.isEmpty() ? Optional.empty() : Optional.of(reader.apply(texts)),
        value -> value.map(writer).orElse(List.of()));
  }

  private static <T> List<Choice<Optional<T>>> optionally(List<Choice<T>> choices) {
    return choices.stream()
        .map(choice -> new Choice<>(Optional.of(choice.value()), choice.word(), choice.title()))
        .toList();
  }

  /**
   * Returns this kind with words that can be completed.
   *
   * @param known supplies the words when they are needed
   */
  public OptionKind<T> completing(Supplier<List<String>> known) {
    return new OptionKind<>(shape, several, joined, expected, choices, known, reader, writer);
  }

  /** Returns the shape of the values in a form. */
  public Shape shape() {
    return shape;
  }

  /** Whether it may be given several times. */
  public boolean isSeveral() {
    return several;
  }

  /** Whether one text may spell several, with commas between them. */
  public boolean isJoined() {
    return joined;
  }

  /** Returns what a value has to be, in a few words: {@code 1 to 22}. */
  public String expected() {
    return expected;
  }

  /** The values of a {@link Shape#CHOICE}. */
  public List<Choice<T>> choices() {
    return choices;
  }

  /**
   * Returns the name of a value of a {@link Shape#CHOICE} in forms; empty if it is none of the
   * choices.
   */
  public String title(T value) {
    return choices.stream()
        .filter(choice -> choice.value().equals(value))
        .map(Choice::title)
        .findFirst()
        .orElse("");
  }

  /** Returns the words that can be completed; empty if only the user knows. */
  public List<String> words() {
    return words.get();
  }

  /**
   * The value that texts spell.
   *
   * @throws IllegalArgumentException if they spell none; the message says what was expected
   */
  public T read(List<String> texts) {
    return reader.apply(texts);
  }

  /** The texts that spell a value; none if it is what the option means when it is not given. */
  public List<String> write(T value) {
    return writer.apply(value);
  }
}
