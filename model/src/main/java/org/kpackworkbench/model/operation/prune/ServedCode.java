package org.kpackworkbench.model.operation.prune;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.GpuTarget.Feature;
import org.kpackworkbench.model.base.target.TextReduction;
import org.kpackworkbench.model.format.kpack.ArchiveSearch;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.archives.TargetFilter.Named;

/**
 * Which code stays of what there is for one wrapper of a binary.
 *
 * @param filter the GPUs; none for all
 * @param drop whether code goes that only these GPUs can load, instead of all that they do not
 * @param fallbacks whether code stays that a GPU could run, but does not, since there is better
 */
record ServedCode(TargetFilter filter, boolean drop, boolean fallbacks) {
  private static final String PORTABLE = "amdgcnspirv";

  /** Settings double with each feature. */
  private static final int MOST_FEATURES = 8;

  /** The targets whose code stays. */
  Set<GpuTarget> kept(Collection<GpuTarget> there) {
    Set<GpuTarget> kept = new LinkedHashSet<>();
    if (drop) {
      there.stream().filter(target -> !drops(target)).forEach(kept::add);
      return kept;
    }
    for (GpuTarget wanted : filter.targets()) {
      kept.addAll(served(wanted, there));
    }
    return kept;
  }

  /**
   * Whether a file or a row of a database stays; a library seeks it by its architecture, and
   * features count only where both name them.
   *
   * @param target what its name, or the row, says that it is for; it may be a family
   */
  boolean keepsFile(GpuTarget target) {
    return drop ? !drops(target) : filter.keeps(target);
  }

  /**
   * Whether dropped GPUs only can load code for a target: all known ones of a family, and each of
   * them with all settings of the features that the target leaves open.
   */
  private boolean drops(GpuTarget target) {
    if (dropsProcessor(target)) {
      return true;
    }
    List<String> members = members(target.processor());
    return !members.isEmpty()
        && members.stream()
            .allMatch(member -> dropsProcessor(new GpuTarget(member, target.features())));
  }

  /** The known processors that a name for several represents; none for another name. */
  private static List<String> members(String family) {
    return List.copyOf(GpuTable.members(family));
  }

  private boolean dropsProcessor(GpuTarget target) {
    List<GpuTarget> gone =
        filter.targets().stream()
            .filter(
                each ->
                    each.processor().equals(target.processor())
                        || GpuTable.covers(each.processor(), target.processor()))
            .toList();
    Set<String> open = new LinkedHashSet<>();
    gone.forEach(each -> each.features().forEach(feature -> open.add(feature.name())));
    target.features().forEach(feature -> open.remove(feature.name()));
    List<GpuTarget> settings =
        settings(target, open).stream()
            .filter(each -> each.features().size() == target.features().size() + open.size())
            .toList();
    return !settings.isEmpty()
        && settings.stream()
            .allMatch(
                each ->
                    gone.stream()
                        .anyMatch(dropped -> each.features().containsAll(dropped.features())));
  }

  /**
   * Returns what dropped GPUs can still load, since other GPUs can load it, too.
   *
   * @param left the targets of the code that stays
   */
  Set<GpuTarget> shared(Named dropped, Collection<GpuTarget> left) {
    ServedCode all = new ServedCode(filter, drop, true);
    Set<GpuTarget> shared = new LinkedHashSet<>();
    dropped.targets().forEach(each -> shared.addAll(all.served(each, left)));
    return shared;
  }

  /**
   * Returns the targets that a GPU resolves to; features that it does not name may have any
   * setting.
   */
  Set<GpuTarget> served(GpuTarget wanted, Collection<GpuTarget> there) {
    Set<GpuTarget> served = new LinkedHashSet<>();
    settings(wanted, there).forEach(device -> choose(device, there, served));
    // What represents several GPUs by its name is code for each of them.
    there.stream()
        .filter(
            target ->
                !target.processor().equals(wanted.processor())
                    && GpuTable.related(wanted.processor(), target.processor()))
        .forEach(served::add);
    return served;
  }

  private void choose(GpuTarget device, Collection<GpuTarget> there, Set<GpuTarget> served) {
    ArchiveSearch<Collection<GpuTarget>> search =
        new ArchiveSearch<>() {
          @Override
          protected boolean lists(Collection<GpuTarget> code, String architecture) {
            return code.contains(GpuTarget.lenient(architecture));
          }

          @Override
          protected boolean ask(Collection<GpuTarget> code, String architecture) {
            served.add(GpuTarget.lenient(architecture));
            return !fallbacks;
          }
        };
    if (!search.run(attempts(device), List.of(there))) {
      there.stream().filter(target -> target.processor().equals(PORTABLE)).forEach(served::add);
    }
  }

  private static List<TextReduction> attempts(GpuTarget device) {
    return TextReduction.planned(Device.of(device).handed());
  }

  /** A target with each setting of the features that it leaves open and that code names. */
  private static Set<GpuTarget> settings(GpuTarget wanted, Collection<GpuTarget> there) {
    Set<String> processors = new LinkedHashSet<>();
    attempts(wanted)
        .forEach(each -> processors.add(GpuTarget.lenient(each.architecture()).processor()));
    Set<String> open = new LinkedHashSet<>();
    for (GpuTarget target : there) {
      if (processors.contains(target.processor())) {
        target.features().forEach(feature -> open.add(feature.name()));
      }
    }
    Set<GpuTarget> settings = new LinkedHashSet<>();
    for (GpuTarget device : GpuTable.settings(wanted)) {
      Set<String> left = new LinkedHashSet<>(open);
      device.features().forEach(feature -> left.remove(feature.name()));
      settings.addAll(settings(device, left));
    }
    return settings;
  }

  /** A target with none, some or all of the features that it leaves open, in each setting. */
  private static Set<GpuTarget> settings(GpuTarget wanted, Set<String> open) {
    Set<GpuTarget> settings = new LinkedHashSet<>(List.of(wanted));
    for (String name : open) {
      for (GpuTarget each : List.copyOf(settings)) {
        if (each.features().size() < MOST_FEATURES) {
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
