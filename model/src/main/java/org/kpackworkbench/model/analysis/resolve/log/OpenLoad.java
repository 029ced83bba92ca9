package org.kpackworkbench.model.analysis.resolve.log;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog.RuntimeAnswer;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.TextReduction;
import org.kpackworkbench.model.format.log.Memo;

/** A load while its lines come in. */
final class OpenLoad {
  /** A step cannot come next. */
  static final int NO_FIT = 0;

  private static final long LIKENESS_FACTOR = 0x9e3779b97f4a7c15L;
  private static final int LATE = 1;
  private static final int POSSIBLE = 2;
  private static final int LIKELY = 3;
  private static final int SURE = 4;

  private final Function<String, @Nullable Place> places;
  private final String writer;

  /** The numbers of its messages, counted from the first one. */
  private int[] messages = new int[8];

  private int messageCount;
  private int firstMessage;
  private LoadTable.@Nullable Start start;
  private LoadTable.@Nullable Start environment;
  private int answerLine;

  /** A bit for each wording of those lines. */
  private int answers;

  private final List<LogTrace.Entry> entries = new ArrayList<>();
  private final boolean keepsEntries;
  private final Targets targets;

  /** The architectures that the archive opened last lists, so far. */
  private final List<String> names = new ArrayList<>();

  private long likeness;
  private int lastLine;
  private int failureLine;
  private final Set<String> patterns = new HashSet<>();
  private final Set<String> paths = new HashSet<>();

  /** Paths of which nothing was said but that they are examined. */
  private final Set<String> waiting = new HashSet<>();

  private final Set<String> listed = new HashSet<>();
  private final Set<String> triedNames = new HashSet<>();
  private int searchPaths;
  private String key = "";
  private Step last = new Step.Noted("");
  private boolean opened;
  private boolean tried;
  private boolean certain = true;
  private String firstTarget = "";

  /** The first architecture in the name of an archive that is looked for: whole targets are. */
  private @Nullable String expanded;

  private String target = "";
  private String architecture = "";
  private LoaderError lastMiss = LoaderError.ARCHITECTURE_NOT_FOUND;

  /** Parsed targets and their reductions: the same few in all loads of a log. */
  static final class Targets {
    private final Memo<GpuTarget> parsed = new Memo<>(GpuTarget::lenient);
    private final Memo<List<GpuTarget>> reductions =
        new Memo<>(
            target -> {
              GpuTarget whole = GpuTarget.lenient(target.isEmpty() ? "none" : target);
              List<GpuTarget> reductions = TextReduction.targets(whole);
              return reductions.isEmpty() ? List.of(whole) : reductions;
            });
  }

  private OpenLoad(
      String writer,
      Targets targets,
      Function<String, @Nullable Place> places,
      boolean keepsEntries) {
    this.writer = writer;
    this.targets = targets;
    this.places = places;
    this.keepsEntries = keepsEntries;
  }

  /** A load of which only the identifying values are kept. */
  static OpenLoad of(String writer, Targets targets) {
    return new OpenLoad(writer, targets, path -> null, false);
  }

  /** A load of which all is kept, with the places of its files. */
  static OpenLoad whole(Function<String, @Nullable Place> places) {
    return new OpenLoad("", new Targets(), places, true);
  }

  /** Another load could have written one of its lines just as well. */
  void doubt() {
    certain = false;
  }

  boolean ended() {
    return ends(last);
  }

  /** Whether no message of a load comes after a step. */
  static boolean ends(Step step) {
    return switch (step) {
      case Step.Loaded loaded -> true;
      case Step.NoArchives none -> true;
      case Step.NothingMatched nothing -> true;
      case Step.Disabled disabled -> true;
      case Step.MetadataUnreadable unreadable -> true;
      default -> false;
    };
  }

  /** How well a step comes next; {@link #NO_FIT} where it cannot. */
  int fit(Step step) {
    return switch (step) {
      case Step.PathsOverridden one -> begins() ? LIKELY : NO_FIT;
      case Step.PathsPrepended one -> begins() ? LIKELY : NO_FIT;
      case Step.PatternExpanded one -> path(one.pattern());
      case Step.PathResolved one -> path(one.written());
      case Step.ArchiveMissing one -> archive(one.archive());
      case Step.ArchiveUnreadable one -> archive(one.archive());
      case Step.ArchiveOpened one -> archive(one.archive());
      case Step.NoArchives one ->
          opened || tried || !waiting.isEmpty()
              ? NO_FIT
              : one.paths() == paths.size() ? SURE : LIKELY;
      case Step.ArchitectureTried one -> looks() ? NO_FIT : late(architecture(one.architecture()));
      case Step.ArchitectureListed one ->
          looks() || !architecture.equals(one.architecture())
              ? NO_FIT
              : late(paths.contains(one.archive()) ? SURE : LIKELY);
      case Step.KernelFound one -> last instanceof Step.ArchitectureListed ? LIKELY : NO_FIT;
      case Step.KernelMissed one -> last instanceof Step.ArchitectureListed ? LIKELY : NO_FIT;
      case Step.NothingMatched one ->
          looks() || architecture.isEmpty() ? NO_FIT : hasTriedAll() ? LIKELY : LATE;
      case Step.Loaded one ->
          last instanceof Step.KernelFound that && that.sizeBytes() == one.sizeBytes()
              ? SURE
              : NO_FIT;
      default -> NO_FIT;
    };
  }

