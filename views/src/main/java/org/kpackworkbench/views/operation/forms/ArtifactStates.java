package org.kpackworkbench.views.operation.forms;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.artifact.ArtifactEvents;

/** How far each artifact, or component, is. Safe for use by many threads. */
final class ArtifactStates implements ArtifactEvents {
  /** How far an artifact is. */
  enum State {
    WAITING("· waiting"),
    RUNNING("▸ running"),
    DONE("✓ done"),
    FAILED("✖ failed"),
    GIVEN_UP("■ given up");

    private final String words;

    State(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  /** Operations on the artifacts. */
  enum Task {
    SPLIT("Artifact", "artifact"),
    RECOMBINE("Component", "artifact"),
    OVERLAY("Artifact", "file");

    private final String each;
    private final String made;

    Task(String each, String made) {
      this.each = each;
      this.made = made;
    }

    /** Returns the word for what a row is about. */
    String each() {
      return each;
    }
  }

  /**
   * An artifact.
   *
   * @param fraction how much of it is done, 0–1
   * @param words the result, or the reason of the failure
   */
  record Row(Path source, State state, double fraction, String words) {
    String name() {
      return ConvertRows.name(source);
    }
  }

  private static final class Count {
    private State state = State.WAITING;
    private long size;
    private long done;
    private String words = "";
  }

  private final Task task;
  private final Map<Path, Count> counts = new LinkedHashMap<>();

  /** Artifacts that wait at first; others may follow. */
  ArtifactStates(Task task, Collection<Path> waiting) {
    this.task = task;
    waiting.forEach(source -> counts.put(source, new Count()));
  }

  Task task() {
    return task;
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
      case WAITING, GIVEN_UP -> 0;
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
  public synchronized void done(Path source, int made) {
    Count count = of(source);
    count.state = State.DONE;
    count.words = CountText.of(made, task.made);
  }

  @Override
  public synchronized void failed(Path source, IOException why) {
    Count count = of(source);
    count.state = State.FAILED;
    count.words = FormFailure.words(why);
  }

  /** The whole has ended: what was neither done nor failed was given up. */
  synchronized void ended() {
    for (Count count : counts.values()) {
      if (count.state == State.WAITING || count.state == State.RUNNING) {
        count.state = State.GIVEN_UP;
        count.words = "No part of it was written.";
      }
    }
  }
}
