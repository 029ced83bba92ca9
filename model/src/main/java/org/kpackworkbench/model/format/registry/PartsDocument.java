package org.kpackworkbench.model.format.registry;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * A file that is a list of parts. What a document answers follows from them: owners of bytes, code
 * objects (the parts whose place is one), and what {@code info} says. Parts may be packed together:
 * such places have one range, and are unpacked.
 */
public class PartsDocument extends SourceDocument {
  private final List<DocumentPart> parts;
  private final List<FormatException> problems;
  private final CodeObjects codeObjects;
  private final Runnable release;

  /**
   * Of a reader's results.
   *
   * @param parts what was read
   * @param problems what could not be
   */
  public PartsDocument(
      OpenSource source, Format format, List<DocumentPart> parts, List<FormatException> problems) {
    this(source, format, parts, problems, () -> {});
  }

  /**
   * Of a reader's results that need something as long as the document is open.
   *
   * @param release gives that back
   */
  public PartsDocument(
      OpenSource source,
      Format format,
      List<DocumentPart> parts,
      List<FormatException> problems,
      Runnable release) {
    super(source, format);
    this.release = release;
    this.parts = List.copyOf(parts);
    this.problems = List.copyOf(problems);
    this.codeObjects =
        new CodeParts(
            this.parts.stream().filter(part -> part.place() instanceof Place.CodeObject).toList());
  }

  @Override
  protected Ownership owners() {
    // What is packed together is one claim.
    Set<Claim> claims = new LinkedHashSet<>();
    for (DocumentPart part : parts) {
      ByteRange range = part.place().range();
      if (range != null) {
        claims.add(claim(part, range));
      }
    }
    List<Claim> all = new ArrayList<>(claims);
    addRest(all, bytes().fileOffset(0));
    return Claims.map(bytes(), all);
  }

  private void addRest(List<Claim> claims, long start) {
    List<ByteRange> ranges = claims.stream().map(Claim::range).sorted().toList();
    long at = start;
    for (ByteRange range : ranges) {
      if (range.start() > at) {
        claims.add(rest(at, range.start(), at == start ? "header" : "between parts"));
      }
      at = Math.max(at, range.end());
    }
    long end = start + bytes().size();
    if (at < end) {
      claims.add(rest(at, end, at == start ? "header" : "behind parts"));
    }
  }

  private Claim rest(long start, long end, String label) {
    return new Claim(ByteRange.between(start, end), OwnerKind.METADATA, label, place());
  }

  private static Claim claim(DocumentPart part, ByteRange range) {
    if (part.place() instanceof Place.CodeObject code && code.unpacked()) {
      return new Claim(range, OwnerKind.COMPRESSED, "packed code objects", code.parent());
    }
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

  @Override
  public void close() {
    release.run();
    super.close();
  }

  private static final class CodeParts extends ListedCodeObjects<DocumentPart> {
    CodeParts(List<DocumentPart> parts) {
      super(parts, row -> row(parts.get(row), row));
    }

    private static CodeObjectRow row(DocumentPart part, int row) {
      Place.CodeObject code = (Place.CodeObject) part.place();
      return new CodeObjectRow(
          row,
          code.binary(),
          code.index(),
          code.target(),
          GpuTarget.lenient(code.target()),
          part.fields().getOrDefault("type", ""),
          -1,
          code.unpacked() ? -1 : part.sizeBytes(),
          part.sizeBytes(),
          code,
          part.problem());
    }

    /** All of its fields but those that have a column of their own. */
    @Override
    public Map<String, MsgValue> metadata(int row) {
      Map<String, MsgValue> all = new LinkedHashMap<>();
      listed(row)
          .fields()
          .forEach(
              (name, text) -> {
                if (!name.equals("target") && !name.equals("type")) {
                  all.put(name, new MsgValue.Text(text));
                }
              });
      return all;
    }

    @Override
    public ByteView load(int row, Progress progress) throws IOException {
      return listed(row).content().load(progress);
    }
  }
}
