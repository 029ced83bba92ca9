package org.kpackworkbench.app.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.codeobject.Processor;
import org.kpackworkbench.model.format.codeobject.ProcessorTable;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind;
import picocli.CommandLine.Model.OptionSpec;

/** Values of an option that shells may complete. */
public sealed interface OptionValues {

  /** Nothing: the option has no value, or one that only people know. */
  record Unknown() implements OptionValues {}

  /** Names of files and folders. */
  record Files() implements OptionValues {}

  /** Names of folders. */
  record Folders() implements OptionValues {}

  /**
   * Some words.
   *
   * @param words all of them
   * @param several whether several may be given, with commas between them
   */
  record Words(List<String> words, boolean several) implements OptionValues {
    public Words {
      words = List.copyOf(words);
    }
  }

  /** Targets of processors, for options that select code. */
  List<String> TARGETS =
      ProcessorTable.standard().processors().stream()
          .map(Processor::name)
          .filter(processor -> processor.startsWith("gfx"))
          .toList();

  /**
   * Returns the values to complete behind an option of a command; the empty name is the program's.
   */
  static OptionValues of(String command, OptionSpec option) {
    if (option.arity().max() == 0) {
      return new Unknown();
    }
    String name = option.longestName();
    Option<?> described = described(command, name);
    if (described != null) {
      return of(described);
    }
    boolean number = Number.class.isAssignableFrom(option.type());
    return number ? new Unknown() : new Files();
  }

  /** The option of an operation that describes itself; null if none is. */
  private static @Nullable Option<?> described(String command, String name) {
    return Cli.VERBS.stream()
        .filter(verb -> verb.name().equals(command))
        .flatMap(verb -> verb.operation().get().options().stream())
        .filter(option -> option.names().contains(name))
        .findFirst()
        .orElse(null);
  }

  private static OptionValues of(Option<?> option) {
    OptionKind<?> kind = option.kind();
    if (!kind.words().isEmpty()) {
      return new Words(kind.words(), kind.isJoined());
    }
    return switch (kind.shape()) {
      // A parameter may be a folder or a file.
      case FOLDER, NEW_FOLDER -> option.isPositional() ? new Files() : new Folders();
      case FILE, NEW_FILE -> new Files();
      case TARGETS -> new Words(TARGETS, true);
      default -> new Unknown();
    };
  }
}
