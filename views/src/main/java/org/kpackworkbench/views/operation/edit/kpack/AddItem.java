package org.kpackworkbench.views.operation.edit.kpack;

import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.AddedFile;

/**
 * A file in the form for adding. Immutable.
 *
 * @param number of the file in the form, from 0
 * @param key the key that it gets, as typed
 * @param target the target that it gets, as typed
 * @param state what will be done with it, as text
 */
record AddItem(int number, FoundFile file, String key, String target, String state) {

  static AddItem of(int number, FoundFile file) {
    return new AddItem(number, file, file.key(), file.target(), "");
  }

  AddItem withKey(String typed) {
    return new AddItem(number, file, typed.strip(), target, state);
  }

  AddItem withTarget(String typed) {
    return new AddItem(number, file, key, typed.strip(), state);
  }

  AddItem withState(String words) {
    return new AddItem(number, file, key, target, words);
  }

  /** Whether it can be added at all. */
  boolean usable() {
    return file.stamp() != null;
  }

  String name() {
    return key + " @ " + target;
  }

  /** Returns the problem with the input; empty if there is none. */
  String wrong() {
    if (!usable()) {
      return "";
    }
    if (key.isEmpty()) {
      return "no key: set the one that a binary's loader asks for";
    }
    String unsafe = BinaryKey.unsafe(key).orElse(null);
    return unsafe != null ? "key: " + unsafe : TargetText.problem(target);
  }

  AddedFile added() {
    var stamp = file.stamp();
    if (stamp == null) {
      throw new IllegalStateException(file.problem());
    }
    return new AddedFile(stamp, key, target, "hsaco");
  }
}
