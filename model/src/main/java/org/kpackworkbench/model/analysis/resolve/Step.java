package org.kpackworkbench.model.analysis.resolve;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * One step of a loader, simulated or read from a log. Immutable.
 *
 * <p>Paths are texts: a log may come from another machine. Values that are not in a log are null,
 * or empty texts.
 */
public sealed interface Step {
  /** Words for what a user has no permission to read. */
  String DENIED = "permission denied";

  /** Returns the place that the step refers to; null if it is not known or not available. */
  default @Nullable Place place() {
    return null;
  }

  /** Whether it stopped something: an archive, a candidate, or all of it. */
  default boolean fails() {
    return false;
  }

  /** A step that stopped something. */
  sealed interface Failure extends Step {
    @Override
    default boolean fails() {
      return true;
    }
  }

  /** The environment was read; numbers of paths are those of the two path variables. */
  record EnvironmentRead(boolean disabled, boolean debug, int overridePaths, int prefixPaths)
      implements Step {}

  /** A variable switches the loader off. */
  record Disabled(String variable) implements Failure {}

  /** The marker cannot be used. */
  record MetadataUnreadable(@Nullable String why, @Nullable Place place) implements Failure {}

  /** The marker was read. {@code key} is what is looked up. */
  record MetadataRead(
      String kernelName, long index, String key, int searchPaths, @Nullable Place place)
      implements Step {}

  /** A library that owns an archive asks for one of its keys; there is no marker. */
  record KeyAsked(String key, String archive, @Nullable Place place) implements Step {}

  /** A variable replaces the targets, as was planned; no loader does that. */
  record TargetsReplaced(String variable, String architecture) implements Step {}

  /** A variable's paths are used and no others. */
  record PathsOverridden(String variable, int paths) implements Step {}

  /** A variable's paths come before the marker's. */
  record PathsPrepended(String variable, int paths) implements Step {}

  /** A path with a pattern represents this path, among others. */
  record PatternExpanded(String pattern, String path, PathRules rules, @Nullable Place place)
      implements Step {
    /** A step of a log, which does not name its system. */
    public PatternExpanded(String pattern, String path, @Nullable Place place) {
      this(pattern, path, PathRules.ofWritten(pattern), place);
    }

    /**
     * Returns the text in place of the architecture in the file's name; null if the pattern is
     * elsewhere.
     */
    public @Nullable String architecture() {
      String name = path.substring(nameStart(path));
      String asked = pattern.substring(nameStart(pattern));
      int at = asked.indexOf(GpuTarget.PLACEHOLDER);
      if (at < 0) {
        return null;
      }
      String before = asked.substring(0, at);
      String after = asked.substring(at + GpuTarget.PLACEHOLDER.length());
      boolean fits =
          name.length() > before.length() + after.length()
              && name.regionMatches(true, 0, before, 0, before.length())
              && name.regionMatches(true, name.length() - after.length(), after, 0, after.length());
      return fits ? name.substring(before.length(), name.length() - after.length()) : null;
    }

    /** Where the file's name begins in a path of this system or another. */
    public static int nameStart(String path) {
      return Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
    }
  }

  /** A path without a pattern leads here. */
  record PathResolved(String written, String path, @Nullable Place place) implements Step {}

  /** A manifest represents the archives it lists, as was planned; no loader does that. */
  record ManifestRead(String manifest, int archives, @Nullable Place place) implements Step {}

  /**
   * There is no such archive; it is skipped.
   *
   * @param why what was found in its place, or in its parent folders; null if nothing is
   */
  record ArchiveMissing(String archive, @Nullable String why) implements Failure {
    /** One whose name nothing has. */
    public ArchiveMissing(String archive) {
      this(archive, null);
    }

    /** Whether a folder on the way to it may not be read. */
    public boolean denied() {
      return why != null && why.contains(DENIED);
    }
  }

  /**
   * An archive, or a manifest, cannot be opened; it is skipped.
   *
   * @param advice what to do about just that; null if it is what the error calls for
   */
  record ArchiveUnreadable(
      String archive,
      LoaderError error,
      @Nullable String why,
      @Nullable String advice,
      @Nullable Place place)
      implements Failure {
    /** One about which nothing but its error says what to do. */
    public ArchiveUnreadable(
        String archive, LoaderError error, @Nullable String why, @Nullable Place place) {
      this(archive, error, why, null, place);
    }

    /** Whether it may not be read. */
    public boolean denied() {
      return DENIED.equals(why);
    }
  }

  /** An archive is open; it lists these architectures. */
  record ArchiveOpened(String archive, List<String> architectures, @Nullable Place place)
      implements Step {
    public ArchiveOpened {
      architectures = List.copyOf(architectures);
    }
  }

  /** None of the paths led to an archive. */
  record NoArchives(int paths) implements Failure {}

  /**
   * An architecture is looked for in all archives.
   *
   * @param target what it is a reduction of; the same if nothing was left out
   */
  record ArchitectureTried(String architecture, String target) implements Step {}

  /** None of the open archives lists it. Logs do not say so. */
  record ArchitectureNotListed(String architecture, int archives) implements Step {}

  /** An archive lists it. */
  record ArchitectureListed(String archive, String architecture, @Nullable Place place)
      implements Step {}

  /** The key is looked up there. Logs do not say so. */
  record KeyLookedUp(String archive, String key, String architecture) implements Step {}

  /**
   * There is no code object under the key, or it cannot be used.
   *
   * @param error {@code KERNEL_NOT_FOUND}, or what is wrong with it
   * @param goesOn whether the loader tries the next candidate
   */
  record KernelMissed(
      String archive,
      String key,
      String architecture,
      LoaderError error,
      @Nullable String why,
      boolean goesOn,
      @Nullable Place place)
      implements Failure {}

  /** There is one; {@code key} is as stored in the table. */
  record KernelFound(
      String archive, String key, String architecture, long sizeBytes, @Nullable Place place)
      implements Step {}

  /**
   * No candidate is left.
   *
   * @param lastError that of the last candidate, or what a log says; null if there was none
   */
  record NothingMatched(@Nullable LoaderError lastError) implements Failure {}

  /** The code object is loaded. */
  record Loaded(long sizeBytes) implements Step {}

  /**
   * Code that is still in the binary is taken, since no archive gives any. As was planned; no
   * loader does that.
   *
   * @param bundle the number of the bundle in the binary
   */
  record EmbeddedFound(int bundle, String architecture, long sizeBytes, @Nullable Place place)
      implements Step {}

  /** Something to know that is no step of a loader. */
  record Noted(String sentence) implements Step {}
}
