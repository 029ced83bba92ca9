package org.kpackworkbench.model.format.registry;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.coff.CoffClaims;
import org.kpackworkbench.model.format.coff.CoffFile;

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
    return Format.COFF;
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
}
