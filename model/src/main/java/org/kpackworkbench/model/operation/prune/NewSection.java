package org.kpackworkbench.model.operation.prune;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.format.image.HostImage;

/**
 * A section of an object file that gets other bundles.
 *
 * @param content its new bytes
 * @param before where its bundles were, from its start, in their order
 * @param after where they are
 * @param changed for each whether its bytes are others
 */
record NewSection(
    HostImage.Section section,
    ByteView content,
    List<ByteRange> before,
    List<ByteRange> after,
    List<Boolean> changed) {
  /**
   * Where an offset goes.
   *
   * @param end whether it is where something ends
   * @return -1 for an offset inside a bundle that changes, or outside of all
   */
  long moved(long offset, boolean end) {
    if (offset == 0 && !end) {
      return 0;
    }
    if (offset == section.sizeBytes()) {
      return content.size();
    }
    if (offset < 0 || offset > section.sizeBytes()) {
      return -1;
    }
    long oldEnd = 0;
    long newEnd = 0;
    for (int i = 0; i < before.size(); i++) {
      ByteRange old = before.get(i);
      ByteRange now = after.get(i);
      if (end ? offset <= old.start() : offset < old.start()) {
        return inPadding(offset, oldEnd, newEnd, old.start(), now.start());
      }
      if (end ? offset <= old.end() : offset < old.end()) {
        boolean whole = end ? offset == old.end() : offset == old.start();
        return whole
            ? (end ? now.end() : now.start())
            : changed.get(i) ? -1 : now.start() + offset - old.start();
      }
      oldEnd = old.end();
      newEnd = now.end();
    }
    return inPadding(offset, oldEnd, newEnd, section.sizeBytes(), content.size());
  }

  private static long inPadding(long offset, long oldEnd, long newEnd, long oldNext, long newNext) {
    return offset == oldNext ? newNext : Math.min(newNext, newEnd + offset - oldEnd);
  }
}
