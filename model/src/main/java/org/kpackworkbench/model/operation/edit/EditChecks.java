package org.kpackworkbench.model.operation.edit;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.kpack.BinaryKey;

/** Checks of new names, and errors of edits that cannot be applied. */
record EditChecks(String file, Edit edit) {

  FormatException.Builder error(String field, Reason reason) {
    return FormatException.in(file, edit.words(), field, reason);
  }

  /** Checks that a binary key is safe. */
  void key(String key) throws FormatException {
    String unsafe = BinaryKey.unsafe(key).orElse(null);
    if (unsafe != null) {
      throw error("binary key", Reason.UNSAFE_PATH)
          .mismatch("a relative path with / between its parts", unsafe + ", \"" + key + "\"");
    }
  }

  /** Checks that a target is spelled as by loaders. */
  void target(String text) throws FormatException {
    String right = spelled(text);
    if (right == null || !right.equals(text)) {
      throw error("target", Reason.BAD_VALUE)
          .expected(right == null ? "a target like gfx90a:xnack+" : "\"" + right + "\"")
          .found("\"" + text + "\"")
          .advice("Loaders compare the text and find no other spelling.")
          .build();
    }
  }

  private static @Nullable String spelled(String text) {
    try {
      return GpuTarget.parse(text).toString();
    } catch (IllegalArgumentException notATarget) {
      return null;
    }
  }

  /** Checks that loaders know a type. */
  void type(String type) throws FormatException {
    if (!type.equals("hsaco") && !type.equals("co")) {
      throw error("type", Reason.BAD_VALUE).mismatch("hsaco or co", "\"" + type + "\"");
    }
  }

  FormatException missing(String what) {
    return error("row", Reason.NOT_FOUND).mismatch(what, "no such row");
  }

  FormatException nothingChanges() {
    return error("", Reason.BAD_VALUE).mismatch("a change that has an effect", "nothing to change");
  }
}
