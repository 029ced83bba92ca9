package org.kpackworkbench.model.format.coff;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.Claims;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.FileInfo;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Lazy;
import org.kpackworkbench.model.format.registry.OpenSource;

/** An open Windows binary: its sections are named, its device code is not taken apart. */
public final class CoffDocument implements Document {
  private final OpenSource source;
  private final CoffFile file;
  private final Lazy<Ownership> ownership;

  CoffDocument(OpenSource source) throws FormatException {
    this.source = source;
    this.file = CoffFile.read(source.bytes());
    this.ownership =
        new Lazy<>(
            () ->
                Claims.orProblem(
                    source.bytes(),
                    source.place(),
                    () -> Claims.map(source.bytes(), CoffClaims.of(file, source.place()))));
  }

  /** The binary. */
  public CoffFile file() {
    return file;
  }

  @Override
  public Place place() {
    return source.place();
  }

  @Override
  public Format format() {
    return CoffFormat.FORMAT;
  }

  @Override
  public ByteView bytes() {
    return source.bytes();
  }

  @Override
  public Ownership ownership() {
    return ownership.get();
  }

  @Override
  public List<FormatException> problems() {
    return file.problems();
  }

  @Override
  public CodeObjects codeObjects() {
    return CodeObjects.none();
  }

  @Override
  public void close() {
    source.close();
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
