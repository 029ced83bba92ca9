package org.kpackworkbench.views.kit.hex;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.DataFormat;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.draw.HoverTip;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/**
 * Shows the bytes of a view of any size, coloured by owner.
 *
 * <p>Only visible rows are drawn and only some pages around them are held, so memory does not
 * depend on the size. Pages are read in the background; rows whose bytes are under way show points
 * meanwhile, and rows that cannot be read say why. UI thread only.
 */
public final class HexView extends ByteRowsView {
  private final HexModel model;
  private final Background background;
  private final HexPages pages;
  private final HexSurface surface;
  private final HoverTip tip;
  private Consumer<String> messages = message -> {};
  private Supplier<List<MenuItem>> extraMenuItems = List::of;

  /**
   * A hex view without bytes; set {@link HexModel#viewProperty}.
   *
   * @param background where bytes are read
   * @param palette colours of owners
   */
  public HexView(Background background, ObservableValue<OwnerColors> palette) {
    HexModel shown = new HexModel();
    HexSurface drawn = new HexSurface(shown, background, palette);
    super(shown, drawn);
    this.background = background;
    model = shown;
    surface = drawn;
    pages = drawn.pages();
    drawn.onArrived(this::speak);
    getStyleClass().add("hex-view");
    setAccessibleRoleDescription("bytes");
    addEventHandler(
        KeyEvent.KEY_PRESSED, new ByteRowsKeys(model, this::pressedWithShortcut)::pressed);
    new HexMouse(this, surface);
    new HexMenu(this);
    tip = HoverTip.install(surface, new HexTips(model, surface)::at);
    // Another byte is under the pointer then.
    model.topRowProperty().subscribe(tip::hide);
    model.viewProperty().subscribe(tip::hide);
    connect();
  }

  private boolean pressedWithShortcut(KeyEvent event) {
    if (event.getCode() != KeyCode.C) {
      return false;
    }
    copy();
    return true;
  }

  /** What is said about the byte under the pointer. */
  HoverTip tip() {
    return tip;
  }

  private void connect() {
    model.viewProperty().subscribe(this::sourceChanged);
    model.ownershipProperty().subscribe(this::sourceChanged);
    model.topRowProperty().subscribe(this::rowsMoved);
    model.bytesPerRowProperty().subscribe(this::requestLayout);
    model.addressOfProperty().subscribe(this::requestLayout);
    model.decorationsProperty().subscribe(surface::refresh);
    model.foundProperty().subscribe(surface::refresh);
    model.selectionProperty().subscribe(surface::refresh);
    model.caretOffsetProperty().subscribe(this::caretChanged);
  }

  /** What it shows, and where; its caret and selection are this view's. */
  public HexModel model() {
    return model;
  }

  /** Receives failures, as a sentence for users. */
  public void setOnMessage(Consumer<String> newMessages) {
    messages = newMessages;
  }

  /** What is at the end of the context menu, made again each time it is shown. */
  public void setExtraMenuItems(Supplier<List<MenuItem>> items) {
    extraMenuItems = items;
  }

  Supplier<List<MenuItem>> extraMenuItems() {
    return extraMenuItems;
  }

  /** Reads everything visible again, for a file that may have changed. */
  public void reload() {
    sourceChanged();
  }

  /** How many bytes are held now. */
  public int cachedBytes() {
    return pages.cachedBytes();
  }

  private void sourceChanged() {
    pages.source(model.viewProperty().get(), model.ownershipProperty().get());
    requestLayout();
    surface.refresh();
    speak();
  }

  private void caretChanged() {
    surface.refresh();
    speak();
  }

