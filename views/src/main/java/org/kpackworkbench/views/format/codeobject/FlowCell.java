package org.kpackworkbench.views.format.codeobject;

import java.util.List;
import java.util.stream.Collectors;
import javafx.scene.control.TableCell;
import javafx.scene.layout.Pane;
import javafx.scene.shape.Line;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.codeobject.KernelFlow;
import org.kpackworkbench.views.format.codeobject.DisassemblyModel.Analysis;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.rows.LoadedRow;

/** Where blocks start, and the loops that a line is in. */
final class FlowCell extends TableCell<LoadedRow<CodeLine>, Object> {
  private static final double STEP = 7;
  private static final int MOST_DEPTH = 6;

  private final DisassemblyModel model;
  private final Pane lines = new Pane();

  FlowCell(DisassemblyModel model) {
    this.model = model;
    getStyleClass().add("flow-cell");
    lines.setManaged(false);
    getChildren().add(lines);
  }

  /**
   * The margin as text: {@code ┌} where a loop starts, {@code └} where it ends; of more loops than
   * are drawn side by side, the innermost.
   */
  static String text(DisassemblyModel model, int line) {
    Analysis analysis = model.analysisProperty().get();
    if (analysis == null) {
      return "";
    }
    List<KernelFlow.Loop> loops = analysis.flow().loopsAt(line);
    return loops.stream()
        .skip(Math.max(0, loops.size() - MOST_DEPTH - 1))
        .map(loop -> loop.from() == line ? "┌" : loop.to() - 1 == line ? "└" : "│")
        .collect(Collectors.joining());
  }

  @Override
  protected void updateItem(@Nullable Object item, boolean empty) {
    super.updateItem(item, empty);
    setText(null);
    requestLayout();
  }

  @Override
  protected void layoutChildren() {
    super.layoutChildren();
    if (!getChildren().contains(lines)) {
      getChildren().add(lines);
    }
    lines.getChildren().clear();
    LoadedRow<CodeLine> row = isEmpty() || getTableRow() == null ? null : getTableRow().getItem();
    CodeLine code = row == null ? null : row.content();
    Analysis analysis = model.analysisProperty().get();
    if (code == null || analysis == null) {
      return;
    }
    double height = getHeight();
    if (analysis.flow().startsBlock(code.number())) {
      add("flow-block", 0, 0.5, getWidth(), 0.5);
    }
    for (KernelFlow.Loop loop : analysis.flow().loopsAt(code.number())) {
      double x = 6 + STEP * Math.min(loop.depth(), MOST_DEPTH);
      boolean first = loop.from() == code.number();
      boolean last = loop.to() - 1 == code.number();
      add("flow-loop", x, first ? height / 2 : 0, x, last ? height / 2 : height);
      if (first || last) {
        add("flow-loop", x, height / 2, x + STEP - 2, height / 2);
      }
    }
  }

  private void add(String style, double fromX, double fromY, double toX, double toY) {
    lines.getChildren().add(Controls.styled(new Line(fromX, fromY, toX, toY), style));
  }
}
