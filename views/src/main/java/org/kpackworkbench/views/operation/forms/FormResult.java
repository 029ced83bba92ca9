package org.kpackworkbench.views.operation.forms;

import java.util.List;

/**
 * What came of a form. Immutable.
 *
 * @param headline what was done, in a sentence
 * @param bars sizes before and after
 * @param rows the files
 * @param notes what else should be known
 * @param binaries the binaries that were changed, for their layouts
 */
record FormResult(
    String headline,
    List<SizeBars.Bar> bars,
    List<FormRow> rows,
    List<Note> notes,
    List<BeforeAfter> binaries) {
  FormResult {
    bars = List.copyOf(bars);
    rows = List.copyOf(rows);
    notes = List.copyOf(notes);
    binaries = List.copyOf(binaries);
  }
}
