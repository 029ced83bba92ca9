package org.kpackworkbench.model.analysis.resolve.simulate;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * What lies beside the archives that a loader looked for, by its name: where each target has an
 * archive of its own, a loader never opens one for other features. Safe for use by many threads.
 */
public final class ArchivesBeside {
  private final Map<Path, List<Path>> folders = new ConcurrentHashMap<>();

  /**
   * Why an archive's name was missed.
   *
   * @param runs all targets whose code the device runs
   * @param has whether an archive has the code that is looked for, for a target
   * @return null where nothing beside it has that code for the device, or for the same processor
   *     with features
   */
  @Nullable
  public Diagnosis of(
      Loader loader,
      List<Step.PatternExpanded> expanded,
      String device,
      Set<GpuTarget> runs,
      BiPredicate<String, String> has) {
    Set<GpuTarget> found = new TreeSet<>();
    Diagnosis generic = null;
    for (Step.PatternExpanded one : expanded) {
      String wanted = one.architecture();
      int folderEnd = Step.PatternExpanded.nameStart(one.path()) - 1;
      if (wanted == null || folderEnd <= 0) {
        continue;
      }
      GpuTarget asked = GpuTarget.lenient(wanted);
      Path folder = Path.of(one.path().substring(0, folderEnd));
      for (Path file : folders.computeIfAbsent(folder, ArchivesBeside::list)) {
        String path = file.toString();
        String name = new Step.PatternExpanded(one.pattern(), path, null).architecture();
        GpuTarget target = name == null ? null : GpuTarget.lenient(name);
        if (target == null) {
          continue;
        }
        boolean alike =
            !target.features().isEmpty() && target.processor().equals(asked.processor());
        boolean other = runs.contains(target) && !target.processor().equals(asked.processor());
        if (!(alike || other)
            || !lists(loader, file, target)
            || !has.test(real(file), target.toString())) {
          continue;
        }
        if (other) {
          generic =
              generic == null
                  ? new Diagnosis.GenericNotAsked(
                      path, target.toString(), device, new Place.File(file))
                  : generic;
          continue;
        }
        if (target.equals(asked)) {
          return new Diagnosis.ArchiveMisnamed(path, one.path(), new Place.File(file));
        }
        found.add(target);
      }
    }
    return found.isEmpty()
        ? generic
        : new Diagnosis.OtherFeatures(device, found.stream().map(GpuTarget::toString).toList());
  }

  private static String real(Path file) {
    try {
      return file.toRealPath().toString();
    } catch (IOException gone) {
      return file.toString();
    }
  }

  /** Whether a file is an archive that lists what its name says. */
  private static boolean lists(Loader loader, Path file, GpuTarget target) {
    try {
      return loader.architectures(file.toRealPath()).contains(target.toString());
    } catch (IOException noArchive) {
      // Nor would a loader open it under another name.
      return false;
    }
  }

  /** A folder that cannot be listed has nothing to tell: what is missing has been said already. */
  private static List<Path> list(Path folder) {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      files.forEach(found::add);
    } catch (IOException | DirectoryIteratorException unreadable) {
      return List.of();
    }
    return List.copyOf(found);
  }
}
