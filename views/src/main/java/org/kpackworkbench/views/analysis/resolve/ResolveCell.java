package org.kpackworkbench.views.analysis.resolve;

import java.util.function.Supplier;
import javafx.beans.value.ObservableValue;
import javafx.css.PseudoClass;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.control.TableCell;
import javafx.scene.layout.Background;
import javafx.scene.layout.BackgroundFill;
import javafx.scene.layout.CornerRadii;
import javafx.scene.paint.Color;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolution;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.views.kit.table.CellTips;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/** A binary on a GPU: a sign on its colour, and all of it in words as tooltip. */
final class ResolveCell extends TableCell<Integer, Integer> {
  private static final PseudoClass FAILING = PseudoClass.getPseudoClass("failing");
  private static final CornerRadii ROUND = new CornerRadii(3);
  private static final Insets AROUND = new Insets(2, 3, 2, 3);

  private final Supplier<@Nullable TreeResolution> tree;
  private final int column;
  private final ObservableValue<OwnerColors> colors;

  ResolveCell(
      Supplier<@Nullable TreeResolution> tree, int column, ObservableValue<OwnerColors> colors) {
    this.tree = tree;
    this.column = column;
    this.colors = colors;
    setAlignment(Pos.CENTER);
    getStyleClass().add("grid-cell");
    CellTips.install(this, () -> getAccessibleText() == null ? "" : getAccessibleText());
  }

  /** What sorts first: what lacks most. */
  static int rank(TreeResolution.Cell cell) {
    return cell.complete() ? 2 : cell.found() > 0 ? 1 : 0;
  }

  /** A cell in a few words. */
  static String words(TreeResolution.Cell cell) {
    return cell.words();
  }

  @Override
  protected void updateItem(@Nullable Integer number, boolean empty) {
    super.updateItem(number, empty);
    TreeResolution shown = tree.get();
    if (empty || number == null || shown == null || number >= shown.rows().size()) {
      setText(null);
      setBackground(null);
      setAccessibleText(null);
      pseudoClassStateChanged(FAILING, false);
      return;
    }
    TreeResolution.Row row = shown.rows().get(number);
    GpuTarget device = shown.devices().get(column);
    TreeResolution.Cell cell = row.cells().get(column);
    boolean inside = row.state() == DeviceCode.FAT;
    setText(
        cell.complete()
            ? inside ? "■" : "✓"
            : cell.found() == cell.wrappers()
                ? "⚠ %d".formatted(cell.foreign())
                : cell.found() == 0 ? "✖" : "✖ %d/%d".formatted(cell.found(), cell.wrappers()));
    setAccessibleText(sentence(row, device, cell, inside));
    pseudoClassStateChanged(FAILING, !cell.complete());
    Color color =
        cell.complete()
            ? colors.getValue().ofTarget(device)
            : colors.getValue().of(OwnerKind.PROBLEM);
    setBackground(new Background(new BackgroundFill(color, ROUND, AROUND)));
    setTextFill(OwnerColors.textOn(color));
  }

  private static String sentence(
      TreeResolution.Row row, GpuTarget device, TreeResolution.Cell cell, boolean inside) {
    if (cell.complete()) {
      return "%s on %s: %s, %s."
          .formatted(
              row.path(),
              device,
              StepWords.counted(cell.wrappers(), "wrapper") + " with code",
              inside ? "inside the binary" : "in archives");
    }
    String counts =
        "%s on %s: %d of %s with code%s; wrapper %d "
            .formatted(
                row.path(),
                device,
                cell.found(),
                StepWords.counted(cell.wrappers(), "wrapper"),
                cell.foreign() == 0 ? "" : ", %d with another wrapper's".formatted(cell.foreign()),
                cell.firstFailing());
    return counts
        + (cell.found() == cell.wrappers()
            ? "finds kernels that are not its own."
            : "gets error %s.".formatted(cell.error()));
  }
}
