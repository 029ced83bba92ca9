package org.kpackworkbench.model.format.inspect;

import java.util.List;
import java.util.function.BiConsumer;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.StructReader;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.inspect.InspectedValue.Group;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.model.format.registry.Structure;

/**
 * The header of a known structure that starts at an offset, recognised by its magic: those that
 * formats bring, and zstd frames, which are inside several formats.
 */
record StructureLines(List<InspectedValue> lines) implements Structure.Lines {
  private static final Structure ZSTD =
      new Structure(
          0xfd2fb528L,
          (bytes, offset, lines) -> {
            lines.title("zstd frame", 4);
            ZstdLines.add(new StructReader(bytes, offset + 4, "zstd frame"), lines::field);
          });

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

  /** Whether the bytes are that structure. */
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

  /** The header of a zstd frame and of its first block (RFC 8878, section 3.1.1). */
  private static final class ZstdLines {
    private static final int SINGLE_SEGMENT = 0x20;
    private static final int CHECKSUM = 4;
    private static final int[] DICTIONARY_BYTES = {0, 1, 2, 4};
    private static final String[] BLOCK_TYPES = {
      "raw", "run of one byte", "compressed", "reserved"
    };

    private ZstdLines() {}

    /**
     * @param reader behind the magic
     * @param field gets name and value of each field
     */
    static void add(StructReader reader, BiConsumer<String, String> field) throws FormatException {
      int descriptor = reader.u8("descriptor");
      boolean single = (descriptor & SINGLE_SEGMENT) != 0;
      long window = single ? -1 : window(reader.u8("window"));
      long dictionary = number(reader, "dictionary", DICTIONARY_BYTES[descriptor & 3]);
      long content = contentSize(reader, descriptor >> 6, single);
      field.accept("content size", content < 0 ? "not stated" : StructureLines.size(content));
      field.accept("window", StructureLines.size(single ? content : window));
      field.accept("checksum", (descriptor & CHECKSUM) != 0 ? "yes" : "no");
      if (dictionary != 0) {
        field.accept("dictionary", NumberForms.unsigned(dictionary));
      }
      int block = reader.u16("block") | reader.u8("block") << 16;
      field.accept(
          "first block",
          "%s, %s%s"
              .formatted(
                  BLOCK_TYPES[block >> 1 & 3],
                  StructureLines.size(block >> 3),
                  (block & 1) != 0 ? ", the last" : ""));
    }

    private static long window(int descriptor) {
      long base = 1L << (10 + (descriptor >> 3));
      return base + base / 8 * (descriptor & 7);
    }

    private static long contentSize(StructReader reader, int flag, boolean single)
        throws FormatException {
      return switch (flag) {
        case 0 -> single ? reader.u8("content size") : -1;
        case 1 -> reader.u16("content size") + 256L;
        case 2 -> reader.u32("content size");
        default -> reader.u64("content size");
      };
    }

    private static long number(StructReader reader, String field, int bytes)
        throws FormatException {
      long value = 0;
      for (int i = 0; i < bytes; i++) {
        value |= (long) reader.u8(field) << (8 * i);
      }
      return value;
    }
  }
}
