package org.kpackworkbench.model.format.registry;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;

/** A document that was read from a source, which it closes. */
public abstract class SourceDocument implements Document {
  private final OpenSource source;
  private final Format format;
  private final Lazy<Ownership> ownership;

  /** Of a source; {@link #owners} is called when its answer is needed. */
  protected SourceDocument(OpenSource source, Format format) {
    this.source = source;
    this.format = format;
    this.ownership = new Lazy<>(this::ownersOrProblem);
  }

  private Ownership ownersOrProblem() {
    try {
      return owners();
    } catch (FormatException failure) {
      return Claims.problem(bytes(), place(), failure);
    }
  }

  /**
   * Returns the owners of its bytes, which are one piece unless the format knows more; a failure
   * becomes the owner of all of them.
   */
  protected Ownership owners() throws FormatException {
    return Claims.single(bytes(), OwnerKind.METADATA, format.words(), place());
  }

  @Override
  public final Place place() {
    return source.place();
  }

  @Override
  public final Format format() {
    return format;
  }

  @Override
  public final ByteView bytes() {
    return source.bytes();
  }

  @Override
  public final Ownership ownership() {
    return ownership.get();
  }

  @Override
  public void close() {
    source.close();
  }
}
