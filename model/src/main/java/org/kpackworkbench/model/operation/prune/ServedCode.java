package org.kpackworkbench.model.operation.prune;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.target.FamilyForm;
import org.kpackworkbench.model.base.target.GenericTargets;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.GpuTarget.Feature;
import org.kpackworkbench.model.base.target.TargetReductions;
import org.kpackworkbench.model.operation.archives.TargetFilter;

/**
 * Which code stays of what there is for one wrapper of a binary.
 *
 * @param filter the GPUs; none for all
 * @param drop whether code for these GPUs goes, instead of all other code
 * @param fallbacks whether code stays that a GPU could run, but does not, since there is better
 */
record ServedCode(TargetFilter filter, boolean drop, boolean fallbacks) {
  private static final String PORTABLE = "amdgcnspirv";

  /** The targets whose code stays. */
  Set<GpuTarget> kept(Collection<GpuTarget> there) {
    Set<GpuTarget> kept = new LinkedHashSet<>();
    if (drop) {
      there.stream().filter(target -> !filter.keeps(target)).forEach(kept::add);
      return kept;
    }
    for (GpuTarget wanted : filter.targets()) {
      kept.addAll(served(wanted, there));
    }
    return kept;
  }

  /** Whether a file for one architecture or family stays, as databases have them. */
  boolean keepsFile(GpuTarget architecture) {
    return drop
        ? !filter.keeps(architecture)
        : filter.keeps(architecture)
            || filter.targets().stream()
                .flatMap(wanted -> GenericTargets.of(wanted).stream())
                .anyMatch(generic -> generic.processor().equals(architecture.processor()));
  }

  /**
   * Whether a row of a database stays; a library seeks it by its architecture, and features count
   * only where both name them.
   *
   * @param target what the row says that it is for
   */
  boolean keepsRow(GpuTarget target) {
    if (drop) {
      return !filter.keeps(target);
    }
    return filter.targets().stream()
        .anyMatch(
            wanted ->
                keepsFile(target.bare(), wanted)
                    && target.features().stream()
                        .noneMatch(
                            each ->
                                wanted.features().contains(new Feature(each.name(), !each.on()))));
  }

  private static boolean keepsFile(GpuTarget architecture, GpuTarget wanted) {
    return FamilyForm.related(wanted.processor(), architecture.processor())
        || GenericTargets.of(wanted).stream()
            .anyMatch(generic -> generic.processor().equals(architecture.processor()));
  }

  /** What a GPU resolves to; features that it does not name may have any setting. */
  Set<GpuTarget> served(GpuTarget wanted, Collection<GpuTarget> there) {
    Set<GpuTarget> served = new LinkedHashSet<>();
    settings(wanted, there).forEach(device -> choose(device, there, served));
    // What represents several GPUs by its name is code for each of them.
    there.stream()
        .filter(
            target ->
                !target.processor().equals(wanted.processor())
                    && FamilyForm.related(wanted.processor(), target.processor()))
        .forEach(served::add);
    return served;
  }

  private void choose(GpuTarget device, Collection<GpuTarget> there, Set<GpuTarget> served) {
    boolean found = false;
    for (GpuTarget asked : GenericTargets.preference(device)) {
      for (GpuTarget named : names(asked)) {
        for (GpuTarget reduced : TargetReductions.of(named)) {
          if (there.contains(reduced) && (fallbacks || !found)) {
            served.add(reduced);
            found = true;
          }
        }
      }
    }
    if (fallbacks || !found) {
      there.stream().filter(target -> target.processor().equals(PORTABLE)).forEach(served::add);
    }
  }

  private static List<GpuTarget> names(GpuTarget asked) {
    return Stream.concat(Stream.of(asked), GenericTargets.olderName(asked).stream()).toList();
  }

  /** A target with each setting of the features that it leaves open and that code names. */
  private static Set<GpuTarget> settings(GpuTarget wanted, Collection<GpuTarget> there) {
    Set<String> processors = new LinkedHashSet<>();
    GenericTargets.preference(wanted)
        .forEach(asked -> names(asked).forEach(name -> processors.add(name.processor())));
    Set<String> open = new LinkedHashSet<>();
    for (GpuTarget target : there) {
      if (processors.contains(target.processor())) {
        target.features().forEach(feature -> open.add(feature.name()));
      }
    }
    wanted.features().forEach(feature -> open.remove(feature.name()));
    Set<GpuTarget> settings = new LinkedHashSet<>(List.of(wanted));
    for (String name : open) {
      for (GpuTarget each : List.copyOf(settings)) {
        if (each.features().size() < TargetReductions.MOST_FEATURES) {
          settings.add(with(each, new Feature(name, true)));
          settings.add(with(each, new Feature(name, false)));
        }
      }
    }
    return settings;
  }

  private static GpuTarget with(GpuTarget target, Feature feature) {
    List<Feature> features = new ArrayList<>(target.features());
    features.add(feature);
    return new GpuTarget(target.processor(), features);
  }
}
