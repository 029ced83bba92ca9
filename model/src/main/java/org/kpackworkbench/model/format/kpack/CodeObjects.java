package org.kpackworkbench.model.format.kpack;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;

/** Takes code objects out of an archive, whatever its scheme. Safe for use by many threads. */
final class CodeObjects implements AutoCloseable {
  private static final int COPY_BYTES = 128 * 1024;

  private final ByteView view;
  private final EntryTable table;
  private final KeyIndex keys;
  private final ArchiveNames names;
  private final Storage storage;
  private final RowProblems problems;
  private final KernelReader frames;

  CodeObjects(
      ByteView view,
      EntryTable table,
      KeyIndex keys,
      ArchiveNames names,
      Storage storage,
      RowProblems problems) {
    this.view = view;
    this.table = table;
    this.keys = keys;
    this.names = names;
    this.storage = storage;
    this.problems = problems;
    this.frames = new KernelReader(view);
  }

  ByteView stored(int row) throws FormatException {
    ByteRange range = usable(row);
    return view.slice(range.start(), range.length()).named(view.name() + " » " + label(row));
  }

  ByteView load(int row, long limit, UnpackBudget budget) throws FormatException {
    ByteRange range = usable(row);
    return storage.scheme() == StorageScheme.NONE
        ? stored(row)
        : frames.load(range, label(row), table.originalSize(row), limit, budget);
  }

  void declare(int row, UnpackBudget budget) throws FormatException {
    ByteRange range = usable(row);
    if (storage.scheme() != StorageScheme.NONE) {
      frames.declare(range, label(row), table.originalSize(row), budget);
    }
  }

  ByteView beginning(int row, int mostBytes) throws FormatException {
    ByteRange range = usable(row);
    return storage.scheme() == StorageScheme.NONE
        ? view.slice(range.start(), Math.min(mostBytes, range.length()))
        : frames.beginning(range, label(row), mostBytes);
  }

  void extract(int row, OutputStream out, Progress progress, long limit, UnpackBudget budget)
      throws IOException {
    ByteRange range = usable(row);
    if (storage.scheme() == StorageScheme.ZSTD_PER_KERNEL) {
      frames.extract(range, label(row), table.originalSize(row), out, progress, limit, budget);
      return;
    }
    if (range.length() > limit) {
      throw KernelReader.tooLarge(view, range, label(row), limit);
    }
    byte[] chunk = new byte[(int) Math.min(COPY_BYTES, range.length())];
    for (long done = 0; done < range.length(); done += chunk.length) {
      int count = (int) Math.min(chunk.length, range.length() - done);
      view.copyTo(range.start() + done, chunk, 0, count);
      out.write(chunk, 0, count);
      progress.step(count);
    }
  }

  /** A usable row's stored bytes; throws the problem of any other. */
  private ByteRange usable(int row) throws FormatException {
    Objects.checkIndex(row, table.count());
    StoredBlobs blobs = storage.blobs(Progress.NONE);
    FormatException problem = problems.of(row);
    if (problem != null) {
      throw problem;
    }
    return Objects.requireNonNull(blobs.range(table.ordinal(row)));
  }

  private String label(int row) throws FormatException {
    return keys.text(table.key(row)) + " @ " + names.target(table.target(row));
  }

  @Override
  public void close() {
    frames.close();
  }
}
