package org.kpackworkbench.views.analysis.compare.code;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javafx.css.PseudoClass;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.TableCell;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.assembly.AlignedCode;
import org.kpackworkbench.model.analysis.diff.assembly.AlignedCode.Piece;
import org.kpackworkbench.model.analysis.diff.assembly.CodeListing.Line;
import org.kpackworkbench.views.analysis.compare.code.CodeSpec.Shown;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.rows.LoadedRow;
import org.kpackworkbench.views.kit.table.CellTips;
import org.kpackworkbench.views.kit.text.FunctionName;

/** A row of aligned code: each side's instruction, or a function's name, or a fold. */
final class CodeCell extends TableCell<LoadedRow<Shown>, Object> {
  private static final PseudoClass CHANGED = PseudoClass.getPseudoClass("changed");
  private static final PseudoClass ADDED = PseudoClass.getPseudoClass("added");
  private static final PseudoClass REMOVED = PseudoClass.getPseudoClass("removed");
  private static final PseudoClass NONE = PseudoClass.getPseudoClass("none");
  private static final PseudoClass FOLD = PseudoClass.getPseudoClass("fold");
  private static final PseudoClass HEADING = PseudoClass.getPseudoClass("heading");

  private final CodeCompareModel model;
  private final HBox row = Controls.styled(new HBox(), "code-row");
  private final List<CodeSide> sides = new ArrayList<>();
  private final List<Label> signs = new ArrayList<>();
  private final Label fold = Controls.label("", "code-fold");

  CodeCell(CodeCompareModel model, IntConsumer unfold) {
    this.model = model;
    getStyleClass().add("code-cell");
    setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
    row.setMaxHeight(Double.MAX_VALUE);
    fold.setMaxHeight(Double.MAX_VALUE);
    for (int side = 0; side < model.sides(); side++) {
      if (side > 0) {
        Label sign = Controls.whole(Controls.label("", "code-sign"));
        signs.add(sign);
        row.getChildren().add(sign);
      }
      CodeSide made = Controls.wide(new CodeSide());
      sides.add(made);
      row.getChildren().add(made);
    }
    fold.setMaxWidth(Double.MAX_VALUE);
    CellTips.install(this, this::whole);
    setOnMouseClicked(
        event -> {
          Shown shown = shown();
          if (event.getButton() == MouseButton.PRIMARY && shown != null && shown.isFold()) {
            unfold.accept(getIndex());
          }
        });
  }

  @Override
  protected void updateItem(@Nullable Object item, boolean empty) {
    super.updateItem(item, empty);
    setText(null);
    Shown shown = empty ? null : shown();
    AlignedCode code = model.code();
    boolean folds = shown != null && shown.isFold();
    pseudoClassStateChanged(FOLD, folds);
    if (shown == null || code == null || shown.row() >= code.rowCount()) {
      setGraphic(null);
      setAccessibleText("");
      return;
    }
    pseudoClassStateChanged(HEADING, !folds && code.isHeading(shown.row()));
    if (folds) {
      fold.setText(CodeWords.fold(shown));
      setGraphic(fold);
      setAccessibleText(fold.getText());
      return;
    }
    Change change = code.change(shown.row());
    for (int side = 0; side < sides.size(); side++) {
      sides.get(side).show(code, side, shown.row(), change);
    }
    for (int at = 0; at < signs.size(); at++) {
      signs.get(at).setText(sign(code, shown.row(), at + 1));
    }
    setGraphic(row);
    setAccessibleText(
        (change == Change.SAME ? "" : change.words() + ": ") + CodeWords.copied(code, shown));
  }

  private @Nullable Shown shown() {
    LoadedRow<Shown> row = getTableRow() == null ? null : getTableRow().getItem();
    return row == null ? null : row.content();
  }

  /** Each side's instruction in full, a line each; empty where nothing is compared. */
  private String whole() {
    Shown shown = shown();
    AlignedCode code = model.code();
    if (shown == null || code == null || shown.isFold() || shown.row() >= code.rowCount()) {
      return "";
    }
    return IntStream.range(0, sides.size())
        .mapToObj(side -> CodeWords.full(code, side, shown.row()))
        .collect(Collectors.joining("\n"));
  }

  /** The change of a row on a side, as a sign. */
  private static String sign(AlignedCode code, int row, int side) {
    boolean first = code.isPresent(0, row);
    if (code.isPresent(side, row) != first) {
      return first ? "−" : "+";
    }
    return first && code.differs(row) ? "≠" : " ";
  }

  private static final class CodeSide extends HBox {
    private final Label address = Controls.whole(Controls.label("", "code-address"));
    private final Label label = Controls.whole(Controls.label("", "code-label"));
    private final HBox text = Controls.styled(Controls.wide(new HBox()), "code-text");

    CodeSide() {
      getStyleClass().add("code-side");
      text.setMinWidth(0);
      setMinWidth(0);
      setPrefWidth(100);
      setMaxWidth(Double.MAX_VALUE);
      getChildren().setAll(address, label, text);
    }

    void show(AlignedCode code, int side, int row, Change change) {
      boolean present = code.isPresent(side, row);
      pseudoClassStateChanged(NONE, !present);
      pseudoClassStateChanged(CHANGED, present && change == Change.CHANGED);
      pseudoClassStateChanged(ADDED, present && change == Change.ADDED);
      pseudoClassStateChanged(REMOVED, present && change == Change.REMOVED);
      text.getChildren().clear();
      if (code.isHeading(row)) {
        address.setText("");
        label.setText("");
        if (present) {
          add(FunctionName.brief(CodeWords.function(code.function(row))), "code-function");
        }
        return;
      }
      Line line = code.line(side, row);
      address.setText(line == null ? "" : CodeWords.address(line));
      String target = code.label(side, row);
      label.setText(target.isEmpty() ? "" : target + ":");
      for (Piece piece : code.pieces(side, row)) {
        add(piece.text(), piece.differs() ? "code-differs" : "code-piece");
      }
    }

    private void add(String words, String style) {
      Label part = Controls.label(words, style);
      part.setTextOverrun(OverrunStyle.ELLIPSIS);
      part.setMinWidth(style.equals("code-differs") ? Region.USE_PREF_SIZE : 0);
      text.getChildren().add(part);
    }
  }
}
