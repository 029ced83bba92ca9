package org.kpackworkbench.model.format.elf.edit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/** View of what a {@link LayoutWriter} would write: nothing is written, nothing is copied. */
public final class PlannedView {
  private final TreeMap<Long, ByteView> parts = new TreeMap<>();
  private long sizeBytes;

  private PlannedView() {}

  /**
   * Lays everything out.
   *
   * @param name of what it will be, for messages
   * @throws FormatException if an overlay would leave the file
   */
  public static ByteView of(
      String name, ByteView source, OffsetEdits edits, List<ByteOverlay> overlays)
      throws FormatException {
    PlannedView planned = new PlannedView();
    planned.copy(source, edits);
    for (ByteOverlay overlay : overlays) {
      if (overlay.fileOffset() < 0
          || overlay.sizeBytes() > planned.sizeBytes - overlay.fileOffset()) {
        throw FormatException.in(name, "planned file", "", Reason.OUT_OF_BOUNDS)
            .mismatch(
                "bytes inside the %d of the file".formatted(planned.sizeBytes),
                "%d bytes from 0x%x on".formatted(overlay.sizeBytes(), overlay.fileOffset()));
      }
      planned.put(overlay.fileOffset(), overlay.content().view());
    }
    return ByteView.joined(name, new ArrayList<>(planned.parts.values()));
  }

  private void copy(ByteView source, OffsetEdits edits) throws FormatException {
    long from = 0;
    for (OffsetEdits.Edit edit : edits.edits()) {
      append(source.slice(from, edit.at() - from));
      append(ByteView.zeros(source.name(), edit.inserted()));
      from = edit.removedEnd();
    }
    append(source.slice(from, edits.oldSizeBytes() - from));
  }

  private void append(ByteView part) {
    if (part.size() > 0) {
      parts.put(sizeBytes, part);
      sizeBytes += part.size();
    }
  }

  private void put(long start, ByteView part) throws FormatException {
    if (part.size() > 0) {
      cut(start);
      cut(start + part.size());
      parts.subMap(start, start + part.size()).clear();
      parts.put(start, part);
    }
  }

  private void cut(long offset) throws FormatException {
    Map.Entry<Long, ByteView> holder = parts.floorEntry(offset);
    if (holder != null && holder.getKey() < offset && offset < sizeBytes) {
      ByteView whole = holder.getValue();
      long first = offset - holder.getKey();
      parts.put(holder.getKey(), whole.slice(0, first));
      parts.put(offset, whole.slice(first, whole.size() - first));
    }
  }
}
