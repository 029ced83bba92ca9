package org.kpackworkbench.views.kit.dialog;

/** Ways to treat unsaved changes. */
public enum Unsaved {
  /** Writes the changes to the file first. */
  SAVE,
  /** Discards the changes. */
  DISCARD,
  /** The file stays open. */
  KEEP_OPEN
}
