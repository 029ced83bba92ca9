package org.kpackworkbench.model.format.registry;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpm.ManifestFile;

/** An open {@code .kpm} manifest. */
public final class ManifestDocument implements Document {
  private final OpenSource source;
  private final ManifestFile file;

  ManifestDocument(OpenSource source) throws FormatException {
    this.source = source;
    this.file = ManifestFile.read(source.bytes(), source.place());
  }

  /** The manifest, with where its parts stand. */
  public ManifestFile file() {
    return file;
  }

  @Override
  public Place place() {
    return source.place();
  }

  @Override
  public Format format() {
    return Format.KPM;
  }

  @Override
  public ByteView bytes() {
    return source.bytes();
  }

  @Override
  public Ownership ownership() {
    return file.ownership();
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
