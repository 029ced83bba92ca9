package org.kpackworkbench.model.analysis.verify.context;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/**
 * Archives that many binaries share, kept open for the next binary, a few at a time. Safe for use
 * by many threads.
 */
public final class OpenArchives implements AutoCloseable {
  private static final int MOST_IDLE = 32;

  /** In the order of their last use. */
  private final Map<Path, Slot> slots = new LinkedHashMap<>(64, 0.75f, true);

  private final UnpackBudget budget;

  /**
   * @param budget what may be unpacked of all together
   */
  OpenArchives(UnpackBudget budget) {
    this.budget = budget;
  }

  private final class Slot {
    private int users;
    private @Nullable KpackArchive archive;

    synchronized KpackArchive open(Path path) throws IOException {
      KpackArchive known = archive;
      if (known == null) {
        known = KpackArchive.open(path, budget);
        archive = known;
      }
      return known;
    }

    synchronized void close() throws IOException {
      KpackArchive known = archive;
      archive = null;
      if (known != null) {
        known.close();
      }
    }
  }

  /** An open archive that the caller returns by closing the lease. */
  public final class Lease implements AutoCloseable {
    private final Slot slot;
    private final KpackArchive archive;

    private Lease(Slot slot, KpackArchive archive) {
      this.slot = slot;
      this.archive = archive;
    }

    /** The archive; not to be closed. */
    public KpackArchive archive() {
      return archive;
    }

    @Override
    public void close() throws IOException {
      release(slot);
    }
  }

  /**
   * Opens an archive, or takes the one that is open.
   *
   * @throws org.kpackworkbench.model.base.bytes.FormatException if it is no archive
   */
  public Lease open(Path path) throws IOException {
    Slot slot;
    synchronized (slots) {
      slot = slots.computeIfAbsent(path, each -> new Slot());
      slot.users++;
    }
    try {
      Lease lease = new Lease(slot, slot.open(path));
      return lease;
    } catch (IOException | RuntimeException failure) {
      release(slot);
      throw failure;
    }
  }

  private void release(Slot slot) throws IOException {
    List<Slot> old = new ArrayList<>();
    synchronized (slots) {
      slot.users--;
      Iterator<Slot> oldest = slots.values().iterator();
      int surplus = slots.size() - MOST_IDLE;
      while (surplus > 0 && oldest.hasNext()) {
        Slot each = oldest.next();
        if (each.users == 0) {
          oldest.remove();
          old.add(each);
          surplus--;
        }
      }
    }
    for (Slot each : old) {
      each.close();
    }
  }

  /** Closes all archives. None may be in use or requested later. */
  @Override
  public void close() throws IOException {
    List<Slot> all;
    synchronized (slots) {
      all = List.copyOf(slots.values());
      slots.clear();
    }
    for (Slot each : all) {
      each.close();
    }
  }
}
