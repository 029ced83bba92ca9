package org.kpackworkbench.views.kit.action;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeyTextTest {
  @Test
  void keysAreCalledAsTheyArePrinted() {
    assertThat(KeyText.of(ActionId.SHORTCUTS.accelerator().orElseThrow()))
        .matches("\\w+\\+\\?|⌘\\?");
    assertThat(KeyText.of(ActionId.COMMAND_PALETTE.accelerator().orElseThrow())).endsWith("P");
  }
}
