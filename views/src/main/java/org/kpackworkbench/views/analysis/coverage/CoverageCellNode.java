package org.kpackworkbench.views.analysis.coverage;

import javafx.beans.value.ObservableValue;
import javafx.css.PseudoClass;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.control.TableCell;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Background;
import javafx.scene.layout.BackgroundFill;
import javafx.scene.layout.CornerRadii;
import javafx.scene.paint.Color;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/** A cell of the grid: its sign on its colour, and all of it in words as tooltip. */
final class CoverageCellNode extends TableCell<Integer, Integer> {
  private static final PseudoClass HOLE = PseudoClass.getPseudoClass("hole");
  private static final CornerRadii ROUND = new CornerRadii(3);
  private static final Insets AROUND = new Insets(2, 3, 2, 3);

  private final CoverageModel model;
  private final int column;
  private final ObservableValue<OwnerColors> colors;
  private final Tooltip tip = new Tooltip();

  CoverageCellNode(CoverageModel model, int column, ObservableValue<OwnerColors> colors) {
    this.model = model;
    this.column = column;
    this.colors = colors;
    setAlignment(Pos.CENTER);
    getStyleClass().add("coverage-cell");
    tip.setWrapText(true);
    tip.setMaxWidth(520);
  }

  @Override
  protected void updateItem(@Nullable Integer row, boolean empty) {
    super.updateItem(row, empty);
    if (empty || row == null) {
      setText(null);
      setBackground(null);
      setTooltip(null);
      setAccessibleText(null);
      pseudoClassStateChanged(HOLE, false);
      return;
    }
    CoverageGrid.Row line = model.data().rows().get(row);
    GpuTarget target = model.data().columns().get(column);
    CoverageCell cell = model.data().cell(row, column);
    CellLooks look = CellLooks.of(cell);
    String words = CoverageWords.of(line, target, cell);
    setText(look.sign());
    tip.setText(words);
    setTooltip(tip);
    setAccessibleText(words);
    pseudoClassStateChanged(HOLE, look == CellLooks.HOLE);
    Color color = look.color(colors.getValue(), target);
    if (color == null) {
      setBackground(null);
      setTextFill(
          look == CellLooks.UNSURE
              ? colors.getValue().of(org.kpackworkbench.model.base.place.OwnerKind.PROBLEM)
              : Color.GRAY);
    } else {
      setBackground(new Background(new BackgroundFill(color, ROUND, AROUND)));
      setTextFill(OwnerColors.textOn(color));
    }
  }
}
