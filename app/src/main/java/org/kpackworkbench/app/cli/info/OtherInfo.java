package org.kpackworkbench.app.cli.info;

import java.util.List;
import org.kpackworkbench.app.console.JsonOut;
import org.kpackworkbench.app.console.TextOut;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.document.OtherDocument;

/** A file of which there is no more to say than what it is. */
record OtherInfo(OtherDocument document) implements FileInfo {
  @Override
  public void json(JsonOut out) {}

  @Override
  public void text(TextOut out) {}

  @Override
  public List<FormatException> problems() {
    return document.problems();
  }
}
