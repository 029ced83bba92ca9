package org.kpackworkbench.views.kit.hex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.ClaimMap;
import org.kpackworkbench.model.base.place.OwnerKind;

class HexModelTest {
  private final HexModel model = new HexModel();

  @BeforeEach
  void tenRowsAreVisibleOfAThousand() {
    model.viewProperty().set(ByteView.of("bytes", new byte[16_000 - 5]));
    model.setVisibleRows(10);
  }

  private long top() {
    return model.topRowProperty().get();
  }

  private long caret() {
    return model.caretProperty().get();
  }

  private ByteRange selection() {
    return model.selectionProperty().get();
  }

  @Test
  void theCaretStaysOnBytesAndIsSeen() {
    model.moveCaret(Long.MAX_VALUE, false);
    assertThat(caret()).isEqualTo(15_994);
    assertThat(top()).isEqualTo(990);
    model.moveCaret(-1, false);
    assertThat(caret()).isZero();
    assertThat(top()).isZero();
  }

  @Test
  void rowsMoveByAsLittleAsNeedBe() {
    model.scrollTo(100);
    model.moveCaret(105 * 16, false);
    assertThat(top()).isEqualTo(100);
    model.moveCaret(110 * 16, false);
    assertThat(top()).isEqualTo(101);
    model.moveCaret(100 * 16, false);
    assertThat(top()).isEqualTo(100);
    model.moveCaret(500 * 16, false);
    assertThat(top()).isEqualTo(497);
  }

  @Test
  void theLastRowStaysAtTheBottom() {
    model.scrollTo(5_000);
    assertThat(top()).isEqualTo(990);
    model.setVisibleRows(100);
    assertThat(top()).isEqualTo(900);
    model.setVisibleRows(10_000);
    assertThat(top()).isZero();
  }

  @Test
  void extendingSelectsBothEnds() {
    model.moveCaret(100, false);
    assertThat(selection()).isEqualTo(new ByteRange(100, 0));
    model.moveCaret(103, true);
    assertThat(selection()).isEqualTo(new ByteRange(100, 4));
    model.moveCaret(98, true);
    assertThat(selection()).isEqualTo(new ByteRange(98, 3));
    model.moveCaret(98, false);
    assertThat(selection().isEmpty()).isTrue();
  }

  @Test
  void aSelectedRangeIsShownFromItsStartAndExtendsFromItsEnd() {
    model.select(new ByteRange(8_000, 100));
    assertThat(caret()).isEqualTo(8_000);
    assertThat(top()).isEqualTo(497);
    assertThat(selection()).isEqualTo(new ByteRange(8_000, 100));
    model.moveCaret(7_999, true);
    assertThat(selection()).isEqualTo(new ByteRange(7_999, 101));
  }

  @Test
  void selectionsAreCutAtTheEnd() {
    model.select(new ByteRange(15_990, 1_000));
    assertThat(selection()).isEqualTo(new ByteRange(15_990, 5));
    model.select(new ByteRange(20_000, 0));
    assertThat(caret()).isEqualTo(15_994);
    model.selectAll();
    assertThat(selection()).isEqualTo(new ByteRange(0, 15_995));
  }

  @Test
  void theInnermostOwnerIsSelected() {
    Claim outer = new Claim(new ByteRange(100, 100), OwnerKind.HOST_DATA, ".data", null);
    Claim inner = new Claim(new ByteRange(120, 24), OwnerKind.WRAPPER, "wrapper 0", null);
    model.ownershipProperty().set(ClaimMap.of(15_995, List.of(outer, inner)));
    model.selectOwner(125);
    assertThat(selection()).isEqualTo(inner.range());
    assertThat(caret()).isEqualTo(120);
    model.selectOwner(150);
    assertThat(selection()).isEqualTo(outer.range());
    model.selectOwner(5);
    assertThat(selection()).isEqualTo(new ByteRange(0, 100));
  }

  @Test
  void longerRowsKeepTheCaretInSight() {
    model.moveCaret(8_000, false);
    model.bytesPerRowProperty().set(32);
    assertThat(top()).isBetween(241L, 250L);
    assertThatThrownBy(() -> model.bytesPerRowProperty().set(7))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anotherViewStartsAnew() {
    model.select(new ByteRange(8_000, 100));
    model.viewProperty().set(ByteView.of("other", new byte[5]));
    assertThat(top()).isZero();
    assertThat(caret()).isZero();
    assertThat(selection().isEmpty()).isTrue();
  }

  @Test
  void anEmptyViewHasOneRow() {
    model.viewProperty().set(ByteView.of("empty", new byte[0]));
    model.moveCaret(5, true);
    model.selectAll();
    assertThat(caret()).isZero();
    assertThat(model.rowCount()).isEqualTo(1);
    model.scrollTo(3);
    assertThat(top()).isZero();
  }
}
