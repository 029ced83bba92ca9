package org.kpackworkbench.views.operation.forms;

import java.util.List;

/**
 * What would come of a form as it is filled in. Immutable.
 *
 * @param rows the files
 * @param summary all of it in a sentence
 * @param notes what else should be known
 * @param problem why it cannot be done, in sentences; empty where it can
 */
record Preview(List<FormRow> rows, String summary, List<Note> notes, String problem) {
  /** Before anything is known. */
  static final Preview NONE = new Preview(List.of(), "", List.of(), "");

  Preview {
    rows = List.copyOf(rows);
    notes = List.copyOf(notes);
  }

  /** One that says why it cannot be done. */
  static Preview impossible(String problem) {
    return new Preview(List.of(), "", List.of(), problem);
  }
}
