package org.kpackworkbench.views.kit.hex;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.views.kit.job.Background;

class FindModelTest {
  private final HexModel hex = new HexModel();
  private final FindModel find = new FindModel(hex, Background.sameThread());

  private void bytes(String text) {
    hex.viewProperty().set(ByteView.of("text", text.getBytes(StandardCharsets.ISO_8859_1)));
  }

  private ByteRange selection() {
    return hex.selectionProperty().get();
  }

  private String words() {
    return find.outcomeProperty().get().words();
  }

  @Test
  void goesFromMatchToMatchAndRoundTheEnd() {
    bytes("one two One");
    find.textProperty().set("one");
    find.next();
    assertThat(selection()).isEqualTo(new ByteRange(0, 3));
    find.next();
    assertThat(selection()).isEqualTo(new ByteRange(8, 3));
    assertThat(words()).isEmpty();
    find.next();
    assertThat(selection()).isEqualTo(new ByteRange(0, 3));
    assertThat(words()).contains("from the start");
    find.previous();
    assertThat(selection()).isEqualTo(new ByteRange(8, 3));
    assertThat(words()).contains("from the end");
    find.previous();
    assertThat(selection()).isEqualTo(new ByteRange(0, 3));
    assertThat(words()).isEmpty();
  }

  @Test
  void startsAtTheCaret() {
    bytes("one two one two");
    hex.moveCaret(4, false);
    find.textProperty().set("two");
    find.next();
    assertThat(selection()).isEqualTo(new ByteRange(4, 3));
  }

  @Test
  void matchesThatOverlapAreAllFound() {
    bytes("aaa");
    find.textProperty().set("aa");
    find.next();
    find.next();
    assertThat(selection()).isEqualTo(new ByteRange(1, 2));
  }

  @Test
  void caseMattersWhenAsked() {
    bytes("One one");
    find.matchCaseProperty().set(true);
    find.textProperty().set("one");
    find.next();
    assertThat(selection()).isEqualTo(new ByteRange(4, 3));
  }

  @Test
  void wrongDigitsAreSaidAtOnceAndFindNothing() {
    bytes("HIPK");
    find.modeProperty().set(FindMode.HEX);
    find.textProperty().set("48 4");
    assertThat(find.outcomeProperty().get().failed()).isTrue();
    assertThat(words()).contains("odd number of digits");
    find.next();
    assertThat(selection().isEmpty()).isTrue();
    find.textProperty().set("?? 4b");
    assertThat(find.outcomeProperty().get()).isEqualTo(FindModel.Outcome.NONE);
    find.next();
    assertThat(selection()).isEqualTo(new ByteRange(2, 2));
  }

  @Test
  void whatIsNotThereIsSaid() {
    bytes("HIPK");
    hex.moveCaret(2, false);
    find.textProperty().set("kpak");
    find.next();
    assertThat(words()).isEqualTo("Not found.");
    assertThat(find.outcomeProperty().get().failed()).isTrue();
    assertThat(hex.caretProperty().get()).isEqualTo(2);
  }

  @Test
  void countsAllOrSaysThatThereAreMore() {
    bytes("x".repeat(3));
    find.textProperty().set("x");
    find.countAll();
    assertThat(words()).isEqualTo("3 matches");
    bytes("x".repeat(FindModel.MOST_COUNTED + 1));
    find.countAll();
    assertThat(words()).isEqualTo("more than 100000 matches");
  }

  @Test
  void visibleMatchesAreMarkedUntilTheBarIsClosed() {
    bytes("one two one" + " ".repeat(1000) + "one");
    hex.setVisibleRows(10);
    find.textProperty().set("one");
    assertThat(hex.decorationsIn(new ByteRange(0, 16)))
        .extracting(HexDecoration::range)
        .containsExactly(new ByteRange(0, 3), new ByteRange(8, 3));
    hex.scrollTo(1_000);
    assertThat(hex.decorationsIn(new ByteRange(1_000, 100)))
        .extracting(HexDecoration::range)
        .containsExactly(new ByteRange(1_011, 3));
    find.close();
    assertThat(hex.decorationsIn(new ByteRange(1_000, 100))).isEmpty();
  }

  @Test
  void aNewSearchOrCancelStopsTheOldOne() {
    Deque<Runnable> work = new ArrayDeque<>();
    FindModel slow = new FindModel(hex, Background.on(work::add, Runnable::run));
    bytes("one two");
    slow.textProperty().set("two");
    work.clear();
    slow.next();
    assertThat(slow.runningProperty().get()).isTrue();
    slow.cancel();
    assertThat(slow.runningProperty().get()).isFalse();
    assertThat(slow.outcomeProperty().get().words()).isEqualTo("Stopped.");
    work.forEach(Runnable::run);
    assertThat(selection().isEmpty()).as("what was stopped finds nothing").isTrue();
  }
}
