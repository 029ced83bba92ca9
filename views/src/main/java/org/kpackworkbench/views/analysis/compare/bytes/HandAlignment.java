package org.kpackworkbench.views.analysis.compare.bytes;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.hex.ByteRowsView;

/** Aligns two bytes that the user selected. Two sides. UI thread. */
final class HandAlignment {
  private final ByteCompareModel model;
  private final Consumer<long @Nullable []> align;
  private int markedSide = -1;
  private long marked;
  private boolean aligned;

  /**
   * Offers it in menus.
   *
   * @param align receives the corresponding offsets, in the order in which the sides are shown;
   *     null: none do any more
   */
  HandAlignment(ByteCompareModel model, Consumer<long @Nullable []> align) {
    this.model = model;
    this.align = align;
  }

  /** Returns the menu items for the byte at the caret. */
  List<MenuItem> items() {
    List<MenuItem> items = new ArrayList<>();
    int side = model.sideProperty().get();
    long offset = model.alignment().offset(side, model.caretProperty().get());
    if (model.alignment().sides() != 2) {
      return items;
    }
    if (offset >= 0) {
      items.add(new SeparatorMenuItem());
      items.add(ByteRowsView.item("Mark Byte for Alignment", () -> mark(side, offset)));
      if (markedSide == 1 - side) {
        String words =
            "Align With 0x%x of the %s Side"
                .formatted(marked, AlignedBytesWords.name(markedSide, 2));
        items.add(ByteRowsView.item(words, () -> together(side, offset)));
      }
    }
    if (aligned) {
      items.add(ByteRowsView.item("Align Automatically", this::undo));
    }
    return items;
  }

  /** This byte is the one that another will be put beside. */
  void mark(int side, long offset) {
    markedSide = side;
    marked = offset;
  }

  /** This byte belongs beside the marked one. */
  void together(int side, long offset) {
    long[] offsets = new long[2];
    offsets[side] = offset;
    offsets[1 - side] = marked;
    markedSide = -1;
    aligned = true;
    align.accept(offsets);
  }

  private void undo() {
    aligned = false;
    align.accept(null);
  }

  /** The sides have changed places. */
  void swap() {
    markedSide = markedSide < 0 ? -1 : 1 - markedSide;
  }
}
