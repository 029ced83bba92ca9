package org.kpackworkbench.installers.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.kpackworkbench.app.cli.CommandLines;
import picocli.CommandLine.Model.OptionSpec;

class CompletionsTest {

  @Test
  void everyCommandAndItsOptionsAreCompleted() {
    String script = Completions.bash();
    assertThat(CommandLines.all())
        .allSatisfy(
            entry -> {
              assertThat(script).contains(entry.name());
              for (OptionSpec option : entry.line().getCommandSpec().options()) {
                if (!option.hidden()) {
                  assertThat(script).contains("'" + option.longestName() + "'");
                }
              }
            });
    assertThat(script).contains("complete -F _complete_kpack-workbench");
  }
}
