package org.kpackworkbench.model.format.host;

import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.Head;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.ReadFormat;

/** Windows binaries. Object files have no signature but a machine's number. */
public final class CoffFormat extends ReadFormat {
  /** The only instance. */
  public static final CoffFormat FORMAT = new CoffFormat();

  private CoffFormat() {
    super("coff", "Windows (PE/COFF) binary", "a Windows binary");
  }

  @Override
  public boolean isCodeInLibraries() {
    return true;
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
    return new CoffDocument(source, opening);
  }

  @Override
  public List<Rule<?>> rules() {
    return CoffRules.ALL;
  }

  @Override
  public List<FileSummary.Group> groups() {
    return ElfFormat.FORMAT.groups();
  }
}
