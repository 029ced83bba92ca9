package org.kpackworkbench.model.analysis.verify.run;

import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Head;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.OtherDocument;

/** A format without rules of its own: {@code "PLAIN 3\nabc"}, so many letters. */
final class PlainFormat implements Format {
  private static final int HEAD = "PLAIN 3\n".length();

  @Override
  public String id() {
    return "plain";
  }

  @Override
  public String words() {
    return "plain file";
  }

  @Override
  public Likeness likeness(Head head) throws FormatException {
    return head.startsWith("PLAIN ") ? Likeness.SURE : Likeness.NONE;
  }

  @Override
  public Document open(OpenSource source, Opening opening) throws FormatException {
    long found = source.bytes().size() - HEAD;
    int stated = Character.digit(source.bytes().u8(HEAD - 2), 10);
    FormatException shorter =
        FormatException.at(
                source.bytes(), HEAD, "plain file", "letters", FormatException.Reason.TRUNCATED)
            .expected(stated + " letters")
            .found(Long.toString(found))
            .build();
    return new OtherDocument(source, this, found == stated ? List.of() : List.of(shorter));
  }
}
