package org.kpackworkbench.model.operation.describe;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.operation.describe.OptionKind.Shape;

/**
 * One option of an operation, on the command line and as a field of a form. Immutable; equal to
 * itself only.
 *
 * @param <T> its values
 */
public final class Option<T> {
  /**
   * Another option has to have some values, or this one changes nothing.
   *
   * @param <U> the other option's values
   */
  public record When<U>(Option<U> other, Predicate<U> holds) {}

  /** Meanings of {@code -} as the value of an option whose file or folder is written. */
  public enum StandardOutput {
    /** An error: it is, or may be, a folder. */
    REFUSED,
    /** The file is written and then copied there. */
    COPIED,
    /** No effect, as without the option: the operation prints what it would write. */
    PRINTED,
    /** The operation writes there itself. */
    OWN
  }

  /** Where in a value the file is that is read: {@code -} there is standard input. */
  public enum StandardInput {
    /** Nowhere: it reads no file. */
    NONE,
    /** All of the value. */
    WHOLE,
    /** All of the value, or what is before its first equals sign. */
    BEFORE_SIGN,
    /** The part behind the last equals sign. */
    BEHIND_SIGN
  }

  /**
   * How much may come from standard input, a pipe or a device.
   *
   * @param mostBytes more is refused
   * @param mostBytesOfALine so much without the end of a line is refused, too
   */
  public record InputLimits(long mostBytes, long mostBytesOfALine) {
    /** More than any file that people pass through a pipe to look into. */
    public static final InputLimits FILE = new InputLimits(32L << 30, Long.MAX_VALUE);

    /** A log is text in lines, and people read it. */
    public static final InputLimits LOG = new InputLimits(4L << 30, 16L << 20);

