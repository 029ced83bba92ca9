package org.kpackworkbench.model.format.offload;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.StructReader;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Head;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.ReadFormat;
import org.kpackworkbench.model.format.registry.Structure;

/** Files of offload bundles, compressed or not. */
public final class BundleFormat extends ReadFormat {
  /** The only instance. */
  public static final BundleFormat FORMAT = new BundleFormat();

  private static final long BUNDLE_START = 0x4c435f5fL;

  private BundleFormat() {
    super("bundle", "offload bundle", "a bundle");
  }

  @Override
  public boolean isDeviceCode() {
    return true;
  }

  @Override
  public Likeness likeness(Head head) throws FormatException {
    return head.startsWith(BundleTable.MAGIC) || head.startsWith("CCOB")
        ? Likeness.SURE
        : Likeness.NONE;
  }

  @Override
  public Document open(OpenSource source, Opening opening) throws FormatException {
    return new BundleDocument(source, opening);
  }

  @Override
  public List<Structure> structures() {
    return List.of(
        new Structure(WrapperMagic.HIPF_VALUE, Headers::fat),
        new Structure(WrapperMagic.HIPK_VALUE, Headers::hostOnly),
        new Structure(CompressedBundle.MAGIC, Headers::compressed),
        new Structure(BUNDLE_START, Headers::bundle));
  }

  /** The headers of wrappers and bundles for the inspector. */
  private static final class Headers {
    private static final int MOST_ENTRIES = 40;

    private Headers() {}

    static void fat(ByteView bytes, long offset, Structure.Lines lines) throws FormatException {
      lines.title("HIPF wrapper, code in a bundle", 24);
      lines.number("reserved", wrapper(bytes, offset, lines));
    }

    static void hostOnly(ByteView bytes, long offset, Structure.Lines lines)
        throws FormatException {
      lines.title("HIPK wrapper, code in archives", 24);
      lines.number("index", wrapper(bytes, offset, lines) & 0xffffffffL);
    }

    /** The last word of a wrapper. */
    private static long wrapper(ByteView bytes, long offset, Structure.Lines lines)
        throws FormatException {
      StructReader reader = new StructReader(bytes, offset + 4, "wrapper");
      lines.field("version", Long.toString(reader.u32("version")));
      lines.field("binary", "0x" + Long.toHexString(reader.u64("binary")));
      return reader.u64("reserved");
    }

    static void compressed(ByteView bytes, long offset, Structure.Lines lines)
        throws FormatException {
      StructReader reader = new StructReader(bytes, offset + 4, "compressed offload bundle");
      int version = reader.u16("version");
      int method = reader.u16("method");
      lines.title("compressed offload bundle (CCOB)", version == 1 ? 20 : version == 2 ? 24 : 32);
      lines.field("version", Integer.toString(version));
      lines.field(
          "method", method == 0 ? "0 (zlib)" : method == 1 ? "1 (zstd)" : Integer.toString(method));
      if (version == 2 || version == 3) {
        lines.size(
            "total size", version == 2 ? reader.u32("total size") : reader.u64("total size"));
      }
      if (version >= 1 && version <= 3) {
        boolean wide = version == 3;
        lines.size(
            "original size", wide ? reader.u64("original size") : reader.u32("original size"));
        lines.field("hash", "0x%016x".formatted(reader.u64("hash")));
      }
    }

    static void bundle(ByteView bytes, long offset, Structure.Lines lines) throws FormatException {
      if (bytes.size() - offset < BundleTable.START_BYTES
          || !bytes.text(offset, BundleTable.MAGIC.length()).equals(BundleTable.MAGIC)) {
        return;
      }
      ByteView rest = bytes.slice(offset, bytes.size() - offset);
      BundleTable table = BundleTable.read(rest, rest.size());
      lines.title("offload bundle", table.endBytes());
      lines.field("entries", Integer.toString(table.entries().size()));
      lines.size("header", table.headerSizeBytes());
      for (BundleEntry entry : table.entries().stream().limit(MOST_ENTRIES).toList()) {
        String size = SizeText.of(Math.max(0, entry.sizeBytes()));
        lines.entry(entry.id().toString(), "0x%x, %s".formatted(entry.offset(), size));
      }
    }
  }
}
