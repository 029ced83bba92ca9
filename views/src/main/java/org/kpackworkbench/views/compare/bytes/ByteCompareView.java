package org.kpackworkbench.views.compare.bytes;

import java.util.List;
import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Orientation;
import javafx.scene.AccessibleRole;
import javafx.scene.control.ScrollBar;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.place.Claim;
import org.kpackworkbench.views.draw.HoverTip;
import org.kpackworkbench.views.draw.LongScrollBar;
import org.kpackworkbench.views.theme.OwnerColors;

/**
 * Aligned bytes with their scroll bars and the strip of differences. Only visible rows are drawn.
 * UI thread only.
 */
final class ByteCompareView extends Region {
  private final ByteCompareModel model;
  private final CompareSurface surface;
  private final DifferenceStrip strip;
  private final LongScrollBar lines = new LongScrollBar();
  private final ScrollBar sideways = new ScrollBar();
  private List<SideBytes> sides;
  private boolean inText;
  private boolean scrollingBar;

  ByteCompareView(
      ByteCompareModel model, List<SideBytes> sides, ObservableValue<OwnerColors> palette) {
    this.model = model;
    this.sides = sides;
    surface = new CompareSurface(model, sides, palette);
    strip =
        new DifferenceStrip(
            model,
            position -> {
              model.moveCaret(position, false);
              requestFocus();
            },
            palette);
    getStyleClass().add("byte-compare-view");
    getChildren().addAll(surface, strip, lines, sideways);
    sideways.setOrientation(Orientation.HORIZONTAL);
    // Unmanaged parts are laid out, and drawn, without the window around them.
    surface.setManaged(false);
    strip.setManaged(false);
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.NODE);
    setAccessibleRoleDescription("compared bytes");
    HoverTip tip = HoverTip.install(surface, this::tip);
    HoverTip.install(strip, (x, y) -> strip.words(y));
    model.topLineProperty().subscribe(tip::hide);
    connect();
  }

  private void connect() {
    model.topLineProperty().subscribe(this::scrolled);
    model.rowsProperty().subscribe(this::scrolled);
    model.knownProperty().subscribe(this::changed);
    model.selectionProperty().subscribe(surface::refresh);
    model.caretProperty().subscribe(this::caretMoved);
    model.sideProperty().subscribe(this::caretMoved);
    focusedProperty().subscribe(() -> surface.showFocus(isFocused(), inText));
    sideways.valueProperty().subscribe(() -> surface.scrollX(sideways.getValue()));
    lines
        .valueProperty()
        .subscribe(
            () -> {
              if (!scrollingBar) {
                surface.settle();
                model.scrollTo(lines.valueProperty().get());
              }
            });
  }

  /** Whom keys and the mouse are reported to. */
  void onKeys(Consumer<KeyEvent> keys) {
    addEventHandler(KeyEvent.KEY_PRESSED, keys::accept);
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
    double seen = sideways.getValue();
    if (sideways.isVisible() && (left < seen || right > seen + surface.getWidth())) {
      sideways.setValue(Math.clamp(columns.sideX(side), 0, sideways.getMax()));
    }
  }

  boolean isInText() {
    return inText;
  }

  void setInText(boolean nowInText) {
    inText = nowInText;
    surface.showFocus(isFocused(), inText);
  }

  private void scrolled() {
    scrollingBar = true;
    lines.maxProperty().set(model.rows().lastTop(model.visibleLines()));
    lines.valueProperty().set(model.topLineProperty().get());
    scrollingBar = false;
    surface.refresh();
  }

  /** The bytes at the caret, for a screen reader. */
  private String spoken() {
    return String.join("; ", CompareWords.atCaret(model, sides));
  }

  private @Nullable String tip(double x, double y) {
    if (y < surface.headerHeight()) {
      return sides.get(surface.sideAt(x)).label();
    }
    if (model.rows().isFold(surface.lineAt(y))) {
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
  protected void layoutChildren() {
    double barWidth = lines.prefWidth(-1);
    double width = Math.max(0, getWidth() - barWidth - DifferenceStrip.WIDTH_PIXELS);
    surface.resize(width, getHeight());
    surface.fitLines();
    double hidden = surface.columns().width() - width;
    boolean tooWide = hidden > 1;
    double barHeight = tooWide ? sideways.prefHeight(-1) : 0;
    double height = Math.max(0, getHeight() - barHeight);
    sideways.setVisible(tooWide);
    sideways.setMax(Math.max(0, hidden));
    sideways.setVisibleAmount(Math.max(0, hidden) * width / Math.max(1, width + hidden));
    sideways.setValue(tooWide ? Math.min(sideways.getValue(), hidden) : 0);
    sideways.resizeRelocate(0, height, width, barHeight);
    surface.resizeRelocate(0, 0, width, height);
    surface.fitLines();
    strip.resizeRelocate(width, 0, DifferenceStrip.WIDTH_PIXELS, height);
    lines.visibleRowsProperty().set(model.visibleLines());
    lines.maxProperty().set(model.rows().lastTop(model.visibleLines()));
    lines.resizeRelocate(width + DifferenceStrip.WIDTH_PIXELS, 0, barWidth, height);
    surface.refresh();
  }

  @Override
  protected double computePrefHeight(double width) {
    return surface.headerHeight() + 16 * surface.rowHeight();
  }

  @Override
  protected double computeMinHeight(double width) {
    return surface.headerHeight() + 2 * surface.rowHeight();
  }
}