  /** Describes the byte under the caret to a screen reader. */
  private void speak() {
    long caret = model.caretOffsetProperty().get();
    HexPage page = pages.pageOf(caret);
    ByteView view = model.viewProperty().get();
    if (view == null || view.size() == 0) {
      setAccessibleText("no bytes");
    } else if (page == null) {
      setAccessibleText("offset 0x%x".formatted(view.fileOffset(caret)));
    } else if (page.failure() != null && !page.has(caret)) {
      setAccessibleText(page.failure());
    } else {
      setAccessibleText(
          HexRowText.spoken(view.fileOffset(caret), page.byteAt(caret), model.ownersAt(caret)));
    }
  }

  static String reason(Throwable failure) {
    return Objects.requireNonNullElse(failure.getMessage(), failure.toString());
  }

  /** Copies the selection, or else the byte under the caret, as the column it was made in. */
  public void copy() {
    copy(isInText() ? HexCopy.TEXT : HexCopy.HEX);
  }

  /** Copies the selection, or else the byte under the caret. */
  public void copy(HexCopy format) {
    ByteView view = model.viewProperty().get();
    ByteRange selected = model.selectionProperty().get();
    ByteRange range =
        selected.isEmpty() ? new ByteRange(model.caretOffsetProperty().get(), 1) : selected;
    if (view == null || view.size() == 0) {
      return;
    }
    if (range.length() > HexCopy.MOST_BYTES) {
      messages.accept(
          "%s are selected; at most %s can be copied. Export them to a file instead."
              .formatted(SizeText.of(range.length()), SizeText.of(HexCopy.MOST_BYTES)));
      return;
    }
    background.run(
        () ->
            format.format(
                view.fileOffset(range.start()), view.bytes(range.start(), (int) range.length())),
        HexView::putOnClipboard,
        failure -> messages.accept(reason(failure)));
  }

  /** Copies the offset of the caret in the file, in hexadecimal. */
  public void copyOffset() {
    putOnClipboard(caretWords());
  }

  /** The offset of the caret in the file. */
  String caretWords() {
    ByteView view = model.viewProperty().get();
    long caret = model.caretOffsetProperty().get();
    return "0x%x".formatted(view == null ? caret : view.fileOffset(caret));
  }

  static void putOnClipboard(String text) {
    Clipboard.getSystemClipboard().setContent(Map.of(DataFormat.PLAIN_TEXT, text));
  }

  /** The rows as they are drawn now, top to bottom; for tests and for copying what is seen. */
  List<String> visibleText() {
    return new HexTranscript(model, pages, surface.columns()).rows();
  }

  @Override
  protected double computePrefWidth(double height) {
    return surface.columns().width() + barWidth() + 24 * surface.columns().charWidth();
  }

  /** The menu of a hex view: copy in several ways, select. */
  private static final class HexMenu {
    private final HexView hex;
    private final ContextMenu menu = new ContextMenu();

    HexMenu(HexView hex) {
      this.hex = hex;
      hex.addEventHandler(ContextMenuEvent.CONTEXT_MENU_REQUESTED, this::show);
    }

    private void show(ContextMenuEvent event) {
      if (hex.model().viewProperty().get() == null) {
        return;
      }
      menu.getItems().setAll(copy(), copyOffset(), new SeparatorMenuItem(), selectAll());
      List<Claim> owners = hex.model().ownersAt(hex.model().caretOffsetProperty().get());
      for (Claim owner : owners.reversed()) {
        menu.getItems()
            .add(item("Select " + owner.label(), () -> hex.model().select(owner.range())));
      }
      menu.getItems().addAll(hex.extraMenuItems().get());
      menu.show(hex, event.getScreenX(), event.getScreenY());
      event.consume();
    }

    private Menu copy() {
      Menu copy = new Menu("Copy As");
      for (HexCopy format : HexCopy.values()) {
        copy.getItems().add(item(format.words(), () -> hex.copy(format)));
      }
      return copy;
    }

    private MenuItem copyOffset() {
      return item("Copy Offset " + hex.caretWords(), hex::copyOffset);
    }

    private MenuItem selectAll() {
      return item("Select All", hex.model()::selectAll);
    }

