package org.kpackworkbench.views.format.kpack;

import java.util.concurrent.CancellationException;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.views.kit.job.Background;

/**
 * The rows of one archive, for all of its views: read when they are first asked for, read again
 * when the stored sizes are known. UI thread only; reads in the background.
 */
final class ArchiveContent {
  /** Archives with more code objects are looked through when somebody asks for it. */
  static final int SCANNED_AT_ONCE = 3_000;

  private final KpackArchive archive;
  private final KnownRows known;
  private final Background background;
  private final Stop stop = new Stop();
  private final ReadOnlyObjectWrapper<@Nullable ArchiveRows> rows =
      new ReadOnlyObjectWrapper<>(this, "rows");
  private final ReadOnlyObjectWrapper<@Nullable Throwable> failure =
      new ReadOnlyObjectWrapper<>(this, "failure");
  private final ReadOnlyObjectWrapper<StatedTargets.@Nullable Scan> scan =
      new ReadOnlyObjectWrapper<>(this, "scan");
  private boolean asked;

  ArchiveContent(KpackArchive archive, KnownRows known, Background background) {
    this.archive = archive;
    this.known = known;
    this.background = background;
  }

  KpackArchive archive() {
    return archive;
  }

  /** The rows; null until they have been read. Changes once more when the sizes are known. */
  ReadOnlyObjectProperty<@Nullable ArchiveRows> rowsProperty() {
    return rows.getReadOnlyProperty();
  }

  @Nullable ArchiveRows rows() {
    return rows.get();
  }

  /** Why the rows cannot be shown, or the stored sizes cannot; null where nothing failed. */
  ReadOnlyObjectProperty<@Nullable Throwable> failureProperty() {
    return failure.getReadOnlyProperty();
  }

  /** What code objects state as their targets; null while nobody has looked at all of them. */
  ReadOnlyObjectProperty<StatedTargets.@Nullable Scan> scanProperty() {
    return scan.getReadOnlyProperty();
  }

  /** What is known so far of what code objects state. */
  StatedTargets stated(ArchiveRows of) {
    return known.stated(of);
  }

  /** Somebody has looked at all code objects. */
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

  /** Nobody is interested any more. */
  void stop() {
    stop.asked = true;
  }

  private void read(ArchiveRows found) {
    if (stop.asked) {
      return;
    }
    rows.set(found);
    if (!found.located()) {
      background.run(
          () -> locate(found),
          located -> {
            if (!stop.asked) {
              rows.set(located);
              look(located);
            }
          },
          this::fail);
    } else {
      look(found);
    }
  }

  private ArchiveRows locate(ArchiveRows found) throws FormatException {
    archive.blobs(stop);
    return known.keep(found.located(stop));
  }

  /** Reports to nobody; cancels when the views are gone. */
  private static final class Stop implements Progress {
    private volatile boolean asked;

    @Override
    public void begin(String what, long totalUnits) {}

    @Override
    public void advance(long units) {}

    @Override
    public boolean cancelled() {
      return asked;
    }
  }
}
