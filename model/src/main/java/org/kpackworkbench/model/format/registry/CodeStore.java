package org.kpackworkbench.model.format.registry;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Consumer;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * The code in a file that can be written again with less of it: a document with a store is pruned
 * as any other is. Used by one thread, as long as its document is open.
 */
public interface CodeStore extends AutoCloseable {
  /**
   * Code that is kept or removed as a whole.
   *
   * @param group the number of the wrapper, bundle or table from which a loader chooses one entry
   * @param text the target as the file has it
   * @param codeObjects how many code objects it is
   * @param sizeBytes their size; 0 where it is shared with an entry before it
   * @param isDeviceCode whether it is for AMD GPUs
   */
  record StoredCode(
      int group,
      GpuTarget target,
      String text,
      int codeObjects,
      long sizeBytes,
      boolean isDeviceCode) {
    /** One code object. */
    public StoredCode(int group, GpuTarget target, long sizeBytes) {
      this(group, target, target.toString(), 1, sizeBytes, true);
    }

    /**
     * Of what is filed by its target alone.
     *
     * @param text the target, which may be one of another kind
     */
    public static StoredCode filed(int group, String text, int codeObjects, long sizeBytes) {
      return new StoredCode(
          group, GpuTarget.lenient(text), text, codeObjects, sizeBytes, text.startsWith("gfx"));
    }
  }

  /**
   * How a file is written.
   *
   * @param threads that compress
   * @param large whether more than the usual limit may be unpacked
   * @param durable whether it takes the place of the original, and has to be on the disk
   */
  record Writing(int threads, boolean large, boolean durable, Progress progress) {}

  /**
   * The code and all else that it is filed with: what is for no AMD GPU always stays. An entry's
   * number is its place here.
   */
  List<StoredCode> entries();

  /**
   * Of entries that are to go those that can.
   *
   * @param refused gets why others, or code that is no entry, can not be removed
   * @throws IOException if that cannot be read
   */
  default SortedSet<Integer> removable(SortedSet<Integer> wanted, Consumer<FormatException> refused)
      throws IOException {
    return wanted;
  }

  /** Whether the file is nothing but code: it goes from a tree with all of that. */
  default boolean isOnlyCode() {
    return false;
  }

  /** Whether it refers to files beside it, and so is changed only with those. */
  default boolean refersToOthers() {
    return false;
  }

  /**
   * Plans the file without some entries.
   *
   * @param gone their numbers, at least one
   * @return its size in bytes, at least roughly; 0 if nothing is left that could be written
   * @throws IOException if it cannot be written so
   */
  long sizeWithout(SortedSet<Integer> gone) throws IOException;

  /** Returns the most bytes that {@link #writeWithout} needs for work files beside the output. */
  default long scratchBytes(SortedSet<Integer> gone) throws IOException {
    return 0;
  }

  /**
   * Writes the file without some entries; it has to be the file that was planned.
   *
   * @param output where nothing is yet; work files are made beside it
   */
  void writeWithout(SortedSet<Integer> gone, Path output, Writing writing) throws IOException;

  @Override
  default void close() throws IOException {}
}
