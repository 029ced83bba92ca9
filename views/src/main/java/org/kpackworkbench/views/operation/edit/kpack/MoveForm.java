package org.kpackworkbench.views.operation.edit.kpack;

import java.util.List;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.RowRef;
import org.kpackworkbench.views.kit.control.Controls;

/** Files rows under another target. */
final class MoveForm extends EditForm {
  private final List<RowRef> rows;
  private final ArchiveEdits edits;
  private final TextField target =
      Controls.named(Controls.wide(new TextField()), "edit-architecture");

  MoveForm(List<RowRef> rows, List<String> known, ArchiveEdits edits) {
    super(
        "move",
        rows.size() == 1
            ? "Move " + rows.getFirst().words() + " to another architecture"
            : "Move %d rows to another architecture".formatted(rows.size()),
        "Move");
    this.rows = List.copyOf(rows);
    this.edits = edits;
    target.setText(rows.getFirst().target());
    target.setPromptText("gfx90a:xnack+");
    target.setOnAction(event -> enter());
    target.textProperty().subscribe(this::check);
    MenuButton there = Controls.whole(new MenuButton("In this archive"));
    for (String architecture : known) {
      MenuItem item = new MenuItem(architecture);
      item.setMnemonicParsing(false);
      item.setOnAction(event -> target.setText(architecture));
      there.getItems().add(item);
    }
    first(target);
    line("Architecture", Controls.styled(new HBox(target, there), "edit-form-field"));
  }

  private String typed() {
    return target.getText().strip();
  }

  private void check(String text) {
    String wrong = typed().isEmpty() ? "" : TargetText.problem(typed());
    problem(wrong);
    boolean same = rows.stream().allMatch(row -> row.target().equals(typed()));
    possible(wrong.isEmpty() && !typed().isEmpty() && !same);
  }

  @Override
  void done() {
    String to = typed();
    edits.make(this, () -> List.of(new ArchiveEdit.Retarget(rows, to)));
  }
}
