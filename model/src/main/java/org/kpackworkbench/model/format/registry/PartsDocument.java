package org.kpackworkbench.model.format.registry;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * A file that is a list of parts, none of them packed. What a document answers follows from them:
 * owners of bytes, code objects (the parts whose place is one), and what {@code info} says.
 */
public final class PartsDocument extends SourceDocument {
  private final List<DocumentPart> parts;
  private final List<FormatException> problems;
  private final CodeObjects codeObjects;

  /**
   * Of a reader's results.
   *
   * @param parts what was read
   * @param problems what could not be
   */
  public PartsDocument(
      OpenSource source, Format format, List<DocumentPart> parts, List<FormatException> problems) {
    super(source, format);
    this.parts = List.copyOf(parts);
    this.problems = List.copyOf(problems);
    this.codeObjects =
        new CodeParts(
            this.parts.stream().filter(part -> part.place() instanceof Place.CodeObject).toList());
  }

  @Override
  protected Ownership owners() {
    List<Claim> claims = new ArrayList<>();
    for (DocumentPart part : parts) {
      ByteRange range = part.place().range();
      if (range != null) {
        claims.add(claim(part, range));
      }
    }
    return Claims.map(bytes(), claims);
  }

  private static Claim claim(DocumentPart part, ByteRange range) {
    return part.place() instanceof Place.CodeObject code
        ? new Claim(range, OwnerKind.DEVICE_CODE, part.key(), code, code.target())
        : new Claim(range, OwnerKind.METADATA, part.key(), part.place());
  }

  @Override
  public List<FormatException> problems() {
    return problems;
  }

  @Override
  public CodeObjects codeObjects() {
    return codeObjects;
  }

  @Override
  public List<DocumentPart> parts() {
    return parts;
  }

  private record CodeParts(List<DocumentPart> parts) implements CodeObjects {
    @Override
    public int size() {
      return parts.size();
    }

    @Override
    public CodeObjectRow row(int row) {
      DocumentPart part = parts.get(row);
      Place.CodeObject code = (Place.CodeObject) part.place();
      return new CodeObjectRow(
          row,
          code.binary(),
          code.index(),
          code.target(),
          GpuTarget.lenient(code.target()),
          part.fields().getOrDefault("type", ""),
          -1,
          part.sizeBytes(),
          part.sizeBytes(),
          code,
          part.problem());
    }

    @Override
    public OptionalInt rowOf(Place.CodeObject place) {
      int row = parts.stream().map(DocumentPart::place).toList().indexOf(place);
      return row < 0 ? OptionalInt.empty() : OptionalInt.of(row);
    }

    @Override
    public ByteView load(int row, Progress progress) throws IOException {
      return parts.get(row).content().load(progress);
    }
  }
}
