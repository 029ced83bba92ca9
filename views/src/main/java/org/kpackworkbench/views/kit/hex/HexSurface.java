package org.kpackworkbench.views.kit.hex;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import javafx.beans.value.ObservableValue;
import javafx.scene.canvas.GraphicsContext;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/** The drawn part of a hex view: turns points into offsets and draws the visible rows. */
final class HexSurface extends ByteRowsSurface {
  private static final int ADDRESS_DIGITS = 12;

  private final HexModel model;
  private final HexPages pages;
  private Runnable arrived = () -> {};

  HexSurface(HexModel model, Background background, ObservableValue<OwnerColors> palette) {
    super(model, palette);
    this.model = model;
    this.pages = new HexPages(background, this::pagesArrived);
  }

  private void pagesArrived() {
    refresh();
    arrived.run();
  }

  /** The bytes that are drawn, as far as they have been read. */
  HexPages pages() {
    return pages;
  }

  /** Whom to tell, beside drawing them, that there are new pages. */
  void onArrived(Runnable listener) {
    arrived = listener;
  }

  @Override
  public double columnsWidth() {
    return columns().width();
  }

  HexColumns columns() {
    ByteView view = model.viewProperty().get();
    // Where the view is a part of a file, the numbers are the file's.
    long end = view == null ? 0 : view.fileOffset(view.size());
    return new HexColumns(
        metrics().charWidth(),
        model.bytesPerRowProperty().get(),
        HexRowText.offsetDigits(end),
        model.addressOfProperty().get() == null ? 0 : ADDRESS_DIGITS);
  }

  /** The byte at a point or nearest to it; -1 in the columns of numbers and above the rows. */
  @Override
  public long positionAt(double x, double y) {
    HexGeometry geometry = model.geometry();
    double rows = (y - metrics().headerHeight() + shiftPixels()) / rowHeight();
    var column = columns().columnAt(x + scrolledX());
    if (column.isEmpty() || y < metrics().headerHeight()) {
      return -1;
    }
    long row = Math.clamp(model.topRowProperty().get() + (long) rows, 0, geometry.rows() - 1);
    return geometry.inside(geometry.startOf(row) + column.getAsInt());
  }

  /** Whether a point is over the bytes and not beside or below them. */
  boolean isOnByte(double x, double y) {
    long rows = (long) ((y - metrics().headerHeight() + shiftPixels()) / rowHeight());
    HexGeometry geometry = model.geometry();
    return positionAt(x, y) >= 0
        && x + scrolledX() < columns().asciiX(model.bytesPerRowProperty().get())
        && model.topRowProperty().get() + rows < geometry.rows()
        && geometry.sizeBytes() > 0;
  }

  @Override
  public boolean isInText(double x) {
    return columns().isInText(x + scrolledX());
  }

  @Override
  public double headerHeight() {
    return metrics().headerHeight();
  }

  @Override
  protected void draw(GraphicsContext graphics, double width, double height) {
    ByteView view = model.viewProperty().get();
    graphics.setFont(metrics().font());
    if (view == null || view.size() == 0) {
      graphics.setFill(inks().muted());
      graphics.fillText(
          view == null ? "No file is open here." : "No bytes: the file is empty.",
          HexColumns.GUTTER_PIXELS + 4,
          metrics().ascent() + 6);
      return;
    }
    graphics.save();
    graphics.translate(-scrolledX(), 0);
    draw(frame(graphics, width, height), view);
    graphics.restore();
  }

  private HexFrame frame(GraphicsContext graphics, double width, double height) {
    HexGeometry geometry = model.geometry();
    double shift = Math.round(shiftPixels());
    int rows = (int) Math.ceil((height - metrics().headerHeight() + shift) / rowHeight());
    long top = model.topRowProperty().get();
    int visible = (int) Math.min(Math.max(0, rows), geometry.rows() - top);
    return new HexFrame(
        graphics,
        inks(),
        metrics(),
        columns(),
        geometry,
        pages,
        top,
        shift,
        visible,
        width + scrolledX());
  }

  private void draw(HexFrame frame, ByteView view) {
    if (frame.visibleRows() > 0) {
      pages.show(frame.visibleBytes().start(), frame.visibleBytes().end() - 1);
    }
    @Nullable LongFunction<OptionalLong> addresses = model.addressOfProperty().get();
    List<HexDecoration> decorations = model.decorationsIn(frame.visibleBytes());
    HexOwnerPainter owners = new HexOwnerPainter(frame, colors(), this::ownerPaint);
    HexMarkPainter marks = new HexMarkPainter(frame);
    HexTextPainter text = new HexTextPainter(frame, view, addresses);
    owners.paint();
    marks.paintBehind(model.selectionProperty().get(), decorations);
    text.paint();
    owners.paintBoundaries();
    marks.paintOver(
        decorations, model.caretOffsetProperty().get(), isShownFocused(), isCaretInText());
    text.paintHeader();
  }
}
