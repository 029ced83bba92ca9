package org.kpackworkbench.model.analysis.resolve.log;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog.RuntimeAnswer;
import org.kpackworkbench.model.base.bytes.Numbers;
import org.kpackworkbench.model.format.log.LoaderWording;

/**
 * Sorts the steps of a log into loads. A line does not say which thread wrote it, so it goes to the
 * load that it continues best, of several equal ones to the one that wrote last.
 */
final class LoadGrouping {
  /** More loads at the same time are not kept apart; real programs have a few dozen threads. */
  private static final int MOST_OPEN = 64;

  /** More writers at the same time are not, either. */
  private static final int MOST_WRITERS = 1024;

  /** Further ones are not listed; their lines are kept. */
  private static final int MOST_ANSWERS = 1000;

  private final LoadTable loads = new LoadTable();
  private final Numbers unread = new Numbers();
  private final Set<RuntimeAnswer> answers = new LinkedHashSet<>();
  private final OpenLoad.Targets targets = new OpenLoad.Targets();
  private int messages;
  private String latestName = "";
  private @Nullable Writer latest;
  private final Map<String, Writer> writers =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Writer> eldest) {
          boolean many = size() > MOST_WRITERS;
          if (many) {
            eldest.getValue().open.forEach(LoadGrouping.this::end);
          }
          return many;
        }
      };

  /** The meaning of a message; both values are null for an unknown message. */
  record Meaning(@Nullable String architecture, @Nullable Step step) {
    static Meaning of(String text) {
      return new Meaning(LoaderWording.architecture(text), LogWording.step(text));
    }
  }

  /** Loads under way of what has the same beginning of lines; the one that wrote last first. */
  private static final class Writer {
    final List<OpenLoad> open = new ArrayList<>();
    LoadTable.@Nullable Start environment;

    /** The load that wrote last, and its number among all once it has ended; -1 before. */
    @Nullable OpenLoad last;

    int lastNumber;

    void wrote(OpenLoad load, int number) {
      last = load;
      lastNumber = number;
    }
  }

  /** All loads in the order of their first lines. No more can be taken then. */
  LoadTable finish() {
    writers.values().forEach(writer -> writer.open.forEach(this::end));
    writers.clear();
    loads.sort();
    return loads;
  }

  /** The lines with messages that are cut off or in unknown words. */
  Numbers unread() {
    return unread;
  }

  /** Returns messages of runtimes that belong to no load, each once. */
  Set<RuntimeAnswer> answers() {
    return answers;
  }

  /**
   * Takes a runtime's line: it belongs to the load that wrote last, if that ended so.
   *
   * @param name whose it is
   */
  void answer(String name, int line, RuntimeAnswer answer) {
    Writer writer = writers.get(name);
    OpenLoad last = writer == null ? null : writer.last;
    if (writer == null || last == null || !last.fits(answer)) {
      if (answers.size() < MOST_ANSWERS) {
        answers.add(answer);
      }
      return;
    }
    if (!last.answered(line, answer)) {
      return;
    }
    if (writer.lastNumber >= 0) {
      loads.answer(writer.lastNumber, line);
    } else {
      writer.open.remove(last);
      writer.wrote(last, end(last));
    }
  }

  /**
   * Takes a message.
   *
   * @param name whose it is
   */
  void take(String name, LoadTable.Start at, Meaning meaning) {
    if (latest == null || !name.equals(latestName)) {
      latestName = name;
      latest = writers.computeIfAbsent(name, one -> new Writer());
    }
    Writer writer = latest;
    if (!take(writer, name, messages++, at, meaning) && unread.last() != at.line()) {
      unread.add(at.line());
    }
  }

  private boolean take(
      Writer writer, String name, int message, LoadTable.Start at, Meaning meaning) {
    String architecture = meaning.architecture();
    if (architecture != null) {
      for (OpenLoad load : writer.open) {
        if (load.list(message, at, architecture)) {
          return true;
        }
      }
      return false;
    }
    Step step = meaning.step();
    switch (step) {
      case null -> {
        return false;
      }
      case Step.EnvironmentRead read -> writer.environment = at;
      case Step.MetadataRead read -> start(writer, name, message, at, step);
      case Step.MetadataUnreadable unreadable -> start(writer, name, message, at, step);
      case Step.Disabled disabled -> start(writer, name, message, at, step);
      default -> put(writer, name, message, at, step);
    }
    return true;
  }

  private void put(Writer writer, String name, int message, LoadTable.Start at, Step step) {
    OpenLoad best = null;
    int bestFit = OpenLoad.NO_FIT;
    boolean several = false;
    for (OpenLoad load : writer.open) {
      int fit = load.fit(step);
      if (fit > bestFit) {
        best = load;
        bestFit = fit;
        several = false;
      } else if (fit == bestFit && fit > OpenLoad.NO_FIT) {
        several = true;
      }
    }
    if (best == null) {
      // The log begins in the middle of it, or its first lines were lost.
      start(writer, name, message, at, step);
      return;
    }
    if (several) {
      best.doubt();
    }
    best.add(message, at, step);
    writer.open.remove(best);
    goOn(writer, best);
  }

  private void start(Writer writer, String name, int message, LoadTable.Start at, Step step) {
    OpenLoad load = OpenLoad.of(name, targets);
    load.environment(writer.environment);
    load.add(message, at, step);
    goOn(writer, load);
  }

  private void goOn(Writer writer, OpenLoad load) {
    if (load.ended()) {
      writer.wrote(load, end(load));
      return;
    }
    writer.wrote(load, -1);
    writer.open.addFirst(load);
    if (writer.open.size() > MOST_OPEN) {
      end(writer.open.removeLast());
    }
  }

  private int end(OpenLoad load) {
    return load.addTo(loads);
  }

  /**
   * The lines of a loader's debug log as steps. What a line leaves to those above it (which
   * archive, which key) is empty here.
   */
  static final class LogWording {
    private static final int MOST_DIGITS = 18;

    private LogWording() {}

    /**
     * Reads what follows the prefix.
     *
     * @return null for what is no known line
     */
    static @Nullable Step step(String message) {
      LoaderWording.Found found = LoaderWording.of(message);
      if (found == null) {
        return null;
      }
      MatchResult m = found.parts();
      return switch (found.wording()) {
        case CACHE_CREATED ->
            new Step.EnvironmentRead(isOn(m, 1), isOn(m, 2), small(m, 3), small(m, 4));
        case DISABLED -> new Step.Disabled(m.group(1));
        case METADATA_UNREADABLE -> new Step.MetadataUnreadable(m.group(1), null);
        case METADATA_READ -> metadata(m);
        case PATHS_OVERRIDDEN -> new Step.PathsOverridden(m.group(1), small(m, 2));
        case PATHS_PREPENDED -> new Step.PathsPrepended(m.group(2), small(m, 1));
        case PATTERN_EXPANDED -> new Step.PatternExpanded(m.group(1), m.group(2), null);
        case PATH_RESOLVED -> new Step.PathResolved(m.group(1), m.group(2), null);
        case ARCHIVE_MISSING -> new Step.ArchiveMissing(m.group(1));
        case ARCHIVE_UNREADABLE -> new Step.ArchiveUnreadable(m.group(1), error(m, 2), null, null);
        case ARCHIVE_OPENED -> new Step.ArchiveOpened(m.group(1), List.of(), null);
        case NO_ARCHIVES -> new Step.NoArchives(small(m, 1));
        case ARCHITECTURE_TRIED -> new Step.ArchitectureTried(m.group(1), m.group(1));
        case ARCHITECTURE_LISTED -> new Step.ArchitectureListed(m.group(1), m.group(2), null);
        case KERNEL_FOUND -> new Step.KernelFound("", "", "", number(m, 1), null);
        case KERNEL_MISSED ->
            new Step.KernelMissed("", "", "", error(m, 1), null, m.group(2) != null, null);
        case NOTHING_MATCHED -> new Step.NothingMatched(null);
        case NOTHING_MATCHED_AFTER -> new Step.NothingMatched(error(m, 1));
        case LOADED -> new Step.Loaded(number(m, 1));
      };
    }

    private static Step metadata(MatchResult line) {
      String name = line.group(1);
      long index = line.group(2) == null ? 0 : number(line, 2);
      String key = line.group(3) == null ? name : line.group(3);
      return new Step.MetadataRead(name, index, key, small(line, 4), null);
    }

    private static boolean isOn(MatchResult line, int group) {
      return !line.group(group).equals("0") && !line.group(group).equalsIgnoreCase("false");
    }

    private static LoaderError error(MatchResult line, int group) {
      long number = number(line, group);
      return number < LoaderError.values().length
          ? LoaderError.of((int) number)
          : LoaderError.IO_ERROR;
    }

    private static int small(MatchResult line, int group) {
      return (int) Math.min(Integer.MAX_VALUE, number(line, group));
    }

    private static long number(MatchResult line, int group) {
      String digits = line.group(group);
      return digits.length() > MOST_DIGITS ? Long.MAX_VALUE : Long.parseLong(digits);
    }
  }
}
