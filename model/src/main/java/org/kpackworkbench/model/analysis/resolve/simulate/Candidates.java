package org.kpackworkbench.model.analysis.resolve.simulate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.simulate.ArchiveCache.Unusable;
import org.kpackworkbench.model.analysis.resolve.simulate.ArchiveCache.Usable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.PathLookup;
import org.kpackworkbench.model.base.files.PathLookup.Result;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.TextReduction;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.kpm.SearchPaths;

/**
 * The archives that a binary's search paths and the environment lead to.
 *
 * @param steps the way there
 * @param archives those that are open, in their order, each once
 * @param paths how many paths there were
 */
record Candidates(List<Step> steps, List<Usable> archives, int paths) {
  Candidates {
    steps = List.copyOf(steps);
    archives = List.copyOf(archives);
  }

  /**
   * Data that decides which archives are candidates, beside the environment.
   *
   * @param folder where the binary really is, a {@link SystemText}
   * @param rules how paths are read
   * @param planned whether manifests represent what they list
   */
  record Asked(
      String folder,
      List<String> searchPaths,
      List<TextReduction> attempts,
      PathRules rules,
      boolean planned) {}

  /** Finds and opens them. */
  static Candidates find(
      SearchPaths paths, LoaderEnvironment environment, Asked asked, ArchiveCache archives) {
    Finder finder = new Finder(paths, asked, archives);
    List<String> override = environment.overridePaths(asked.rules());
    List<String> prefix = environment.prefixPaths(asked.rules());
    if (!override.isEmpty()) {
      finder.steps.add(new Step.PathsOverridden(LoaderEnvironment.PATH, override.size()));
      override.forEach(finder::variable);
    } else {
      if (!prefix.isEmpty()) {
        finder.steps.add(new Step.PathsPrepended(LoaderEnvironment.PATH_PREFIX, prefix.size()));
      }
      prefix.forEach(finder::variable);
      asked.searchPaths().forEach(finder::marker);
    }
    String impossible =
        impossible(finder.found.stream().map(lead -> lead.path()).toList(), asked.rules());
    if (impossible != null) {
      finder.steps.add(new Step.Noted(impossible));
    }
    finder.found.forEach(finder::open);
    return new Candidates(finder.steps, List.copyOf(finder.open), finder.found.size());
  }

  /** Opens one archive that is named, whatever the environment says. */
  static Candidates of(SearchPaths paths, Path archive, ArchiveCache archives) {
    Asked nothing = new Asked("/", List.of(), List.of(), PathRules.LINUX, false);
    Finder finder = new Finder(paths, nothing, archives);
    String written = SystemText.of(archive.toAbsolutePath());
    finder.open(finder.lead(written, null));
    return new Candidates(finder.steps, List.copyOf(finder.open), 1);
  }

  /**
   * Returns a sentence about names that a system cannot have; null if there are none.
   *
   * @param rules how the system reads paths
   */
  static @Nullable String impossible(List<String> paths, PathRules rules) {
    List<String> names =
        paths.stream()
            .map(
                path -> path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1))
            .filter(name -> !rules.allowsColon() && name.indexOf(':') >= 0)
            .distinct()
            .toList();
    return names.isEmpty()
        ? null
        : "Windows allows no colon in file names: %s cannot exist; code for a target with features must be in an archive named without them."
            .formatted(ListText.some(names));
  }

  /**
   * A path that was found, and where it leads.
   *
   * @param why why it is not where its search path means; null if it is
   * @param place the file; null if there is none
   */
  private record Lead(String path, Result result, @Nullable String why, @Nullable Place place) {

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

    Finder(SearchPaths paths, Asked asked, ArchiveCache archives) {
      this.lookup = paths.lookup();
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
              : "does not exist: the search path %s %s, so it is relative to the working folder"
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
              new Step.PatternExpanded(
                  SystemText.shown(written), lead.shown(), asked.rules(), lead.place()));
        }
      }
    }

    private Lead lead(String path, @Nullable String why) {
      Result there = lookup.follow(path);
      boolean file = there.kind() == PathLookup.Kind.REGULAR;
      Place place = file ? new Place.File(lookup.path(there.real())) : null;
      return new Lead(path, there, why, place);
    }

    private void direct(String written, String path, @Nullable String why) {
      Lead lead = lead(path, why);
      found.add(lead);
      steps.add(new Step.PathResolved(SystemText.shown(written), lead.shown(), lead.place()));
    }

    void open(Lead lead) {
      switch (lead.result().kind()) {
        case REGULAR -> {
          Path path = lookup.path(lead.result().real());
          if (asked.planned() && lead.path().endsWith(SearchPaths.MANIFEST)) {
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
        case OTHER -> "is not a regular file";
        case CIRCLE -> "cannot be reached: its links form a loop";
        case DENIED -> "cannot be reached: " + Step.DENIED;
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
          steps.add(unusable.step(lead.shown(), place));
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
        String unsafe = BinaryKey.unsafe(row.file()).orElse(null);
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

    /** An archive of a manifest; a manifest does not represent manifests. */
    private void open(Lead lead, boolean listed) {
      if (listed && lead.result().kind() == PathLookup.Kind.REGULAR) {
        open(lead, lookup.path(lead.result().real()));
      } else {
        open(lead);
      }
    }
  }
}
