package org.kpackworkbench.views.analysis.compare.bytes;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import javafx.beans.value.ObservableValue;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.input.KeyEvent;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.AlignedBytes;
import org.kpackworkbench.model.analysis.diff.ByteAlignment;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.analysis.compare.bytes.ByteCompareModel.CompareRows;
import org.kpackworkbench.views.kit.draw.HoverTip;
import org.kpackworkbench.views.kit.hex.ByteRowsKeys;
import org.kpackworkbench.views.kit.hex.ByteRowsView;
import org.kpackworkbench.views.kit.hex.HexColumns;
import org.kpackworkbench.views.kit.hex.HexSide;
import org.kpackworkbench.views.kit.hex.HexSurface;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/**
 * Aligned bytes with their scroll bars and the strip of differences. Only visible rows are drawn.
 * UI thread only.
 */
final class ByteCompareView extends ByteRowsView {
  private final ByteCompareModel model;
  private final HexSurface surface;
  private final ByteStrip strip;
  private final HandAlignment hand;
  private List<HexSide> sides;

  ByteCompareView(
      ByteCompareModel model,
      List<HexSide> sides,
      HandAlignment hand,
      Background background,
      ObservableValue<OwnerColors> palette) {
    HexSurface drawn = new HexSurface(model, sides, palette);
    super(model, drawn, background);
    this.model = model;
    this.sides = sides;
    this.hand = hand;
    surface = drawn;
    strip =
        new ByteStrip(
            model,
            position -> {
              model.moveCaret(position, false);
              requestFocus();
            },
            palette);
    getStyleClass().add("byte-compare-view");
    getChildren().add(strip);
    // An unmanaged part is laid out, and drawn, without the window around it.
    strip.setManaged(false);
    setAccessibleRoleDescription("compared bytes");
    addEventHandler(KeyEvent.KEY_PRESSED, new ByteRowsKeys(model, this::changeSide)::pressed);
    HoverTip tip = HoverTip.install(surface, this::tip);
    HoverTip.install(strip, (x, y) -> strip.words(y));
    model.topRowProperty().subscribe(tip::hide);
    connect();
  }

  private void connect() {
    model.topRowProperty().subscribe(this::rowsMoved);
    model.rowsProperty().subscribe(this::rowsMoved);
    model.knownProperty().subscribe(this::changed);
    model.selectionProperty().subscribe(surface::refresh);
    model.caretProperty().subscribe(this::caretMoved);
    model.sideProperty().subscribe(this::caretMoved);
  }

  private boolean changeSide(KeyEvent event) {
    int side = model.sideProperty().get();
    switch (event.getCode()) {
      case LEFT, KP_LEFT -> model.setSide(side - 1);
      case RIGHT, KP_RIGHT -> model.setSide(side + 1);
      default -> {
        return false;
      }
    }
    return true;
  }

  HexSurface surface() {
    return surface;
  }

  ByteCompareModel model() {
    return model;
  }

  List<HexSide> sides() {
    return sides;
  }

  void setSides(List<HexSide> newSides) {
    sides = newSides;
    surface.setSides(newSides);
    changed();
  }

  /** New bytes can be shown. */
  void changed() {
    surface.refresh();
    setAccessibleText(spoken());
  }

  private void caretMoved() {
    changed();
    revealSideways();
  }

  /** Where not all columns fit, those of the caret come into sight. */
  private void revealSideways() {
    HexColumns columns = surface.columns(side());
    int column = (int) (model.caret() % columns.bytesPerRow());
    double left = columns.hexCellX(column);
    double right = columns.hexCellX(column + 1);
    ScrollBar sideways = sideways();
    double seen = sideways.getValue();
    if (sideways.isVisible() && (left < seen || right > seen + surface.getWidth())) {
      sideways.setValue(Math.clamp(columns.left(), 0, sideways.getMax()));
    }
  }

  /** The bytes at the caret, for a screen reader. */
  private String spoken() {
    return String.join("; ", AlignedBytesWords.atCaret(model, sides));
  }

  private @Nullable String tip(double x, double y) {
    if (y < surface.headerHeight()) {
      return sides.get(surface.sideAt(x)).label();
    }
    if (model.rows().isFold(surface.rowAt(y))) {
      return "the same on all sides; a click shows them";
    }
    long position = surface.positionAt(x, y);
    int side = surface.sideAt(x);
    long offset = position < 0 ? -1 : model.alignment().offset(side, position);
    if (offset < 0) {
      return null;
    }
    HexSide bytes = sides.get(side);
    StringBuilder text = new StringBuilder(AlignedBytesWords.offset(bytes, offset));
    if (bytes.ownership() != null) {
      for (Claim owner : bytes.ownership().at(offset)) {
        text.append('\n').append(OwnerColors.pattern(owner).glyph()).append(' ');
        text.append(owner.label());
      }
    }
    String failure = bytes.failure(offset);
    return failure == null ? text.toString() : text + "\n" + failure;
  }

