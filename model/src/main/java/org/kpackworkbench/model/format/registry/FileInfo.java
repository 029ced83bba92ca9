package org.kpackworkbench.model.format.registry;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.output.Report;

/** Information about a document, behind its name, format and size. */
public interface FileInfo {

  /** Adds facts, and how text shows them. */
  void describe(Report report) throws IOException;

  /** Returns the damage of the document, and of its parts where it is said; read after the rest. */
  default List<FormatException> problems(Document document) {
    return document.problems();
  }

  /** Words that say more than the format's, e.g. {@code "shared object for x86-64"}. */
  default String words() {
    return "";
  }
}
