package org.kpackworkbench.views.kit.map;

import java.util.List;
import javafx.scene.Cursor;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.map.LayoutMap.MapSelection;

/** Mouse, wheel and keys of a layout map. */
final class MapControls {
  private static final double ZOOM_STEP = 1.25;
  private static final double NOTCH_PIXELS = 40;
  private static final double DRAG_FROM_PIXELS = 4;

  private final LayoutMap map;
  private double pressedX;
  private double lastX;
  private int draggedLane;
  private boolean dragging;

  MapControls(LayoutMap map) {
    this.map = map;
    map.setOnMousePressed(this::pressed);
    map.setOnMouseDragged(this::dragged);
    map.setOnMouseReleased(event -> map.setCursor(Cursor.DEFAULT));
    map.setOnMouseClicked(this::clicked);
    map.setOnMouseMoved(event -> map.hover(map.boxAt(event.getX(), event.getY())));
    map.setOnMouseExited(event -> map.hover(null));
    map.setOnScroll(this::scrolled);
    map.addEventHandler(KeyEvent.KEY_PRESSED, this::key);
  }

  private void pressed(MouseEvent event) {
    map.requestFocus();
    pressedX = event.getX();
    lastX = event.getX();
    dragging = false;
    draggedLane = map.lanes().isEmpty() ? 0 : map.geometry().laneAt(event.getY());
  }

  private void dragged(MouseEvent event) {
    if (!dragging && Math.abs(event.getX() - pressedX) < DRAG_FROM_PIXELS) {
      return;
    }
    dragging = true;
    map.setCursor(Cursor.CLOSED_HAND);
    map.pan(draggedLane, event.getX() - lastX);
    lastX = event.getX();
  }

  private void clicked(MouseEvent event) {
    MapBox box = map.boxAt(event.getX(), event.getY());
    if (dragging || event.getButton() != MouseButton.PRIMARY || box == null) {
      return;
    }
    MapSelection chosen = new MapSelection(box.lane(), box.index(), box.piece());
    if (event.getClickCount() == 2) {
      map.zoomTo(chosen);
    } else {
      map.choose(chosen);
    }
  }

  private void scrolled(ScrollEvent event) {
    if (map.lanes().isEmpty()) {
      return;
    }
    int lane = map.geometry().laneAt(event.getY());
    boolean sideways =
        event.isShiftDown() || Math.abs(event.getDeltaX()) > Math.abs(event.getDeltaY());
    if (sideways) {
      map.pan(lane, event.getDeltaX() != 0 ? event.getDeltaX() : event.getDeltaY());
    } else {
      double factor = Math.pow(ZOOM_STEP, event.getDeltaY() / NOTCH_PIXELS);
      map.zoomAt(lane, event.getX() - MapGeometry.MARGIN, factor);
    }
    event.consume();
  }

  private void key(KeyEvent event) {
    if (map.lanes().isEmpty() || event.isAltDown()) {
      return;
    }
    switch (event.getCode()) {
      case LEFT -> along(-1);
      case RIGHT -> along(1);
      case UP -> vertical(-1);
      case DOWN -> vertical(1);
      case HOME -> map.choose(at(0, 0, 0));
      case PLUS, EQUALS, ADD -> map.zoom(ZOOM_STEP);
      case MINUS, SUBTRACT -> map.zoom(1 / ZOOM_STEP);
      case DIGIT0, NUMPAD0 -> map.showAll();
      case ENTER -> {
        MapSelection chosen = map.selectionProperty().get();
        if (chosen != null) {
          map.zoomTo(chosen);
        }
      }
      default -> {
        return;
      }
    }
    event.consume();
  }

  private void along(int step) {
    MapSelection now = map.selectionProperty().get();
    if (now == null) {
      map.choose(at(0, 0, 0));
      return;
    }
    int[] level = map.lanes().get(now.lane()).level(now.piece().depth());
    int position = positionOf(level, now.index()) + step;
    if (position >= 0 && position < level.length) {
      map.choose(at(now.lane(), now.piece().depth(), position));
    }
  }

  /** To the piece above or below in the lane; from the last level to the other lane. */
  private void vertical(int step) {
    MapSelection now = map.selectionProperty().get();
    if (now == null) {
      map.choose(at(0, 0, 0));
      return;
    }
    MapSelection near = near(now.lane(), now.piece().depth() + step, now.piece());
    if (near == null) {
      near = acrossLanes(now, step);
    }
    if (near != null) {
      map.choose(near);
    }
  }

  private @Nullable MapSelection near(int lane, int depth, MapPiece piece) {
    LaneIndex index = map.lanes().get(lane);
    if (depth < 0 || depth >= index.levels()) {
      return null;
    }
    int[] level = index.level(depth);
    for (int position = 0; position < level.length; position++) {
      MapPiece other = index.piece(level[position]);
      if (other.range().contains(piece.range()) || piece.range().contains(other.range())) {
        return at(lane, depth, position);
      }
    }
    return null;
  }

  private @Nullable MapSelection acrossLanes(MapSelection now, int step) {
    int lane = now.lane() + step;
    List<LaneIndex> lanes = map.lanes();
    if (lane < 0 || lane >= lanes.size()) {
      return null;
    }
    double there =
        map.modelProperty().get().across(now.lane(), (double) now.piece().range().start());
    LaneIndex index = lanes.get(lane);
    int depth = step > 0 ? 0 : index.levels() - 1;
    for (; depth >= 0 && depth < index.levels(); depth += step) {
      int[] level = index.level(depth);
      for (int position = 0; position < level.length; position++) {
        if (index.piece(level[position]).range().contains((long) there)) {
          return at(lane, depth, position);
        }
      }
    }
    return null;
  }

  private @Nullable MapSelection at(int lane, int depth, int position) {
    LaneIndex index = map.lanes().get(lane);
    int[] level = index.level(depth);
    return position < level.length
        ? new MapSelection(lane, level[position], index.piece(level[position]))
        : null;
  }

  private static int positionOf(int[] level, int index) {
    for (int i = 0; i < level.length; i++) {
      if (level[i] == index) {
        return i;
      }
    }
    return -1;
  }
}
