package org.kpackworkbench.model.analysis.resolve.simulate;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.simulate.ArchiveCache.Unusable;
import org.kpackworkbench.model.analysis.resolve.simulate.ArchiveCache.Usable;
import org.kpackworkbench.model.analysis.resolve.simulate.PathLookup.Result;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.kpm.ManifestRow;

/**
 * The archives that a binary's search paths and the environment lead to.
 *
 * @param steps the way there
 * @param archives those that are open, in their order, each once
 * @param paths how many paths there were
 */
record Candidates(List<Step> steps, List<Usable> archives, int paths) {
  /** How the names of manifests end. */
  static final String MANIFEST = ".kpm";

  Candidates {
    steps = List.copyOf(steps);
    archives = List.copyOf(archives);
  }

  /**
   * What decides which archives are candidates, beside the environment.
   *
   * @param folder where the binary really is, a {@link SystemText}
   * @param planned whether manifests represent what they list
   */
  record Asked(
      String folder, List<String> searchPaths, List<TextReduction> attempts, boolean planned) {}

  /** Finds and opens them. */
  static Candidates find(
      PathLookup lookup,
      SearchPaths paths,
      LoaderEnvironment environment,
      Asked asked,
      ArchiveCache archives) {
    Finder finder = new Finder(lookup, paths, asked, archives);
    if (!environment.overridePaths().isEmpty()) {
      int count = environment.overridePaths().size();
      finder.steps.add(new Step.PathsOverridden(LoaderEnvironment.PATH, count));
      environment.overridePaths().forEach(finder::variable);
    } else {
      if (!environment.prefixPaths().isEmpty()) {
        int count = environment.prefixPaths().size();
        finder.steps.add(new Step.PathsPrepended(LoaderEnvironment.PATH_PREFIX, count));
      }
      environment.prefixPaths().forEach(finder::variable);
      asked.searchPaths().forEach(finder::marker);
    }
    String impossible =
        impossible(
            finder.found.stream().map(lead -> lead.path()).toList(), File.separatorChar == '\\');
    if (impossible != null) {
      finder.steps.add(new Step.Noted(impossible));
    }
    finder.found.forEach(finder::open);
    return new Candidates(finder.steps, List.copyOf(finder.open), finder.found.size());
  }

