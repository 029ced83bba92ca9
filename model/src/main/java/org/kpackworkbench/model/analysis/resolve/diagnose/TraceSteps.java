package org.kpackworkbench.model.analysis.resolve.diagnose;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.base.target.GpuTarget;

/** The steps of a trace by their kinds. */
final class TraceSteps {
  final List<Step.KernelMissed> misses = new ArrayList<>();
  final List<Step.ArchiveUnreadable> unreadable = new ArrayList<>();
  final List<Step.ArchiveOpened> opened = new ArrayList<>();
  final List<Step.ArchitectureTried> tried = new ArrayList<>();
  final List<String> missing = new ArrayList<>();

  /** Those of the missing ones where something else is, or on the way to which. */
  final List<Step.ArchiveMissing> blocked = new ArrayList<>();

  Step.@Nullable Disabled disabled;
  Step.@Nullable KeyAsked asked;

  /** The last look-up of a key in an archive. */
  Step.@Nullable KeyLookedUp lookedUp;

  Step.@Nullable MetadataUnreadable metadata;
  Step.@Nullable PathsOverridden overridden;
  Step.@Nullable TargetsReplaced replaced;
  @Nullable Path binary;
  String name = "";
  String key = "";
  int index;
  final List<Step> trace;
  final List<Step.PatternExpanded> expanded = new ArrayList<>();

  /** The search paths as the marker has them. */
  final Set<String> written = new LinkedHashSet<>();

  TraceSteps(List<Step> trace) {
    this.trace = trace;
    for (Step step : trace) {
      switch (step) {
        case Step.KernelMissed one -> misses.add(one);
        case Step.ArchiveUnreadable one -> unreadable.add(one);
        case Step.ArchiveOpened one -> opened.add(one);
        case Step.ArchitectureTried one -> tried.add(one);
        case Step.ArchiveMissing one -> {
          missing.add(one.archive());
          if (one.why() != null) {
            blocked.add(one);
          }
        }
        case Step.Disabled one -> disabled = one;
        case Step.KeyAsked one -> asked = one;
        case Step.KeyLookedUp one -> lookedUp = one;
        case Step.MetadataUnreadable one -> metadata = one;
        case Step.MetadataRead one -> {
          name = one.kernelName();
          key = one.key();
          index = (int) Math.min(Integer.MAX_VALUE, one.index());
          binary = one.place() == null ? null : one.place().file();
        }
        case Step.PathsOverridden one -> overridden = one;
        case Step.TargetsReplaced one -> replaced = one;
        case Step.PatternExpanded one -> {
          expanded.add(one);
          written.add(one.pattern());
        }
        case Step.PathResolved one -> written.add(one.written());
        default -> {}
      }
    }
  }

  /**
   * Missing archives that could have what an overlay archive lacks: those with a path of their own,
   * and of those that patterns represent the one without features.
   */
  List<String> missingBases(String architecture) {
    List<String> bases = new ArrayList<>(missing);
    GpuTarget target = GpuTarget.lenient(architecture);
    String bare = target.bare().toString();
    for (Step.PatternExpanded one : expanded) {
      String name = one.pattern().substring(Step.PatternExpanded.nameStart(one.pattern()));
      boolean base =
          !target.features().isEmpty()
              && one.path().endsWith("/" + name.replace(GpuTarget.PLACEHOLDER, bare));
      if (!base) {
        bases.remove(one.path());
      }
    }
    return bases;
  }
}
