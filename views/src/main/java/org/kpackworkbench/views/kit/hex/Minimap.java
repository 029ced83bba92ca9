package org.kpackworkbench.views.kit.hex;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Cursor;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.draw.HoverTip;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.theme.Following;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/**
 * All bytes of a hex view in a narrow strip: who owns them, which of them are seen, where the caret
 * and bookmarks are. A press goes there. Made of owners alone, in the background; no byte is read.
 * UI thread only.
 */
final class Minimap extends Region {
  private static final double WIDTH = 16;
  private static final double LEAST_FRAME = 5;
  private static final double BOOKMARK_PIXELS = 8;
  private static final double NEAR_PIXELS = 4;

  /** So many rows are seen without scrolling much: they need no map. */
  private static final long FEW_ROWS = 64;

  private final HexModel model;
  private final Background.Latest latest;
  private final Canvas canvas = new Canvas();
  private final Region frame = Controls.styled(new Region(), "minimap-frame");
  private final Region caret = Controls.styled(new Region(), "minimap-caret");
  private final List<Region> arrows = new ArrayList<>();
  private final BooleanProperty wanted = new SimpleBooleanProperty(true);
  private List<Band> bands = List.of();
  private @Nullable OwnerColors colors;

  /**
   * Rows of pixels that have one owner.
   *
   * @param first the first row of pixels
   * @param count how many rows
   */
  record Band(int first, int count, OwnerKind kind, @Nullable String target) {

    /**
     * The bands of a strip: each row of pixels has the owner of its middle, but what is a problem
     * is seen however small it is.
     *
     * @param rows of pixels in the strip
     */
    static List<Band> of(Ownership ownership, long sizeBytes, int rows) {
      List<Band> bands = new ArrayList<>();
      if (sizeBytes <= 0 || rows <= 0) {
        return bands;
      }
      OwnerKind[] kinds = new OwnerKind[rows];
      @Nullable String[] targets = new String[rows];
      double each = (double) sizeBytes / rows;
      for (int row = 0; row < rows; row++) {
        long middle = Math.min(sizeBytes - 1, (long) ((row + 0.5) * each));
        List<Claim> claims = middle < ownership.sizeBytes() ? ownership.at(middle) : List.of();
        kinds[row] = claims.isEmpty() ? OwnerKind.UNOWNED : claims.getLast().kind();
        targets[row] = claims.isEmpty() ? null : claims.getLast().target();
      }
      for (Claim claim : ownership.claims()) {
        if (claim.kind() == OwnerKind.PROBLEM && !claim.range().isEmpty()) {
          int from = (int) Math.clamp(claim.range().start() / each, 0, rows - 1);
          int to = (int) Math.clamp((claim.range().end() - 1) / each, from, rows - 1);
          for (int row = from; row <= to; row++) {
            kinds[row] = OwnerKind.PROBLEM;
            targets[row] = null;
          }
        }
      }
      int first = 0;
      for (int row = 1; row <= rows; row++) {
        boolean same =
            row < rows
                && kinds[row] == kinds[first]
                && Objects.equals(targets[row], targets[first]);
        if (!same) {
          bands.add(new Band(first, row - first, kinds[first], targets[first]));
          first = row;
        }
      }
      return bands;
    }
  }

  Minimap(HexModel model, Background background, ObservableValue<OwnerColors> palette) {
    this.model = model;
    this.latest = background.latest();
    Controls.named(this, "minimap", "minimap");
    setAccessibleText("All bytes by owner");
    setMinWidth(WIDTH);
    setPrefWidth(WIDTH);
    setMaxWidth(WIDTH);
    setMinHeight(0);
    setCursor(Cursor.HAND);
    canvas.setManaged(false);
    for (Region mark : List.of(frame, caret)) {
      mark.setManaged(false);
      mark.setMouseTransparent(true);
    }
    getChildren().addAll(canvas, frame, caret);
    managedProperty().bind(visibleProperty());
    Following.of(
        this,
        palette,
        now -> {
          colors = now;
          draw();
        });
    wanted.subscribe(this::make);
    model.decorationsProperty().subscribe(this::mark);
    model.viewProperty().subscribe(this::make);
    model.ownershipProperty().subscribe(this::make);
    heightProperty().subscribe(this::make);
    model.topRowProperty().subscribe(this::requestLayout);
    model.caretProperty().subscribe(this::requestLayout);
    addEventHandler(MouseEvent.MOUSE_PRESSED, this::scroll);
    addEventHandler(MouseEvent.MOUSE_DRAGGED, this::scroll);
    addEventHandler(
        MouseEvent.MOUSE_RELEASED,
        event -> {
          if (event.getButton() == MouseButton.PRIMARY && size() > 0) {
            model.moveCaret(offset(event.getY()), false);
          }
        });
    HoverTip.install(this, (x, y) -> words(y));
  }

