package org.kpackworkbench.views.convert;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.artifact.split.SplitEvents;
import org.kpackworkbench.model.artifact.split.SplitOutcome;
import org.kpackworkbench.model.artifact.split.SplitReport;

/** How far each artifact of a shard is. Safe for use by many threads. */
final class SplitStates implements SplitEvents {
  /** How far an artifact is. */
  enum State {
    WAITING("· waiting"),
    RUNNING("▸ running"),
    DONE("✓ done"),
    FAILED("✖ failed");

    private final String words;

    State(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  /**
   * An artifact.
   *
   * @param fraction how much of it is done, 0–1
   * @param words what came of it, or why it failed
   */
  record Row(Path source, State state, double fraction, String words) {
    String name() {
      return ConvertPreviews.name(source);
    }
  }

  private static final class Count {
    private State state = State.WAITING;
    private long size;
    private long done;
    private String words = "";
  }

  private final Map<Path, Count> counts = new LinkedHashMap<>();

  /** Artifacts that wait at first; others may follow. */
  SplitStates(Collection<Path> waiting) {
    waiting.forEach(source -> counts.put(source, new Count()));
  }

  /** How far all are. */
  synchronized List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    counts.forEach(
        (source, count) -> rows.add(new Row(source, count.state, fraction(count), count.words)));
    return rows;
  }

  private static double fraction(Count count) {
    return switch (count.state) {
      case WAITING -> 0;
      case DONE, FAILED -> 1;
      case RUNNING -> count.size <= 0 ? 0 : Math.clamp((double) count.done / count.size, 0, 1);
    };
  }

  private Count of(Path source) {
    return counts.computeIfAbsent(source, each -> new Count());
  }

  @Override
  public synchronized void started(Path source, long sizeBytes) {
    Count count = of(source);
    count.state = State.RUNNING;
    count.size = sizeBytes;
  }

  @Override
  public synchronized void advanced(Path source, long bytes) {
    of(source).done += bytes;
  }

  @Override
  public synchronized void done(SplitOutcome outcome) {
    Count count = of(outcome.source());
    count.state = State.DONE;
    count.words = PackPreviews.count(outcome.artifacts().size(), "artifact", "artifacts");
  }

  @Override
  public synchronized void failed(SplitReport.Failed failure) {
    Count count = of(failure.source());
    count.state = State.FAILED;
    count.words = FormFailure.words(failure.error());
  }
}
