package org.kpackworkbench.model.loader;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.loader.WrapperOutcome.InArchive;
import org.kpackworkbench.model.loader.WrapperOutcome.InBundle;
import org.kpackworkbench.model.loader.WrapperOutcome.Unusable;
import org.kpackworkbench.model.offload.DeviceCode;
import org.kpackworkbench.model.target.GpuTarget;

/** Says in one sentence why code was not found. Safe for use by many threads. */
public final class Diagnoser {
  private final @Nullable Loader loader;
  private final CompiledFor compiled;
  private final ArchivesBeside beside = new ArchivesBeside();
  private final Map<Looked, Presence> presences = new ConcurrentHashMap<>();

  /**
   * @param loader the loader that was asked, still open, so that its archives can be looked into
   */
  public Diagnoser(Loader loader) {
    this.loader = loader;
    compiled = new CompiledFor(loader);
  }

  private Diagnoser() {
    this.loader = null;
    compiled = new CompiledFor(null);
  }

  /** For traces whose files are not at hand, as those of logs. */
  public static Diagnoser ofTraces() {
    return new Diagnoser();
  }

  /** What is wrong with a binary: each cause with the outcomes that it explains. */
  public Map<Diagnosis, List<WrapperOutcome>> of(BinaryResolution binary) {
    Map<Diagnosis, List<WrapperOutcome>> causes = new LinkedHashMap<>();
    for (WrapperOutcome outcome : binary.outcomes()) {
      Diagnosis cause = of(outcome, binary.state());
      if (cause != null) {
        causes.computeIfAbsent(cause, one -> new ArrayList<>()).add(outcome);
      }
    }
    return causes;
  }

  /**
   * Why a wrapper has no code, or not with every loader; null where all is well.
   *
   * @param state what its binary has of device code
   */
  public @Nullable Diagnosis of(WrapperOutcome outcome, DeviceCode state) {
    return switch (outcome.code()) {
      case InArchive asked -> of(asked.resolution(), outcome.device());
      case InBundle inside ->
          inside.found() != null
              ? null
              : new Diagnosis.NotConverted(
                  outcome.device().toString(),
                  inside.targets().stream().map(GpuTarget::toString).toList());
      case Unusable unusable ->
          state == DeviceCode.HALF_CONVERTED
              ? new Diagnosis.HalfConverted(outcome.number(), unusable.why(), outcome.wrapper())
              : new Diagnosis.BundleUnreadable(outcome.number(), unusable.why(), outcome.wrapper());
    };
  }

  private @Nullable Diagnosis of(Resolution resolution, GpuTarget device) {
    Resolution.Found found = resolution.found();
    Resolution.Found other = resolution.otherAnswer().found();
    if (found == null) {
      return other != null && resolution.behaviour() == LoaderBehaviour.STRICT
          ? overlay(resolution, other)
          : of(resolution.trace(), resolution.error(), device.toString());
    }
    return resolution.behavioursDiffer() ? overlay(resolution, found) : null;
  }

  /** Why only a tolerant loader finds code. */
  private static @Nullable Diagnosis overlay(Resolution resolution, Resolution.Found found) {
    Seen seen = new Seen(resolution.trace());
    if (seen.misses.isEmpty()) {
      return null;
    }
    Step.KernelMissed miss = seen.misses.getFirst();
    return miss.error() == LoaderError.KERNEL_NOT_FOUND
        ? new Diagnosis.OverlayIncomplete(
            miss.key(), miss.archive(), found.archive().toString(), miss.place())
        : unreadable(miss);
  }

