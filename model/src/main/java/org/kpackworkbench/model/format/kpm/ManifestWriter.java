package org.kpackworkbench.model.format.kpm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.RawPair;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;

/**
 * Makes a manifest's bytes: its dialect's keys in their order, integers and texts in their shortest
 * form. keys that were in a file keep their order, and what is not known is copied.
 */
public final class ManifestWriter {
  private ManifestWriter() {}

  /** The bytes of a manifest. */
  public static byte[] write(Manifest manifest) {
    ManifestDialect dialect = manifest.dialect();
    Map<String, byte[]> known = new LinkedHashMap<>();
    known.put(dialect.versionKey(), number(Manifest.VERSION));
    known.put(dialect.componentKey(), text(manifest.component()));
    String prefix = manifest.prefix();
    if (prefix != null) {
      known.put("prefix", text(prefix));
    }
    known.put(ManifestReader.ROWS, rows(manifest));
    return map(manifest.fields(), known, List.of());
  }

  private static byte[] rows(Manifest manifest) {
    boolean byList = manifest.dialect() == ManifestDialect.BY_LIST;
    return packed(
        packer -> {
          if (byList) {
            packer.packArrayHeader(manifest.rows().size());
          } else {
            packer.packMapHeader(manifest.rows().size());
          }
          for (ManifestRow row : manifest.rows()) {
            if (!byList) {
              packer.packString(row.targetText());
            }
            packer.addPayload(row(manifest.dialect(), row));
          }
        });
  }

  private static byte[] row(ManifestDialect dialect, ManifestRow row) {
    boolean byList = dialect == ManifestDialect.BY_LIST;
    Map<String, byte[]> known = new LinkedHashMap<>();
    if (byList) {
      known.put("architecture", text(row.targetText()));
    }
    known.put(dialect.fileKey(), text(row.file()));
    if (row.sizeBytes() >= 0 && (!byList || wasStored(row, "size"))) {
      known.put("size", number(row.sizeBytes()));
    }
    if (row.kernelCount() >= 0 && (!byList || wasStored(row, "kernel_count"))) {
      known.put("kernel_count", number(row.kernelCount()));
    }
    Checksum checksum = row.sha256();
    if (checksum != null) {
      known.put(
          dialect.checksumKey(),
          packed(packer -> packer.packBinaryHeader(Checksum.BYTES).addPayload(checksum.bytes())));
    }
    return map(row.fields(), known, List.of("size", "kernel_count", dialect.checksumKey()));
  }

  private static boolean wasStored(ManifestRow row, String name) {
    return row.fields().stream().anyMatch(field -> field.name().equals(name));
  }

  /**
   * A map of the keys that were in the file, in their order, then of those that are new.
   *
   * @param removable keys that are left out where they have no value any more
   */
  private static byte[] map(
      List<RawPair> fields, Map<String, byte[]> known, List<String> removable) {
    Map<String, byte[]> left = new LinkedHashMap<>(known);
    List<RawPair> pairs = new ArrayList<>();
    for (RawPair field : fields) {
      byte[] value = left.remove(field.name());
      if (value != null) {
        boolean same = Objects.equals(decoded(field.value()), decoded(value));
        pairs.add(same ? field : new RawPair(field.name(), field.key(), value));
      } else if (!removable.contains(field.name())) {
        pairs.add(field);
      }
    }
    left.forEach((name, value) -> pairs.add(new RawPair(name, text(name), value)));
    return packed(
        packer -> {
          packer.packMapHeader(pairs.size());
          for (RawPair pair : pairs) {
            packer.addPayload(pair.key()).addPayload(pair.value());
          }
        });
  }

  /** The value of bytes, so that other forms of the same number count as the same. */
  private static @Nullable Object decoded(byte[] value) {
    try {
      return new MsgCursor(ByteView.of("value", value), 0, value.length, "value").value("value");
    } catch (FormatException tooDeep) {
      return java.util.Arrays.hashCode(value);
    }
  }

  private static byte[] text(String text) {
    return packed(packer -> packer.packString(text));
  }

  private static byte[] number(long number) {
    return packed(packer -> packer.packLong(number));
  }

  private interface Encoding {
    void pack(MessageBufferPacker packer) throws IOException;
  }

  private static byte[] packed(Encoding packing) {
    try (MessageBufferPacker packer = MessagePack.newDefaultBufferPacker()) {
      packing.pack(packer);
      return packer.toByteArray();
    } catch (IOException impossible) {
      throw new UncheckedIOException("memory never fails to be written", impossible);
    }
  }
}
