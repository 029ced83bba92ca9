package org.kpackworkbench.installers.desktop;

import java.io.IOException;
import java.nio.file.Path;
import org.kpackworkbench.app.cli.CommandLines;
import org.kpackworkbench.installers.Resources;
import org.kpackworkbench.installers.Trees;
import picocli.AutoComplete;
import picocli.CommandLine;

/** Completion of commands and options in shells, made of what the command line itself knows. */
public final class Completions {
  private static final String PROGRAM = "kpack-workbench";

  private Completions() {}

  /**
   * Writes them.
   *
   * @param share the folder that systems call {@code /usr/share}
   */
  public static void write(Path share) throws IOException {
    Trees.write(share.resolve("bash-completion/completions").resolve(PROGRAM), bash());
    Trees.write(
        share.resolve("zsh/site-functions/_" + PROGRAM),
        Resources.text("desktop/zsh-completion.sh"));
  }

  /** The functions for bash, which zsh can use, too. */
  static String bash() {
    CommandLine root = null;
    for (CommandLines.Entry entry : CommandLines.all()) {
      if (root == null) {
        root = entry.line();
      } else {
        root.addSubcommand(entry.name(), entry.line());
      }
    }
    return AutoComplete.bash(PROGRAM, java.util.Objects.requireNonNull(root));
  }
}
