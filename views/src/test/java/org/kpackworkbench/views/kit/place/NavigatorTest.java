package org.kpackworkbench.views.kit.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;

class NavigatorTest {
  private static final Place A = new Place.File(Path.of("a.so"));
  private static final Place B = new Place.File(Path.of("b.kpack"));
  private static final Place A_TEXT = new Place.Section(A, 1, ".text", new ByteRange(0, 8));
  private static final Place A_DATA = new Place.Section(A, 2, ".data", new ByteRange(8, 8));

  private final Navigator navigator = new Navigator();
  private final List<Move> moves = new ArrayList<>();

  NavigatorTest() {
    navigator.listen(moves::add);
  }

  @Test
  void backAndForwardFollowTheJumps() {
    navigator.go(A);
    navigator.go(A_TEXT);
    navigator.go(B);
    navigator.back();
    assertThat(navigator.current()).isEqualTo(A_TEXT);
    navigator.back();
    assertThat(navigator.current()).isEqualTo(A);
    assertThat(navigator.canGoBackProperty().get()).isFalse();
    navigator.forward();
    navigator.forward();
    assertThat(navigator.current()).isEqualTo(B);
    assertThat(navigator.canGoForwardProperty().get()).isFalse();
  }

  @Test
  void aJumpForgetsWhatWasAhead() {
    navigator.go(A);
    navigator.go(B);
    navigator.back();
    navigator.go(A_DATA);
    assertThat(navigator.canGoForwardProperty().get()).isFalse();
  }

  @Test
  void selectingInOneFileDoesNotFillTheHistory() {
    navigator.go(A);
    navigator.go(A_TEXT);
    navigator.select(A_DATA, "table");
    navigator.select(A_TEXT, "table");
    navigator.select(A_DATA, "table");
    navigator.go(B);
    navigator.back();
    assertThat(navigator.current()).as("where the jump came from").isEqualTo(A_DATA);
    navigator.back();
    assertThat(navigator.current()).isEqualTo(A);
  }

  @Test
  void selectingInAnotherFileIsAStep() {
    navigator.go(A_TEXT);
    navigator.select(B, "tabs");
    navigator.back();
    assertThat(navigator.current()).isEqualTo(A_TEXT);
  }

  @Test
  void aWalkThroughATreeIsOneStep() {
    navigator.go(B);
    navigator.browse(A, "tree");
    navigator.browse(A_TEXT, "tree");
    navigator.browse(A_DATA, "tree");
    navigator.back();
    assertThat(navigator.current()).isEqualTo(B);
  }

  @Test
  void echoesOfListenersAreIgnored() {
    navigator.listen(move -> navigator.select(A_DATA, "a view that selects something else"));
    navigator.go(A_TEXT);
    assertThat(navigator.current()).isEqualTo(A_TEXT);
    assertThat(moves).hasSize(1);
  }

  @Test
  void aJumpOfAListenerHappensAfterAllWereTold() {
    List<Place> last = new ArrayList<>();
    navigator.listen(
        move -> {
          if (move.place().equals(A)) {
            navigator.go(A_TEXT);
          }
        });
    navigator.listen(move -> last.add(move.place()));
    navigator.go(A);
    assertThat(last).containsExactly(A, A_TEXT);
    assertThat(navigator.current()).isEqualTo(A_TEXT);
  }

  @Test
  void aListenerThatFailsDoesNotStopLaterMoves() {
    var broken =
        navigator.listen(
            move -> {
              throw new IllegalStateException("broken view");
            });
    org.assertj.core.api.Assertions.assertThatIllegalStateException()
        .isThrownBy(() -> navigator.go(A));
    broken.unsubscribe();
    navigator.go(B);
    assertThat(navigator.current()).isEqualTo(B);
  }

  @Test
  void movesSayWhetherAViewComesInFront() {
    navigator.go(A);
    navigator.select(A_TEXT, "view");
    navigator.go(B);
    navigator.back();
    assertThat(moves)
        .extracting(Move::kind, Move::bringsViewInFront)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(Move.Kind.JUMP, true),
            org.assertj.core.groups.Tuple.tuple(Move.Kind.SELECT, false),
            org.assertj.core.groups.Tuple.tuple(Move.Kind.JUMP, true),
            org.assertj.core.groups.Tuple.tuple(Move.Kind.HISTORY, true));
  }

  /** A page that can be closed. */
  private static final class Page implements Elsewhere {
    boolean open = true;
    int shown;

    @Override
    public boolean comeBack() {
      shown += open ? 1 : 0;
      return open;
    }
  }

  @Test
  void theHistoryLeadsToWhatIsInNoFile() {
    Page page = new Page();
    navigator.go(A);
    navigator.visit(page);
    navigator.visit(page);
    assertThat(navigator.current()).isNull();
    navigator.go(B);
    navigator.back();
    assertThat(page.shown).isEqualTo(1);
    assertThat(navigator.current()).isNull();
    navigator.back();
    assertThat(navigator.current()).isEqualTo(A);
    navigator.forward();
    assertThat(page.shown).isEqualTo(2);
    navigator.forward();
    assertThat(navigator.current()).isEqualTo(B);
    assertThat(navigator.canGoForwardProperty().get()).isFalse();
  }

  @Test
  void whatIsGoneIsPassedOver() {
    Page page = new Page();
    navigator.go(A);
    navigator.visit(page);
    navigator.go(B);
    page.open = false;
    navigator.back();
    assertThat(navigator.current()).isEqualTo(A);
    navigator.forward();
    assertThat(navigator.current()).isEqualTo(B);
  }
}
