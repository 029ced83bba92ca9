package org.kpackworkbench.views.kit.action;

import static org.assertj.core.api.Assertions.assertThat;

import javafx.scene.input.KeyCombination;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The letters that open menus. */
class ActionMenuTest {

  @ParameterizedTest
  @EnumSource
  void noMenuOpensWithTheKeyOfAnAction(ActionMenu menu) {
    int mark = menu.text().indexOf('_');
    String letter = menu.text().substring(mark + 1, mark + 2);
    KeyCombination opens = KeyCombination.keyCombination("Alt+" + letter);
    for (ActionId id : ActionId.values()) {
      assertThat(id.accelerators()).as(id.name()).doesNotContain(opens);
    }
    assertThat(letter).isNotEqualToIgnoringCase("A").isNotEqualToIgnoringCase("T");
  }
}