  @Override
  protected @Nullable ByteView copied() {
    return model.alignment().length() == 0 ? null : sides.get(side()).view();
  }

  @Override
  protected ByteRange selectedBytes() {
    return model.selected(side());
  }

  @Override
  protected long caretOffset() {
    return model.alignment().offsetFrom(side(), model.caret());
  }

  @Override
  protected List<MenuItem> menuItems() {
    List<MenuItem> items = new ArrayList<>();
    AlignedBytes known = model.known();
    long caret = model.caret();
    if (known.differs(caret)) {
      ByteRange difference = known.difference(known.lastFrom(caret));
      items.add(item("Select Difference", () -> model.select(difference)));
    }
    items.addAll(hand.items());
    items.add(new SeparatorMenuItem());
    return items;
  }

  private int side() {
    return model.sideProperty().get();
  }

  @Override
  protected double besideWidth() {
    return DifferenceStrip.WIDTH_PIXELS;
  }

  @Override
  protected void layoutBeside(double x, double width, double height) {
    strip.resizeRelocate(x, 0, width, height);
  }

  /** The strip of bytes, with how far they are known. */
  static final class ByteStrip extends DifferenceStrip {
    private final ByteCompareModel model;
    private final LongConsumer goTo;

    /**
     * A strip.
     *
     * @param goTo receives the clicked position
     */
    ByteStrip(ByteCompareModel model, LongConsumer goTo, ObservableValue<OwnerColors> palette) {
      super("difference-strip", palette);
      this.model = model;
      this.goTo = goTo;
      model.knownProperty().subscribe(this::redraw);
      model.rowsProperty().subscribe(this::redraw);
      model.topRowProperty().subscribe(this::redraw);
    }

    @Override
    protected AlignedBytes compared() {
      return model.known();
    }

    @Override
    protected long length() {
      return model.alignment().length();
    }

    @Override
    protected void goTo(double part) {
      goTo.accept(Math.min(length() - 1, (long) (part * length())));
    }

    @Override
    protected ByteRange seen() {
      CompareRows rows = model.rows();
      long top = model.topRowProperty().get();
      long last = Math.min(rows.lines(), top + model.visibleRows()) - 1;
      return ByteRange.between(rows.positions(top).start(), rows.positions(last).end());
    }

    @Override
    protected void markAll() {
      AlignedBytes known = model.known();
      ByteAlignment alignment = known.alignment();
      int last = alignment.sides() - 1;
      for (int index = 0; index < known.differences(); index++) {
        ByteRange range = known.difference(index);
        boolean first = alignment.bytes(0, range).isEmpty();
        boolean second = alignment.bytes(last, range).isEmpty();
        mark(first ? LAST : second ? FIRST : BOTH, range.start(), range.end());
      }
    }

    /** A point of the strip in words; null if there is nothing to say. */
    @Nullable String words(double y) {
      long length = model.alignment().length();
      if (length == 0 || getHeight() <= 0) {
        return null;
      }
      int pixel = (int) Math.clamp(y, 0, Math.max(0, pixels() - 1));
      AlignedBytes known = model.known();
      long from = (long) (Math.max(0, y - 2) / getHeight() * length);
      long to = (long) ((y + 2) / getHeight() * length) + 1;
      int first = known.lastFrom(from) + (known.differs(from) ? 0 : 1);
      int last = known.lastFrom(to);
      if (first > last || pixel >= pixels()) {
        return from >= known.knownUntil() ? "not compared yet" : null;
      }
      ByteRange difference = known.difference(first);
      return first == last
          ? "difference %s: %s bytes"
              .formatted(CountText.grouped(first + 1L), CountText.grouped(difference.length()))
          : "differences %s to %s"
              .formatted(CountText.grouped(first + 1L), CountText.grouped(last + 1L));
    }

    @Override
    protected void drawBelow(GraphicsContext graphics, double width, double height) {
      double from = height * model.known().knownUntil() / length();
      graphics.setStroke(inks().line());
      for (double y = from + 4; y < height + width; y += 6) {
        graphics.strokeLine(
            3,
            Math.max(from, y),
            Math.min(width - 2, 3 + y - from),
            Math.max(from, y - (width - 5)));
      }
    }
  }
}
