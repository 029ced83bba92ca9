package org.kpackworkbench.model.format.elf.edit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Cuts and insertions in a file, and the new place of every byte.
 *
 * <p>Edits do not overlap. Not safe for use by several threads while edits are added.
 */
public final class OffsetEdits {
  private final long oldSizeBytes;
  private final List<Edit> edits = new ArrayList<>();

  /** At an offset of the old file, bytes that go away and zero bytes that come instead. */
  record Edit(long at, long removed, long inserted) {
    long removedEnd() {
      return at + removed;
    }
  }

  /**
   * @param oldSizeBytes size of the file before
   */
  public OffsetEdits(long oldSizeBytes) {
    this.oldSizeBytes = oldSizeBytes;
  }

  /** Cuts bytes out. */
  public OffsetEdits cut(long at, long sizeBytes) {
    return add(new Edit(at, sizeBytes, 0));
  }

  /** Makes room; the bytes from {@code at} on follow. */
  public OffsetEdits insert(long at, long sizeBytes) {
    return add(new Edit(at, 0, sizeBytes));
  }

  private OffsetEdits add(Edit edit) {
    if (edit.removed > 0 || edit.inserted > 0) {
      edits.add(edit);
      edits.sort(Comparator.comparingLong(Edit::at));
    }
    return this;
  }

  /** Where the byte at an offset goes; one that is cut out goes where the cut is. */
  public long newOffset(long oldOffset) {
    long shift = 0;
    for (Edit edit : edits) {
      if (oldOffset >= edit.removedEnd()) {
        shift += edit.inserted - edit.removed;
      } else if (oldOffset > edit.at) {
        return edit.at + shift;
      }
    }
    return oldOffset + shift;
  }

  /** Size of the file afterwards. */
  public long newSizeBytes() {
    return oldSizeBytes + edits.stream().mapToLong(edit -> edit.inserted - edit.removed).sum();
  }

  long oldSizeBytes() {
    return oldSizeBytes;
  }

  List<Edit> edits() {
    return List.copyOf(edits);
  }
}
