package org.kpackworkbench.model.analysis.estimate;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.registry.Formats;

/**
 * Measures ways to store code objects: writes an archive in each way, reads single code objects and
 * all of them, and compares them with the input. For one run.
 */
public final class Estimate {
  private static final int MOST_SAMPLES = 32;
  private static final long WARM_UP_NANOS = 200_000_000;

  private final CodePool pool;
  private final Progress progress;
  private final int[] rows;

  private Estimate(CodePool pool, Progress progress) {
    this.pool = pool;
    this.progress = progress;
    // Of equal code objects one.
    this.rows =
        IntStream.range(0, pool.archive().entryCount())
            .boxed()
            .collect(
                java.util.stream.Collectors.toMap(
                    row -> pool.archive().ordinal(row).orElse(-1),
                    row -> row,
                    (first, again) -> first))
            .values()
            .stream()
            .mapToInt(Integer::intValue)
            .sorted()
            .toArray();
  }

  /**
   * Measures.
   *
   * @param progress shows each way; cancelling removes all temporary files
   * @throws java.util.concurrent.CancellationException when cancelled
   * @throws IOException if there is no code object, or a temporary file cannot be written
   */
  public static EstimateReport of(EstimateSettings settings, Formats formats, Progress progress)
      throws IOException {
    try (CodePool pool = CodePool.of(settings.files(), formats, progress)) {
      if (pool.archive().entryCount() == 0) {
        String none =
            "no code object was found in %s"
                .formatted(ListText.some(settings.files().stream().map(Path::toString).toList()));
        throw new IOException(
            pool.problems().isEmpty() ? none : pool.problems().getFirst() + "; " + none);
      }
      return new Estimate(pool, progress).run(settings.ways());
    }
  }

  private EstimateReport run(List<Way> ways) throws IOException {
    List<Measured> measured = new ArrayList<>();
    Sharing sharing = new Sharing(List.of(), List.of(), List.of());
    KpackArchive code = pool.archive();
    long unpacked = 0;
    for (int row : rows) {
      unpacked += code.originalSizeBytes(row);
    }
    for (int i = 0; i < ways.size(); i++) {
      Way way = ways.get(i);
      progress.begin(
          "Way %d of %d: %s".formatted(i + 1, ways.size(), way.words()), 2 * unpacked, Unit.BYTES);
      Path file = pool.file("way.kpack");
      long start = System.nanoTime();
      write(file, way);
      long written = System.nanoTime() - start;
      long size = Files.size(file);
      measured.add(
          measure(file, way, written, size, i == 0 ? size : measured.getFirst().sizeBytes()));
      if (i == 0) {
        try (KpackArchive today = KpackArchive.open(file)) {
          today.blobs(progress.cancelOnly());
          sharing = Sharing.of(pool, today);
        }
      }
      Files.delete(file);
    }
    return new EstimateReport(
        code.entryCount(),
        rows.length,
        unpacked,
        measured,
        sharing,
        Likeness.of(code, rows, progress),
        pool.problems());
  }

  private void write(Path file, Way way) throws IOException {
    KpackArchive code = pool.archive();
    TableHead head = TableHead.of(code);
    // The steps of the writer do not show; its bytes are the first half.
    Progress steps = progress.withoutSteps();
    try (ArchiveWriter writer = ArchiveWriter.create(file, head, way.options(), steps)) {
      for (int row = 0; row < code.entryCount(); row++) {
        writer.add(NewEntry.of(code, row), code.stored(row));
      }
      writer.finish();
    }
  }

  private Measured measure(Path file, Way way, long written, long size, long today)
      throws IOException {
    List<Integer> samples = samples(file);
    // The first way would be slower than the others: Java compiles what runs often.
    long warm = System.nanoTime() + WARM_UP_NANOS;
    for (int i = 0; i == 0 || System.nanoTime() < warm; i++) {
      one(file, samples.get(i % samples.size()));
    }
    long[] times = new long[samples.size()];
    for (int i = 0; i < times.length; i++) {
      times[i] = one(file, samples.get(i));
    }
    long first = times[0];
    Arrays.sort(times);
    try (KpackArchive archive = KpackArchive.open(file, UnpackBudget.everything())) {
      archive.blobs(progress.cancelOnly());
      long most = 0;
      for (int row : rows) {
        most = Math.max(most, archive.unpackedForOne(row));
      }
      long all = all(archive);
      return new Measured(
          way,
          size,
          today,
          written,
          first,
          times[times.length / 2],
          times[times.length - 1],
          most,
          all);
    }
  }

  /** Rows with code objects from all over the archive, the first that is stored first. */
  private List<Integer> samples(Path file) throws IOException {
    try (KpackArchive archive = KpackArchive.open(file)) {
      List<Integer> stored = inOrder(archive);
      int count = Math.min(MOST_SAMPLES, stored.size());
      return IntStream.range(0, count)
          .mapToObj(i -> stored.get((int) ((long) i * stored.size() / count)))
          .toList();
    }
  }

  private List<Integer> inOrder(KpackArchive archive) {
    return IntStream.of(rows)
        .boxed()
        .sorted(Comparator.comparingInt(row -> archive.ordinal(row).orElse(0)))
        .toList();
  }

  /** The time to open an archive and to read a code object. */
  private long one(Path file, int row) throws IOException {
    progress.step(0);
    long start = System.nanoTime();
    try (KpackArchive archive = KpackArchive.open(file, UnpackBudget.everything())) {
      if (archive.originalSizeBytes(row) <= KpackArchive.LOAD_LIMIT_BYTES) {
        archive.loadOne(row, KpackArchive.LOAD_LIMIT_BYTES);
      } else {
        archive.extract(
            row, OutputStream.nullOutputStream(), progress.cancelOnly(), Long.MAX_VALUE);
      }
    }
    return System.nanoTime() - start;
  }

  /** Reads all code objects and compares them; returns the time, without that of comparing. */
  private long all(KpackArchive archive) throws IOException {
    long time = 0;
    for (int row : inOrder(archive)) {
      Comparing out = new Comparing(pool.archive().stored(row));
      long start = System.nanoTime();
      archive.extract(row, out, progress.withoutSteps(), Long.MAX_VALUE);
      time += System.nanoTime() - start - out.nanos;
      if (out.differs || out.position != out.wanted.size()) {
        throw FormatException.in(
                archive.view().name(), "archive just written", "code object", Reason.BAD_VALUE)
            .expected("the bytes of the input")
            .found("other bytes for " + archive.entry(row).key().text())
            .build();
      }
    }
    return time;
  }

  /** Compares what is written with what should be. */
  private static final class Comparing extends OutputStream {
    private final ByteView wanted;
    private byte[] window = new byte[0];
    private long position;
    private boolean differs;
    private long nanos;

    Comparing(ByteView wanted) {
      this.wanted = wanted;
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      long start = System.nanoTime();
      if (length > wanted.size() - position) {
        differs = true;
        return;
      }
      if (window.length < length) {
        window = new byte[length];
      }
      wanted.copyTo(position, window, 0, length);
      differs |= !Arrays.equals(window, 0, length, bytes, offset, offset + length);
      position += length;
      nanos += System.nanoTime() - start;
    }
  }
}
