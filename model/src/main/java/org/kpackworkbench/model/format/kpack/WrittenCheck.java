package org.kpackworkbench.model.format.kpack;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Threads;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.unpack.FrameCheck;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.ArchiveOutput.WrittenBlob;
import org.kpackworkbench.model.format.kpack.NewRows.NewRow;

/**
 * Reads a new archive back before it gets its name: the table says what it should, and every blob
 * is what was handed over (frames made here by the checksum in them, uncompressed and copied blobs
 * by one that was kept).
 */
final class WrittenCheck {

  private final KpackArchive archive;
  private final List<WrittenBlob> written;
  private final Progress progress;
  private final int[] rowOfBlob;
  private final AtomicInteger next = new AtomicInteger();

  private WrittenCheck(
      KpackArchive archive, List<WrittenBlob> written, Progress progress, int[] rowOfBlob) {
    this.archive = archive;
    this.written = written;
    this.progress = progress;
    this.rowOfBlob = rowOfBlob;
  }

  /**
   * Checks.
   *
   * @throws IOException if the file is not what it should be
   */
  static void run(
      Path file, WriteOptions options, NewRows rows, List<WrittenBlob> written, Progress progress)
      throws IOException {
    try (KpackArchive archive = KpackArchive.open(file, UnpackBudget.everything())) {
      if (!archive.problems().isEmpty()) {
        throw archive.problems().getFirst();
      }
      archive.blobs(Progress.NONE);
      int[] rowOfBlob =
          IntStream.of(table(archive, rows))
              .boxed()
              .sorted(Comparator.comparingInt(archive::blobOf))
              .mapToInt(Integer::intValue)
              .toArray();
      WrittenCheck check = new WrittenCheck(archive, written, progress, rowOfBlob);
      progress.begin(
          "Verifying " + CountText.of(rowOfBlob.length, "code object"), check.total(), Unit.BYTES);
      check.blobs(options.threads());
    }
  }

  /** Compares the rows; returns for each blob that rows name one of those rows. */
  private static int[] table(KpackArchive archive, NewRows rows) throws IOException {
    BitSet seen = new BitSet();
    BitSet found = new BitSet();
    rows.visit(
        new NewRows.RowVisitor() {
          private int row;

          @Override
          public void row(NewRow wanted) throws IOException {
            ArchiveEntry entry = row < archive.entryCount() ? archive.entry(row) : null;
            if (entry == null || !matches(entry, wanted)) {
              throw differs(
                  archive, "row " + row, wanted.entry().key().text(), String.valueOf(entry));
            }
            if (!seen.get(entry.ordinal())) {
              seen.set(entry.ordinal());
              found.set(row);
            }
            row++;
          }
        });
    if (rows.count() != archive.entryCount()) {
      throw differs(
          archive, "rows", Integer.toString(rows.count()), archive.entryCount() + " rows");
    }
    return found.stream().toArray();
  }

  private static boolean matches(ArchiveEntry entry, NewRow wanted) {
    return entry.usable()
        && entry.key().text().equals(wanted.entry().key().text())
        && entry.targetText().equals(wanted.entry().target())
        && entry.type().equals(wanted.entry().type())
        && entry.ordinal() == wanted.blob().ordinal()
        && entry.originalSizeBytes() == wanted.blob().originalSizeBytes();
  }

  private long total() throws FormatException {
    long total = 0;
    for (int row : rowOfBlob) {
      total +=
          written.get(archive.blobOf(row)).copied()
              ? archive.storedSizeBytes(row)
              : archive.entry(row).originalSizeBytes();
    }
    return total;
  }

  private void blobs(int threads) throws IOException {
    Callable<Boolean> work =
        () -> {
          work();
          return true;
        };
    Threads.all(Collections.nCopies(threads, work), threads, "kpack-check-");
  }

  private void work() throws IOException {
    try (FrameCheck frames = new FrameCheck()) {
      for (int i = next.getAndIncrement(); i < rowOfBlob.length; i = next.getAndIncrement()) {
        blob(rowOfBlob[i], frames);
      }
    } finally {
      // After a failure the others need not go on.
      next.set(rowOfBlob.length);
    }
  }

  private void blob(int row, FrameCheck frames) throws IOException {
    if (archive.scheme().isExperimental()) {
      experimental(row);
      return;
    }
    WrittenBlob expected = written.get(archive.blobOf(row));
    if (archive.scheme() == StorageScheme.ZSTD_PER_KERNEL && !expected.copied()) {
      long size = archive.entry(row).originalSizeBytes();
      String problem = frames.problem(archive.stored(row), size, progress);
      if (!problem.isEmpty()) {
        throw differs(
            archive,
            "frame " + archive.blobOf(row),
            "one frame of %d bytes of content, with their checksum".formatted(size),
            problem);
      }
      return;
    }
    if (expected.checksum() != Digests.crc32c(archive.stored(row), progress)) {
      throw differs(
          archive, "blob " + archive.blobOf(row), "the bytes of the input", "other bytes");
    }
  }

  private void experimental(int row) throws IOException {
    CRC32C checksum = new CRC32C();
    OutputStream out = new CheckedOutputStream(OutputStream.nullOutputStream(), checksum);
    archive.extract(row, out, progress, archive.originalSizeBytes(row));
    if (written.get(archive.blobOf(row)).checksum() != checksum.getValue()) {
      throw differs(
          archive, "code object " + archive.blobOf(row), "the bytes of the input", "other bytes");
    }
  }

  private static FormatException differs(
      KpackArchive archive, String field, String expected, String found) {
    return FormatException.at(
            archive.view(), 0, "archive just written", field, Reason.CHECKSUM_MISMATCH)
        .expected(expected)
        .found(found)
        .advice(ArchiveFormat.DISK_FAILING)
        .build();
  }
}
