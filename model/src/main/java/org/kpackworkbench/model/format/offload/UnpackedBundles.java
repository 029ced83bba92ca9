package org.kpackworkbench.model.format.offload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.offload.CompressedBundle.UnpackLimits;

/**
 * The decompressed bundles of a document: those that are in use, and the last one, so that each is
 * decompressed once for entries that are read one after another. Safe for use by many threads: one
 * decompresses while others that need the same bundle wait.
 */
public final class UnpackedBundles implements AutoCloseable {
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Integer, Opened> opened = new HashMap<>();
  private final UnpackBudget budget;
  private boolean closed;

  /**
   * Of one document.
   *
   * @param budget how much the document may unpack as long as it is open
   */
  public UnpackedBundles(UnpackBudget budget) {
    this.budget = budget;
  }

  private static final class Opened {
    private final UnpackedBundle content;
    private int uses;

    Opened(UnpackedBundle content) {
      this.content = content;
    }
  }

  /** How much the document may unpack as long as it is open. */
  UnpackBudget budget() {
    return budget;
  }

  /**
   * Opens an entry of a compressed bundle, which has the hash that is declared.
   *
   * @throws FormatException if it does not decompress, or to other bytes
   */
  SpooledBytes open(
      int index, CompressedBundle bundle, BundleEntry entry, UnpackBudget budget, Progress progress)
      throws IOException {
    lock.lock();
    try {
      Opened known = opened.get(index);
      if (known == null) {
        closeUnused();
        known = new Opened(unpack(bundle, budget, progress));
        opened.put(index, known);
      }
      Opened used = known;
      // Places in it count from its own first byte, not from that of its unpacked bundle.
      SpooledBytes code =
          new SpooledBytes(
              used.content.bundle().content(entry).detached(),
              used.content.inMemory() ? null : () -> release(used));
      used.uses += code.file() == null ? 0 : 1;
      return code;
    } finally {
      lock.unlock();
    }
  }

  private UnpackedBundle unpack(CompressedBundle bundle, UnpackBudget budget, Progress progress)
      throws IOException {
    if (closed) {
      throw FormatException.at(
              bundle.bytes(), 0, "compressed offload bundle", "", FormatException.Reason.CLOSED)
          .found("a read after the file was closed")
          .advice("Open the file again.")
          .build();
    }
    UnpackedBundle content = bundle.unpack(UnpackLimits.of(budget), progress);
    try {
      // A byte that changed in what is stored as it is still decompresses.
      content.verifyHash(progress.cancelOnly());
      return content;
    } catch (FormatException | RuntimeException changed) {
      content.close();
      throw changed;
    }
  }

  private void release(Opened used) {
    lock.lock();
    try {
      used.uses--;
    } finally {
      lock.unlock();
    }
  }

  private void closeUnused() throws IOException {
    for (Iterator<Opened> all = opened.values().iterator(); all.hasNext(); ) {
      Opened each = all.next();
      if (each.uses == 0) {
        all.remove();
        each.content.close();
      }
    }
  }

  /**
   * Gives memory and temporary files back.
   *
   * @throws UncheckedIOException if a file cannot be removed
   */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      for (Opened each : opened.values()) {
        each.content.close();
      }
      opened.clear();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } finally {
      lock.unlock();
    }
  }
}