  /** Whether it is shown where there is enough to show. */
  BooleanProperty wantedProperty() {
    return wanted;
  }

  /** Returns the bands that the strip shows now, from top to bottom. */
  List<Band> bands() {
    return bands;
  }

  private long size() {
    ByteView view = model.viewProperty().get();
    return view == null ? 0 : view.size();
  }

  private long offset(double y) {
    return Math.clamp((long) (y / Math.max(1, getHeight()) * size()), 0, Math.max(0, size() - 1));
  }

  private void scroll(MouseEvent event) {
    if (event.getButton() == MouseButton.PRIMARY && size() > 0) {
      model.scrollTo(offset(event.getY()) / model.rowLength() - model.visibleRows() / 2);
      event.consume();
    }
  }

  private @Nullable String words(double y) {
    if (size() == 0) {
      return null;
    }
    for (HexDecoration bookmark : bookmarks()) {
      if (Math.abs(rowOf(bookmark) - y) <= NEAR_PIXELS) {
        return "0x%x  %s".formatted(bookmark.range().start(), bookmark.words());
      }
    }
    long at = offset(y);
    List<Claim> owners = model.ownersAt(at);
    return "0x%x  %s"
        .formatted(at, owners.isEmpty() ? OwnerKind.UNOWNED.words() : owners.getLast().label());
  }

  private void make() {
    Ownership ownership = model.ownershipProperty().get();
    long size = size();
    int rows = (int) getHeight();
    setVisible(wanted.get() && ownership != null && size > FEW_ROWS * model.rowLength());
    requestLayout();
    if (ownership == null || rows <= 0) {
      latest.forget();
      bands = List.of();
      draw();
      return;
    }
    latest.run(
        () -> Band.of(ownership, size, rows),
        made -> {
          bands = made;
          draw();
        },
        failure -> {
          bands = List.of();
          draw();
        });
  }

  private void draw() {
    GraphicsContext pen = canvas.getGraphicsContext2D();
    double width = getWidth();
    double height = getHeight();
    pen.clearRect(0, 0, width, height);
    OwnerColors palette = colors;
    if (palette == null || size() == 0) {
      return;
    }
    for (Band band : bands) {
      pen.setFill(palette.of(band.kind(), band.target()));
      pen.fillRect(3, band.first(), width - 6, band.count());
    }
  }

  /** The bookmarks of these bytes, wherever they are. */
  List<HexDecoration> bookmarks() {
    return model.decorationsIn(new ByteRange(0, size())).stream()
        .filter(each -> each.mark() == HexDecoration.Mark.BOOKMARK)
        .toList();
  }

  /** An arrow for each bookmark. */
  private void mark() {
    getChildren().removeAll(arrows);
    arrows.clear();
    for (int i = bookmarks().size(); i > 0; i--) {
      Region arrow = Controls.styled(new Region(), "minimap-bookmark");
      arrow.setManaged(false);
      arrow.setMouseTransparent(true);
      arrows.add(arrow);
    }
    getChildren().addAll(arrows);
    requestLayout();
  }

  private double rowOf(HexDecoration bookmark) {
    double at = bookmark.range().start() / (double) size() * getHeight();
    return Math.clamp(at, NEAR_PIXELS, Math.max(NEAR_PIXELS, getHeight() - NEAR_PIXELS));
  }

  /** Where the strip has what is seen, and the caret. */
  private void place() {
    boolean some = size() > 0;
    List<HexDecoration> marked = some ? bookmarks() : List.of();
    for (int i = 0; i < arrows.size(); i++) {
      Region arrow = arrows.get(i);
      arrow.setVisible(i < marked.size());
      if (i < marked.size()) {
        double y = snapPositionY(rowOf(marked.get(i)) - NEAR_PIXELS);
        arrow.resizeRelocate(getWidth() - BOOKMARK_PIXELS, y, BOOKMARK_PIXELS, 2 * NEAR_PIXELS);
      }
    }
    frame.setVisible(some);
    caret.setVisible(some);
    if (!some) {
      return;
    }
    double perByte = getHeight() / size();
    double top = model.topRowProperty().get() * (double) model.rowLength() * perByte;
    double seen = model.visibleRows() * (double) model.rowLength() * perByte;
    double high = Math.min(getHeight(), Math.max(LEAST_FRAME, seen));
    frame.resizeRelocate(0, snapPositionY(Math.min(getHeight() - high, top)), getWidth(), high);
    caret.resizeRelocate(0, snapPositionY(model.caretProperty().get() * perByte), getWidth(), 1);
  }

  @Override
  protected void layoutChildren() {
    if (canvas.getHeight() != getHeight() || canvas.getWidth() != getWidth()) {
      canvas.setWidth(getWidth());
      canvas.setHeight(getHeight());
      draw();
    }
    place();
  }
}
