package org.kpackworkbench.model.format.coff;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.NamedRule;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.Checking;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Head;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;

/** Windows binaries. Object files have no signature but a machine's number. */
public final class CoffFormat implements Format {
  /** The only instance. */
  public static final CoffFormat FORMAT = new CoffFormat();

  private CoffFormat() {}

  @Override
  public String id() {
    return "coff";
  }

  @Override
  public String words() {
    return "Windows (PE/COFF) binary";
  }

  @Override
  public String wordsWithArticle() {
    return "a Windows binary";
  }

  @Override
  public Likeness likeness(Head head) throws FormatException {
    if (head.startsWith("MZ")) {
      return Likeness.SURE;
    }
    return CoffFile.isCoff(head.file()) ? Likeness.POSSIBLE : Likeness.NONE;
  }

  @Override
  public Document open(OpenSource source, Opening opening) throws FormatException {
    return new CoffDocument(source);
  }

  @Override
  public List<Rule<?>> rules() {
    return List.of(COFF_READS);
  }

  @Override
  public void check(Place place, ByteView bytes, Checking checks) throws IOException {
    CoffFile coff = CoffFile.read(bytes);
    checks.run(new CoffSubject(place, bytes, coff));
    for (CoffSection section : coff.sections()) {
      if (section.role() != CoffSection.Role.OTHER) {
        checks.leaveOut(
            place,
            "the %s in section %s".formatted(section.role().words(), section.name()),
            "The headers of Windows binaries are checked");
      }
    }
  }

  @Override
  public List<FileSummary.Group> groups() {
    return List.of(
        new FileSummary.Group("Windows binary", "Windows binaries", OwnerKind.HOST_CODE));
  }

  /** The headers of a Windows binary can be read. */
  private static final Rule<CoffSubject> COFF_READS =
      Rule.of(
          CoffSubject.class,
          "windows-reads",
          "The headers of a Windows binary can be read.",
          CoffFormat::coffReads);

  private static void coffReads(CoffSubject subject, Sink sink) {
    for (FormatException problem : subject.coff().problems()) {
      sink.problem(subject.place(), problem, NamedRule.LINK_AGAIN);
    }
  }
}
