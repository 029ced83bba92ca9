package org.kpackworkbench.model.format.miopen;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.registry.DatabaseFormat;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentSubject;
import org.kpackworkbench.model.format.registry.Head;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.PartField;
import org.kpackworkbench.model.format.registry.ReadFormat;

/** MIOpen's text databases. */
public final class MiopenTextFormat extends ReadFormat implements DatabaseFormat {
  /** The only instance. */
  public static final MiopenTextFormat FORMAT = new MiopenTextFormat();

  /** A problem has many parts with dashes, which no variable's name has. */
  private static final Pattern RECORD =
      Pattern.compile(
          "\\s*[\\w.x]+(?:-[\\w.]+){3,}=[A-Za-z]\\w*:[^;\\r\\n]*(?:;[^\\r\\n]*)?(?:\\R|$)");

  private MiopenTextFormat() {
    super("miopen-text", "MIOpen text database");
  }

  @Override
  public List<String> partGroups() {
    return List.of("record");
  }

  @Override
  public List<PartField> partFields() {
    return PartField.texts("line", "values");
  }

  /** By its first line. */
  @Override
  public Likeness likeness(Head head) throws FormatException {
    if (!head.isText() || !head.holds("=") || !head.holds(":")) {
      return Likeness.NONE;
    }
    String text = new String(head.file().bytes(0, head.size()), StandardCharsets.UTF_8);
    return RECORD.matcher(text).lookingAt() ? Likeness.LIKELY : Likeness.NONE;
  }

  @Override
  public boolean isNamed(String fileName) {
    return fileName.endsWith(".fdb.txt") || fileName.endsWith(".db.txt");
  }

  /** MIOpen itself goes by the name; keys of some problems are short. */
  @Override
  public boolean takesText() {
    return true;
  }

  @Override
  public List<Rule<?>> rules() {
    return List.of(END);
  }

  @Override
  public Document open(OpenSource source, Opening opening) throws FormatException {
    return new MiopenTextDocument(source, opening.progress());
  }

  /** MIOpen ends every line that it writes: a text database that ends within one may be cut. */
  private static final Rule<DocumentSubject> END =
      Rule.of(
          DocumentSubject.class,
          "miopen-text-end",
          "A text database of MIOpen ends with the end of a line.",
          MiopenTextFormat::end);

  private static void end(DocumentSubject subject, Sink sink) {
    if (subject.document() instanceof MiopenTextDocument text && text.openLine() > 0) {
      sink.warning(
          subject.place(),
          "Line %d, the last one, has no end, and MIOpen ends every line."
              .formatted(text.openLine()),
          "It may have been cut off there, and its values with it; compare its size with that of"
              + " its source, or get it again.");
    }
  }
}
