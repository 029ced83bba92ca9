package org.kpackworkbench.views.kit.table;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.IntFunction;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Control;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.Labeled;
import javafx.scene.control.OverrunStyle;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.text.SharedCut;
import org.kpackworkbench.views.kit.text.TextWidth;

/**
 * Shows the text of a cell; where there is no room for all of a name, what the rows around it say,
 * too, is left out first. Follows the width of the cell. UI thread only.
 */
public final class CellCut {
  private static final int NEIGHBOURS = 2;

  private final IndexedCell<?> cell;
  private final Labeled shown;
  private final DoubleSupplier beside;
  private final IntFunction<@Nullable String> texts;
  private TextWidth.@Nullable Fonts fonts;
  private @Nullable String full;

  /**
   * Shows the texts of a cell from now on.
   *
   * @param texts what the row at an index says in the same column; null if there is none
   */
  public CellCut(IndexedCell<?> cell, IntFunction<@Nullable String> texts) {
    this(cell, cell, () -> 0, texts);
  }

  /**
   * Shows texts in a label inside a cell.
   *
   * @param beside how much of the cell's width all else in it takes
   */
  public CellCut(
      IndexedCell<?> cell,
      Labeled shown,
      DoubleSupplier beside,
      IntFunction<@Nullable String> texts) {
    this.cell = cell;
    this.shown = shown;
    this.beside = beside;
    this.texts = texts;
    cell.widthProperty().subscribe(this::again);
    cell.insetsProperty().subscribe(this::again);
    shown.fontProperty().subscribe(this::again);
  }

  /** All that a label says, also where there is no room for it; null for nothing. */
  public static @Nullable String whole(Labeled label) {
    boolean cut = label.hasProperties() && label.getProperties().containsKey(CellCut.class);
    return cut ? (String) label.getProperties().get(CellCut.class) : label.getText();
  }

  /** Shows a text; none for null. */
  public void show(@Nullable String text) {
    show(text, CellLook.TEXT);
  }

  /** Shows a text, shortened according to its look; none for null. */
  void show(@Nullable String text, CellLook look) {
    full = text;
    shown.getProperties().put(CellCut.class, text);
    shown.setTextOverrun(
        switch (look) {
          case FUNCTION -> OverrunStyle.CENTER_ELLIPSIS;
          case PATH -> OverrunStyle.LEADING_ELLIPSIS;
          default -> CellLook.overrun(text);
        });
    again();
  }

  private void again() {
    String text = full;
    if (text == null) {
      shown.setText(null);
      return;
    }
    double room = room();
    shown.setText(
        room <= 0 || shown.getTextOverrun() == OverrunStyle.LEADING_ELLIPSIS
            ? text
            : cut(text, room));
  }

  private double room() {
    if (cell.getWidth() <= 0) {
      return 0;
    }
    Insets padding = cell.getInsets();
    Insets label = cell.getLabelPadding();
    Node graphic = shown.getGraphic();
    double sign =
        graphic == null
            ? 0
            : Math.max(graphic.prefWidth(-1), graphic.getLayoutBounds().getWidth())
                + shown.getGraphicTextGap();
    return Math.floor(
        cell.getWidth()
            - padding.getLeft()
            - padding.getRight()
            - label.getLeft()
            - label.getRight()
            - sign
            - beside.getAsDouble());
  }

  private String cut(String text, double room) {
    TextWidth width = fonts().of(shown.getFont());
    if (width.of(text) <= room) {
      return text;
    }
    List<String> neighbours = neighbours(text);
    return shown.getTextOverrun() == OverrunStyle.CENTER_ELLIPSIS
        ? SharedCut.cut(text, neighbours, room, width::of)
        : SharedCut.sentence(text, neighbours, room, width::of);
  }

  private List<String> neighbours(String text) {
    List<String> around = new ArrayList<>();
    for (int step = 1; step <= NEIGHBOURS; step++) {
      for (int row : new int[] {cell.getIndex() - step, cell.getIndex() + step}) {
        String other = row < 0 ? null : texts.apply(row);
        if (other != null && !other.equals(text)) {
          around.add(other);
        }
      }
    }
    return around;
  }

  /** All cells of a table measure with the same. */
  private TextWidth.Fonts fonts() {
    TextWidth.Fonts known = fonts;
    if (known == null) {
      known = of(cell);
      fonts = known;
    }
    return known;
  }

  private static TextWidth.Fonts of(Node cell) {
    for (Node at = cell.getParent(); at != null; at = at.getParent()) {
      if (at instanceof Control table && !(at instanceof IndexedCell)) {
        return fonts(table);
      }
    }
    return new TextWidth.Fonts();
  }

  /** Returns the fonts that measure the cells of a table. */
  static TextWidth.Fonts fonts(Control table) {
    return (TextWidth.Fonts)
        table.getProperties().computeIfAbsent(TextWidth.Fonts.class, key -> new TextWidth.Fonts());
  }
}
