package org.kpackworkbench.model.analysis.resolve.simulate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.offload.EntryId;

/**
 * What a wrapper's translation unit was compiled for, as rows of other targets say in their
 * metadata: with that it is known whether code was lost, or never made. Safe for use by many
 * threads.
 */
public final class CompiledFor {
  private final @Nullable Loader loader;
  private final Map<Key, List<String>> known = new ConcurrentHashMap<>();

  /** A wrapper's key. */
  private record Key(String name, int index) {}

  /**
   * @param loader the loader that was asked; null where files are not at hand
   */
  public CompiledFor(@Nullable Loader loader) {
    this.loader = loader;
  }

  /**
   * Looks into the archives of a trace, and into those that its patterns stand for on other
   * devices.
   *
   * @return the targets; empty where nothing says, or archives contradict each other
   */
  public List<String> of(List<Step> trace) {
    Loader asked = loader;
    for (Step step : trace) {
      if (asked != null
          && step instanceof Step.MetadataRead read
          && read.index() <= Integer.MAX_VALUE) {
        return known.computeIfAbsent(
            new Key(read.kernelName(), (int) read.index()), key -> look(asked, key, trace));
      }
    }
    return List.of();
  }

  private static List<String> look(Loader loader, Key key, List<Step> trace) {
    Set<Path> archives = new LinkedHashSet<>();
    for (Step step : trace) {
      switch (step) {
        case Step.ArchiveOpened opened -> add(opened.archive(), archives);
        case Step.PatternExpanded expanded -> siblings(expanded, archives);
        default -> {}
      }
    }
    List<String> all = List.of();
    for (Path archive : archives) {
      List<String> found = new ArrayList<>();
      look(loader, archive, key, found);
      if (!found.isEmpty() && !all.isEmpty() && !Set.copyOf(found).equals(Set.copyOf(all))) {
        // They are of different builds, and which one is the binary's is not known.
        return List.of();
      }
      all = found.isEmpty() ? all : List.copyOf(found);
    }
    return all;
  }

  private static void add(String archive, Set<Path> archives) {
    try {
      archives.add(Path.of(archive));
    } catch (InvalidPathException fromElsewhere) {
      // A name that no file here can have.
      return;
    }
  }

  /** The archives of other devices that lie where a pattern led. */
  private static void siblings(Step.PatternExpanded expanded, Set<Path> archives) {
    String pattern = expanded.pattern().substring(expanded.pattern().lastIndexOf('/') + 1);
    try {
      Path folder = Path.of(expanded.path()).getParent();
      if (folder != null) {
        archives.addAll(OccurringTargets.matching(folder, pattern));
      }
    } catch (InvalidPathException fromElsewhere) {
      // A name that no file here can have.
      return;
    }
  }

  private static void look(Loader loader, Path archive, Key key, List<String> found) {
    try {
      Path real = archive.toRealPath();
      loader.architectures(real);
      loader.look(real.toString(), open -> read(open, key, found));
    } catch (IOException | UncheckedIOException unreadable) {
      // It says nothing then; whether it matters, the trace says.
      return;
    }
  }

  /** What the first row of the key says, for whichever target that is. */
  private static void read(KpackArchive archive, Key key, List<String> found) {
    try {
      for (String architecture : archive.architectures()) {
        int row = archive.find(key.name(), key.index(), architecture);
        BundleOrigin origin = row < 0 ? null : BundleOrigin.of(archive, row);
        if (origin != null) {
          targets(origin, found);
          return;
        }
      }
    } catch (FormatException broken) {
      // A damaged row says nothing of its bundle.
      return;
    }
  }

  private static void targets(BundleOrigin origin, List<String> found) {
    for (int i = 0; i < origin.bundleIds().size(); i++) {
      GpuTarget target = EntryId.parse(origin.bundleIds().get(i)).gpuTarget();
      if (target != null && !origin.emptyEntries().contains(i)) {
        found.add(target.toString());
      }
    }
  }
}
