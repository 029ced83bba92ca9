package org.kpackworkbench.model.format.kpm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgEncoder;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.msgpack.RawPair;

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
    known.put(dialect.versionKey(), MsgEncoder.number(Manifest.VERSION));
    known.put(dialect.componentKey(), MsgEncoder.text(manifest.component()));
    String prefix = manifest.prefix();
    if (prefix != null) {
      known.put("prefix", MsgEncoder.text(prefix));
    }
    known.put(ManifestReader.ROWS, rows(manifest));
    return map(manifest.fields(), known, List.of());
  }

  private static byte[] rows(Manifest manifest) {
    ManifestDialect dialect = manifest.dialect();
    return dialect == ManifestDialect.BY_LIST
        ? MsgEncoder.array(manifest.rows().stream().map(row -> row(dialect, row)).toList())
        : MsgEncoder.map(
            manifest.rows().stream()
                .map(row -> MsgEncoder.pair(row.targetText(), row(dialect, row)))
                .toList());
  }

  private static byte[] row(ManifestDialect dialect, ManifestRow row) {
    boolean byList = dialect == ManifestDialect.BY_LIST;
    Map<String, byte[]> known = new LinkedHashMap<>();
    if (byList) {
      known.put("architecture", MsgEncoder.text(row.targetText()));
    }
    known.put(dialect.fileKey(), MsgEncoder.text(row.file()));
    if (row.sizeBytes() >= 0 && (!byList || wasStored(row, "size"))) {
      known.put("size", MsgEncoder.number(row.sizeBytes()));
    }
    if (row.kernelCount() >= 0 && (!byList || wasStored(row, "kernel_count"))) {
      known.put("kernel_count", MsgEncoder.number(row.kernelCount()));
    }
    Checksum checksum = row.sha256();
    if (checksum != null) {
      known.put(
          dialect.checksumKey(), MsgEncoder.value(new MsgValue.Binary(checksum.bytes(), null)));
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
    Map<String, byte[]> values = new LinkedHashMap<>(known);
    for (RawPair field : fields) {
      values.computeIfPresent(
          field.name(),
          (name, value) ->
              Objects.equals(decoded(field.value()), decoded(value)) ? field.value() : value);
    }
    return MsgEncoder.map(MsgEncoder.merge(fields, values, Set.copyOf(removable)));
  }

  /** The value of bytes, so that other forms of the same number count as the same. */
  private static @Nullable Object decoded(byte[] value) {
    try {
      return new MsgCursor(ByteView.of("value", value), 0, value.length, "value").value("value");
    } catch (FormatException tooDeep) {
      return java.util.Arrays.hashCode(value);
    }
  }
}