  private boolean begins() {
    return patterns.isEmpty() && !opened && !tried;
  }

  /**
   * Whether it has logged where it searches, but not yet the result; or has found what it needs.
   */
  private boolean looks() {
    return last instanceof Step.ArchitectureListed || last instanceof Step.KernelFound;
  }

  /**
   * A strict loader has given up after a miss; an old tolerant one has not said that it goes on.
   */
  private int late(int fit) {
    return last instanceof Step.KernelMissed miss && !miss.goesOn() && fit > NO_FIT ? LATE : fit;
  }

  private int path(String pattern) {
    if (tried) {
      return NO_FIT;
    }
    if (patterns.contains(pattern)) {
      return waiting.size() == paths.size() ? SURE : POSSIBLE;
    }
    return patterns.size() < searchPaths ? LIKELY : POSSIBLE;
  }

  private int archive(String path) {
    if (tried) {
      return NO_FIT;
    }
    return waiting.contains(path) ? SURE : paths.isEmpty() ? LIKELY : LATE;
  }

  /** Whether an architecture can be tried next: all archives are examined by then. */
  private int architecture(String name) {
    if (triedNames.contains(name)) {
      return NO_FIT;
    }
    if (!waiting.isEmpty() || isToLook()) {
      return LATE;
    }
    boolean known =
        tried
            ? isReduction(name)
            : listed.contains(name) || paths.stream().anyMatch(path -> path.contains(name));
    return known ? SURE : POSSIBLE;
  }

  private boolean isReduction(String name) {
    return targets.reductions.of(target).contains(targets.parsed.of(name));
  }

  /** Whether an archive lists what was tried last, so that it will say next that it looks there. */
  private boolean isToLook() {
    return last instanceof Step.ArchitectureTried && listed.contains(architecture);
  }

  private boolean hasTriedAll() {
    return !isToLook()
        && targets.reductions.of(target).stream()
            .allMatch(one -> triedNames.contains(one.toString()));
  }

  /** Takes an architecture that the archive opened last lists; whether there is one. */
  boolean list(int message, LoadTable.Start at, String name) {
    if (!(last instanceof Step.ArchiveOpened)) {
      return false;
    }
    listed.add(name);
    like(name.hashCode());
    count(message, at);
    if (keepsEntries) {
      names.add(name);
    }
    return true;
  }

  /** Gives the archive that was opened last the architectures that it lists. */
  private void listNames() {
    if (!names.isEmpty() && entries.getLast().step() instanceof Step.ArchiveOpened archive) {
      Step whole = new Step.ArchiveOpened(archive.archive(), names, archive.place());
      entries.set(entries.size() - 1, new LogTrace.Entry(entries.getLast().line(), whole));
      names.clear();
    }
  }

  private void count(int message, LoadTable.Start at) {
    lastLine = at.line();
    if (keepsEntries) {
      return;
    }
    if (start == null) {
      start = at;
      firstMessage = message;
    }
    if (messageCount == messages.length) {
      messages = Arrays.copyOf(messages, 2 * messageCount);
    }
    messages[messageCount++] = message - firstMessage;
  }

  /** Takes where the environment was read before; it belongs to all loads of a process. */
  void environment(LoadTable.@Nullable Start at) {
    environment = at;
  }

  /** Adds what was read of the environment to a whole load, before its own messages. */
  void environment(LoadTable.Start at, Step.EnvironmentRead step) {
    entries.add(new LogTrace.Entry(at.line(), step));
  }