  /**
   * Why a trace ended without code.
   *
   * @param error its answer
   * @param device the device's target, as it should be named
   * @return null where it did not
   */
  public @Nullable Diagnosis of(List<Step> trace, LoaderError error, String device) {
    Seen seen = new Seen(trace);
    return switch (error) {
      case SUCCESS -> null;
      case NOT_IMPLEMENTED ->
          seen.disabled != null
              ? new Diagnosis.Disabled(seen.disabled.variable())
              : atCode(seen, error);
      case MSGPACK_PARSE_FAILED, INVALID_METADATA ->
          seen.metadata != null
              ? new Diagnosis.MarkerUnreadable(seen.metadata.why(), seen.metadata.place())
              : atCode(seen, error);
      case ARCHIVE_NOT_FOUND -> noArchive(seen, device);
      case ARCHITECTURE_NOT_FOUND -> noArchitecture(seen, device);
      case KERNEL_NOT_FOUND -> noKernel(seen);
      default -> atCode(seen, error);
    };
  }

  private static Diagnosis atCode(Seen seen, LoaderError error) {
    for (Step.KernelMissed miss : seen.misses) {
      if (miss.error() == error) {
        return unreadable(miss);
      }
    }
    return new Diagnosis.Other(error);
  }

  private static Diagnosis unreadable(Step.KernelMissed miss) {
    return new Diagnosis.CodeUnreadable(
        miss.key(), miss.architecture(), miss.archive(), miss.error(), miss.why(), miss.place());
  }

  private Diagnosis noArchive(Seen seen, String device) {
    if (!seen.unreadable.isEmpty()) {
      return unreadable(seen.unreadable.getFirst());
    }
    if (seen.overridden != null) {
      return new Diagnosis.ReplacedPaths(seen.overridden.variable(), seen.missing);
    }
    String hidden = hiddenFolder(seen.missing);
    if (hidden != null) {
      return new Diagnosis.HiddenFolderMissing(hidden);
    }
    if (seen.replaced != null) {
      return forced(seen.replaced);
    }
    Diagnosis other = loader == null ? null : beside.of(seen.expanded, device);
    return other == null ? new Diagnosis.ArchiveMissing(device, seen.missing) : other;
  }

  private static Diagnosis forced(Step.TargetsReplaced step) {
    return new Diagnosis.ForcedArchitecture(step.variable(), step.architecture());
  }

  private static Diagnosis unreadable(Step.ArchiveUnreadable step) {
    return new Diagnosis.ArchiveUnreadable(step.archive(), step.error(), step.why(), step.place());
  }

  /** The hidden folder that all missing archives should be in, where it is missing itself. */
  private @Nullable String hiddenFolder(List<String> missing) {
    Set<Path> folders = new LinkedHashSet<>();
    for (String archive : missing) {
      try {
        Path folder = Path.of(archive).getParent();
        Path name = folder == null ? null : folder.getFileName();
        if (folder == null || name == null || !name.toString().startsWith(".")) {
          return null;
        }
        folders.add(folder);
      } catch (InvalidPathException fromElsewhere) {
        return null;
      }
    }
    // Of a log's folders nobody knows whether they are missing there.
    boolean gone = loader != null && folders.stream().noneMatch(Files::isDirectory);
    return gone && !folders.isEmpty() ? folders.iterator().next().toString() : null;
  }

  private static Diagnosis noArchitecture(Seen seen, String device) {
    if (seen.replaced != null) {
      return forced(seen.replaced);
    }
    Set<String> tried = new LinkedHashSet<>();
    seen.tried.forEach(step -> tried.add(step.architecture()));
    Set<String> listed = new LinkedHashSet<>();
    Set<String> related = new LinkedHashSet<>();
    Set<String> processors = new LinkedHashSet<>();
    tried.forEach(name -> processors.add(GpuTarget.lenient(name).processor()));
    for (Step.ArchiveOpened archive : seen.opened) {
      for (String name : archive.architectures()) {
        GpuTarget target = GpuTarget.lenient(name);
        listed.add(name);
        if (!tried.contains(name) && tried.contains(target.toString())) {
          return new Diagnosis.FeatureSpelling(
              archive.archive(), name, target.toString(), archive.place());
        }
        if (processors.contains(target.processor())) {
          related.add(name);
        }
      }
    }
    if (!related.isEmpty()) {
      return new Diagnosis.OtherFeatures(device, List.copyOf(related));
    }
    if (!seen.unreadable.isEmpty()) {
      return unreadable(seen.unreadable.getFirst());
    }
    return new Diagnosis.ArchitectureMissing(
        device,
        seen.opened.stream().map(Step.ArchiveOpened::archive).toList(),
        List.copyOf(listed));
  }

