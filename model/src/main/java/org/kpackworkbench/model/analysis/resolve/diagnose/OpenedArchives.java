package org.kpackworkbench.model.analysis.resolve.diagnose;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.TextReduction;

/** Causes that rows of archives show which a loader opened. */
record OpenedArchives(ArchiveEvidence evidence, TraceSteps seen, String device) {
  /**
   * Returns a target that the wrapper's code was compiled for and the device runs; null if none is
   * known.
   */
  @Nullable String compiledFor() {
    Set<GpuTarget> runs = runs();
    return evidence.compiledFor(seen.trace).stream()
        .filter(one -> runs.contains(GpuTarget.lenient(one)))
        .findFirst()
        .orElse(null);
  }

  /** The targets that a loader looks for where they are listed, as it spells them. */
  Set<String> asked() {
    Set<String> asked = new LinkedHashSet<>();
    seen.tried.forEach(
        step -> {
          asked.add(step.architecture());
          asked.add(step.target());
        });
    return asked;
  }

  /** An archive with code for the wrapper that its own list leaves out. */
  @Nullable Diagnosis unlisted() {
    // Under another spelling, or another target, no loader would look it up, even if it is listed.
    Set<String> asked = asked();
    for (Step.ArchiveOpened archive : seen.opened) {
      for (String target : evidence.filed(archive.archive())) {
        if (asked.contains(target)
            && !archive.architectures().contains(target)
            && evidence.rows(archive.archive(), seen.name).indices(target).contains(seen.index)) {
          return unlisted(archive, seen.name, target);
        }
      }
    }
    return null;
  }

  /**
   * Each correction replaces the whole list, so it has all targets that rows are filed under, and
   * none without rows, where strict loaders would stop.
   */
  Diagnosis unlisted(Step.ArchiveOpened archive, String name, String target) {
    Set<String> filed = evidence.filed(archive.archive());
    Set<String> all = new LinkedHashSet<>(archive.architectures());
    all.removeIf(listed -> !filed.isEmpty() && !filed.contains(listed));
    all.addAll(filed);
    all.add(target);
    return new Diagnosis.ArchitectureUnlisted(
        archive.archive(), name, target, List.copyOf(all), archive.place());
  }

  /**
   * Returns the diagnosis where code that a device runs is listed under another spelling, name or
   * setting.
   */
  @Nullable Diagnosis otherSpelling() {
    Map<GpuTarget, String> tried = new LinkedHashMap<>();
    Set<String> processors = new LinkedHashSet<>();
    for (Step.ArchitectureTried step : seen.tried) {
      GpuTarget target = GpuTarget.lenient(step.architecture());
      tried.putIfAbsent(target, step.architecture());
      processors.add(target.processor());
    }
    Set<GpuTarget> runs = runs();
    Diagnosis generic = null;
    Set<String> related = new LinkedHashSet<>();
    for (Step.ArchiveOpened archive : seen.opened) {
      for (String name : archive.architectures()) {
        GpuTarget target = GpuTarget.lenient(name);
        if (!has(archive.archive(), name)) {
          continue;
        }
        if (tried.containsKey(target)) {
          return new Diagnosis.FeatureSpelling(
              archive.archive(), name, tried.get(target), archive.place());
        }
        if (runs.contains(target) && generic == null) {
          generic = new Diagnosis.GenericNotAsked(archive.archive(), name, device, archive.place());
        }
        if (processors.contains(target.processor())) {
          related.add(name);
        }
      }
    }
    return generic != null || related.isEmpty()
        ? generic
        : new Diagnosis.OtherFeatures(device, List.copyOf(related));
  }

  /** Whether an archive has the wrapper's code for a target, as far as that can be known. */
  boolean has(String archive, String target) {
    BinaryRows found = evidence.rows(archive, seen.name);
    return !found.known() || found.indices(target).contains(seen.index);
  }

  /** Code for the wrapper in a form that loaders do not read. */
  @Nullable Diagnosis unread() {
    Set<String> asked = asked();
    for (Step.ArchiveOpened archive : seen.opened) {
      String form = evidence.unread(archive.archive());
      if (!form.isEmpty()) {
        BinaryRows rows = evidence.rows(archive.archive(), seen.name);
        if (asked.stream().anyMatch(each -> rows.indices(each).contains(seen.index))) {
          return new Diagnosis.FormUnread(archive.archive(), form, archive.place());
        }
      }
    }
    return null;
  }

  Set<String> pathNames() {
    Set<String> names = new TreeSet<>();
    Path binary = seen.binary;
    if (binary != null) {
      seen.misses.forEach(miss -> names.addAll(evidence.pathNames(binary, miss.archive())));
    }
    return names;
  }

