package org.kpackworkbench.model.operation.edit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.RawPair;
import org.kpackworkbench.model.format.kpack.ArchiveInfo;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.LoaderLimits;
import org.kpackworkbench.model.format.kpack.NewEntry;

/**
 * An edited archive at one moment, to be written. Never changes; for any thread.
 *
 * @param order numbers of the rows
 * @param overlay what edits have laid over rows
 * @param edits those that made it
 * @param limits what it may have when it is compressed
 * @param whole whether blobs that no row of the original names are written, too
 */
record ArchivePlan(
    KpackArchive original,
    int[] order,
    Map<Integer, Slot> overlay,
    Head head,
    ArchiveInfo info,
    List<ArchiveEdit> edits,
    LoaderLimits limits,
    boolean whole) {

  Slot.Row row(int id) throws FormatException {
    return overlay.get(id) instanceof Slot.Row row ? row : Slot.Row.of(original, id);
  }

  /** The same archive with the rows of one target only. */
  ArchivePlan only(String target) throws FormatException {
    IntStream.Builder ids = IntStream.builder();
    for (int id : order) {
      if (row(id).target().equals(target)) {
        ids.add(id);
      }
    }
    ArchiveInfo own =
        new ArchiveInfo(info.groupName(), info.family(), List.of(target), info.fields());
    return new ArchivePlan(
        original, ids.build().toArray(), overlay, head, own, edits, limits, false);
  }

  /** Whether blobs of an archive can be written as they are stored there. */
  boolean copies(KpackArchive archive) {
    return head.level() == null && archive.scheme() == head.scheme();
  }

  /** The ordinals of the original that are written without any row of its own naming them. */
  BitSet unnamed(int blobs) {
    BitSet ordinals = new BitSet();
    if (whole && copies(original)) {
      ordinals.set(0, blobs);
      for (int row = 0; row < original.entryCount(); row++) {
        ordinals.clear(Math.max(0, original.ordinal(row)));
      }
    }
    return ordinals;
  }

  /** A row with all that stands in it beside its code object. */
  NewEntry entry(Slot.Row row) throws FormatException {
    Slot.Origin origin = row.origin();
    List<RawPair> fields =
        origin == null ? List.of() : NewEntry.of(origin.archive(), origin.row()).fields();
    BinaryKey key = BinaryKey.parse(row.key());
    var metadata = row.metadata();
    if (metadata != null) {
      List<RawPair> edited = NewEntry.of(key, row.target(), metadata).fields();
      List<RawPair> merged = new ArrayList<>();
      Set<String> names = Set.of("metadata");
      boolean placed = false;
      for (RawPair field : fields) {
        if (!names.contains(field.name())) {
          merged.add(field);
        } else if (!placed) {
          merged.addAll(edited);
          placed = true;
        }
      }
      if (!placed) {
        merged.addAll(edited);
      }
      fields = merged;
    }
    return new NewEntry(key, row.target(), row.type(), fields);
  }
}
