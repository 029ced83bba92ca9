package org.kpackworkbench.model.format.registry;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;

/**
 * A file that is shown as bytes only: of a kind that is named but not taken apart, or of one that
 * could not be read; then {@link #problems} says why.
 */
public final class OtherDocument implements Document {
  private final OpenSource source;
  private final Format format;
  private final List<FormatException> problems;

  OtherDocument(OpenSource source, Format format, List<FormatException> problems) {
    this.source = source;
    this.format = format;
    this.problems = List.copyOf(problems);
  }

  @Override
  public Place place() {
    return source.place();
  }

  @Override
  public Format format() {
    return format;
  }

  @Override
  public ByteView bytes() {
    return source.bytes();
  }

  @Override
  public Ownership ownership() {
    return problems.isEmpty()
        ? Claims.single(source.bytes(), OwnerKind.UNOWNED, format.words(), source.place())
        : Claims.problem(source.bytes(), source.place(), problems.getFirst());
  }

  @Override
  public List<FormatException> problems() {
    return problems;
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
