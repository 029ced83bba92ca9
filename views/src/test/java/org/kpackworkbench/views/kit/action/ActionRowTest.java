package org.kpackworkbench.views.kit.action;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The table of actions, {@code actions.tsv}. */
class ActionRowTest {

  @Test
  void hasARowForEachActionAndNoOther() {
    assertThat(ActionRow.ALL.keySet())
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(ActionId.values()).map(ActionId::name).toList());
  }

  @Test
  void readsTextsKeysAndIcons() {
    assertThat(ActionId.REDO.text()).isEqualTo("Redo");
    assertThat(ActionId.REDO.accelerators()).hasSize(2);
    assertThat(ActionId.COPY_HASH.fullText()).isEqualTo("Copy As: SHA-256");
    assertThat(ActionId.THEME_DARK.isChoice()).isTrue();
    assertThat(ActionId.OPEN_SAMPLE.picture()).isEmpty();
  }
}
