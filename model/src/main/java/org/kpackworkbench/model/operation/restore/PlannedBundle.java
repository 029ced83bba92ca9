package org.kpackworkbench.model.operation.restore;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.hostonly.BundleForm;
import org.kpackworkbench.model.format.offload.BundleTable;
import org.kpackworkbench.model.operation.restore.BundleBytes.Code;

/**
 * A bundle that is to be made.
 *
 * @param form how it is to be stored
 * @param entries its entries in their order, the host's included; of a bare code object the one
 * @param wrappers the indices of the wrappers that will point to it
 * @param alignment of its code objects, a power of two
 */
record PlannedBundle(BundleForm form, List<Entry> entries, List<Integer> wrappers, long alignment) {
  /** Code objects are mapped from here on; compilers align them to this. */
  static final long ALIGNMENT = 4096;

  PlannedBundle(BundleForm form, List<Entry> entries, List<Integer> wrappers) {
    this(form, entries, wrappers, ALIGNMENT);
  }

  /**
   * An entry.
   *
   * @param id its id
   * @param code its code object; null if it holds no bytes, as the host's
   */
  record Entry(String id, @Nullable Code code) {
    long sizeBytes() throws FormatException {
      return code == null ? 0 : code.sizeBytes();
    }
  }

  /**
   * Offsets in the bundle before compression.
   *
   * @param header magic, count and table
   * @param offsets of each entry
   * @param sizeBytes to the end of the last entry that holds anything; without any, to where it
   *     would start
   */
  record Layout(byte[] header, List<Long> offsets, long sizeBytes) {}

  /** The ids; none for a bare code object. */
  List<String> ids() {
    return isBare() ? List.of() : entries.stream().map(Entry::id).toList();
  }

  boolean isBare() {
    return form.equals(BundleForm.BARE);
  }

  boolean isCompressed() {
    return form instanceof BundleForm.Compressed;
  }

  Layout layout() throws FormatException {
    if (isBare()) {
      return new Layout(new byte[0], List.of(0L), entries.getFirst().sizeBytes());
    }
    int headerBytes = BundleTable.START_BYTES;
    for (String id : ids()) {
      headerBytes += 3 * Long.BYTES + id.getBytes(StandardCharsets.UTF_8).length;
    }
    ByteBuffer header = ByteBuffer.allocate(headerBytes).order(ByteOrder.LITTLE_ENDIAN);
    header.put(BundleTable.MAGIC.getBytes(StandardCharsets.US_ASCII)).putLong(entries.size());
    List<Long> offsets = new ArrayList<>();
    long at = 0;
    long end = headerBytes;
    for (Entry entry : entries) {
      long size = entry.sizeBytes();
      // What holds nothing lies within the bundle: readers take it for a part of that.
      at = size > 0 || end == headerBytes ? (end + alignment - 1) & -alignment : end;
      byte[] id = entry.id().getBytes(StandardCharsets.UTF_8);
      header.putLong(at).putLong(size).putLong(id.length).put(id);
      offsets.add(at);
      end = size > 0 ? at + size : end;
    }
    end = Math.max(end, at);
    return new Layout(header.array(), List.copyOf(offsets), end);
  }
}
