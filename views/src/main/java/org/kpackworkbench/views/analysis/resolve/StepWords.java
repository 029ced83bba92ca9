package org.kpackworkbench.views.analysis.resolve;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.analysis.resolve.TraceNode.TraceMark;

/**
 * A step in words.
 *
 * @param text what is done
 * @param mark how it came out
 * @param outcome that in a word or two
 * @param detail what it speaks of
 */
record StepWords(String text, TraceMark mark, String outcome, String detail) {

  static StepWords of(Step step) {
    return switch (step) {
      case Step.EnvironmentRead read ->
          new StepWords("environment", TraceMark.DONE, "read", environment(read));
      case Step.Disabled disabled ->
          new StepWords(
              "switch", TraceMark.FAILED, "loading is off", disabled.variable() + " is set");
      case Step.MetadataUnreadable unreadable ->
          new StepWords("marker", TraceMark.FAILED, "unreadable", known(unreadable.why()));
      case Step.MetadataRead read ->
          new StepWords(
              "marker",
              TraceMark.DONE,
              "read",
              "%s, %s".formatted(read.key(), CountText.of(read.searchPaths(), "search path")));
      case Step.KeyAsked asked ->
          new StepWords("key", TraceMark.DONE, asked.key(), asked.archive());
      case Step.TargetsReplaced replaced ->
          new StepWords(
              "targets",
              TraceMark.NOTE,
              "replaced",
              "%s selects %s; planned, no loader does"
                  .formatted(replaced.variable(), replaced.architecture()));
      case Step.PathsOverridden overridden ->
          new StepWords(
              "search paths",
              TraceMark.NOTE,
              "replaced",
              "%s: %s, and no others"
                  .formatted(overridden.variable(), CountText.of(overridden.paths(), "path")));
      case Step.PathsPrepended prepended ->
          new StepWords(
              "search paths",
              TraceMark.NOTE,
              "prepended",
              "%s: %s".formatted(prepended.variable(), CountText.of(prepended.paths(), "path")));
      case Step.PatternExpanded expanded ->
          new StepWords(
              "pattern", TraceMark.DONE, "expanded", arrow(expanded.pattern(), expanded.path()));
      case Step.PathResolved resolved ->
          new StepWords(
              "path", TraceMark.DONE, "resolved", arrow(resolved.written(), resolved.path()));
      case Step.ManifestRead read ->
          new StepWords(
              "manifest",
              TraceMark.NOTE,
              "lists " + CountText.of(read.archives(), "archive"),
              read.manifest() + "; planned, no loader follows it");
      case Step.ArchiveMissing missing ->
          new StepWords("archive", TraceMark.PASSED, "not found", missing.archive());
      case Step.ArchiveUnreadable unreadable ->
          new StepWords(
              "archive",
              TraceMark.BROKEN,
              "cannot be opened: error %s".formatted(unreadable.error()),
              because(unreadable.archive(), unreadable.why()));
      case Step.ArchiveOpened opened ->
          new StepWords(
              "archive", TraceMark.DONE, listed(opened.architectures()), opened.archive());
      case Step.NoArchives none ->
          new StepWords(
              "archives",
              TraceMark.FAILED,
              "none exists",
              "examined " + CountText.of(none.paths(), "path"));
      case Step.ArchitectureTried tried ->
          new StepWords("architecture " + tried.architecture(), TraceMark.DONE, "", tried.target());
      case Step.ArchitectureNotListed not ->
          new StepWords(
              "archives",
              TraceMark.PASSED,
              "not listed",
              not.archives() == 1
                  ? "the one that is open does not list " + not.architecture()
                  : "none of %d lists %s".formatted(not.archives(), not.architecture()));
      case Step.ArchitectureListed listed ->
          new StepWords(
              "archive", TraceMark.DONE, "lists " + listed.architecture(), listed.archive());
      case Step.KeyLookedUp looked ->
          new StepWords(
              "key", TraceMark.DONE, "looked up", looked.key() + " @ " + looked.architecture());
      case Step.KernelMissed missed -> missed(missed);
      case Step.KernelFound found ->
          new StepWords(
              "code object",
              TraceMark.FOUND,
              "found",
              "%s, %s"
                  .formatted(
                      found.key().isEmpty() ? "" : found.key() + " @ " + found.architecture(),
                      StepNodes.size(found.sizeBytes()))
                  .replaceFirst("^, ", ""));
      case Step.NothingMatched nothing ->
          new StepWords(
              "candidates",
              TraceMark.FAILED,
              "none is left",
              nothing.lastError() == null ? "" : "last error " + nothing.lastError());
      case Step.Loaded loaded ->
          new StepWords(
              "code object", TraceMark.FOUND, "loaded", StepNodes.size(loaded.sizeBytes()));
      case Step.EmbeddedFound found ->
          new StepWords(
              "bundle %d of the binary".formatted(found.bundle()),
              TraceMark.NOTE,
              "taken as a last resort",
              "%s, %s; planned, no loader falls back to it"
                  .formatted(found.architecture(), StepNodes.size(found.sizeBytes())));
      case Step.Noted noted -> new StepWords("note", TraceMark.NOTE, "", noted.sentence());
    };
  }

  private static StepWords missed(Step.KernelMissed missed) {
    boolean absent = missed.error() == LoaderError.KERNEL_NOT_FOUND;
    String next = missed.goesOn() ? ", goes on" : ", gives up";
    String outcome = absent ? "not found" : "cannot be loaded: error %s".formatted(missed.error());
    return new StepWords(
        "code object",
        absent ? TraceMark.PASSED : TraceMark.BROKEN,
        outcome + next,
        because(missed.key().isEmpty() ? missed.archive() : missed.key(), missed.why()));
  }

  private static String environment(Step.EnvironmentRead read) {
    StringBuilder words = new StringBuilder();
    if (read.disabled()) {
      words.append("disabled, ");
    }
    if (read.debug()) {
      words.append("writes a debug log, ");
    }
    if (read.overridePaths() > 0) {
      words.append(CountText.of(read.overridePaths(), "path")).append(" replace the marker's, ");
    }
    if (read.prefixPaths() > 0) {
      words.append(CountText.of(read.prefixPaths(), "path")).append(" before the marker's, ");
    }
    return words.isEmpty()
        ? "no variable changes where to look"
        : words.substring(0, words.length() - 2);
  }

  private static String listed(List<String> architectures) {
    return architectures.isEmpty() || architectures.size() > 3
        ? "open, lists " + CountText.of(architectures.size(), "architecture")
        : "open, lists " + String.join(", ", architectures);
  }

  private static String arrow(String from, String to) {
    return from.equals(to) ? to : from + " → " + to;
  }

  private static String because(String what, @Nullable String why) {
    return why == null ? what : what + ": " + why;
  }

  private static String known(@Nullable String text) {
    return text == null ? "" : text;
  }
}
