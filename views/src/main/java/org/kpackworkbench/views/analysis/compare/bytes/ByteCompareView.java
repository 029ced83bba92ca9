package org.kpackworkbench.views.analysis.compare.bytes;

import java.util.List;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.ScrollBar;
import javafx.scene.input.KeyEvent;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.views.kit.draw.HoverTip;
import org.kpackworkbench.views.kit.hex.ByteRowsKeys;
import org.kpackworkbench.views.kit.hex.ByteRowsView;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/**
 * Aligned bytes with their scroll bars and the strip of differences. Only visible rows are drawn.
 * UI thread only.
 */
final class ByteCompareView extends ByteRowsView {
  private final ByteCompareModel model;
  private final CompareSurface surface;
  private final DifferenceStrip strip;
  private List<SideBytes> sides;

  ByteCompareView(
      ByteCompareModel model, List<SideBytes> sides, ObservableValue<OwnerColors> palette) {
    CompareSurface drawn = new CompareSurface(model, sides, palette);
    super(model, drawn);
    this.model = model;
    this.sides = sides;
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

  /** With the shortcut key, Left and Right put the caret on another side. */
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
    CompareColumns columns = surface.columns();
    int side = model.sideProperty().get();
    int column = (int) (model.caretProperty().get() % columns.bytesPerRow());
    double left = columns.hexCellX(side, column);
    double right = columns.hexCellX(side, column + 1);
    ScrollBar sideways = sideways();
    double seen = sideways.getValue();
    if (sideways.isVisible() && (left < seen || right > seen + surface.getWidth())) {
      sideways.setValue(Math.clamp(columns.sideX(side), 0, sideways.getMax()));
    }
  }

  /** The bytes at the caret, for a screen reader. */
  private String spoken() {
    return String.join("; ", CompareWords.atCaret(model, sides));
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
    StringBuilder text = new StringBuilder(CompareWords.offset(bytes, offset));
    if (bytes.ownership() != null) {
      for (Claim owner : bytes.ownership().at(offset)) {
        text.append('\n').append(OwnerColors.pattern(owner).glyph()).append(' ');
        text.append(owner.label());
      }
    }
    String failure = bytes.failure(offset);
    return failure == null ? text.toString() : text + "\n" + failure;
  }

  /** The rows as they are drawn now, top to bottom. */
  List<String> visibleText() {
    return CompareWords.rows(model, sides);
  }

  @Override
  protected double besideWidth() {
    return DifferenceStrip.WIDTH_PIXELS;
  }

  @Override
  protected void layoutBeside(double x, double width, double height) {
    strip.resizeRelocate(x, 0, width, height);
  }
}
