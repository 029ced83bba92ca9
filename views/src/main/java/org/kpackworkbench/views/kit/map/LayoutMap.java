package org.kpackworkbench.views.kit.map;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.AccessibleAttribute;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.GraphicsContext;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.draw.DrawnRegion;
import org.kpackworkbench.views.kit.draw.HoverTip;
import org.kpackworkbench.views.kit.draw.TextFit;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/**
 * The drawn map of a file and of its address space.
 *
 * <p>The wheel zooms at the pointer, dragging moves, a double click or Enter shows a piece in full,
 * 0 shows everything again. A click or the arrow keys select: left and right go along a level, up
 * and down between levels and lanes. UI thread only.
 */
public final class LayoutMap extends DrawnRegion {
  private final ObjectProperty<LayoutMapModel> model =
      new SimpleObjectProperty<>(LayoutMapModel.EMPTY);
  private final ObjectProperty<@Nullable ByteRange> mark = new SimpleObjectProperty<>();
  private final ReadOnlyObjectWrapper<@Nullable MapSelection> selection =
      new ReadOnlyObjectWrapper<>();
  private List<LaneIndex> lanes = List.of();
  private MapViewport viewport = new MapViewport(LayoutMapModel.EMPTY);
  private List<MapBox> boxes = List.of();
  private @Nullable MapBox hovered;
  private TextFit texts;
  private Consumer<MapPiece> onSelect = piece -> {};

  /** A piece that is selected. */
  public record MapSelection(int lane, int index, MapPiece piece) {}

  /** An empty map; set its {@link #modelProperty}. */
  public LayoutMap(ObservableValue<OwnerColors> palette) {
    super(palette);
    texts = new TextFit(font());
    getStyleClass().add("layout-map");
    setFocusTraversable(true);
    // JavaFX hides plain nodes from screen readers.
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    setAccessibleRoleDescription("layout map");
    setAccessibleText("empty");
    model.subscribe(this::modelChanged);
    mark.subscribe(this::redraw);
    selection.subscribe(this::selectionChanged);
    focusedProperty().subscribe(this::redraw);
    new MapControls(this);
    HoverTip.install(this, this::tip);
  }

  /** Returns the shown model. Another model is shown whole, with nothing selected. */
  public ObjectProperty<LayoutMapModel> modelProperty() {
    return model;
  }

  /** The bytes that are selected elsewhere, in the numbers of the first lane; null for none. */
  public ObjectProperty<@Nullable ByteRange> markProperty() {
    return mark;
  }

  /** The piece that is selected; null for none. */
  public ReadOnlyObjectProperty<@Nullable MapSelection> selectionProperty() {
    return selection.getReadOnlyProperty();
  }

  /** Sets the action that runs when the user selects a piece; not when the program does. */
  public void setOnSelect(Consumer<MapPiece> action) {
    onSelect = action;
  }

  /**
   * Selects the innermost piece of the first lane that holds an offset, without telling anybody.
   */
  public void selectAt(long offset) {
    MapSelection best = null;
    LaneIndex file = lanes.isEmpty() ? null : lanes.getFirst();
    for (int level = 0; file != null && level < file.levels(); level++) {
      int index = file.near(level, (double) offset);
      if (index >= 0 && file.piece(index).range().contains(offset)) {
        best = new MapSelection(0, index, file.piece(index));
      }
    }
    selection.set(best);
  }

  /**
   * Selects the piece that leads to a place, without telling anybody; that in the first lane where
   * both have one.
   *
   * @return whether there is such a piece
   */
  public boolean select(Place place) {
    for (int lane = 0; lane < lanes.size(); lane++) {
      List<MapPiece> pieces = lanes.get(lane).lane().pieces();
      for (int index = 0; index < pieces.size(); index++) {
        if (place.equals(pieces.get(index).place())) {
          selection.set(new MapSelection(lane, index, pieces.get(index)));
          return true;
        }
      }
    }
    return false;
  }

  void choose(@Nullable MapSelection chosen) {
    selection.set(chosen);
    if (chosen != null) {
      viewport.reveal(chosen.lane, chosen.piece.range());
      onSelect.accept(chosen.piece);
    }
  }

  MapViewport viewport() {
    return viewport;
  }

  List<LaneIndex> lanes() {
    return lanes;
  }

  /** Shows everything. */
  public void showAll() {
    viewport.fit();
    redraw();
  }

  /** Makes everything larger round the middle, or smaller with a factor below 1. */
  public void zoom(double factor) {
    MapSelection chosen = selection.get();
    int lane = chosen == null ? 0 : chosen.lane;
    double x =
        chosen == null
            ? viewport.width() / 2
            : Math.clamp(viewport.middle(lane, chosen.piece.range()), 0, viewport.width());
    zoomAt(lane, x, factor);
  }

  void zoomAt(int lane, double x, double factor) {
    if (!lanes.isEmpty()) {
      viewport.zoom(lane, x, factor);
      redraw();
    }
  }

  void pan(int lane, double pixels) {
    if (!lanes.isEmpty()) {
      viewport.pan(lane, pixels);
      redraw();
    }
  }

  /** Shows a piece in full. */
  public void zoomTo(MapSelection piece) {
    viewport.show(piece.lane, piece.piece.range());
    redraw();
  }

