package org.kpackworkbench.app.cli;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
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
            .filter(name -> slips(small, name) <= Math.max(1, name.length() / 3))
            .min(Comparator.comparingInt(name -> slips(small, name)));
    return nearest.or(
        () -> verbs.stream().map(Cli.Verb::name).filter(n -> n.startsWith(small)).findFirst());
  }

  /**
   * How many letters are missing, too many, wrong, or exchanged with their neighbour (the optimal
   * string alignment distance).
   */
  private static int slips(String one, String other) {
    int[][] slips = new int[one.length() + 1][other.length() + 1];
    for (int i = 0; i <= one.length(); i++) {
      for (int j = 0; j <= other.length(); j++) {
        if (i == 0 || j == 0) {
          slips[i][j] = i + j;
          continue;
        }
        int wrong = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
        slips[i][j] =
            Math.min(Math.min(slips[i - 1][j], slips[i][j - 1]) + 1, slips[i - 1][j - 1] + wrong);
        if (i > 1
            && j > 1
            && one.charAt(i - 1) == other.charAt(j - 2)
            && one.charAt(i - 2) == other.charAt(j - 1)) {
          slips[i][j] = Math.min(slips[i][j], slips[i - 2][j - 2] + 1);
        }
      }
    }
    return slips[one.length()][other.length()];
  }
}
