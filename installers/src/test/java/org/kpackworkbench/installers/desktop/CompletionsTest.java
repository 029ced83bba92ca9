package org.kpackworkbench.installers.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.installers.desktop.Completions.Command;

/** What the scripts for completion have in them; {@link CompletionShellsTest} drives shells. */
class CompletionsTest {
  private final List<Command> commands = Completions.commands(true);

  @Test
  void everyCommandAndItsOptionsAreCompleted() throws IOException {
    String bash = BashCompletion.script(commands);
    String zsh = ZshCompletion.script(commands);
    String fish = FishCompletion.script(commands);
    assertThat(commands).hasSizeGreaterThan(10);
    for (Command command : commands) {
      assertThat(command.options()).isNotEmpty();
      assertThat(bash)
          .contains(
              "    %s) words=(%s) ;;"
                  .formatted(
                      command.isProgram() ? "''" : command.name(),
                      String.join(" ", command.spellings().toList())));
      if (!command.isProgram()) {
        assertThat(zsh).contains("    " + command.name() + ")\n", "'" + command.name() + ":");
        assertThat(fish).contains(" -a " + command.name() + " -d '");
      }
      for (Completions.Option option : command.options()) {
        for (String name : option.names()) {
          String joined = !option.hasValue() ? "[" : name.startsWith("--") ? "=[" : "+[";
          assertThat(zsh).contains(name + joined);
          assertThat(fish)
              .contains(name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.charAt(1));
        }
      }
    }
  }

  @Test
  void scriptsAreTheSameEachTimeAndStartNothing(@TempDir Path folder) throws IOException {
    Completions.write(folder.resolve("a"), true);
    Completions.write(folder.resolve("b"), true);
    for (String file :
        List.of(
            "bash-completion/completions/kpack-workbench",
            "zsh/site-functions/_kpack-workbench",
            "fish/vendor_completions.d/kpack-workbench.fish")) {
      assertThat(folder.resolve("a").resolve(file))
          .hasSameBinaryContentAs(folder.resolve("b").resolve(file))
          .content()
          .doesNotContain("java")
          .doesNotContain("$(kpack-workbench")
          .doesNotContain("(kpack-workbench ")
          .endsWith("\n");
    }
  }
}
