package org.kpackworkbench.model.format.coff;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.format.registry.Claims;
import org.kpackworkbench.model.format.registry.FileInfo;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.SourceDocument;

/** An open Windows binary: its sections are named, its device code is not taken apart. */
public final class CoffDocument extends SourceDocument {
  private final CoffFile file;

  CoffDocument(OpenSource source) throws FormatException {
    super(source, CoffFormat.FORMAT);
    this.file = CoffFile.read(source.bytes());
  }

  /** The binary. */
  public CoffFile file() {
    return file;
  }

  @Override
  protected Ownership owners() throws FormatException {
    return Claims.map(bytes(), CoffClaims.of(file, place()));
  }

  @Override
  public List<FormatException> problems() {
    return file.problems();
  }

  @Override
  public boolean mayHoldCodeObjects() {
    return false;
  }

  @Override
  public Optional<String> refusesCodeObjects() {
    return Optional.of(
        "the device code of a Windows binary cannot be listed or extracted; info names its"
            + " sections");
  }

  @Override
  public FileInfo info(boolean checksums, Progress progress) throws IOException {
    return new CoffInfo(this);
  }

  @Override
  public FileSummary summary() {
    return new FileSummary(format(), format().groups().getFirst(), "Windows binary");
  }
}