  private void modelChanged() {
    lanes = model.get().lanes().stream().map(LaneIndex::new).toList();
    viewport = new MapViewport(model.get());
    viewport.resize(drawnWidth());
    hovered = null;
    selection.set(null);
    redraw();
  }

  private void selectionChanged() {
    MapSelection now = selection.get();
    setAccessibleText(now == null ? "nothing selected" : spoken(now));
    notifyAccessibleAttributeChanged(AccessibleAttribute.TEXT);
    redraw();
  }

  private String spoken(MapSelection chosen) {
    MapLane lane = lanes.get(chosen.lane).lane();
    return "%s, %s, %s 0x%x, %s"
        .formatted(
            chosen.piece.label(),
            lane.title(),
            lane.unit().words(),
            chosen.piece.range().start(),
            SizeText.of(chosen.piece.range().length()));
  }

  /** The piece at a point, or near it where it is tiny; null for nothing. */
  @Nullable MapBox boxAt(double x, double y) {
    double at = x - MapGeometry.MARGIN;
    MapBox hit = null;
    MapBox near = null;
    double nearest = BoxLayout.TINY_PIXELS;
    for (MapBox box : boxes.reversed()) {
      double distance = box.distance(at, y);
      if (distance == 0 && hit == null) {
        hit = box;
      }
      if (box.tiny() && !box.isCrowd() && distance < nearest) {
        near = box;
        nearest = distance;
      }
    }
    // Something tiny catches the pointer also from beside it: it is hard to meet.
    MapBox best = near == null ? hit : near;
    return best == null || !best.isCrowd() ? best : oneOf(best, at);
  }

  private MapBox oneOf(MapBox crowd, double x) {
    LaneIndex lane = lanes.get(crowd.lane());
    int index = lane.near(crowd.level(), viewport.offset(crowd.lane(), x));
    return layout(crowd.lane()).box(index, crowd.level());
  }

  private BoxLayout layout(int lane) {
    MapGeometry geometry = geometry();
    return new BoxLayout(
        lanes.get(lane), viewport, lane, geometry.barTop(lane), geometry.levelHeight());
  }

  void hover(@Nullable MapBox box) {
    if (!Objects.equals(box, hovered)) {
      hovered = box;
      redraw();
    }
  }

  private @Nullable String tip(double x, double y) {
    MapBox box = boxAt(x, y);
    if (box == null) {
      return null;
    }
    MapPiece piece = box.piece();
    ByteRange range = piece.range();
    String detail = piece.detail().isEmpty() ? "" : "\n" + piece.detail();
    return String.format(
        Locale.ROOT,
        "%s%s%n%s 0x%x – 0x%x%n%s (%s)",
        piece.label(),
        detail,
        lanes.get(box.lane()).lane().unit().words(),
        range.start(),
        range.end(),
        SizeText.of(range.length()),
        SizeText.exact(range.length()));
  }

  @Override
  protected void fontChanged() {
    texts = new TextFit(font());
    requestLayout();
  }

  private double drawnWidth() {
    return Math.max(1, getWidth() - 2 * MapGeometry.MARGIN);
  }

  MapGeometry geometry() {
    return MapGeometry.of(lanes, texts.lineHeight(), getHeight());
  }

  @Override
  protected void draw(GraphicsContext graphics, double width, double height) {
    if (lanes.isEmpty()) {
      graphics.setFill(inks().muted());
      graphics.setFont(font());
      graphics.fillText("Nothing to draw yet.", MapGeometry.MARGIN, MapGeometry.MARGIN + 12);
      boxes = List.of();
      return;
    }
    viewport.resize(drawnWidth());
    MapGeometry geometry = geometry();
    List<MapBox> all = new ArrayList<>();
    for (int lane = 0; lane < lanes.size(); lane++) {
      all.addAll(layout(lane).boxes());
    }
    boxes = List.copyOf(all);
    MapPainter painter =
        new MapPainter(graphics, inks(), texts, geometry, viewport, model.get(), this::paintOf);
    painter.paint(boxes);
    painter.marks(mark.get(), selectedBox(), hovered, isFocused());
  }

  private @Nullable MapBox selectedBox() {
    MapSelection chosen = selection.get();
    return chosen == null || chosen.piece.depth() >= lanes.get(chosen.lane).levels()
        ? null
        : layout(chosen.lane).box(chosen.index, chosen.piece.depth());
  }

  private MapPainter.Fill paintOf(MapPiece piece) {
    return switch (piece.look()) {
      case MapPiece.Frame frame ->
          new MapPainter.Fill(inks().raised(), inks().raised(), inks().text());
      case MapPiece.Owned owned -> {
        var color = colors().of(owned.kind(), owned.target());
        yield new MapPainter.Fill(
            ownerPaint(owned.kind(), owned.target()), color, OwnerColors.textOn(color));
      }
    };
  }

  @Override
  protected double computePrefHeight(double width) {
    return MapGeometry.prefHeight(lanes, texts.lineHeight());
  }

  @Override
  protected double computeMinHeight(double width) {
    return 80;
  }

  @Override
  protected double computePrefWidth(double height) {
    return 640;
  }
}
