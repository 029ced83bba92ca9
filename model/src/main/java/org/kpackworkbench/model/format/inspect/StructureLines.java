package org.kpackworkbench.model.format.inspect;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.StructReader;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.inspect.InspectedValue.Group;
import org.kpackworkbench.model.format.kpack.ArchiveFormat;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.BundleTable;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.WrapperMagic;

/** The header of a known structure that starts at an offset, told by its magic. */
final class StructureLines {
  private static final long ELF_MAGIC = 0x464c457fL;
  private static final long BUNDLE_START = 0x4c435f5fL;
  private static final long AR_START = 0x72613c21L;
  private static final long ZSTD_MAGIC = 0xfd2fb528L;
  private static final int MOST_ENTRIES = 40;

  private final ByteView view;
  private final long offset;
  private final List<InspectedValue> lines;

  private StructureLines(ByteView view, long offset, List<InspectedValue> lines) {
    this.view = view;
    this.offset = offset;
    this.lines = lines;
  }

  static void add(ByteView view, long offset, List<InspectedValue> lines) throws FormatException {
    if (view.size() - offset >= 4) {
      new StructureLines(view, offset, lines).add(view.u32(offset));
    }
  }

  private void add(long magic) {
    try {
      if (magic == ELF_MAGIC) {
        title("ELF file", 64);
        ElfLines.add(new StructReader(view, offset + 4, "ELF header"), this::field);
      } else if (magic == ArchiveFormat.MAGIC) {
        archive(reader("kpack header"));
      } else if (magic == WrapperMagic.HIPF_VALUE || magic == WrapperMagic.HIPK_VALUE) {
        wrapper(reader("wrapper"), magic);
      } else if (magic == CompressedBundle.MAGIC) {
        compressed(reader("compressed offload bundle"));
      } else if (magic == ZSTD_MAGIC) {
        title("zstd frame", 4);
        ZstdLines.add(reader("zstd frame"), this::field);
      } else if (magic == BUNDLE_START) {
        bundle();
      } else if (magic == AR_START) {
        title("static library (ar)", 8);
      }
    } catch (FormatException broken) {
      field("…", "ends here: " + String.valueOf(broken.getMessage()));
    }
  }

  private StructReader reader(String structure) {
    return new StructReader(view, offset + 4, structure);
  }

  private void archive(StructReader reader) throws FormatException {
    title("kpack archive", ArchiveFormat.HEADER_BYTES);
    field("version", Long.toString(reader.u32("version")));
    field("toc_offset", NumberForms.unsigned(reader.u64("toc_offset")));
  }

  private void wrapper(StructReader reader, long magic) throws FormatException {
    boolean hostOnly = magic == WrapperMagic.HIPK_VALUE;
    title(hostOnly ? "HIPK wrapper, code in archives" : "HIPF wrapper, code in a bundle", 24);
    field("version", Long.toString(reader.u32("version")));
    field("binary", "0x" + Long.toHexString(reader.u64("binary")));
    long reserved = reader.u64("reserved");
    field(
        hostOnly ? "index" : "reserved",
        NumberForms.unsigned(hostOnly ? reserved & 0xffffffffL : reserved));
  }

  private void compressed(StructReader reader) throws FormatException {
    int version = reader.u16("version");
    int method = reader.u16("method");
    title("compressed offload bundle (CCOB)", version == 1 ? 20 : version == 2 ? 24 : 32);
    field("version", Integer.toString(version));
    field("method", method == 0 ? "0 (zlib)" : method == 1 ? "1 (zstd)" : Integer.toString(method));
    if (version == 2 || version == 3) {
      field("total size", size(version == 2 ? reader.u32("total size") : reader.u64("total size")));
    }
    if (version >= 1 && version <= 3) {
      boolean wide = version == 3;
      field(
          "original size", size(wide ? reader.u64("original size") : reader.u32("original size")));
      field("hash", "0x%016x".formatted(reader.u64("hash")));
    }
  }

  private void bundle() throws FormatException {
    if (view.size() - offset < BundleTable.START_BYTES
        || !view.text(offset, BundleTable.MAGIC.length()).equals(BundleTable.MAGIC)) {
      return;
    }
    ByteView rest = view.slice(offset, view.size() - offset);
    BundleTable table = BundleTable.read(rest, rest.size());
    title("offload bundle", table.endBytes());
    field("entries", Integer.toString(table.entries().size()));
    field("header", size(table.headerSizeBytes()));
    for (BundleEntry entry : table.entries().stream().limit(MOST_ENTRIES).toList()) {
      lines.add(
          new InspectedValue(
              Group.STRUCTURE,
              2,
              entry.id().toString(),
              "0x%x, %s".formatted(entry.offset(), SizeText.of(Math.max(0, entry.sizeBytes()))),
              0));
    }
  }

  static String size(long bytes) {
    return bytes < 0 || bytes < 1024
        ? NumberForms.unsigned(bytes)
        : NumberForms.unsigned(bytes) + "  " + SizeText.of(bytes);
  }

  private void title(String words, long lengthBytes) {
    lines.add(new InspectedValue(Group.STRUCTURE, 0, "magic", words, lengthBytes));
  }

  private void field(String name, String value) {
    lines.add(new InspectedValue(Group.STRUCTURE, 1, name, value, 0));
  }
}
