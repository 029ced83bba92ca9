package org.kpackworkbench.views.kit.hex;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.MenuItem;
import javafx.scene.input.Clipboard;
import javafx.scene.input.DataFormat;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
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

  /** Who is told what could not be done, in a sentence for people. */
  public void setOnMessage(Consumer<String> newMessages) {
    messages = newMessages;
  }

  /** What stands at the end of the context menu, made anew each time it is shown. */
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

  /** Tells a screen reader about the byte under the caret. */
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
}
