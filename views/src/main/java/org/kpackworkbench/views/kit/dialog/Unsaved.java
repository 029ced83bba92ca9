package org.kpackworkbench.views.kit.dialog;

/** What to do with unsaved changes. */
public enum Unsaved {
  /** They are written to the file first. */
  SAVE,
  /** They are lost. */
  DISCARD,
  /** The file stays open. */
  KEEP_OPEN
}
