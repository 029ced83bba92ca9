package org.kpackworkbench.model.format.offload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.offload.CompressedBundle.UnpackLimits;

/**
 * The decompressed bundles of a document: each is decompressed once for all of its entries.
 *
 * <p>What lies in memory may be dropped when memory is short, and is then decompressed again; what
 * lies in temporary files stays until the document is closed. Safe for use by many threads: one
 * decompresses while others that need the same bundle wait.
 */
public final class UnpackedBundles implements AutoCloseable {
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Integer, SoftReference<OffloadBundle>> inMemory = new HashMap<>();
  private final Map<Integer, UnpackedBundle> onDisk = new HashMap<>();
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

  /** How much the document may unpack as long as it is open. */
  UnpackBudget budget() {
    return budget;
  }

  /**
   * The bundle inside a compressed one, which has the hash that is declared.
   *
   * @throws FormatException if it does not decompress, or to other bytes
   */
  OffloadBundle get(int index, CompressedBundle bundle, UnpackBudget budget, Progress progress)
      throws IOException {
    lock.lock();
    try {
      OffloadBundle known = known(index);
      return known != null ? known : unpack(index, bundle, budget, progress);
    } finally {
      lock.unlock();
    }
  }

  private @Nullable OffloadBundle known(int index) {
    UnpackedBundle file = onDisk.get(index);
    if (file != null) {
      return file.bundle();
    }
    SoftReference<OffloadBundle> reference = inMemory.get(index);
    return reference == null ? null : reference.get();
  }

  private OffloadBundle unpack(
      int index, CompressedBundle bundle, UnpackBudget budget, Progress progress)
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
    } catch (FormatException | RuntimeException changed) {
      content.close();
      throw changed;
    }
    if (content.inMemory()) {
      inMemory.put(index, new SoftReference<>(content.bundle()));
    } else {
      onDisk.put(index, content);
    }
    return content.bundle();
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
      inMemory.clear();
      for (UnpackedBundle file : onDisk.values()) {
        file.close();
      }
      onDisk.clear();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } finally {
      lock.unlock();
    }
  }
}
