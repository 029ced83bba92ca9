package org.kpackworkbench.views.format.kpack;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.views.kit.job.Background;

/**
 * The rows of one archive, for all of its views: read on first use, read again when the stored
 * sizes are known. UI thread only; reads in the background.
 */
final class ArchiveContent {
  /** Archives with more code objects are scanned only on request. */
  static final int SCANNED_AT_ONCE = 3_000;

  private final KpackArchive archive;
  private final KnownRows known;
  private final Background background;
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final Progress stop = stopped::get;
  private final ReadOnlyObjectWrapper<@Nullable ArchiveRows> rows = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Throwable> failure = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<StatedTargets.@Nullable Scan> scan =
      new ReadOnlyObjectWrapper<>();
  private boolean asked;

  ArchiveContent(KpackArchive archive, KnownRows known, Background background) {
    this.archive = archive;
    this.known = known;
    this.background = background;
  }

  KpackArchive archive() {
    return archive;
  }

  /** The rows; null until they have been read. Changes again when the sizes are known. */
  ReadOnlyObjectProperty<@Nullable ArchiveRows> rowsProperty() {
    return rows.getReadOnlyProperty();
  }

  @Nullable ArchiveRows rows() {
    return rows.get();
  }

  /** Why the rows cannot be shown, or the stored sizes cannot; null if nothing failed. */
  ReadOnlyObjectProperty<@Nullable Throwable> failureProperty() {
    return failure.getReadOnlyProperty();
  }

  /** Returns the targets that code objects state; null until all of them have been read. */
  ReadOnlyObjectProperty<StatedTargets.@Nullable Scan> scanProperty() {
    return scan.getReadOnlyProperty();
  }

  /** Returns the stated targets that are known so far. */
  StatedTargets stated(ArchiveRows of) {
    return known.stated(of);
  }

  /**
   * Returns the target that a row's code object states; marked if it is another target. Background.
   */
  String statedText(ArchiveRows of, int row) throws FormatException {
    StatedTargets targets = stated(of);
    if (!of.located()) {
      return "";
    }
    targets.look(of, row);
    String mark = targets.problem(of, row).isEmpty() ? "" : ArchiveSpec.DIFFERS;
    return mark + targets.text(of, row);
  }

  /** All code objects were read. */
  void scanned(StatedTargets.Scan found) {
    scan.set(found);
  }

  private void look(ArchiveRows located) {
    if (located.codeObjectCount() <= SCANNED_AT_ONCE && located.archive().refusal() == null) {
      background.run(() -> known.stated(located).scan(located, stop), this::scanned, this::fail);
    }
  }

  /** Something that works on the rows failed. */
  void fail(Throwable why) {
    if (!(why instanceof CancellationException)) {
      failure.set(why);
    }
  }

  /** Reads the rows, once. */
  void load() {
    if (!asked) {
      asked = true;
      background.run(() -> known.get(archive, stop), this::read, this::fail);
    }
  }

  /** Called when the views are closed. */
  void stop() {
    stopped.set(true);
  }

  private void read(ArchiveRows found) {
    if (stopped.get()) {
      return;
    }
    rows.set(found);
    if (!found.located()) {
      background.run(
          () -> locate(),
          located -> {
            if (!stopped.get()) {
              rows.set(located);
              look(located);
            }
          },
          this::fail);
    } else {
      look(found);
    }
  }

  private ArchiveRows locate() throws FormatException {
    archive.blobs(stop);
    return known.keep(ArchiveRows.read(archive, stop));
  }

  /**
   * The rows of open archives, read once for table, tree and search. Forgotten with those who use
   * them. Safe for use by many threads.
   */
  static final class KnownRows {
    private final Map<KpackArchive, WeakReference<ArchiveRows>> known = new WeakHashMap<>();
    private final Map<KpackArchive, StatedTargets> stated = new WeakHashMap<>();

    /** The rows of an archive if they were read, else null. Does not block. */
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

    /** The targets that code objects of an archive state, as far as known. */
    StatedTargets stated(ArchiveRows rows) {
      synchronized (known) {
        // Says nothing of the archive itself, which would else be kept for ever.
        return stated.computeIfAbsent(rows.archive(), archive -> new StatedTargets());
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
}