    private static MenuItem item(String words, Runnable action) {
      MenuItem item = new MenuItem(words);
      // Labels come from files: an underscore in one is no mnemonic.
      item.setMnemonicParsing(false);
      item.setOnAction(event -> action.run());
      return item;
    }
  }

  /** The mouse over a hex view: a double click selects all bytes of their owner. */
  private static final class HexMouse extends ByteRowsMouse {
    private final HexModel model;

    HexMouse(HexView hex, HexSurface surface) {
      super(hex, hex.model(), surface);
      this.model = hex.model();
    }

    @Override
    protected void doubleClicked(long position) {
      model.selectOwner(position);
    }
  }

  /** The visible rows as text, the way they are drawn. */
  private static final class HexTranscript {
    private final HexModel model;
    private final HexPages pages;
    private final HexColumns columns;

    HexTranscript(HexModel model, HexPages pages, HexColumns columns) {
      this.model = model;
      this.pages = pages;
      this.columns = columns;
    }

    List<String> rows() {
      List<String> rows = new ArrayList<>();
      ByteView view = model.viewProperty().get();
      HexGeometry geometry = model.geometry();
      for (long row = 0; view != null && row < model.visibleRows(); row++) {
        ByteRange bytes = geometry.bytesOf(model.topRowProperty().get() + row, 1);
        if (!bytes.isEmpty()) {
          rows.add(
              HexRowText.offset(view.fileOffset(bytes.start()), columns.offsetDigits())
                  + "  "
                  + row(bytes));
        }
      }
      return rows;
    }

    private String row(ByteRange bytes) {
      HexPage page = pages.pageOf(bytes.start());
      if (page == null) {
        return "…";
      }
      String failure = page.failure();
      int there = page.countOf(bytes);
      if (failure != null && there == 0) {
        return failure;
      }
      char[] hex = " ".repeat(columns.lineLength()).toCharArray();
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < there; i++) {
        int value = page.byteAt(bytes.start() + i);
        HexRowText.putHex(hex, columns.characterOf(i), value);
        text.append(HexRowText.character(value));
      }
      return new String(hex) + "  " + text;
    }
  }

  /** Answers "what is this byte?" for the byte under the pointer. */
  private static final class HexTips {
    private final HexModel model;
    private final HexSurface surface;

    HexTips(HexModel model, HexSurface surface) {
      this.model = model;
      this.surface = surface;
    }

    @Nullable String at(double x, double y) {
      ByteView view = model.viewProperty().get();
      if (view == null || !surface.isOnByte(x, y)) {
        return null;
      }
      long offset = surface.positionAt(x, y);
      StringBuilder text = new StringBuilder("offset 0x%x".formatted(view.fileOffset(offset)));
      LongFunction<OptionalLong> addressOf = model.addressOfProperty().get();
      if (addressOf != null) {
        OptionalLong address = addressOf.apply(offset);
        text.append(
            address.isPresent() ? ", address 0x%x".formatted(address.getAsLong()) : ", not loaded");
      }
      List<Claim> owners = model.ownersAt(offset);
      for (int depth = 0; depth < owners.size(); depth++) {
        text.append('\n').append(owner(owners.get(depth), depth, offset));
      }
      decorations(offset, text);
      return text.toString();
    }

    private static String owner(Claim owner, int depth, long offset) {
      String name = owner.label().equals(owner.kind().words()) ? "" : owner.kind().words() + ", ";
      return "%s%s %s  (%s%s, byte 0x%x of it)"
          .formatted(
              "  ".repeat(depth),
              OwnerColors.pattern(owner).glyph(),
              owner.label(),
              name,
              SizeText.of(owner.range().length()),
              offset - owner.range().start());
    }

    private void decorations(long offset, StringBuilder text) {
      for (HexDecoration decoration : model.decorationsIn(new ByteRange(offset, 1))) {
        if (!decoration.words().isEmpty()) {
          text.append('\n').append(decoration.words());
        }
      }
    }
  }
}