    /** Any bytes. */
    public static final InputLimits NONE = new InputLimits(Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /** Value, or part of one, that means standard input or output. */
  public static final String STANDARD = "-";

  private final OptionKind<T> kind;
  private final List<String> names;
  private final List<String> formerNames;
  private final String label;
  private final String help;
  private final @Nullable Supplier<T> usual;
  private final boolean positional;
  private final boolean spread;
  private final boolean rest;
  private final String title;
  private final String hint;
  private final String missing;
  private final String noField;
  private final StandardInput standardInput;
  private final InputLimits inputLimits;
  private final StandardOutput standardOutput;
  private final List<When<?>> conditions;

  private Option(Builder<T> builder, @Nullable Supplier<T> usual) {
    kind = builder.kind;
    names = List.copyOf(builder.names);
    formerNames = List.copyOf(builder.formerNames);
    label = builder.label;
    help = builder.help;
    this.usual = usual;
    positional = builder.positional;
    spread = builder.spread;
    rest = builder.rest;
    title = builder.title;
    hint = builder.hint;
    missing = builder.missing;
    noField = builder.noField;
    standardInput = builder.standardInput;
    inputLimits = builder.inputLimits;
    standardOutput = builder.standardOutput;
    conditions = List.copyOf(builder.conditions);
  }

  /**
   * Begins an option.
   *
   * @param names its names with their dashes; the first is the one that forms show
   */
  public static <T> Builder<T> of(OptionKind<T> kind, String... names) {
    return new Builder<>(kind, List.of(names));
  }

  /** A switch, which is off where it is not given. */
  public static Builder<Boolean> flag(String name, String help) {
    return of(OptionKind.flag(), name).help(help);
  }

  /** Returns the kind of the value. */
  public OptionKind<T> kind() {
    return kind;
  }

  /** Its names with their dashes, the one that forms show first; may be empty for a parameter. */
  public List<String> names() {
    return names;
  }

  /** Names that it had before, which are understood and in no help. */
  public List<String> formerNames() {
    return formerNames;
  }

  /** Returns the name of the value in help; empty for a switch. */
  public String label() {
    return label;
  }

  /** Returns the help text, in sentences. */
  public String help() {
    return help;
  }

  /** Returns the value if the option is not given; null if it has to be given. */
  public @Nullable T usual() {
    return usual == null ? null : usual.get();
  }

  /** Whether it has to be given. */
  public boolean isRequired() {
    return usual == null;
  }

  /** Whether its value is an argument without a name. */
  public boolean isPositional() {
    return positional;
  }

  /** Whether several values may follow one name. */
  public boolean isSpread() {
    return spread;
  }

  /** Whether all that follows on the command line is its value, also what begins with a dash. */
  public boolean isRest() {
    return rest;
  }

  /** Returns the name in forms. */
  public String title() {
    return title;
  }

  /** Returns the text beside it in a form; may be empty. */
  public String hint() {
    return hint;
  }

  /** Returns the message of a form where the option has to be given and is not. */
  public String missing() {
    return missing;
  }

  /** Why forms have no field for it; empty if they have one. */
  public String noField() {
    return noField;
  }

  /** Whether its value is or names a file that is read; {@code -} there is standard input. */
  public boolean isRead() {
    return standardInput != StandardInput.NONE;
  }

  /** Where in its value the file is that is read. */
  public StandardInput standardInput() {
    return standardInput;
  }

  /** How much of standard input it reads. */
  public InputLimits inputLimits() {
    return inputLimits;
  }

  /** Whether a value of it, as it is typed, names standard input. */
  public boolean namesStandardInput(String value) {
    return switch (standardInput) {
      case NONE -> false;
      case WHOLE -> value.equals(STANDARD);
      case BEFORE_SIGN -> value.equals(STANDARD) || value.startsWith(STANDARD + "=");
      case BEHIND_SIGN -> value.endsWith("=" + STANDARD);
    };
  }

  /** A value that {@link #namesStandardInput}, with a file in place of that. */
  public String withInput(String value, String file) {
    return standardInput == StandardInput.BEHIND_SIGN
        ? value.substring(0, value.length() - STANDARD.length()) + file
        : file + value.substring(STANDARD.length());
  }

  /** Whether its value is a file or folder that is written. */
  public boolean isWritten() {
    return kind.shape().isWritten();
  }

  /** Returns the meaning of {@code -} for an option that is written. */
  public StandardOutput standardOutput() {
    return standardOutput;
  }

  /** Whether one of some arguments is its name alone. */
  public boolean isNamedIn(Collection<String> arguments) {
    return names.stream().anyMatch(arguments::contains);
  }

  List<When<?>> conditions() {
    return conditions;
  }

  /** A name without dashes that is its own among the options of an operation. */
  public String id() {
    return names.stream()
        .filter(name -> name.startsWith("--"))
        .map(name -> name.substring(2))
        .findFirst()
        .orElse(label.toLowerCase(Locale.ROOT));
  }

  /** Its name in JSON: the {@link #id} without dashes, such as {@code dryRun}. */
  public String field() {
    StringBuilder name = new StringBuilder();
    for (String word : id().split("-", -1)) {
      name.append(
          name.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    return name.toString();
  }

  @Override
  public String toString() {
    return positional ? label : names.getFirst();
  }

  /** Makes an option; not for several threads. */
  public static final class Builder<T> {
    private final OptionKind<T> kind;
    private final List<String> names;
    private final List<When<?>> conditions = new ArrayList<>();
    private List<String> formerNames = List.of();
    private String label = "";
    private String help = "";
    private boolean positional;
    private boolean spread;
    private boolean rest;
    private String title = "";
    private String hint = "";
    private String missing = "";
    private String noField = "";
    private StandardInput standardInput;
    private InputLimits inputLimits = InputLimits.FILE;
    private StandardOutput standardOutput;

    private Builder(OptionKind<T> kind, List<String> names) {
      this.kind = kind;
      this.names = names;
      standardInput = kind.shape() == Shape.FILE ? StandardInput.WHOLE : StandardInput.NONE;
      standardOutput =
          kind.shape() == Shape.NEW_FILE ? StandardOutput.COPIED : StandardOutput.REFUSED;
    }

    /** Adds names that it had before, with their dashes. */
    public Builder<T> former(String... before) {
      formerNames = Stream.concat(formerNames.stream(), Stream.of(before)).toList();
      return this;
    }

    /** Sets the name of the value in help. */
    public Builder<T> label(String text) {
      label = text;
      return this;
    }

    /** Sets the help text, in sentences. */
    public Builder<T> help(String text) {
      help = text;
      return this;
    }

    /** Its value is an argument without a name; it may have a name as well. */
    public Builder<T> positional() {
      positional = true;
      standardInput = StandardInput.WHOLE;
      return this;
    }

    /** Several values may follow one name. */
    public Builder<T> spread() {
      spread = true;
      return this;
    }

    /** All that follows on the command line is its value; it is the last option given. */
    public Builder<T> rest() {
      rest = true;
      return this;
    }

    /** Sets the name in forms. */
    public Builder<T> title(String text) {
      title = text;
      return this;
    }

    /** Sets the name in forms, and the text beside it. */
    public Builder<T> title(String text, String beside) {
      title = text;
      hint = beside;
      return this;
    }

    /** Forms have no field for it, and why. */
    public Builder<T> noField(String reason) {
      noField = reason;
      return this;
    }

    /** Where in a value the file is that is read, where that is not all of it. */
    public Builder<T> standardInput(StandardInput where) {
      standardInput = where;
      return this;
    }

    /** How much of standard input it reads, where that is not as much as of any file. */
    public Builder<T> inputLimits(InputLimits limits) {
      inputLimits = limits;
      return this;
    }

    /**
     * Sets the meaning of {@code -}, where it is not that a file is copied and a folder refused.
     */
    public Builder<T> standardOutput(StandardOutput meaning) {
      standardOutput = meaning;
      return this;
    }

    /** Makes the option change nothing unless another option has such a value. */
    public <U> Builder<T> when(Option<U> other, Predicate<U> holds) {
      conditions.add(new When<>(other, holds));
      return this;
    }

    /** Makes an option that may be left out. */
    public Option<T> orElse(T usual) {
      return new Option<>(this, () -> usual);
    }

    /** Makes an option that may be left out; its value is then found out each time. */
    public Option<T> orElseGet(Supplier<T> usual) {
      return new Option<>(this, usual);
    }

    /**
     * Makes an option that has to be given.
     *
     * @param otherwise what a form says where it is not
     */
    public Option<T> required(String otherwise) {
      missing = otherwise;
      return new Option<>(this, null);
    }
  }
}