  /** The wrapper's code under a target that it is not for. */
  @Nullable Diagnosis filedElsewhere() {
    for (Step.KernelMissed miss : seen.misses) {
      Diagnosis elsewhere = evidence.filedElsewhere(miss, seen.name, seen.index, runs());
      if (elsewhere != null) {
        return elsewhere;
      }
    }
    return null;
  }

  /** The wrapper's code for other settings of the device's features, where loaders find it. */
  @Nullable Diagnosis otherFeatures() {
    String processor = GpuTarget.lenient(device).processor();
    Set<String> related = new LinkedHashSet<>();
    for (Step.ArchiveOpened archive : seen.opened) {
      BinaryRows found = evidence.rows(archive.archive(), seen.name);
      for (String target : found.indexed().keySet()) {
        if (GpuTarget.lenient(target).processor().equals(processor)
            && archive.architectures().contains(target)
            && found.indices(target).contains(seen.index)) {
          related.add(target);
        }
      }
    }
    return related.isEmpty() ? null : new Diagnosis.OtherFeatures(device, List.copyOf(related));
  }

  @Nullable Diagnosis plainKey() {
    for (Step.KernelMissed miss : seen.misses) {
      BinaryRows found = evidence.rows(miss.archive(), seen.name);
      if (found.plain().contains(miss.architecture())) {
        return new Diagnosis.PlainKey(miss.key(), seen.name, miss.archive(), miss.place());
      }
    }
    return null;
  }

  /**
   * Returns the diagnosis from the binary's other rows in the archives that had nothing under the
   * key.
   */
  Diagnosis missing() {
    BinaryRows all = BinaryRows.UNKNOWN;
    for (Step.KernelMissed miss : seen.misses) {
      all = all.and(evidence.rows(miss.archive(), seen.name));
    }
    BinaryRows found = all;
    Step.KernelMissed miss =
        seen.misses.stream()
            .filter(one -> !found.indices(one.architecture()).isEmpty())
            .findFirst()
            .orElse(seen.misses.getFirst());
    List<String> archives =
        seen.misses.stream()
            .filter(one -> one.architecture().equals(miss.architecture()))
            .map(Step.KernelMissed::archive)
            .distinct()
            .toList();
    String lost = compiledFor();
    Set<String> others = new TreeSet<>(found.indexed().keySet());
    others.addAll(found.plain());
    boolean none = found.known() && others.isEmpty();
    boolean complete = seen.missing.isEmpty() && seen.expanded.isEmpty();
    Diagnosis.KeyRenamed renamed =
        none || (lost != null && found.misspelt(seen.name, seen.index).isEmpty())
            ? renamed(lost != null, complete)
            : null;
    if (renamed != null && (!none || found.alike().isEmpty())) {
      return renamed;
    }
    if (!found.known() || !found.indices(miss.architecture()).isEmpty()) {
      return new Diagnosis.IndexMissing(
          miss.key(),
          miss.architecture(),
          archives,
          found.keys(miss.architecture()),
          found.misspelt(seen.name, seen.index),
          lost,
          miss.place());
    }
    if (none) {
      Set<String> own = pathNames();
      return new Diagnosis.NameMissing(
          seen.name,
          miss.architecture(),
          archives,
          List.copyOf(own.isEmpty() ? found.alike() : own),
          List.copyOf(found.others()),
          found.free(),
          complete || !own.isEmpty() || renamed != null);
    }
    return new Diagnosis.TargetMissing(
        seen.name, miss.architecture(), archives, List.copyOf(others), lost != null, miss.place());
  }

  /**
   * Returns the diagnosis where a key that is no file's path is filed for the wrapper.
   *
   * @param lost whether the wrapper's code was there
   * @param complete whether no archive is missing
   */
  private Diagnosis.@Nullable KeyRenamed renamed(boolean lost, boolean complete) {
    Diagnosis.KeyRenamed only = null;
    for (Step.KernelMissed miss : seen.misses) {
      Diagnosis.KeyRenamed one = evidence.renamed(miss, seen, lost, complete);
      if (one != null && only != null && !one.renamed().equals(only.renamed())) {
        return null;
      }
      only = only == null ? one : only;
    }
    return only;
  }

  Set<GpuTarget> runs() {
    Set<GpuTarget> runs = new LinkedHashSet<>();
    seen.tried.forEach(step -> runs.add(GpuTarget.lenient(step.architecture())));
    runs.addAll(runs(device));
    return runs;
  }

  /** All that a device runs, the generic targets of its processor as well. */
  static Set<GpuTarget> runs(String device) {
    Set<GpuTarget> runs = new LinkedHashSet<>();
    GpuTarget own = GpuTarget.lenient(device);
    for (GpuTarget one : Stream.concat(Stream.of(own), GpuTable.runnable(own).stream()).toList()) {
      runs.addAll(TextReduction.targets(one));
      GpuTable.olderName(one).ifPresent(older -> runs.addAll(TextReduction.targets(older)));
    }
    return runs;
  }
}
