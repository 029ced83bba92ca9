package org.kpackworkbench.views.kit.hex;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.geometry.Orientation;
import javafx.scene.AccessibleAttribute;
import javafx.scene.AccessibleRole;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.DataFormat;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.draw.LongScrollBar;
import org.kpackworkbench.views.kit.job.Background;

/** Bytes in rows with their scroll bars. UI thread only. */
public abstract class ByteRowsView extends Region {
  private final ByteRowsModel model;
  private final HexSurface surface;
  private final LongScrollBar rows = new LongScrollBar();
  private final ScrollBar sideways = new ScrollBar();
  private final Background background;
  private final ContextMenu menu = new ContextMenu();
  private Consumer<String> messages = message -> {};
  private Supplier<List<MenuItem>> extraMenuItems = List::of;
  private boolean inText;
  private boolean scrollingBar;

  /**
   * Lays a surface out with scroll bars that follow the model.
   *
   * @param background where bytes are read that are copied
   */
  protected ByteRowsView(ByteRowsModel model, HexSurface surface, Background background) {
    this.model = model;
    this.surface = surface;
    this.background = background;
    getChildren().addAll(surface, rows, sideways);
    sideways.setOrientation(Orientation.HORIZONTAL);
    // An unmanaged part is laid out, and drawn, without the window around it.
    surface.setManaged(false);
    setFocusTraversable(true);
    // JavaFX hides plain nodes from screen readers.
    setAccessibleRole(AccessibleRole.TEXT);
    accessibleTextProperty()
        .subscribe(() -> notifyAccessibleAttributeChanged(AccessibleAttribute.TEXT));
    addEventHandler(ContextMenuEvent.CONTEXT_MENU_REQUESTED, this::showMenu);
    focusedProperty().subscribe(this::showFocus);
    sideways.valueProperty().subscribe(() -> surface.scrollX(sideways.getValue()));
    rows.valueProperty().subscribe(this::barMoved);
  }

  private void barMoved() {
    if (!scrollingBar) {
      surface.settle();
      model.scrollTo(rows.valueProperty().get());
    }
  }

  /** The model has other rows, or others at the top. */
  protected final void rowsMoved() {
    scrollingBar = true;
    rows.maxProperty().set(model.lastTop());
    rows.valueProperty().set(model.topRowProperty().get());
    scrollingBar = false;
    surface.refresh();
  }

  /** Whether the caret is in the column of characters. */
  public final boolean isInText() {
    return inText;
  }

  /** Puts the caret into the column of characters, or of bytes. */
  public final void setInText(boolean nowInText) {
    inText = nowInText;
    showFocus();
  }

  private void showFocus() {
    surface.showFocus(isFocused(), inText);
  }

  /** The bytes that can be copied; null if there are none. */
  protected abstract @Nullable ByteView copied();

  /** The bytes of the selected positions, or else the one at the caret. */
  protected ByteRange selectedBytes() {
    ByteRange selected = model.selectionProperty().get();
    return selected.isEmpty() ? new ByteRange(model.caret(), 1) : selected;
  }

  /** The offset of the caret in the bytes that can be copied. */
  protected long caretOffset() {
    return model.caret();
  }

  /** The offset that is shown for one of these bytes. */
  protected long shown(long offset) {
    return offset;
  }

  /** Items behind those that copy and select all. */
  protected abstract List<MenuItem> menuItems();

  /** Receives failures, as a sentence for users. */
  public final void setOnMessage(Consumer<String> newMessages) {
    messages = newMessages;
  }

  /** Items at the end of the context menu, made again each time it is shown. */
  public final void setExtraMenuItems(Supplier<List<MenuItem>> items) {
    extraMenuItems = items;
  }

  /** Copies the selection, or else the byte under the caret, as the column it was made in. */
  public final void copy() {
    copy(isInText() ? HexCopy.TEXT : HexCopy.HEX);
  }

