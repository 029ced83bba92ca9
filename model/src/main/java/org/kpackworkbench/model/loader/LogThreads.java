package org.kpackworkbench.model.loader;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.place.Place;

/**
 * Sorts the steps of a log into loads. A line does not say which thread wrote it, so it goes to the
 * load that it continues best, of several equal ones to the one that wrote last.
 */
final class LogThreads {
  /** More loads at the same time are not kept apart; real programs have a few dozen threads. */
  private static final int MOST_OPEN = 256;

  private final Function<String, @Nullable Place> places;
  private final List<LogLoad> all = new ArrayList<>();

  /** By writer; of each the one that wrote last comes first. */
  private final Map<String, List<LogLoad>> open = new HashMap<>();

  private final Map<String, Step.EnvironmentRead> environments = new HashMap<>();

  LogThreads(Function<String, @Nullable Place> places) {
    this.places = places;
  }

  List<LogTrace> traces() {
    return all.stream().map(LogLoad::trace).toList();
  }

  /**
   * Takes a message.
   *
   * @param writer what stood before it, such as a process's name
   * @return whether it was understood
   */
  boolean take(String writer, int line, String message) {
    List<LogLoad> candidates = open.computeIfAbsent(writer, one -> new ArrayList<>());
    String architecture = LogWording.architecture(message);
    if (architecture != null) {
      for (LogLoad load : candidates) {
        if (load.list(architecture)) {
          return true;
        }
      }
      return false;
    }
    Step step = LogWording.step(message);
    switch (step) {
      case null -> {
        return false;
      }
      case Step.EnvironmentRead read -> environments.put(writer, read);
      case Step.MetadataRead read -> start(writer, line, step, candidates);
      case Step.MetadataUnreadable unreadable -> start(writer, line, step, candidates);
      case Step.Disabled disabled -> start(writer, line, step, candidates);
      default -> put(writer, line, step, candidates);
    }
    return true;
  }

  private void put(String writer, int line, Step step, List<LogLoad> candidates) {
    LogLoad best = null;
    int bestFit = LogLoad.NO_FIT;
    boolean several = false;
    for (LogLoad load : candidates) {
      int fit = load.fit(step);
      if (fit > bestFit) {
        best = load;
        bestFit = fit;
        several = false;
      } else if (fit == bestFit && fit > LogLoad.NO_FIT) {
        several = true;
      }
    }
    if (best == null) {
      // The log begins in the middle of it, or its first lines were lost.
      start(writer, line, step, candidates);
      return;
    }
    if (several) {
      best.doubt();
    }
    best.add(line, step);
    candidates.remove(best);
    if (!best.ended()) {
      candidates.addFirst(best);
    }
  }

  private void start(String writer, int line, Step step, List<LogLoad> candidates) {
    LogLoad load = new LogLoad(places, environments.get(writer), line);
    load.add(line, step);
    all.add(load);
    if (!load.ended()) {
      candidates.addFirst(load);
      if (candidates.size() > MOST_OPEN) {
        candidates.removeLast();
      }
    }
  }
}
