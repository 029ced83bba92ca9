package org.kpackworkbench.views.kit.rows;

import javafx.beans.value.ObservableValue;
import javafx.css.PseudoClass;
import javafx.geometry.Insets;
import javafx.scene.control.Label;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.table.CellCut;
import org.kpackworkbench.views.kit.table.CellTips;
import org.kpackworkbench.views.kit.text.VisibleText;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.kit.theme.Swatch;
import org.kpackworkbench.views.spi.FoundPlaces;

/** The first cell of a row in a tree: indented, with an arrow where the row is a group. */
final class TreeCell<R> extends StyledCell<R> {
  /** How far what is in a group is to the right of it. */
  static final double INDENT_EMS = 1.3;

  private static final PseudoClass OPEN = PseudoClass.getPseudoClass("open");

  private final RowsModel<R> model;
  private final ObservableValue<OwnerColors> colors;
  private final FoundPlaces found;
  private final Label sign = Controls.whole(Controls.label("⚠", "problem-sign"));
  private final StackPane arrow = Controls.styled(new StackPane(new Region()), "line-arrow");
  private final Label name = new Label();
  private final Label detail = Controls.label("", "line-detail");
  private final HBox box = Controls.styled(new HBox(arrow, name, detail), "line-content");
  private final CellCut cut;

  TreeCell(RowsModel<R> model, ObservableValue<OwnerColors> colors, FoundPlaces found) {
    this.model = model;
    this.colors = colors;
    this.found = found;
    getStyleClass().add("line-name-cell");
    arrow.getChildren().getFirst().getStyleClass().add("line-arrow-shape");
    cut = new CellCut(this, name, this::besideName, this::nameAt);
    name.setMinWidth(24);
    HBox.setHgrow(name, Priority.SOMETIMES);
    // Half a number says something else.
    detail.setMinWidth(USE_PREF_SIZE);
    CellTips.install(this, this::tip);
    arrow.setOnMousePressed(
        event -> {
          RowsSpec.Tree<R> tree = model.tree();
          R row = row();
          if (event.getButton() == MouseButton.PRIMARY && tree != null && row != null) {
            boolean unused = tree.open(getIndex(), !tree.isOpen(row));
            event.consume();
          }
        });
  }

  /** The width of all in the cell but the name. */
  private double besideName() {
    Insets margin = HBox.getMargin(arrow);
    double before =
        arrow.isManaged()
            ? arrow.prefWidth(-1) + box.getSpacing() + (margin == null ? 0 : margin.getLeft())
            : 0;
    double marked = sign.getParent() != null ? sign.prefWidth(-1) + box.getSpacing() : 0;
    return before + marked + box.getSpacing() + detail.prefWidth(-1) + 1;
  }

  private @Nullable String nameAt(int at) {
    return getTableColumn().getCellData(at) instanceof RowColumn.Face face
        ? VisibleText.of(face.text())
        : null;
  }

  private String tip() {
    R row = row();
    String problem = row == null ? "" : problem(row);
    String words = getItem() == null ? "" : getItem().words();
    return VisibleText.of(problem.isEmpty() ? words : words + "\n" + problem);
  }

  /** Returns the known problem of a row, or else what verification found. */
  private String problem(R row) {
    String known = model.spec().mark(row).problem();
    return known.isEmpty() ? MarkCell.found(found, model.spec(), row) : known;
  }

  private @Nullable R row() {
    LoadedRow<R> line = isEmpty() || getTableRow() == null ? null : getTableRow().getItem();
    return line == null ? null : line.content();
  }

  @Override
  protected void updateItem(RowColumn.@Nullable Face face, boolean empty) {
    super.updateItem(face, empty);
    style(empty ? null : face);
    setTooltip(null);
    RowsSpec.Tree<R> tree = model.tree();
    R row = getIndex() < 0 || getIndex() >= model.shown() ? null : model.row(getIndex()).content();
    if (empty || face == null || row == null || tree == null) {
      setGraphic(null);
      setAccessibleText(null);
      return;
    }
    boolean group = tree.isGroup(row);
    boolean open = group && tree.isOpen(row);
    RowColumn.Tint tint = face.tint();
    KpackIcon icon = face.icon();
    name.setGraphic(
        tint != null
            ? new Swatch(colors.getValue(), tint.kind(), tint.target())
            : face.drawing() instanceof CellDrawing.Sign drawn
                ? sign(drawn)
                : icon == null ? null : icon.node());
    String problem = problem(row);
    box.getChildren().remove(sign);
    if (!problem.isEmpty()) {
      box.getChildren().add(1, sign);
    }
    detail.setText(face.detail());
    arrow.setManaged(tree.grouped());
    arrow.setVisible(group);
    arrow.pseudoClassStateChanged(OPEN, open);
    HBox.setMargin(arrow, new Insets(0, 0, 0, tree.depth(row) * INDENT_EMS * getFont().getSize()));
    cut.show(VisibleText.of(face.text()));
    setGraphic(box);
    String words = problem.isEmpty() ? face.words() : face.words() + ", " + problem;
    setAccessibleText(
        !group
            ? words
            : (face.detail().isEmpty() ? words : words + ", " + face.detail())
                + (open ? ", open" : ", closed"));
  }

  private static Label sign(CellDrawing.Sign drawn) {
    return Controls.label(drawn.text(), drawn.style().split(" "));
  }
}
