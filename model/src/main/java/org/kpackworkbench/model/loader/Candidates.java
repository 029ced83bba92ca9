package org.kpackworkbench.model.loader;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.archive.BinaryKey;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.loader.OpenArchives.Unusable;
import org.kpackworkbench.model.loader.OpenArchives.Usable;
import org.kpackworkbench.model.manifest.ManifestFile;
import org.kpackworkbench.model.manifest.ManifestRow;
import org.kpackworkbench.model.place.Place;

/**
 * The archives that a binary's search paths and the environment lead to.
 *
 * @param steps the way there
 * @param archives those that are open, in their order
 * @param paths how many paths there were
 */
record Candidates(List<Step> steps, List<Usable> archives, int paths) {
  /** What a path holds that stands for one path for each architecture. */
  static final String PATTERN = "@GFXARCH@";

  /** How the names of manifests end. */
  static final String MANIFEST = ".kpm";

  Candidates {
    steps = List.copyOf(steps);
    archives = List.copyOf(archives);
  }

  /**
   * Finds and opens them.
   *
   * @param files where paths lead
   * @param folder where the binary really is
   */
  static Candidates find(
      LoaderFiles files,
      LoaderEnvironment environment,
      Path folder,
      List<String> searchPaths,
      List<Attempt> attempts,
      OpenArchives archives) {
    Finder finder = new Finder(files, folder, attempts, archives);
    if (!environment.overridePaths().isEmpty()) {
      int count = environment.overridePaths().size();
      finder.steps.add(new Step.PathsOverridden(LoaderEnvironment.PATH, count));
      environment
          .overridePaths()
          .forEach(path -> finder.direct(files.workingFolder(), path, false));
    } else {
      if (!environment.prefixPaths().isEmpty()) {
        int count = environment.prefixPaths().size();
        finder.steps.add(new Step.PathsPrepended(LoaderEnvironment.PATH_PREFIX, count));
      }
      environment.prefixPaths().forEach(finder::path);
      searchPaths.forEach(finder::path);
    }
    String impossible =
        impossible(
            finder.found.stream().map(lead -> lead.path().shown()).toList(),
            File.separatorChar == '\\');
    if (impossible != null) {
      finder.steps.add(new Step.Noted(impossible));
    }
    finder.openAll();
    return new Candidates(finder.steps, List.copyOf(finder.open), finder.found.size());
  }

  /**
   * What to say of names that a system cannot have; null where there are none.
   *
   * @param windows whether it is Windows, where a colon cannot stand in a file's name
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
            .formatted(Diagnosis.Words.some(names));
  }

  /** A path that was found, and whether it stands for what a manifest lists. */
  private record Lead(SystemPath path, boolean manifest) {}

  private static final class Finder {
    final List<Step> steps = new ArrayList<>();
    final Set<Lead> found = new LinkedHashSet<>();
    final Set<Usable> open = new LinkedHashSet<>();
    private final Set<String> seen = new HashSet<>();
    private final LoaderFiles files;
    private final Path folder;
    private final List<Attempt> attempts;
    private final OpenArchives archives;

    Finder(LoaderFiles files, Path folder, List<Attempt> attempts, OpenArchives archives) {
      this.files = files;
      this.folder = folder;
      this.attempts = attempts;
      this.archives = archives;
    }

    void path(String path) {
      if (!path.contains(PATTERN)) {
        direct(folder, path, path.endsWith(MANIFEST));
        return;
      }
      for (Attempt attempt : attempts) {
        String name = path.replace(PATTERN, attempt.architecture());
        SystemPath lead = SystemPath.of(files, folder, name);
        // A name of the older table counts where somebody uses it; it is not missed elsewhere.
        if (attempt.older() && lead.real() == null) {
          continue;
        }
        if (found.add(new Lead(lead, name.endsWith(MANIFEST)))) {
          steps.add(new Step.PatternExpanded(path, lead.shown(), place(lead)));
        }
      }
    }

    void direct(Path from, String path, boolean manifest) {
      SystemPath lead = SystemPath.of(files, from, path);
      if (found.add(new Lead(lead, manifest))) {
        steps.add(new Step.PathResolved(path, lead.shown(), place(lead)));
      }
    }

    void openAll() {
      for (Lead lead : found) {
        if (lead.manifest()) {
          manifest(lead.path());
        } else {
          open(lead.path());
        }
      }
    }

    private void manifest(SystemPath lead) {
      Path path = lead.real();
      if (path == null) {
        open(lead);
        return;
      }
      List<ManifestRow> rows;
      try {
        rows = ManifestFile.open(path).manifest().rows();
      } catch (FormatException broken) {
        steps.add(
            new Step.ArchiveUnreadable(
                lead.shown(), LoaderError.of(broken), broken.words(), place(lead)));
        return;
      } catch (IOException unreadable) {
        steps.add(
            new Step.ArchiveUnreadable(
                lead.shown(), LoaderError.IO_ERROR, unreadable.getMessage(), place(lead)));
        return;
      }
      steps.add(new Step.ManifestRead(lead.shown(), rows.size(), place(lead)));
      Path parent = path.getParent();
      for (ManifestRow row : rows) {
        String unsafe = BinaryKey.unsafe(row.file());
        if (unsafe != null || parent == null) {
          steps.add(
              new Step.ArchiveUnreadable(
                  row.file(),
                  LoaderError.INVALID_METADATA,
                  "the manifest names " + unsafe,
                  place(lead)));
        } else {
          open(SystemPath.of(files, parent, row.file()));
        }
      }
    }

    private void open(SystemPath lead) {
      if (!seen.add(lead.shown())) {
        return;
      }
      Path path = lead.real();
      String why = lead.why();
      if (path == null) {
        steps.add(
            why == null
                ? new Step.ArchiveMissing(lead.shown())
                : new Step.ArchiveUnreadable(lead.shown(), LoaderError.IO_ERROR, why, null));
        return;
      }
      Place place = new Place.File(path);
      switch (archives.at(path)) {
        case Unusable unusable ->
            steps.add(
                unusable.error() == LoaderError.FILE_NOT_FOUND
                    ? new Step.ArchiveMissing(lead.shown())
                    : new Step.ArchiveUnreadable(
                        lead.shown(), unusable.error(), unusable.why(), place));
        case Usable usable -> {
          open.add(usable);
          steps.add(new Step.ArchiveOpened(lead.shown(), usable.archive().architectures(), place));
        }
      }
    }

    private static @Nullable Place place(SystemPath lead) {
      Path real = lead.real();
      return real == null || Files.isDirectory(real) ? null : new Place.File(real);
    }
  }
}