  private Diagnosis noKernel(Seen seen) {
    if (seen.misses.isEmpty()) {
      return new Diagnosis.Other(LoaderError.KERNEL_NOT_FOUND);
    }
    Step.KernelMissed miss = seen.misses.getFirst();
    List<String> archives =
        seen.misses.stream().map(Step.KernelMissed::archive).distinct().toList();
    if (!seen.unreadable.isEmpty()) {
      return unreadable(seen.unreadable.getFirst());
    }
    List<String> bases = seen.missingBases(miss.architecture());
    if (!bases.isEmpty()) {
      return new Diagnosis.BaseMissing(
          miss.key(), miss.architecture(), miss.archive(), bases, miss.place());
    }
    Presence presence = presence(seen);
    return presence.known() && presence.isEmpty()
        ? new Diagnosis.NameMissing(seen.name, miss.architecture(), archives)
        : new Diagnosis.IndexMissing(
            miss.key(),
            miss.architecture(),
            archives,
            presence.keys(),
            compiled.of(seen.trace),
            miss.place());
  }

  /** What the archives that had nothing under the key have of the binary instead. */
  private Presence presence(Seen seen) {
    Presence all = Presence.UNKNOWN;
    if (loader != null) {
      for (Step.KernelMissed miss : seen.misses) {
        Looked looked = new Looked(miss.archive(), seen.name, miss.architecture());
        all = all.and(presences.computeIfAbsent(looked, one -> Presence.of(loader, one)));
      }
    }
    return all;
  }

  /** What was looked for in an archive. */
  record Looked(String archive, String name, String architecture) {}

  /** The steps of a trace by their kinds. */
  private static final class Seen {
    final List<Step.KernelMissed> misses = new ArrayList<>();
    final List<Step.ArchiveUnreadable> unreadable = new ArrayList<>();
    final List<Step.ArchiveOpened> opened = new ArrayList<>();
    final List<Step.ArchitectureTried> tried = new ArrayList<>();
    final List<String> missing = new ArrayList<>();
    Step.@Nullable Disabled disabled;
    Step.@Nullable MetadataUnreadable metadata;
    Step.@Nullable PathsOverridden overridden;
    Step.@Nullable TargetsReplaced replaced;
    String name = "";
    final List<Step> trace;
    private final List<Step.PatternExpanded> expanded = new ArrayList<>();

    Seen(List<Step> trace) {
      this.trace = trace;
      for (Step step : trace) {
        switch (step) {
          case Step.KernelMissed one -> misses.add(one);
          case Step.ArchiveUnreadable one -> unreadable.add(one);
          case Step.ArchiveOpened one -> opened.add(one);
          case Step.ArchitectureTried one -> tried.add(one);
          case Step.ArchiveMissing one -> missing.add(one.archive());
          case Step.Disabled one -> disabled = one;
          case Step.MetadataUnreadable one -> metadata = one;
          case Step.MetadataRead one -> name = one.kernelName();
          case Step.PathsOverridden one -> overridden = one;
          case Step.TargetsReplaced one -> replaced = one;
          case Step.PatternExpanded one -> expanded.add(one);
          default -> {}
        }
      }
    }

    /**
     * Missing archives that could have what an overlay archive lacks: those with a path of their
     * own, and of those that patterns stand for the one without features.
     */
    List<String> missingBases(String architecture) {
      List<String> bases = new ArrayList<>(missing);
      GpuTarget target = GpuTarget.lenient(architecture);
      String bare = target.bare().toString();
      for (Step.PatternExpanded one : expanded) {
        String name = one.pattern().substring(one.pattern().lastIndexOf('/') + 1);
        boolean base =
            !target.features().isEmpty()
                && one.path().endsWith("/" + name.replace(Candidates.PATTERN, bare));
        if (!base) {
          bases.remove(one.path());
        }
      }
      return bases;
    }
  }
}
