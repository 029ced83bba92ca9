package org.kpackworkbench.model.operation.edit;

/** Is told what happens to an edited document, on the thread that edits it. */
public interface EditListener {

  /** What happened. */
  enum Change {
    /** An edit was applied. */
    APPLIED,
    /** The last edit was undone. */
    UNDONE,
    /** An edit that was undone was applied again. */
    REDONE,
    /** The document was saved. */
    SAVED
  }

  /** Called after the change. */
  void changed(EditedDocument<?> document, Change change);
}
