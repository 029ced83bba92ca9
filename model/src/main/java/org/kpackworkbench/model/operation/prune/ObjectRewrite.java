package org.kpackworkbench.model.operation.prune;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.WrapperTarget;

/**
 * Gives sections of an object file other bundles; what refers to them follows, or that is an error.
 * One class for each container. Used once, by one thread.
 */
interface ObjectRewrite {
  /** Starts with an object and its new sections. */
  static ObjectRewrite of(FatBinary fat, List<NewSection> changes) {
    return fat.image() instanceof CoffFile windows
        ? new CoffObjectRewrite(windows, fat, changes)
        : new ElfObjectRewrite(fat, changes);
  }

  /**
   * Finds everything that refers to the sections.
   *
   * @throws FormatException if something cannot follow
   */
  void check() throws FormatException;

  /** The size of the new file, of which the contents of the new sections need not be known. */
  long sizeBytes() throws FormatException;

  /**
   * The new file, as a view of the old one and the new sections.
   *
   * @throws FormatException if something cannot follow
   */
  ByteView result() throws FormatException;

  /** Reads the new file as a linker would; what is wrong here is this program's fault. */
  static void verify(FatBinary fat, FatBinary result) throws FormatException {
    boolean same =
        result.image().problems().isEmpty()
            && result.wrappers().size() == fat.wrappers().size()
            && result.bundles().size() == fat.bundles().size();
    for (int i = 0; same && i < fat.wrappers().size(); i++) {
      WrapperTarget before = fat.wrappers().get(i).target();
      WrapperTarget after = result.wrappers().get(i).target();
      same =
          before instanceof WrapperTarget.ToBundle
              ? before.equals(after)
              : before.getClass().equals(after.getClass());
    }
    if (!same) {
      throw unsupported(
          fat.image().view(),
          0,
          "wrappers",
          "%d wrappers that lead to %d bundles as before"
              .formatted(fat.wrappers().size(), fat.bundles().size()),
          "%d and %d".formatted(result.wrappers().size(), result.bundles().size()));
    }
  }

  /**
   * Where an offset of a section goes.
   *
   * @param end whether it is where something ends
   * @param at where the file states the offset
   * @param name of what states it
   * @throws FormatException if it cannot follow
   */
  static long moved(ByteView view, NewSection home, long offset, boolean end, long at, String name)
      throws FormatException {
    long moved = home.moved(offset, end);
    if (moved < 0) {
      throw unsupported(
          view,
          at,
          name,
          "the start or end of a bundle in " + home.section().label(),
          "0x%x, inside of one that changes or outside of the section".formatted(offset));
    }
    return moved;
  }

  /** Refuses a section whose bytes are those of something else, too. */
  static void requireAlone(
      ByteView view, long at, String label, ByteRange range, List<ByteRange> others)
      throws FormatException {
    for (ByteRange other : others) {
      if (!other.isEmpty() && other.start() < range.end() && range.start() < other.end()) {
        throw unsupported(
            view,
            at,
            label,
            "bytes of its own",
            "bytes at 0x%x that belong to something else, too"
                .formatted(view.fileOffset(Math.max(other.start(), range.start()))));
      }
    }
  }

  /** An object that cannot be rewritten. */
  static FormatException unsupported(
      ByteView view, long at, String field, String expected, String found) {
    return FormatException.at(view, at, "object file", field, Reason.UNSUPPORTED)
        .mismatch(expected, found);
  }
}
