package org.kpackworkbench.model.analysis.resolve.simulate;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.offload.Marker;

/**
 * The targets that there is code for where a binary's marker leads: what a list of GPUs begins
 * with.
 */
public final class AvailableTargets {
  private final Path folder;
  private final ArchiveCache archives;
  private final PathLookup files = new PathLookup(LoaderFiles.own());
  private final TreeSet<GpuTarget> found = new TreeSet<>();

  private AvailableTargets(Path folder, ArchiveCache archives) {
    this.folder = folder;
    this.archives = archives;
  }

  /**
   * Looks into all archives that a marker's search paths can represent. What cannot be read has
   * nothing. Takes time.
   *
   * @param binary the binary's file
   * @throws IOException where an archive cannot be closed
   */
  public static List<GpuTarget> of(Marker marker, Path binary) throws IOException {
    Path parent = real(binary).getParent();
    try (ArchiveCache archives = new ArchiveCache(UnpackBudget.one())) {
      AvailableTargets targets =
          new AvailableTargets(parent == null ? Path.of("/") : parent, archives);
      marker.searchPaths().forEach(targets::path);
      return List.copyOf(targets.found);
    }
  }

  private static Path real(Path binary) {
    try {
      return binary.toRealPath();
    } catch (IOException notHere) {
      // Its paths still say where to look.
      return binary.toAbsolutePath();
    }
  }

  private void path(String path) {
    int slash = path.lastIndexOf('/');
    String name = path.substring(slash + 1);
    if (!path.contains(Step.PatternExpanded.PLACEHOLDER)) {
      lead(real(folder, path), name);
      return;
    }
    // A folder with a pattern in its name is not looked for: there may be any number of them.
    Path in = real(folder, slash < 0 ? "." : path.substring(0, slash));
    if (in == null || !name.contains(Step.PatternExpanded.PLACEHOLDER)) {
      return;
    }
    for (Path file : matching(in, name)) {
      String each = String.valueOf(file.getFileName());
      lead(real(in, each), each);
    }
  }

  /** The files of a folder that a name with a pattern can represent. */
  public static List<Path> matching(Path folder, String name) {
    int at = name.indexOf(Step.PatternExpanded.PLACEHOLDER);
    if (at < 0) {
      return List.of();
    }
    String before = name.substring(0, at);
    String behind = name.substring(at + Step.PatternExpanded.PLACEHOLDER.length());
    return files(folder).stream()
        .filter(
            file -> {
              String each = String.valueOf(file.getFileName());
              return each.length() >= before.length() + behind.length()
                  && each.startsWith(before)
                  && each.endsWith(behind);
            })
        .toList();
  }

  private static List<Path> files(Path folder) {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      entries.forEach(files::add);
    } catch (IOException | java.nio.file.DirectoryIteratorException unreadable) {
      // A loader cannot list it either: it only asks for the names that it knows.
      return List.of();
    }
    return files;
  }

  /** What a path leads to from a folder; null where there is nothing. */
  private @Nullable Path real(Path in, String path) {
    PathLookup.Result there = files.follow(files.from(SystemText.of(in), path));
    return there.kind().exists() ? SystemText.path(there.real()) : null;
  }

  private void lead(@Nullable Path file, String name) {
    if (file == null || Files.isDirectory(file)) {
      return;
    }
    if (!name.endsWith(Candidates.MANIFEST)) {
      open(file);
      return;
    }
    Path parent = file.getParent();
    try {
      for (ManifestRow row : ManifestFile.open(file).manifest().rows()) {
        Path listed =
            parent == null || BinaryKey.unsafe(row.file()) != null
                ? null
                : real(parent, row.file());
        if (listed != null) {
          open(listed);
        }
      }
    } catch (IOException unreadable) {
      // The trace of a load says so, with the reason.
      return;
    }
  }

  private void open(Path file) {
    if (archives.at(file) instanceof ArchiveCache.Usable usable) {
      usable.architectures().stream()
          .map(GpuTarget::lenient)
          .filter(target -> !target.processor().endsWith("-generic"))
          .forEach(found::add);
    }
  }
}
