package org.kpackworkbench.views.operation.edit.kpack;

import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.AddedFile;

/** A file in the form for adding, with the key and target that it gets. UI thread. */
final class AddItem {
  private final FoundFile file;
  private final StringProperty key;
  private final StringProperty target;
  private final StringProperty state = new SimpleStringProperty(this, "state", "");

  AddItem(FoundFile file) {
    this.file = file;
    this.key = new SimpleStringProperty(this, "key", file.key());
    this.target = new SimpleStringProperty(this, "target", file.target());
  }

  FoundFile file() {
    return file;
  }

  StringProperty key() {
    return key;
  }

  StringProperty target() {
    return target;
  }

  /** What will become of it, in words. */
  StringProperty state() {
    return state;
  }

  /** Whether it can be added at all. */
  boolean usable() {
    return file.stamp() != null;
  }

  String name() {
    return key.get().strip() + " @ " + target.get().strip();
  }

  /** What is wrong with what was typed; empty where nothing is. */
  String wrong() {
    if (!usable()) {
      return "";
    }
    String text = key.get().strip();
    String unsafe = text.isEmpty() ? "it is empty" : BinaryKey.unsafe(text);
    return unsafe != null ? "key: " + unsafe : TargetText.problem(target.get().strip());
  }

  AddedFile added() {
    var stamp = file.stamp();
    if (stamp == null) {
      throw new IllegalStateException(file.problem());
    }
    return new AddedFile(stamp, key.get().strip(), target.get().strip(), "hsaco");
  }
}