  /** Copies the selection, or else the byte under the caret. */
  public final void copy(HexCopy format) {
    ByteView from = copied();
    ByteRange range = selectedBytes();
    if (from == null || from.size() == 0) {
      return;
    }
    if (range.isEmpty()) {
      messages.accept("There are no bytes here that could be copied.");
    } else if (range.length() > HexCopy.MOST_BYTES) {
      messages.accept(
          "%s are selected; at most %s can be copied. Select less, or export them to a file."
              .formatted(SizeText.of(range.length()), SizeText.of(HexCopy.MOST_BYTES)));
    } else {
      background.run(
          () ->
              format.format(shown(range.start()), from.bytes(range.start(), (int) range.length())),
          ByteRowsView::putOnClipboard,
          failure -> messages.accept(reason(failure)));
    }
  }

  /** Copies the offset of the caret, in hexadecimal. */
  public final void copyOffset() {
    putOnClipboard(caretWords());
  }

  private String caretWords() {
    return "0x%x".formatted(shown(caretOffset()));
  }

  private static void putOnClipboard(String text) {
    Clipboard.getSystemClipboard().setContent(Map.of(DataFormat.PLAIN_TEXT, text));
  }

  static String reason(Throwable failure) {
    return Objects.requireNonNullElse(failure.getMessage(), failure.toString());
  }

  /** Handles the actions that copy. */
  public final ActionHandlers copyActions(ActionHandlers handlers) {
    return handlers
        .on(ActionId.COPY, this::copy)
        .on(ActionId.COPY_BYTES, () -> copy(HexCopy.TEXT))
        .on(ActionId.COPY_HEX, () -> copy(HexCopy.HEX))
        .on(ActionId.COPY_C_ARRAY, () -> copy(HexCopy.C_ARRAY))
        .on(ActionId.COPY_OFFSET, this::copyOffset);
  }

  private void showMenu(ContextMenuEvent event) {
    if (copied() == null) {
      return;
    }
    Menu copies = new Menu("Copy As");
    for (HexCopy format : HexCopy.values()) {
      copies.getItems().add(item(format.words(), () -> copy(format)));
    }
    menu.getItems()
        .setAll(
            copies,
            item("Copy Offset " + caretWords(), this::copyOffset),
            new SeparatorMenuItem(),
            item("Select All", model::selectAll));
    menu.getItems().addAll(menuItems());
    menu.getItems().addAll(extraMenuItems.get());
    menu.show(this, event.getScreenX(), event.getScreenY());
    event.consume();
  }

  /** An item of a menu. */
  public static MenuItem item(String words, Runnable action) {
    MenuItem item = new MenuItem(words);
    // Labels come from files: an underscore in one is no mnemonic.
    item.setMnemonicParsing(false);
    item.setOnAction(event -> action.run());
    return item;
  }

  /** The bar for columns that do not fit. */
  protected final ScrollBar sideways() {
    return sideways;
  }

  /** Room for what is between the rows and their scroll bar, in pixels. */
  protected double besideWidth() {
    return 0;
  }

  /** Places what is between the rows and their scroll bar. */
  protected void layoutBeside(double x, double width, double height) {}

  @Override
  protected final void layoutChildren() {
    double barWidth = rows.prefWidth(-1);
    double beside = besideWidth();
    double width = Math.max(0, getWidth() - barWidth - beside);
    surface.fitColumns(width);
    double hidden = surface.columnsWidth() - width;
    boolean tooWide = hidden > 1;
    double barHeight = tooWide ? sideways.prefHeight(-1) : 0;
    double height = Math.max(0, getHeight() - barHeight);
    sideways.setVisible(tooWide);
    sideways.setMax(Math.max(0, hidden));
    sideways.setVisibleAmount(Math.max(0, hidden) * width / Math.max(1, width + hidden));
    sideways.setValue(tooWide ? Math.min(sideways.getValue(), hidden) : 0);
    sideways.resizeRelocate(0, height, width, barHeight);
    surface.resizeRelocate(0, 0, width, height);
    surface.fitRows();
    layoutBeside(width, beside, height);
    rows.visibleRowsProperty().set(model.visibleRows());
    rows.maxProperty().set(model.lastTop());
    rows.resizeRelocate(width + beside, 0, barWidth, height);
    surface.refresh();
  }

  /** Width of the bar at the right, in pixels. */
  protected final double barWidth() {
    return rows.prefWidth(-1);
  }

  @Override
  protected double computePrefHeight(double width) {
    return surface.headerHeight() + 16 * surface.rowHeight();
  }

  @Override
  protected double computeMinHeight(double width) {
    return surface.headerHeight() + 2 * surface.rowHeight();
  }
}
