package org.kpackworkbench.model.analysis.estimate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.kpack.KpackArchive;
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
            pool.problems().isEmpty()
                ? none
                : pool.problems().getFirst().replaceFirst("\\.$", "") + "; " + none);
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
      long start = System.nanoTime();
      try (Trial trial = Trial.write(pool, way, progress)) {
        long written = System.nanoTime() - start;
        long today = i == 0 ? trial.sizeBytes() : measured.getFirst().sizeBytes();
        measured.add(measure(trial, way, written, today));
        if (i == 0) {
          try (KpackArchive archive = trial.open(rows[0])) {
            archive.blobs(progress.cancelOnly());
            sharing = Sharing.of(pool, archive);
          }
        }
      }
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

  private Measured measure(Trial trial, Way way, long written, long today) throws IOException {
    List<Integer> stored = trial.inOrder(rows);
    int count = Math.min(MOST_SAMPLES, stored.size());
    // From all over the archives, the first that is stored first.
    List<Integer> samples =
        IntStream.range(0, count)
            .mapToObj(i -> stored.get((int) ((long) i * stored.size() / count)))
            .toList();
    // The first way would be slower than the others: Java compiles what runs often.
    long warm = System.nanoTime() + WARM_UP_NANOS;
    for (int i = 0; i == 0 || System.nanoTime() < warm; i++) {
      trial.one(samples.get(i % count));
    }
    long[] times = new long[count];
    for (int i = 0; i < count; i++) {
      times[i] = trial.one(samples.get(i));
    }
    long first = times[0];
    Arrays.sort(times);
    Trial.All all = trial.all(stored);
    return new Measured(
        way,
        trial.sizeBytes(),
        today,
        written,
        first,
        times[count / 2],
        times[count - 1],
        all.mostUnpacked(),
        all.nanos());
  }
}
