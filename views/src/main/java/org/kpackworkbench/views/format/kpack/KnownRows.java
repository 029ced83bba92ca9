package org.kpackworkbench.views.format.kpack;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/**
 * The rows of open archives, read once for table, tree and search. Forgotten with those who use
 * them. Safe for use by many threads.
 */
final class KnownRows {
  private final Map<KpackArchive, WeakReference<ArchiveRows>> known = new WeakHashMap<>();
  private final Map<KpackArchive, StatedTargets> stated = new WeakHashMap<>();

  /** The rows of an archive, where somebody has read them; else null. At once. */
  @Nullable ArchiveRows ifKnown(KpackArchive archive) {
    synchronized (known) {
      WeakReference<ArchiveRows> rows = known.get(archive);
      return rows == null ? null : rows.get();
    }
  }

  /** The rows of an archive. Takes time the first time: background threads only. */
  ArchiveRows get(KpackArchive archive, Progress progress) throws FormatException {
    ArchiveRows rows = ifKnown(archive);
    if (rows != null) {
      return rows;
    }
    // Two threads may read at once; what they read is the same.
    return keep(ArchiveRows.read(archive, progress));
  }

  /** What the code objects of an archive state, as far as somebody has looked. */
  StatedTargets stated(ArchiveRows rows) {
    synchronized (known) {
      // Says nothing of the archive itself, which would else be kept for ever.
      return stated.computeIfAbsent(rows.archive(), archive -> new StatedTargets(rows));
    }
  }

  /** Newer rows of an archive. */
  ArchiveRows keep(ArchiveRows rows) {
    synchronized (known) {
      known.put(rows.archive(), new WeakReference<>(rows));
      return rows;
    }
  }
}
