package org.kpackworkbench.views.window.shell;

import java.util.List;
import java.util.stream.IntStream;
import javafx.beans.value.ObservableValue;
import javafx.geometry.HPos;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.Tooltip;
import javafx.scene.control.TreeCell;
import javafx.scene.control.TreeItem;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.text.SharedCut;
import org.kpackworkbench.views.kit.text.TextWidth;
import org.kpackworkbench.views.kit.text.VisibleText;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.kit.theme.Swatch;
import org.kpackworkbench.views.spi.OpenedFile;

/** A row of the workspace tree: mark, name, and a few muted words at the right. */
final class WorkspaceCell extends TreeCell<WorkspaceRow> {
  private final ObservableValue<OwnerColors> colors;
  private final Label name = new Label();
  private final Label detail = Controls.label("", "muted");
  private final Line line = Controls.styled(new Line(name, detail), "workspace-row");

  WorkspaceCell(ObservableValue<OwnerColors> colors) {
    this.colors = colors;
    name.setTextOverrun(OverrunStyle.CLIP);
    colors.subscribe(now -> refreshMark());
  }

  @Override
  protected void updateItem(@Nullable WorkspaceRow row, boolean empty) {
    super.updateItem(row, empty);
    if (empty || row == null) {
      setGraphic(null);
      setTooltip(null);
      setAccessibleText(null);
      return;
    }
    line.show(VisibleText.of(row.text()), siblings());
    detail.setText(row.detail());
    setTooltip(
        new Tooltip(
            row instanceof WorkspaceRow.File file ? file.session().path().toString() : row.text()));
    setAccessibleText(row.text() + " " + row.detail());
    setGraphic(line);
    refreshMark();
  }

  /** The names before and behind this one below the same parent, the nearest first. */
  private List<String> siblings() {
    TreeItem<WorkspaceRow> item = getTreeItem();
    TreeItem<WorkspaceRow> parent = item == null ? null : item.getParent();
    if (parent == null) {
      return List.of();
    }
    List<TreeItem<WorkspaceRow>> all = parent.getChildren();
    int at = all.indexOf(item);
    return IntStream.of(at - 1, at + 1, at - 2, at + 2)
        .filter(each -> each >= 0 && each < all.size())
        .mapToObj(each -> VisibleText.of(all.get(each).getValue().text()))
        .toList();
  }

  private void refreshMark() {
    name.setGraphic(null);
    if (getItem() instanceof WorkspaceRow.File row) {
      OpenedFile file = row.session().file();
      name.setGraphic((file == null ? KpackIcon.UNKNOWN_FILE : file.icon()).node());
    }
    if (getItem() instanceof WorkspaceRow.Inside inside) {
      OwnerKind kind = inside.node().kind();
      KpackIcon icon = inside.node().icon();
      if (kind != null) {
        name.setGraphic(new Swatch(colors.getValue(), kind, inside.node().target()));
      } else if (icon != null) {
        name.setGraphic(icon.node());
      }
    }
  }

  /**
   * The name at the left, the detail at the right while the name keeps room enough. Of a name that
   * does not fit, what its siblings have, too, is left out first.
   */
  private static final class Line extends Region {
    private static final double GAP = 8;

    private final TextWidth.Fonts fonts = new TextWidth.Fonts();
    private final Label name;
    private final Label detail;
    private String full = "";
    private List<String> siblings = List.of();

    Line(Label name, Label detail) {
      this.name = name;
      this.detail = detail;
      getChildren().addAll(name, detail);
      setMinWidth(0);
    }

    void show(String text, List<String> others) {
      full = text;
      siblings = others;
      name.setText(text);
      requestLayout();
    }

    @Override
    protected double computePrefWidth(double height) {
      // As wide as the tree: long names are cut, the tree does not scroll sideways.
      return 1;
    }

    @Override
    protected double computePrefHeight(double width) {
      return name.prefHeight(-1);
    }

    @Override
    protected void layoutChildren() {
      double width = getWidth() - snappedRightInset();
      TextWidth letters = fonts.of(name.getFont());
      Node sign = name.getGraphic();
      double mark = sign == null ? 0 : sign.prefWidth(-1) + name.getGraphicTextGap();
      double wanted = mark + letters.of(full) + 1;
      double right = detail.getText().isEmpty() ? 0 : detail.prefWidth(-1) + GAP;
      // A name that fits alone is not cut for the words beside it; a warning keeps its sign.
      boolean alone = wanted <= width;
      boolean fits = width - right >= (alone ? wanted : width * 0.55);
      if (!fits && detail.getText().startsWith("⚠")) {
        right = 2 * detail.getFont().getSize() + GAP;
        fits = true;
      }
      detail.setVisible(fits && right > 0);
      double room = fits ? width - right : width;
      String cut = SharedCut.cut(full, siblings, room - mark - 1, letters::of);
      if (!cut.equals(name.getText())) {
        name.setText(cut);
      }
      layoutInArea(name, 0, 0, Math.max(0, room), getHeight(), 0, HPos.LEFT, VPos.CENTER);
      if (fits) {
        layoutInArea(detail, room + GAP, 0, right - GAP, getHeight(), 0, HPos.RIGHT, VPos.CENTER);
      }
    }
  }
}
