package org.kpackworkbench.model.fuzz;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.kpack.ArchiveClaims;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** Archives: table, rows, code objects, owners of bytes. */
public final class ArchiveFuzz {
  private static final long LOAD_LIMIT = 1 << 20;
  private static final int MOST_ROWS = 200;
  private static final int MOST_LOADED = 20;

  private ArchiveFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    ByteView view = ByteView.of("input.kpack", input);
    try (KpackArchive archive = KpackArchive.read(view, new Place.File(Path.of("input.kpack")))) {
      everything(archive);
      Ownership owners = ArchiveClaims.of(archive, Progress.NONE);
      Check.same((long) input.length, owners.sizeBytes(), "bytes that have owners");
      owners.runs(new ByteRange(0, input.length));
      owners.at(input.length / 2);
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
  }

  private static void everything(KpackArchive archive) throws IOException {
    archive.problems().forEach(Check::refusal);
    archive.binaries();
    archive.targetSums();
    Check.listed(archive.fields());
    archive.tableRange();
    int rows = Math.min(MOST_ROWS, archive.entryCount());
    for (int row = 0; row < rows; row++) {
      row(archive, row);
    }
    try {
      archive.blobs(Progress.NONE);
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
  }

  private static void row(KpackArchive archive, int row) throws IOException {
    ArchiveEntry entry = archive.entry(row);
    archive.fields(row);
    archive.place(row);
    archive.storedSizeBytes(row);
    int found = archive.find(entry.binary(), entry.index(), entry.targetText()).orElse(-1);
    if (entry.usable()) {
      Check.that(found >= 0, "a usable row is found by its key");
    }
    try {
      BundleOrigin.of(archive, row);
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
    if (row >= MOST_LOADED) {
      return;
    }
    try {
      ByteView loaded = archive.load(row, LOAD_LIMIT);
      Check.same(archive.originalSizeBytes(row), loaded.size(), "size of a code object");
      archive.beginning(row, 64);
      archive.extract(row, OutputStream.nullOutputStream(), Progress.NONE, LOAD_LIMIT);
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
  }
}