  /**
   * What to say of names that a system cannot have; null where there are none.
   *
   * @param windows whether it is Windows, where a colon is not allowed in a file's name
   */
  static @Nullable String impossible(List<String> paths, boolean windows) {
    List<String> names =
        paths.stream()
            .map(
                path -> path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1))
            .filter(name -> windows && name.indexOf(':') >= 0)
            .distinct()
            .toList();
    return names.isEmpty()
        ? null
        : "Windows allows no colon in file names: %s cannot be there; code for a target with features has to be in an archive named without them."
            .formatted(ListText.some(names));
  }

  /**
   * A path that was found, and where it leads.
   *
   * @param why why it is not where its search path means; null where it is
   */
  private record Lead(String path, Result result, @Nullable String why) {
    @Nullable Place place() {
      return result.kind() == PathLookup.Kind.REGULAR
          ? new Place.File(SystemText.path(result.real()))
          : null;
    }

    /** Where it leads as far as that is known, for people. */
    String shown() {
      return SystemText.shown(result.kind().exists() ? result.real() : path);
    }
  }

  private static final class Finder {
    final List<Step> steps = new ArrayList<>();
    final List<Lead> found = new ArrayList<>();
    final Set<Usable> open = new LinkedHashSet<>();
    private final PathLookup lookup;
    private final SearchPaths paths;
    private final Asked asked;
    private final ArchiveCache archives;

    Finder(PathLookup lookup, SearchPaths paths, Asked asked, ArchiveCache archives) {
      this.lookup = lookup;
      this.paths = paths;
      this.asked = asked;
      this.archives = archives;
    }

    void variable(String written) {
      direct(written, lookup.fromWorkingFolder(written), null);
    }

    void marker(String written) {
      SearchPaths.Resolved resolved = paths.resolve(asked.folder(), written);
      PathLookup.Kind failure = resolved.failure();
      String why =
          failure == null
              ? null
              : "is not there: the search path %s %s, so that it counts from the working folder"
                  .formatted(SystemText.shown(written), why(failure));
      if (!resolved.isPattern()) {
        direct(written, resolved.path(), why);
        return;
      }
      for (TextReduction attempt : asked.attempts()) {
        Lead lead = lead(resolved.with(attempt.architecture()), why);
        // A name of the older table counts where there is one; it is not missed elsewhere.
        if (!attempt.older() || lead.result().kind().exists()) {
          found.add(lead);
          steps.add(
              new Step.PatternExpanded(SystemText.shown(written), lead.shown(), lead.place()));
        }
      }
    }

    private Lead lead(String path, @Nullable String why) {
      return new Lead(path, lookup.follow(path), why);
    }

    private void direct(String written, String path, @Nullable String why) {
      Lead lead = lead(path, why);
      found.add(lead);
      steps.add(new Step.PathResolved(SystemText.shown(written), lead.shown(), lead.place()));
    }

    void open(Lead lead) {
      switch (lead.result().kind()) {
        case REGULAR -> {
          Path path = SystemText.path(lead.result().real());
          if (asked.planned() && lead.path().endsWith(MANIFEST)) {
            manifest(lead, path);
          } else {
            open(lead, path);
          }
        }
        case MISSING -> missing(lead, lead.why());
        default -> missing(lead, why(lead.result().kind()));
      }
    }

    private void missing(Lead lead, @Nullable String why) {
      steps.add(new Step.ArchiveMissing(lead.shown(), why));
      if (why != null) {
        steps.add(new Step.Noted("%s %s".formatted(lead.shown(), why)));
      }
    }

    private static String why(PathLookup.Kind kind) {
      return switch (kind) {
        case FOLDER -> "is a folder";
        case OTHER -> "is no regular file";
        case CIRCLE -> "cannot be reached: its links lead in a circle";
        case DENIED -> "cannot be reached: permission denied";
        case TOO_LONG -> "is longer than the system allows";
        case REGULAR, MISSING, UNREADABLE -> "cannot be reached";
      };
    }

    private void open(Lead lead, Path path) {
      Place place = new Place.File(path);
      switch (archives.at(path)) {
        case Unusable unusable -> {
          if (unusable.error() == LoaderError.FILE_NOT_FOUND) {
            steps.add(new Step.ArchiveMissing(lead.shown()));
            return;
          }
          steps.add(
              new Step.ArchiveUnreadable(
                  lead.shown(), unusable.error(), unusable.why(), unusable.advice(), place));
          KpackArchive reader = unusable.reader();
          if (reader != null && reader.entryCount() > 0) {
            steps.add(
                new Step.Noted(
                    "A reader would see %d rows in %s; no loader opens it."
                        .formatted(reader.entryCount(), lead.shown())));
          }
        }
        case Usable usable -> {
          if (open.add(usable)) {
            List<String> listed =
                usable.archive().architectures().stream().map(SystemText::shown).toList();
            steps.add(new Step.ArchiveOpened(lead.shown(), listed, place));
          }
        }
      }
    }

    private void manifest(Lead lead, Path path) {
      List<ManifestRow> rows;
      try {
        rows = ManifestFile.open(path).manifest().rows();
      } catch (FormatException broken) {
        steps.add(
            new Step.ArchiveUnreadable(
                lead.shown(), LoaderError.of(broken), broken.words(), lead.place()));
        return;
      } catch (IOException unreadable) {
        steps.add(
            new Step.ArchiveUnreadable(
                lead.shown(), LoaderError.IO_ERROR, unreadable.getMessage(), lead.place()));
        return;
      }
      steps.add(new Step.ManifestRead(lead.shown(), rows.size(), lead.place()));
      String folder = SystemText.of(path.resolveSibling(""));
      for (ManifestRow row : rows) {
        String unsafe = BinaryKey.unsafe(row.file());
        if (unsafe != null) {
          steps.add(
              new Step.ArchiveUnreadable(
                  row.file(),
                  LoaderError.INVALID_METADATA,
                  "the manifest names " + unsafe,
                  lead.place()));
        } else {
          open(lead(lookup.from(folder, row.file()), null), true);
        }
      }
    }

    /** An archive of a manifest; manifests do not represent manifests. */
    private void open(Lead lead, boolean listed) {
      if (listed && lead.result().kind() == PathLookup.Kind.REGULAR) {
        open(lead, SystemText.path(lead.result().real()));
      } else {
        open(lead);
      }
    }
  }

  /**
   * What search paths represent: first resolved, then expanded. A path is resolved as C++'s {@code
   * std::filesystem::weakly_canonical} does: the longest leading part that exists with its links,
   * the rest as text. Paths are {@link SystemText}s. Safe for use by many threads.
   */
  static final class SearchPaths {
    private static final String PLACEHOLDER = Step.PatternExpanded.PLACEHOLDER;

    private final PathLookup lookup;
    private final ConcurrentMap<Written, Resolved> resolved = new ConcurrentHashMap<>();

    private record Written(String folder, String path) {}

    /**
     * A path of a marker that was resolved.
     *
     * @param path the path, absolute
     * @param placeholder where its first placeholder is; -1 where it has none
     * @param failure why it could not be resolved, so that it counts from the working folder; null
     *     where it could
     */
    record Resolved(String path, int placeholder, PathLookup.@Nullable Kind failure) {
      /** Whether it represents several paths. */
      boolean isPattern() {
        return placeholder >= 0;
      }

      /** The path with an architecture in place of the first placeholder. */
      String with(String architecture) {
        return path.substring(0, placeholder)
            + architecture
            + path.substring(placeholder + PLACEHOLDER.length());
      }

      /**
       * @param from where the path's own text begins, behind what says from where it counts
       */
      private static Resolved of(String path, int from, PathLookup.@Nullable Kind failure) {
        return new Resolved(path, path.indexOf(PLACEHOLDER, from), failure);
      }
    }

    SearchPaths(PathLookup lookup) {
      this.lookup = lookup;
    }

    /**
     * Resolves a marker's path.
     *
     * @param folder the folder of the binary's real path
     */
    Resolved resolve(String folder, String written) {
      return resolved.computeIfAbsent(new Written(folder, written), this::resolve);
    }

    private Resolved resolve(Written path) {
      String joined = lookup.from(path.folder(), path.path());
      if (PathLookup.isAbsolute(path.path())) {
        return Resolved.of(joined, joined.length() - path.path().length(), null);
      }
      Result whole = lookup.follow(joined);
      if (whole.fails()) {
        String asWritten = lookup.fromWorkingFolder(path.path());
        return Resolved.of(asWritten, asWritten.length() - path.path().length(), whole.kind());
      }
      String found = whole.kind().exists() ? whole.real() : weakly(joined);
      return Resolved.of(
          found, found.startsWith(lookup.root() + "/") ? lookup.root().length() : 0, null);
    }

    private String weakly(String joined) {
      List<String> parts = parts(joined);
      String existing = "";
      String real = "/";
      int count = 0;
      for (String part : parts) {
        String longer = existing + "/" + part;
        Result there = lookup.follow(longer);
        if (!there.kind().exists()) {
          break;
        }
        existing = longer;
        real = there.real();
        count++;
      }
      return normalised(real, parts.subList(count, parts.size()));
    }

    /** The names of an absolute path; the last is empty where the path ends with a slash. */
    private static List<String> parts(String path) {
      List<String> parts = new ArrayList<>();
      for (String part : path.split("/", -1)) {
        if (!part.isEmpty()) {
          parts.add(part);
        }
      }
      if (path.endsWith("/")) {
        parts.add("");
      }
      return parts;
    }

    /** A real path and what follows it, without {@code .} and with {@code ..} taken as text. */
    private String normalised(String real, List<String> rest) {
      int top = real.startsWith(lookup.root() + "/") ? lookup.root().length() : 0;
      String path = real.equals("/") ? "" : real;
      boolean slash = false;
      for (String part : rest) {
        slash = part.isEmpty() || part.equals(".") || part.equals("..");
        if (part.equals("..")) {
          path = path.length() > top ? path.substring(0, path.lastIndexOf('/')) : path;
        } else if (!slash) {
          path = path + "/" + part;
        }
      }
      return path.isEmpty() || slash ? path + "/" : path;
    }
  }
}
