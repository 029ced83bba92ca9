package org.kpackworkbench.model.format.registry;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.TextOut;

/** What there is to say of a document, behind its name, format and size. */
public interface FileInfo {

  /** Fields of the JSON document. */
  void json(JsonOut out) throws IOException;

  /** Lines of text. */
  void text(TextOut out) throws IOException;

  /** What of it is damaged; asked for after the rest. */
  List<FormatException> problems();

  /** Words that say more than the format's, e.g. {@code "shared object for x86-64"}. */
  default String words() {
    return "";
  }
}
