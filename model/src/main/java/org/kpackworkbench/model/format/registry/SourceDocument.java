package org.kpackworkbench.model.format.registry;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
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
    this.ownership =
        new Lazy<>(() -> Claims.orProblem(source.bytes(), source.place(), this::owners));
  }

  /** Who owns its bytes; a failure becomes the owner of all of them. */
  protected abstract Ownership owners() throws FormatException;

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
