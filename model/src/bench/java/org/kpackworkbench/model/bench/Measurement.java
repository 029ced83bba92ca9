package org.kpackworkbench.model.bench;

import java.util.List;

/**
 * Something that can be measured by itself.
 *
 * @param name the name by which it is selected
 * @param title what the table says above the rows of this and of others with the same title
 * @param work measures; what fails as a whole is a row, too
 */
record Measurement(String name, Title title, Work work) {

  /** What rows have in common. */
  enum Title {
    PROCESSES("Whole processes, from their start to their end:", Table.Kind.TIMES),
    WARM(
        "In one process, warm; memory of a process that did it once, above one that did nothing:",
        Table.Kind.TIMES),
    WINDOW("The window, from the start of its process to the frame on screen:", Table.Kind.TIMES),
    FRAMES(
        "Frames while the window scrolls, one turn of the wheel each, drawn by the processor as fast"
            + " as it can:",
        Table.Kind.FRAMES);

    private final String words;
    private final Table.Kind kind;

    Title(String words, Table.Kind kind) {
      this.words = words;
      this.kind = kind;
    }

    String words() {
      return words;
    }

    Table.Kind kind() {
      return kind;
    }
  }

  /** How it is done. */
  interface Work {
    /** The resulting rows. */
    List<Row> rows(Session session) throws Exception;
  }
}
