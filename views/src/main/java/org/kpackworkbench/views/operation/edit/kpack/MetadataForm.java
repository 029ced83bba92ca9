package org.kpackworkbench.views.operation.edit.kpack;

import java.util.List;
import java.util.Map;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.model.operation.edit.EditedRow;
import org.kpackworkbench.views.kit.text.TabKey;

/** What a row says beside its code object, as text. */
final class MetadataForm extends EditForm {
  private static final int LINES = 7;

  private final EditedRow row;
  private final ArchiveEdits edits;
  private final TextArea text = new TextArea();
  private Map<String, MsgValue> before = Map.of();

  MetadataForm(EditedRow row, ArchiveEdits edits) {
    super("metadata", "Metadata of " + row.ref().words(), "Apply");
    this.row = row;
    this.edits = edits;
    text.setId("edit-metadata");
    text.getStyleClass().add("monospace");
    text.setPrefRowCount(LINES);
    text.setAccessibleText("Metadata as JSON");
    TabKey.leaves(text);
    text.setDisable(true);
    Label hint = new Label("A JSON object; empty for none. Keys are kept in their order.");
    hint.getStyleClass().add("muted");
    wide(text);
    wide(hint);
    possible(false);
  }

  /** Shows what is there. */
  void show(Map<String, MsgValue> metadata) {
    before = metadata;
    String lost = MetadataJson.lost(metadata);
    text.setText(MetadataJson.text(metadata));
    if (!lost.isEmpty()) {
      text.setEditable(false);
      text.setDisable(false);
      problem(lost);
      return;
    }
    text.setDisable(false);
    text.textProperty().subscribe(now -> check());
    text.requestFocus();
  }

  private void check() {
    try {
      Map<String, MsgValue> now = MetadataJson.read(text.getText());
      problem("");
      possible(
          !now.equals(before) || !List.copyOf(now.keySet()).equals(List.copyOf(before.keySet())));
    } catch (IllegalArgumentException wrong) {
      problem(String.valueOf(wrong.getMessage()));
      possible(false);
    }
  }

  @Override
  Node first() {
    return text;
  }

  @Override
  void done() {
    Map<String, MsgValue> now = MetadataJson.read(text.getText());
    edits.make(this, () -> List.of(new ArchiveEdit.SetMetadata(row.ref(), now)));
  }
}
