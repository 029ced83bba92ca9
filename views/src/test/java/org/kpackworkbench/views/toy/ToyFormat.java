package org.kpackworkbench.views.toy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentPart;
import org.kpackworkbench.model.format.registry.Head;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.PartField;
import org.kpackworkbench.model.format.registry.PartsDocument;
import org.kpackworkbench.model.format.registry.ReadFormat;
import org.kpackworkbench.model.format.registry.Structure;

/**
 * A format that only tests know: {@code TOY1}, the number of members, and for each the lengths of
 * its target, name and content with these behind them; numbers have 32 bits. A member without a
 * target is a text, any other a code object.
 */
final class ToyFormat extends ReadFormat {
  static final ToyFormat FORMAT = new ToyFormat();
  private static final String MAGIC = "TOY1";

  private ToyFormat() {
    super("toy", "toy chest");
  }

  @Override
  public List<String> partGroups() {
    return List.of("code object", "text");
  }

  @Override
  public boolean isCodeInLibraries() {
    return true;
  }

  @Override
  public List<PartField> partFields() {
    return PartField.texts("target");
  }

  @Override
  public Likeness likeness(Head head) {
    return head.hasAt(0, MAGIC) ? Likeness.SURE : Likeness.NONE;
  }

  @Override
  public List<Structure> structures() {
    return List.of(
        new Structure(
            0x31594f54,
            (bytes, at, lines) -> {
              lines.title(words(), 8);
              lines.number("members", bytes.u32(at + 4));
            }));
  }

  @Override
  public Document open(OpenSource source, Opening opening) throws FormatException {
    ByteView bytes = source.bytes();
    List<DocumentPart> parts = new ArrayList<>();
    List<FormatException> problems = new ArrayList<>();
    long count = bytes.u32(MAGIC.length());
    try {
      for (long at = 8; parts.size() < count; ) {
        long nameAt = at + 12 + bytes.u32(at);
        long start = nameAt + bytes.u32(at + 4);
        ByteView content = bytes.slice(start, bytes.u32(at + 8));
        String target = bytes.text(at + 12, (int) (nameAt - at - 12));
        String name = bytes.text(nameAt, (int) (start - nameAt));
        ByteRange range = new ByteRange(bytes.fileOffset(start), content.size());
        parts.add(
            target.isEmpty()
                ? part("text", new Place.Part(source.place(), name, range), name, content, Map.of())
                : part(
                    "code object",
                    new Place.CodeObject(source.place(), name, 0, target, range, false),
                    name,
                    content,
                    Map.of("target", target)));
        at = start + content.size();
      }
    } catch (FormatException failure) {
      problems.add(failure);
    }
    return new PartsDocument(source, this, parts, problems);
  }

  private static DocumentPart part(
      String group, Place place, String name, ByteView content, Map<String, String> fields) {
    return new DocumentPart(group, name, place, content.size(), fields, progress -> content, null);
  }
}
