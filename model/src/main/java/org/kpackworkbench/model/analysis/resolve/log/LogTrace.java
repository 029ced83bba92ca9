package org.kpackworkbench.model.analysis.resolve.log;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;

/**
 * One load, as logged. Immutable.
 *
 * @param entries its steps, each with the line it is on
 * @param outcome how it ended; null if the log does not say
 * @param certain whether all lines surely belong to it: threads write between one another, and a
 *     line does not say whose it is
 */
public record LogTrace(List<Entry> entries, @Nullable LoaderError outcome, boolean certain) {
  public LogTrace {
    entries = List.copyOf(entries);
  }

  /**
   * A step of a log.
   *
   * @param line the line's number, from 1
   */
  public record Entry(int line, Step step) {}

  /** The number of its first line; what was read of the environment may be far above. */
  public int line() {
    for (Entry entry : entries) {
      if (!(entry.step() instanceof Step.EnvironmentRead)) {
        return entry.line();
      }
    }
    return entries.isEmpty() ? 0 : entries.getFirst().line();
  }

  /** The steps alone. */
  public List<Step> steps() {
    return entries.stream().map(Entry::step).toList();
  }

  /** The key that was looked up; null if the log begins later. */
  public @Nullable String key() {
    for (Entry entry : entries) {
      if (entry.step() instanceof Step.MetadataRead read) {
        return read.key();
      }
    }
    return null;
  }

  /**
   * The target that was requested first: that which was tried, else that for which an archive was
   * looked for; null if the log has neither.
   */
  public @Nullable String target() {
    String expanded = null;
    for (Entry entry : entries) {
      if (entry.step() instanceof Step.ArchitectureTried tried) {
        return tried.target();
      }
      if (expanded == null && entry.step() instanceof Step.PatternExpanded pattern) {
        expanded = pattern.architecture();
      }
    }
    return expanded;
  }

  /** Where it went wrong: the last step that stopped something; null if it did not fail. */
  public @Nullable Entry failure() {
    if (outcome == null || outcome == LoaderError.SUCCESS) {
      return null;
    }
    for (Entry entry : entries.reversed()) {
      boolean cause = entry.step().fails() && !(entry.step() instanceof Step.NothingMatched);
      if (cause) {
        return entry;
      }
    }
    return entries.isEmpty() ? null : entries.getLast();
  }
}
