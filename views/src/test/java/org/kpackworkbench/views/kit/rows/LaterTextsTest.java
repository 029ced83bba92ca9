package org.kpackworkbench.views.kit.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import javafx.beans.value.ObservableValue;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.views.kit.job.Background;

/** Texts of rows that are read while they are shown. */
class LaterTextsTest {
  private final Deque<Runnable> work = new ArrayDeque<>();
  private final RowTexts<String> texts =
      new RowTexts<>(Background.on(work::add, Runnable::run), (rows, row) -> rows + " " + row);

  @Test
  void readsNewRowsThatCameWhileOldOnesWereRead() {
    ObservableValue<String> before = texts.of("old", 1);
    ObservableValue<String> now = texts.of("new", 1);
    while (!work.isEmpty()) {
      work.remove().run();
    }
    assertThat(now.getValue()).isEqualTo("new 1");
    assertThat(before.getValue()).isEmpty();
  }
}
