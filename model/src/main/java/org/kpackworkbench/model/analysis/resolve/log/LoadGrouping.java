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
  private final LoadMemo memo = new LoadMemo();
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
            end(eldest.getValue());
          }
          return many;
        }
      };

  /** The part that a message has in a load. */
  enum Part {
    /** Its first message. */
    FIRST,
    /** An archive that was opened; what it lists follows. */
    ARCHIVE,
    /** An architecture that an archive lists. */
    LISTED,
    /** Another message in it. */
    NEXT,
    /** Its last message. */
    LAST,
    /** The only message of a load, or none of a load's. */
    APART;

    static Part of(@Nullable Step step) {
      return switch (step) {
        case null -> APART;
        case Step.EnvironmentRead read -> APART;
        case Step.MetadataUnreadable unreadable -> APART;
        case Step.Disabled disabled -> APART;
        case Step.MetadataRead read -> FIRST;
        case Step.ArchiveOpened opened -> ARCHIVE;
        default -> OpenLoad.ends(step) ? LAST : NEXT;
      };
    }
  }

  /** The meaning of a message; architecture and step are null for an unknown message. */
  record Meaning(@Nullable String architecture, @Nullable Step step, Part part) {
    static Meaning of(String text) {
      String architecture = LoaderWording.architecture(text);
      Step step = LogWording.step(text);
      return new Meaning(architecture, step, architecture == null ? Part.of(step) : Part.LISTED);
    }
  }

  /** Loads under way of what has the same beginning of lines; the one that wrote last first. */
  private static final class Writer {
    final String name;
    final List<OpenLoad> open = new ArrayList<>();
    final LoadMemo.Run run;

    /** Whether the run is a load that has ended, and that wrote last. */
    boolean recalled;

    LoadTable.@Nullable Start environment;

    /** The load that wrote last, and its number among all once it has ended; -1 before. */
    @Nullable OpenLoad last;

    int lastNumber;

    Writer(String name) {
      this.name = name;
      this.run = new LoadMemo.Run(name);
    }

    void wrote(OpenLoad load, int number) {
      last = load;
      lastNumber = number;
      recalled = false;
    }
  }

  /** All loads in the order of their first lines. No more can be taken then. */
  LoadTable finish() {
    writers.values().forEach(this::end);
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
    OpenLoad last = writer == null ? null : last(writer);
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
      latest = writers.computeIfAbsent(name, Writer::new);
    }
    Writer writer = latest;
    LoadMemo.Message message = new LoadMemo.Message(messages++, at, meaning);
    if (writer.recalled && writer.open.isEmpty() && meaning.part() == Part.FIRST) {
      writer.run.clear();
      writer.recalled = false;
    }
    if (writer.open.isEmpty() && !writer.recalled && writer.run.takes(message)) {
      if (writer.run.ended()) {
        close(writer);
      }
      return;
    }
    takeRun(writer);
    if (!take(writer, message) && unread.last() != at.line()) {
      unread.add(at.line());
    }
  }

  /** Adds the load that a run is. */
  private void close(Writer writer) {
    LoadTable.Load known = memo.load(writer.run, writer.environment);
    if (known != null) {
      writer.lastNumber = loads.add(known);
      writer.recalled = true;
      return;
    }
    int before = loads.size();
    writer.run.messages().forEach(message -> take(writer, message));
    if (writer.open.isEmpty() && loads.size() == before + 1) {
      memo.keep(writer.run, loads.load(before));
    }
    writer.run.clear();
  }

  /** Gives the messages of a run to loads, one by one, since other messages are between them. */
  private void takeRun(Writer writer) {
    if (!writer.recalled) {
      writer.run.messages().forEach(message -> take(writer, message));
      writer.run.clear();
    }
  }

  private @Nullable OpenLoad last(Writer writer) {
    takeRun(writer);
    if (writer.recalled) {
      OpenLoad load = OpenLoad.of(writer.name, targets);
      for (LoadMemo.Message message : writer.run.messages()) {
        Step step = message.meaning().step();
        if (step != null) {
          load.add(message.number(), message.at(), step);
        }
      }
      writer.run.clear();
      writer.wrote(load, writer.lastNumber);
    }
    return writer.last;
  }

  private boolean take(Writer writer, LoadMemo.Message message) {
    String architecture = message.meaning().architecture();
    if (architecture != null) {
      for (OpenLoad load : writer.open) {
        if (load.list(message.number(), message.at(), architecture)) {
          return true;
        }
      }
      return false;
    }
    Step step = message.meaning().step();
    switch (step) {
      case null -> {
        return false;
      }
      case Step.EnvironmentRead read -> writer.environment = message.at();
      case Step.MetadataRead read -> start(writer, message, step);
      case Step.MetadataUnreadable unreadable -> start(writer, message, step);
      case Step.Disabled disabled -> start(writer, message, step);
      default -> put(writer, message, step);
    }
    return true;
  }

  private void put(Writer writer, LoadMemo.Message message, Step step) {
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
      start(writer, message, step);
      return;
    }
    if (several) {
      best.doubt();
    }
    best.add(message.number(), message.at(), step);
    writer.open.remove(best);
    goOn(writer, best);
  }

  private void start(Writer writer, LoadMemo.Message message, Step step) {
    OpenLoad load = OpenLoad.of(writer.name, targets);
    load.environment(writer.environment);
    load.add(message.number(), message.at(), step);
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

  private void end(Writer writer) {
    takeRun(writer);
    writer.open.forEach(this::end);
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
