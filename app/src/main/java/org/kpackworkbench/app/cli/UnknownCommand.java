package org.kpackworkbench.app.cli;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.config.Nearest;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * A first word that was meant as a command and is none. A window that says that there is no file of
 * that name would help less.
 */
final class UnknownCommand {
  private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z-]+");

  private UnknownCommand() {}

  /**
   * Lets files and options pass.
   *
   * @throws ParameterException that names the command that is most like it
   */
  static void check(CommandLine line, List<Cli.Verb> verbs, String word) {
    if (!WORD.matcher(word).matches() || Files.exists(Path.of(word), LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    throw new ParameterException(
        line,
        like(verbs, word)
            .map(name -> "unknown command '%s'; did you mean '%s'?".formatted(word, name))
            .orElse("unknown command '%s', and no such file exists".formatted(word)));
  }

  /** The command that a word is a slip of, or the beginning of. */
  static Optional<String> like(List<Cli.Verb> verbs, String word) {
    String small = word.toLowerCase(Locale.ROOT);
    Optional<String> nearest =
        verbs.stream()
            .map(Cli.Verb::name)
            .filter(name -> Nearest.distance(small, name) <= Math.max(1, name.length() / 3))
            .min(Comparator.comparingInt(name -> Nearest.distance(small, name)));
    return nearest.or(
        () -> verbs.stream().map(Cli.Verb::name).filter(n -> n.startsWith(small)).findFirst());
  }
}
