package org.kpackworkbench.views.analysis.compare.bytes;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import javafx.beans.value.ObservableValue;
import javafx.scene.AccessibleRole;
import javafx.scene.Cursor;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.paint.Color;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.AlignedBytes;
import org.kpackworkbench.model.analysis.diff.ByteAlignment;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.analysis.compare.bytes.ByteCompareModel.CompareRows;
import org.kpackworkbench.views.kit.draw.DrawnRegion;
import org.kpackworkbench.views.kit.draw.HoverTip;
import org.kpackworkbench.views.kit.hex.ByteRowsKeys;
import org.kpackworkbench.views.kit.hex.ByteRowsView;
import org.kpackworkbench.views.kit.hex.HexColumns;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/**
 * Aligned bytes with their scroll bars and the strip of differences. Only visible rows are drawn.
 * UI thread only.
 */
final class ByteCompareView extends ByteRowsView {
  private final ByteCompareModel model;
  private final CompareSurface surface;
  private final DifferenceStrip strip;
  private final HandAlignment hand;
  private List<SideBytes> sides;

  ByteCompareView(
      ByteCompareModel model,
      List<SideBytes> sides,
      HandAlignment hand,
      Background background,
      ObservableValue<OwnerColors> palette) {
    CompareSurface drawn = new CompareSurface(model, sides, palette);
    super(model, drawn, background);
    this.model = model;
    this.sides = sides;
    this.hand = hand;
    surface = drawn;
    strip =
        new DifferenceStrip(
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

  CompareSurface surface() {
    return surface;
  }

  ByteCompareModel model() {
    return model;
  }

  List<SideBytes> sides() {
    return sides;
  }

  void setSides(List<SideBytes> newSides) {
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
    HexColumns columns = surface.columns().at(side());
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
    SideBytes bytes = sides.get(side);
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

  /**
   * All positions from top to bottom: where differences are, what is seen, and how far they are
   * known. What only one side has is drawn on that side's half. A click goes there.
   */
  static final class DifferenceStrip extends DrawnRegion {
    static final double WIDTH_PIXELS = 18;
    private static final byte FIRST = 1;
    private static final byte LAST = 2;
    private static final byte BOTH = 4;

    private final ByteCompareModel model;
    private @Nullable AlignedBytes drawn;
    private byte[] pixels = new byte[0];

    /**
     * A strip.
     *
     * @param goTo receives the clicked position
     */
    DifferenceStrip(
        ByteCompareModel model, LongConsumer goTo, ObservableValue<OwnerColors> palette) {
      super(palette);
      this.model = model;
      setCursor(Cursor.HAND);
      setId("difference-strip");
      // JavaFX hides plain nodes from screen readers.
      setAccessibleRole(AccessibleRole.IMAGE_VIEW);
      setAccessibleRoleDescription("overview of differences");
      setAccessibleText("Where differences are; Alt+Down goes to the next one");
      setOnMousePressed(event -> clicked(event, goTo));
      setOnMouseDragged(event -> clicked(event, goTo));
      model.knownProperty().subscribe(this::redraw);
      model.rowsProperty().subscribe(this::redraw);
      model.topRowProperty().subscribe(this::redraw);
    }

    private void clicked(MouseEvent event, LongConsumer goTo) {
      long length = model.alignment().length();
      if (event.getButton() == MouseButton.PRIMARY && length > 0 && getHeight() > 0) {
        double part = Math.clamp(event.getY() / getHeight(), 0, 1);
        goTo.accept(Math.min(length - 1, (long) (part * length)));
      }
      event.consume();
    }

    /** A point of the strip in words; null if there is nothing to say. */
    @Nullable String words(double y) {
      long length = model.alignment().length();
      if (length == 0 || getHeight() <= 0) {
        return null;
      }
      int pixel = (int) Math.clamp(y, 0, Math.max(0, pixels.length - 1));
      AlignedBytes known = model.known();
      long from = (long) (Math.max(0, y - 2) / getHeight() * length);
      long to = (long) ((y + 2) / getHeight() * length) + 1;
      int first = known.lastFrom(from) + (known.differs(from) ? 0 : 1);
      int last = known.lastFrom(to);
      if (first > last || pixel >= pixels.length) {
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
    protected void draw(GraphicsContext graphics, double width, double height) {
      graphics.setFill(inks().raised());
      graphics.fillRect(0, 0, width, height);
      graphics.setStroke(inks().line());
      graphics.setLineWidth(1);
      graphics.strokeLine(0.5, 0, 0.5, height);
      long length = model.alignment().length();
      if (length == 0) {
        return;
      }
      unknown(graphics, width, height, length);
      fill((int) Math.ceil(height), length);
      double left = 4;
      double inner = width - left - 3;
      for (int y = 0; y < pixels.length; y++) {
        if (pixels[y] == BOTH || pixels[y] == FIRST + LAST || pixels[y] > BOTH) {
          graphics.setFill(inks().danger());
          graphics.fillRect(left, y, inner, 1);
        } else if (pixels[y] != 0) {
          graphics.setFill(inks().accent());
          graphics.fillRect(pixels[y] == FIRST ? left : left + inner / 2, y, inner / 2, 1);
        }
      }
      seen(graphics, width, height, length);
    }

    private void unknown(GraphicsContext graphics, double width, double height, long length) {
      double from = height * model.known().knownUntil() / length;
      graphics.setStroke(inks().line());
      for (double y = from + 4; y < height + width; y += 6) {
        graphics.strokeLine(
            3,
            Math.max(from, y),
            Math.min(width - 2, 3 + y - from),
            Math.max(from, y - (width - 5)));
      }
    }

    private void seen(GraphicsContext graphics, double width, double height, long length) {
      CompareRows rows = model.rows();
      long top = model.topRowProperty().get();
      long last = Math.min(rows.lines(), top + model.visibleRows()) - 1;
      double from = height * rows.positions(top).start() / length;
      double to = height * rows.positions(last).end() / length;
      Color color = inks().text();
      graphics.setStroke(color);
      graphics.setLineWidth(1);
      double y = Math.min(Math.rint(from), height - 4) + 0.5;
      graphics.strokeRect(
          1.5, y, width - 3, Math.max(3, Math.min(Math.rint(to) - y, height - y - 1)));
    }

    /** Every difference is seen, however small it is among all the bytes. */
    private void fill(int height, long length) {
      AlignedBytes known = model.known();
      if (known.equals(drawn) && pixels.length == height) {
        return;
      }
      drawn = known;
      pixels = new byte[height];
      ByteAlignment alignment = known.alignment();
      int last = alignment.sides() - 1;
      double scale = (double) height / length;
      for (int index = 0; index < known.differences(); index++) {
        ByteRange range = known.difference(index);
        boolean first = alignment.bytes(0, range).isEmpty();
        boolean second = alignment.bytes(last, range).isEmpty();
        byte kind = first ? LAST : second ? FIRST : BOTH;
        int from = (int) Math.min(height - 1, range.start() * scale);
        int to = Math.clamp((long) Math.ceil(range.end() * scale), from + 1, height);
        for (int y = from; y < Math.max(to, Math.min(height, from + 2)); y++) {
          pixels[y] |= kind;
        }
      }
    }
  }
}
