package org.kpackworkbench.views.analysis.compare.bytes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.DataFormat;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.AlignedBytes;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.hex.HexCopy;
import org.kpackworkbench.views.kit.job.Background;

/** The menu of aligned bytes: copy in several ways, select, put bytes beside one another. */
final class CompareMenu {
  private final ByteCompareModel model;
  private final ByteCompareView view;
  private final CompareCopy copy;
  private final HandAlignment hand;
  private final ContextMenu menu = new ContextMenu();
  private Supplier<List<MenuItem>> extra = List::of;

  CompareMenu(ByteCompareModel model, ByteCompareView view, CompareCopy copy, HandAlignment hand) {
    this.model = model;
    this.view = view;
    this.copy = copy;
    this.hand = hand;
    view.addEventHandler(ContextMenuEvent.CONTEXT_MENU_REQUESTED, this::show);
  }

  void setExtra(Supplier<List<MenuItem>> items) {
    extra = items;
  }

  private void show(ContextMenuEvent event) {
    if (model.alignment().length() == 0) {
      return;
    }
    int side = model.sideProperty().get();
    menu.getItems()
        .setAll(
            copyAs(),
            item("Copy Offset " + copy.offset(side), copy::copyOffset),
            new SeparatorMenuItem(),
            item("Select All", model::selectAll));
    AlignedBytes known = model.known();
    int index = known.lastFrom(model.caretProperty().get());
    if (known.differs(model.caretProperty().get())) {
      menu.getItems().add(item("Select Difference", () -> model.select(known.difference(index))));
    }
    menu.getItems().addAll(hand.items());
    List<MenuItem> more = extra.get();
    if (!more.isEmpty()) {
      menu.getItems().add(new SeparatorMenuItem());
      menu.getItems().addAll(more);
    }
    menu.show(view, event.getScreenX(), event.getScreenY());
    event.consume();
  }

  private Menu copyAs() {
    Menu copies = new Menu("Copy As");
    for (HexCopy format : HexCopy.values()) {
      copies.getItems().add(item(format.words(), () -> copy.copy(format)));
    }
    return copies;
  }

  static MenuItem item(String words, Runnable action) {
    MenuItem item = new MenuItem(words);
    item.setMnemonicParsing(false);
    item.setOnAction(event -> action.run());
    return item;
  }

  /** Copies what is selected on the side of the caret. UI thread. */
  static final class CompareCopy {
    private final ByteCompareModel model;
    private final ByteCompareView view;
    private final Background background;
    private final Consumer<String> messages;

    /**
     * What copies.
     *
     * @param messages receives failures, as a sentence for users
     */
    CompareCopy(
        ByteCompareModel model,
        ByteCompareView view,
        Background background,
        Consumer<String> messages) {
      this.model = model;
      this.view = view;
      this.background = background;
      this.messages = messages;
    }

    /** As the column in which the selection was made. */
    void copy() {
      copy(view.isInText() ? HexCopy.TEXT : HexCopy.HEX);
    }

    /** The selected bytes, or else the one at the caret; gaps have none. */
    void copy(HexCopy format) {
      int side = model.sideProperty().get();
      ByteRange selected = model.selectionProperty().get();
      ByteRange positions =
          selected.isEmpty() ? new ByteRange(model.caretProperty().get(), 1) : selected;
      ByteRange bytes = model.alignment().bytes(side, positions);
      ByteView from = view.sides().get(side).view();
      if (bytes.isEmpty()) {
        messages.accept("This side has no bytes here that could be copied.");
      } else if (bytes.length() > HexCopy.MOST_BYTES) {
        messages.accept(
            "%s are selected; at most %s can be copied. Select less, or export the part to a file."
                .formatted(SizeText.of(bytes.length()), SizeText.of(HexCopy.MOST_BYTES)));
      } else {
        background.run(
            () -> format.format(bytes.start(), from.bytes(bytes.start(), (int) bytes.length())),
            CompareCopy::put,
            failure ->
                messages.accept(
                    Objects.requireNonNullElse(failure.getMessage(), failure.toString())));
      }
    }

    /** The offset of the caret on its side, in hexadecimal. */
    void copyOffset() {
      put(offset(model.sideProperty().get()));
    }

    String offset(int side) {
      long offset = model.alignment().offsetFrom(side, model.caretProperty().get());
      return "0x%x".formatted(offset);
    }

    private static void put(String text) {
      Clipboard.getSystemClipboard().setContent(Map.of(DataFormat.PLAIN_TEXT, text));
    }
  }

  /** Aligns two bytes that the user selected. Two sides. UI thread. */
  static final class HandAlignment {
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

    /** What can be done with the byte at the caret. */
    List<MenuItem> items() {
      List<MenuItem> items = new ArrayList<>();
      int side = model.sideProperty().get();
      long offset = model.alignment().offset(side, model.caretProperty().get());
      if (model.alignment().sides() != 2) {
        return items;
      }
      if (offset >= 0) {
        items.add(new SeparatorMenuItem());
        items.add(CompareMenu.item("Mark Byte for Alignment", () -> mark(side, offset)));
        if (markedSide == 1 - side) {
          String words =
              "Align With 0x%x of the %s Side"
                  .formatted(marked, AlignedBytesWords.name(markedSide, 2));
          items.add(CompareMenu.item(words, () -> together(side, offset)));
        }
      }
      if (aligned) {
        items.add(CompareMenu.item("Align Automatically", this::undo));
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
}