  void add(int message, LoadTable.Start at, Step step) {
    Step whole = completed(step);
    int line = at.line();
    like(step.hashCode());
    count(message, at);
    if (whole.fails() && (failureLine == 0 || !(whole instanceof Step.NothingMatched))) {
      failureLine = line;
    }
    switch (whole) {
      case Step.MetadataRead one -> {
        key = one.key();
        searchPaths = one.searchPaths();
      }
      case Step.PatternExpanded one -> {
        expanded = expanded == null ? one.architecture() : expanded;
        path(one.pattern(), one.path());
      }
      case Step.PathResolved one -> path(one.written(), one.path());
      case Step.ArchiveMissing one -> waiting.remove(one.archive());
      case Step.ArchiveUnreadable one -> waiting.remove(one.archive());
      case Step.ArchiveOpened one -> {
        opened = true;
        waiting.remove(one.archive());
      }
      case Step.ArchitectureTried one -> {
        tried = true;
        target = one.target();
        firstTarget = firstTarget.isEmpty() ? target : firstTarget;
        architecture = one.architecture();
        triedNames.add(architecture);
      }
      case Step.KernelMissed one -> lastMiss = one.error();
      default -> {}
    }
    if (keepsEntries) {
      listNames();
      entries.add(new LogTrace.Entry(line, whole));
    }
    last = whole;
  }

  private void path(String pattern, String path) {
    patterns.add(pattern);
    paths.add(path);
    waiting.add(path);
  }

  private Step completed(Step step) {
    return switch (step) {
      case Step.PatternExpanded one ->
          new Step.PatternExpanded(one.pattern(), one.path(), places.apply(one.path()));
      case Step.PathResolved one ->
          new Step.PathResolved(one.written(), one.path(), places.apply(one.path()));
      case Step.ArchiveUnreadable one ->
          new Step.ArchiveUnreadable(
              one.archive(), one.error(), one.why(), places.apply(one.archive()));
      case Step.ArchiveOpened one ->
          new Step.ArchiveOpened(one.archive(), List.of(), places.apply(one.archive()));
      case Step.ArchitectureTried one ->
          new Step.ArchitectureTried(
              one.architecture(),
              tried && isReduction(one.architecture()) ? target : one.architecture());
      case Step.ArchitectureListed one ->
          new Step.ArchitectureListed(
              one.archive(), one.architecture(), places.apply(one.archive()));
      case Step.KernelMissed one ->
          new Step.KernelMissed(
              archive(), key, architecture, one.error(), null, one.goesOn(), place());
      case Step.KernelFound one ->
          new Step.KernelFound(archive(), key, architecture, one.sizeBytes(), place());
      default -> step;
    };
  }

  private String archive() {
    return last instanceof Step.ArchitectureListed listed ? listed.archive() : "";
  }

  private @Nullable Place place() {
    return last.place();
  }

  /** All of it, where that was kept. */
  LogTrace trace(boolean sure) {
    listNames();
    return new LogTrace(entries, outcome(), sure);
  }

  /**
   * Whether a line of a runtime states how this load ended. Runtimes word it in several lines, each
   * of them once.
   */
  boolean fits(RuntimeAnswer answer) {
    LoaderError outcome = outcome();
    return outcome != null
        && answer.isOf(outcome)
        && answer.isFor(target())
        && (answers & 1 << answer.wording().ordinal()) == 0;
  }

  /** Takes a line of a runtime; false if an earlier one is the load's. */
  boolean answered(int line, RuntimeAnswer answer) {
    answers |= 1 << answer.wording().ordinal();
    boolean first = answerLine == 0;
    if (first) {
      answerLine = line;
    }
    return first;
  }

  /** Adds it to the loads of the log; its number. */
  int addTo(LoadTable loads) {
    LoadTable.Start first = Objects.requireNonNull(start);
    LoaderError outcome = outcome();
    boolean failed = outcome != null && outcome != LoaderError.SUCCESS;
    boolean together = messages[messageCount - 1] == messageCount - 1;
    return loads.add(
        new LoadTable.Load(
            loads.shared(
                new LoadTable.Kind(
                    writer,
                    key.isEmpty() ? null : key,
                    target(),
                    outcome,
                    certain,
                    messageCount,
                    environment != null,
                    likeness)),
            first.line(),
            first.offset(),
            first.inLine(),
            lastLine,
            failed ? failureLine == 0 ? lastLine : failureLine : 0,
            environment,
            answerLine,
            together ? null : Arrays.copyOf(messages, messageCount)));
  }

  private @Nullable String target() {
    return firstTarget.isEmpty() ? expanded : firstTarget;
  }

  private void like(int hash) {
    likeness = likeness * LIKENESS_FACTOR + hash + 1;
  }

  private @Nullable LoaderError outcome() {
    return switch (last) {
      case Step.Loaded loaded -> LoaderError.SUCCESS;
      case Step.KernelFound found -> LoaderError.SUCCESS;
      case Step.NoArchives none -> LoaderError.ARCHIVE_NOT_FOUND;
      case Step.NothingMatched nothing ->
          nothing.lastError() == null ? lastMiss : nothing.lastError();
      case Step.Disabled disabled -> LoaderError.NOT_IMPLEMENTED;
      case Step.MetadataUnreadable unreadable -> LoaderError.INVALID_METADATA;
      case Step.KernelMissed missed when !missed.goesOn() -> missed.error();
      default -> null;
    };
  }
}
