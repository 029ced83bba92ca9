package org.kpackworkbench.views.kit.hex;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.MenuItem;
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
  private final HexSide bytes;
  private final HexSurface surface;
  private final HoverTip tip;

  /**
   * A hex view without bytes; set {@link HexModel#viewProperty}.
   *
   * @param background where bytes are read
   * @param palette colours of owners
   */
  public HexView(Background background, ObservableValue<OwnerColors> palette) {
    HexModel shown = new HexModel();
    // Pages arrive when the view is there.
    Runnable[] arrived = {() -> {}};
    HexSide side = new HexSide("", background, () -> arrived[0].run());
    HexSurface drawn = new HexSurface(shown, List.of(side), palette);
    super(shown, drawn, background);
    model = shown;
    surface = drawn;
    bytes = side;
    arrived[0] = this::caretChanged;
    getStyleClass().add("hex-view");
    setAccessibleRoleDescription("bytes");
    addEventHandler(
        KeyEvent.KEY_PRESSED, new ByteRowsKeys(model, this::pressedWithShortcut)::pressed);
    new ByteRowsMouse(this, model, surface, model::selectOwner);
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

  /** Returns the tip about the byte under the pointer. */
  HoverTip tip() {
    return tip;
  }

  private void connect() {
    model.viewProperty().subscribe(this::sourceChanged);
    model.ownershipProperty().subscribe(this::sourceChanged);
    model.topRowProperty().subscribe(this::rowsMoved);
    model.bytesPerRowProperty().subscribe(this::requestLayout);
    model
        .addressOfProperty()
        .subscribe(
            addresses -> {
              surface.setAddressOf(addresses);
              requestLayout();
            });
    model.decorationsProperty().subscribe(surface::refresh);
    model.foundProperty().subscribe(surface::refresh);
    model.selectionProperty().subscribe(surface::refresh);
    model.caretProperty().subscribe(this::caretChanged);
  }

  /** Returns the model of the shown bytes and position; its caret and selection are this view's. */
  public HexModel model() {
    return model;
  }

  /** How many bytes are held now. */
  public int cachedBytes() {
    return bytes.pages().cachedBytes();
  }

  private void sourceChanged() {
    bytes.show(model.viewProperty().get(), model.ownershipProperty().get());
    requestLayout();
    surface.refresh();
    speak();
  }

  private void caretChanged() {
    surface.refresh();
    speak();
  }

  private void speak() {
    long caret = model.caretProperty().get();
    HexPage page = bytes.pages().pageOf(caret);
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

  @Override
  protected @Nullable ByteView copied() {
    return model.viewProperty().get();
  }

  @Override
  protected long shown(long offset) {
    ByteView view = model.viewProperty().get();
    return view == null ? offset : view.fileOffset(offset);
  }

  @Override
  protected List<MenuItem> menuItems() {
    return model.ownersAt(model.caret()).reversed().stream()
        .map(owner -> item("Select " + owner.label(), () -> model.select(owner.range())))
        .toList();
  }

  HexPages pages() {
    return bytes.pages();
  }

  HexColumns columns() {
    return surface.columns(0);
  }

  @Override
  protected double computePrefWidth(double height) {
    return columns().width() + barWidth() + 24 * columns().charWidth();
  }

  /** Answers "what is this byte?" for the byte under the pointer. */
  private record HexTips(HexModel model, HexSurface surface) {
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
