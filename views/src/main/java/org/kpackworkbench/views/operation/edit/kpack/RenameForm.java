package org.kpackworkbench.views.operation.edit.kpack;

import java.util.List;
import javafx.scene.control.RadioButton;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.model.operation.edit.EditedRows.EditedRow;
import org.kpackworkbench.views.kit.control.Controls;

/** Another name for a binary with all its code objects, or another key for one of its indices. */
final class RenameForm extends EditForm {
  private final EditedRow row;
  private final ArchiveEdits edits;
  private final RadioButton whole = new RadioButton("The binary, with all its indices");
  private final RadioButton key = Controls.named(new RadioButton("This key only"), "rename-key");
  private final TextField name = Controls.named(new TextField(), "edit-name");
  private final TextField index = Controls.named(new TextField(), "edit-index");

  RenameForm(EditedRow row, ArchiveEdits edits) {
    super("rename", "Rename " + row.ref().key(), "Rename");
    this.row = row;
    this.edits = edits;
    ToggleGroup group = new ToggleGroup();
    whole.setToggleGroup(group);
    key.setToggleGroup(group);
    whole.setId("rename-binary");
    // What is selected is a row; its binary may have hundreds.
    key.setSelected(true);
    HBox what = Controls.styled(new HBox(whole, key), "edit-form-choices");
    name.setText(row.key().binary());
    name.setOnAction(event -> enter());
    index.setText(Integer.toString(row.key().index()));
    index.setPrefColumnCount(6);
    index.setMaxWidth(USE_PREF_SIZE);
    index.setOnAction(event -> enter());
    index.disableProperty().bind(key.selectedProperty().not());
    first(name);
    line("What", what);
    line("Binary", name);
    line("Index", index);
    name.textProperty().subscribe(text -> check());
    index.textProperty().subscribe(text -> check());
    group.selectedToggleProperty().subscribe(toggle -> check());
  }

  private int typedIndex() {
    return index.getText().strip().matches("[0-9]{1,9}")
        ? Integer.parseInt(index.getText().strip())
        : -1;
  }

  private String text() {
    BinaryKey now = row.key();
    int number = typedIndex();
    return new BinaryKey(name.getText().strip(), Math.max(0, number), now.indexed() || number > 0)
        .text();
  }

  private void check() {
    String binary = name.getText().strip();
    String unsafe = binary.isEmpty() ? null : BinaryKey.unsafe(binary).orElse(null);
    String wrong = "";
    if (unsafe != null) {
      wrong =
          "This is not the name of a binary: %s. Use a relative path with / between its parts."
              .formatted(unsafe);
    } else if (key.isSelected() && typedIndex() < 0) {
      wrong = "An index is a whole number, 0 or more.";
    }
    problem(wrong);
    boolean same =
        whole.isSelected()
            ? binary.equals(row.key().binary())
            : typedIndex() >= 0 && !binary.isEmpty() && text().equals(row.ref().key());
    possible(wrong.isEmpty() && !binary.isEmpty() && !same);
  }

  @Override
  void done() {
    ArchiveEdit edit =
        whole.isSelected()
            ? new ArchiveEdit.RenameBinary(row.key().binary(), name.getText().strip())
            : new ArchiveEdit.RenameKey(row.ref().key(), text());
    edits.make(this, () -> List.of(edit));
  }
}
