package org.kpackworkbench.model.format.inspect;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.StructReader;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.inspect.InspectedValue.Group;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.model.format.registry.Structure;

/**
 * The header of a known structure that starts at an offset, told by its magic: those that formats
 * bring, and zstd frames, which are inside several formats.
 */
final class StructureLines implements Structure.Lines {
  private static final Structure ZSTD =
      new Structure(
          0xfd2fb528L,
          (bytes, offset, lines) -> {
            lines.title("zstd frame", 4);
            ZstdLines.add(new StructReader(bytes, offset + 4, "zstd frame"), lines::field);
          });

  private final List<InspectedValue> lines;

  private StructureLines(List<InspectedValue> lines) {
    this.lines = lines;
  }

  static void add(ByteView view, long offset, Formats formats, List<InspectedValue> lines)
      throws FormatException {
    if (view.size() - offset < 4) {
      return;
    }
    long magic = view.u32(offset);
    if (!add(ZSTD, magic, view, offset, lines)) {
      for (Format format : formats.all()) {
        for (Structure structure : format.structures()) {
          if (add(structure, magic, view, offset, lines)) {
            return;
          }
        }
      }
    }
  }

  /** Whether that is what is there. */
  private static boolean add(
      Structure structure, long magic, ByteView view, long offset, List<InspectedValue> lines) {
    if (structure.magic() != magic) {
      return false;
    }
    StructureLines out = new StructureLines(lines);
    try {
      structure.reader().read(view, offset, out);
    } catch (FormatException broken) {
      out.field("…", "ends here: " + String.valueOf(broken.getMessage()));
    }
    return true;
  }

  static String size(long bytes) {
    return bytes < 0 || bytes < 1024
        ? NumberForms.unsigned(bytes)
        : NumberForms.unsigned(bytes) + "  " + SizeText.of(bytes);
  }

  @Override
  public void title(String words, long lengthBytes) {
    lines.add(new InspectedValue(Group.STRUCTURE, 0, "magic", words, lengthBytes));
  }

  @Override
  public void field(String name, String value) {
    lines.add(new InspectedValue(Group.STRUCTURE, 1, name, value, 0));
  }

  @Override
  public void number(String name, long value) {
    field(name, NumberForms.unsigned(value));
  }

  @Override
  public void size(String name, long sizeBytes) {
    field(name, size(sizeBytes));
  }

  @Override
  public void entry(String name, String value) {
    lines.add(new InspectedValue(Group.STRUCTURE, 2, name, value, 0));
  }
}
