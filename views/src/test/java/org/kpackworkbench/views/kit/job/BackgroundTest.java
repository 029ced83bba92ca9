package org.kpackworkbench.views.kit.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class BackgroundTest {
  private final Deque<Runnable> work = new ArrayDeque<>();
  private final Deque<Runnable> ui = new ArrayDeque<>();
  private final Background background = Background.on(work::add, ui::add);
  private final List<Object> seen = new ArrayList<>();

  private static void drain(Deque<Runnable> queue) {
    while (!queue.isEmpty()) {
      queue.poll().run();
    }
  }

  @Test
  void resultsArriveOnTheUiThreadAlone() {
    background.run(() -> 42, seen::add, seen::add);
    assertThat(seen).isEmpty();
    drain(work);
    assertThat(seen).as("the work is done, and not reported yet").isEmpty();
    drain(ui);
    assertThat(seen).containsExactly(42);
  }

  @Test
  void failuresArriveToo() {
    StackOverflowError deep = new StackOverflowError();
    background.run(
        () -> {
          throw deep;
        },
        seen::add,
        seen::add);
    drain(work);
    drain(ui);
    assertThat(seen).containsExactly(deep);
  }

  @Test
  void onlyTheNewestRequestCounts() {
    Background.Latest latest = background.latest();
    List<String> worked = new ArrayList<>();
    latest.run(
        () -> {
          worked.add("old");
          return "old";
        },
        seen::add,
        seen::add);
    latest.run(
        () -> {
          worked.add("new");
          return "new";
        },
        seen::add,
        seen::add);
    drain(work);
    drain(ui);
    assertThat(worked).as("what is out of date is not even begun").containsExactly("new");
    assertThat(seen).containsExactly("new");
  }

  @Test
  void whatIsForgottenIsNotHandedOver() {
    Background.Latest latest = background.latest();
    latest.run(() -> "late", seen::add, seen::add);
    drain(work);
    latest.forget();
    drain(ui);
    assertThat(seen).isEmpty();
  }

  /** A result that was on its way when the window closed may ask for more. */
  @Test
  void whatIsAskedForAfterTheEndIsDropped() {
    Background background = Background.onThreads();
    background.close();
    background.run(() -> "late", result -> fail(result), failure -> fail(failure));
    background.latest().run(() -> "late", result -> fail(result), failure -> fail(failure));
  }
}
