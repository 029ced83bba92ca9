package org.kpackworkbench.model.analysis.resolve;

import java.util.ArrayList;
import java.util.List;

/**
 * Steps in words: those of a loader's debug log where it has any, and such that read along with
 * them where it says nothing.
 */
public final class StepText {
  private StepText() {}

  /** A step as one line, without the log's prefix; what belongs to a line above is indented. */
  public static String of(Step step) {
    return switch (step) {
      case Step.EnvironmentRead read ->
          "cache created: disabled=%d, debug=%d, override_paths=%d, prefix_paths=%d"
              .formatted(
                  read.disabled() ? 1 : 0,
                  read.debug() ? 1 : 0,
                  read.overridePaths(),
                  read.prefixPaths());
      case Step.Disabled disabled -> "kpack disabled via " + disabled.variable();
      case Step.MetadataUnreadable unreadable -> "failed to parse HIPK metadata";
      case Step.MetadataRead read ->
          "parsed HIPK metadata: kernel_name='%s', co_index=%d, lookup_key='%s', %d search paths"
              .formatted(read.kernelName(), read.index(), read.key(), read.searchPaths());
      case Step.KeyAsked asked -> "asking %s for %s".formatted(asked.archive(), asked.key());
      case Step.TargetsReplaced replaced ->
          "%s replaces the targets by %s (planned; no loader does)"
              .formatted(replaced.variable(), replaced.architecture());
      case Step.PathsOverridden overridden ->
          "using %s override: %d paths".formatted(overridden.variable(), overridden.paths());
      case Step.PathsPrepended prepended ->
          "prepending %d paths from %s".formatted(prepended.paths(), prepended.variable());
      case Step.PatternExpanded expanded ->
          "expanded pattern: %s -> %s".formatted(expanded.pattern(), expanded.path());
      case Step.PathResolved resolved ->
          "direct path: %s -> %s".formatted(resolved.written(), resolved.path());
      case Step.ManifestRead read ->
          "manifest %s lists %d archives (planned; no loader follows it)"
              .formatted(read.manifest(), read.archives());
      case Step.ArchiveMissing missing -> "archive not found: " + missing.archive();
      case Step.ArchiveUnreadable unreadable ->
          "failed to open archive: %s (error %d)"
              .formatted(unreadable.archive(), unreadable.error().number());
      case Step.ArchiveOpened opened -> "opened and cached archive: " + opened.archive();
      case Step.NoArchives none ->
          "no valid archives found in %d kpack paths".formatted(none.paths());
      case Step.ArchitectureTried tried -> "trying architecture: " + tried.architecture();
      case Step.ArchitectureNotListed not ->
          "  none of %d archives has architecture %s".formatted(not.archives(), not.architecture());
      case Step.ArchitectureListed listed ->
          "  archive %s has architecture %s".formatted(listed.archive(), listed.architecture());
      case Step.KeyLookedUp looked -> "  looking up %s".formatted(looked.key());
      case Step.KernelMissed missed ->
          "  kernel not found in this archive (error %d)%s"
              .formatted(missed.error().number(), missed.goesOn() ? ", trying next candidate" : "");
      case Step.KernelFound found -> "  found kernel: %d bytes".formatted(found.sizeBytes());
      case Step.NothingMatched nothing ->
          nothing.lastError() == null
              ? "no archive with compatible architecture found"
              : "kernel not found in any compatible archive (last error %d)"
                  .formatted(nothing.lastError().number());
      case Step.Loaded loaded -> "loaded code object: %d bytes".formatted(loaded.sizeBytes());
      case Step.EmbeddedFound found ->
          "falling back to bundle %d of the binary, %s: %d bytes (planned; no loader does)"
              .formatted(found.bundle(), found.architecture(), found.sizeBytes());
      case Step.Noted noted -> "note: " + noted.sentence();
    };
  }

  /** A whole trace, one line each, with the architectures of archives and reasons of failures. */
  public static List<String> lines(List<Step> trace) {
    List<String> lines = new ArrayList<>();
    for (Step step : trace) {
      lines.add(of(step));
      switch (step) {
        case Step.ArchiveOpened opened ->
            opened.architectures().forEach(name -> lines.add("  architecture: " + name));
        case Step.ArchiveUnreadable unreadable -> why(unreadable.why(), lines);
        case Step.MetadataUnreadable unreadable -> why(unreadable.why(), lines);
        case Step.KernelMissed missed -> why(missed.why(), lines);
        default -> {}
      }
    }
    return lines;
  }

  private static void why(@org.jspecify.annotations.Nullable String why, List<String> lines) {
    if (why != null) {
      lines.add("    " + why);
    }
  }
}
