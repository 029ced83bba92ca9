package org.kpackworkbench.model.analysis.resolve.diagnose;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.diagnose.ArchiveEvidence.BinaryRows;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.InArchive;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.InBundle;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.Unusable;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.resolve.simulate.Resolution;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.TextReduction;
import org.kpackworkbench.model.format.artifact.HiddenFolders;
import org.kpackworkbench.model.format.codeobject.RuntimeCheck.Refusal;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpm.SearchPaths;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.packages.DeviceOffer;
import org.kpackworkbench.model.format.packages.InstalledPackages;

/** Finder of the reason why code was not found, in one sentence. Safe for use by many threads. */
public final class Diagnoser {
  private final @Nullable Loader loader;
  private final ArchiveEvidence evidence;

  private final InstalledPackages packages;

  /** Hidden folders that were probably left behind when a tree was copied. */
  private final Map<Path, Boolean> lost = new ConcurrentHashMap<>();

  private final Map<String, Set<String>> unlisted = new ConcurrentHashMap<>();

  /**
   * @param loader the simulated loader, still open, so that its archives can be read
   */
  public Diagnoser(Loader loader) {
    this(loader, new InstalledPackages());
  }

  /**
   * @param loader the simulated loader, still open, so that its archives can be read
   * @param packages the packages that are known so far
   */
  public Diagnoser(@Nullable Loader loader, InstalledPackages packages) {
    this.loader = loader;
    this.packages = packages;
    evidence = new ArchiveEvidence(loader);
  }

  /** For traces whose files are not available, as those of logs. */
  public static Diagnoser ofTraces() {
    return new Diagnoser(null, new InstalledPackages());
  }

  /** Returns the faults of a binary: each cause with the outcomes that it explains. */
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
   * Why a wrapper has no code, or not its own, or not with every loader; null if all is well.
   *
   * @param state what its binary has of device code
   */
  public @Nullable Diagnosis of(WrapperOutcome outcome, DeviceCode state) {
    Diagnosis refused = refused(outcome);
    return refused != null ? refused : unrefused(outcome, state);
  }

  private @Nullable Diagnosis unrefused(WrapperOutcome outcome, DeviceCode state) {
    return switch (outcome.code()) {
      case InArchive asked ->
          asked.ownership().wrong()
              ? othersKernels(asked)
              : unlessDropped(
                  outcome, unlessPackaged(outcome, of(asked.resolution(), outcome.device())));
      case InBundle inside -> inside.found() != null ? null : notInside(outcome, inside, state);
      case Unusable unusable ->
          state == DeviceCode.HALF_CONVERTED
              ? new Diagnosis.HalfConverted(outcome.number(), unusable.why(), outcome.wrapper())
              : new Diagnosis.WrapperUnusable(
                  outcome.number(), unusable.error(), unusable.why(), outcome.wrapper());
    };
  }

  /** The archives in the nearest hidden folder above a binary that have rows under its path. */
  public List<Path> beside(Path binary) {
    return evidence.beside(binary);
  }

  /**
   * The archives in the nearest hidden folder above a binary that have rows under its path for
   * other targets than those of the code inside it.
   *
   * @param own the targets of the code inside the binary
   * @param wrappers how many wrappers the binary has
   * @param others takes those targets
   */
  public List<Path> beside(Path binary, Set<GpuTarget> own, int wrappers, Set<GpuTarget> others) {
    return evidence.beside(binary, own, wrappers, others);
  }

  private Diagnosis notInside(WrapperOutcome outcome, InBundle inside, DeviceCode state) {
    Diagnosis dropped = dropped(outcome);
    if (dropped != null) {
      return dropped;
    }
    List<String> related =
        inside.targets().stream()
            .filter(target -> target.processor().equals(outcome.device().processor()))
            .map(GpuTarget::toString)
            .toList();
    return !related.isEmpty()
        ? new Diagnosis.OtherFeatures(outcome.device().toString(), related)
        : new Diagnosis.NotConverted(
            outcome.device().toString(),
            state == DeviceCode.HALF_CONVERTED,
            inside.targets().stream().map(GpuTarget::toString).toList(),
            evidence.beside(
                outcome.wrapper().file(),
                outcome.number(),
                runs(new Seen(List.of()), outcome.device().toString())));
  }

  /**
   * Replaces the cause that code was never compiled where it may have been removed before the
   * binary was converted.
   */
  private @Nullable Diagnosis unlessDropped(WrapperOutcome outcome, @Nullable Diagnosis cause) {
    boolean elsewhere =
        cause instanceof Diagnosis.NotCompiled || cause instanceof Diagnosis.OtherFeatures;
    Diagnosis dropped = elsewhere ? dropped(outcome) : null;
    return dropped == null ? cause : dropped;
  }

  private @Nullable Diagnosis unlessPackaged(WrapperOutcome outcome, @Nullable Diagnosis cause) {
    if (!(cause instanceof Diagnosis.ArchiveMissing
        || cause instanceof Diagnosis.HiddenFolderMissing)) {
      return cause;
    }
    try {
      Optional<DeviceOffer> offer = DeviceOffer.of(packages, outcome.wrapper().file());
      return offer.isPresent()
          ? new Diagnosis.PackageMissing(outcome.device().toString(), offer.get())
          : cause;
    } catch (IOException unreadable) {
      // Without their descriptions nothing is known of packages.
      return cause;
    }
  }

  private @Nullable Diagnosis dropped(WrapperOutcome outcome) {
    String device = outcome.device().toString();
    return evidence.dropped(
        outcome.wrapper().file(), outcome.number(), device, runs(new Seen(List.of()), device));
  }

  private static @Nullable Diagnosis refused(WrapperOutcome outcome) {
    Refusal refusal = outcome.refusal();
    if (refusal == null) {
      return null;
    }
    return switch (outcome.code()) {
      case InArchive asked -> {
        Resolution.Found found = Objects.requireNonNull(asked.resolution().found());
        yield new Diagnosis.RefusedCode(
            found.key() + " @ " + found.architecture(),
            found.archive().toString(),
            refusal,
            found.place());
      }
      case InBundle inside -> {
        Place.CodeObject found = Objects.requireNonNull(inside.found());
        yield new Diagnosis.RefusedCode(
            "Code for " + found.target(), found.file().toString(), refusal, found);
      }
      case Unusable unusable -> null;
    };
  }

  private static @Nullable Diagnosis othersKernels(InArchive asked) {
    Resolution.Found found = asked.resolution().found();
    return found == null
        ? null
        : new Diagnosis.OthersKernels(
            found.key() + " @ " + found.architecture(),
            found.archive().toString(),
            asked.ownership(),
            found.place());
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
  private @Nullable Diagnosis overlay(Resolution resolution, Resolution.Found found) {
    Seen seen = new Seen(resolution.trace());
    if (seen.misses.isEmpty()) {
      return null;
    }
    Step.KernelMissed miss = seen.misses.getFirst();
    return miss.error() == LoaderError.KERNEL_NOT_FOUND && miss.why() == null
        ? new Diagnosis.OverlayIncomplete(
            miss.key(),
            miss.archive(),
            miss.architecture(),
            found.archive().toString(),
            found.architecture(),
            miss.place())
        : unreadable(miss);
  }

  /**
   * Why a trace ended without code.
   *
   * @param error its answer
   * @param device the device's target, as it should be named
   * @return null if it did not
   */
  public @Nullable Diagnosis of(List<Step> trace, LoaderError error, String device) {
    Seen seen = new Seen(trace);
    if (seen.asked != null) {
      return ofKey(seen, seen.asked, error, device);
    }
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
      case KERNEL_NOT_FOUND -> noKernel(seen, device);
      default -> atCode(seen, error);
    };
  }

  /** Why an archive does not answer to a key that its library looks up. */
  private @Nullable Diagnosis ofKey(
      Seen seen, Step.KeyAsked asked, LoaderError error, String device) {
    if (error == LoaderError.SUCCESS) {
      return null;
    }
    if (seen.opened.isEmpty()) {
      return seen.unreadable.isEmpty()
          ? new Diagnosis.Other(error)
          : unreadable(seen.unreadable.getFirst(), seen);
    }
    Step.ArchiveOpened archive = seen.opened.getFirst();
    BinaryKey key = BinaryKey.parse(asked.key());
    BinaryRows rows = evidence.rows(archive.archive(), key.binary());
    Set<String> filed = new TreeSet<>(key.indexed() ? rows.targets(key.index()) : rows.plain());
    Set<String> found = new TreeSet<>(filed);
    found.retainAll(asked(seen));
    if (error != LoaderError.ARCHITECTURE_NOT_FOUND
        && !found.isEmpty()
        && (seen.misses.isEmpty() || found.contains(seen.misses.getFirst().architecture()))) {
      String form = evidence.unread(archive.archive());
      return form.isEmpty()
          ? new Diagnosis.CodeUnreadable(
              asked.key(),
              found.iterator().next(),
              archive.archive(),
              error,
              "no loader reads its row",
              archive.place())
          : new Diagnosis.FormUnread(archive.archive(), form, archive.place());
    }
    if (error == LoaderError.ARCHITECTURE_NOT_FOUND) {
      filed.retainAll(found);
      return filed.isEmpty()
          ? new Diagnosis.ArchitectureMissing(
              device, List.of(archive.archive()), archive.architectures(), true)
          : unlisted(archive, asked.key(), filed.iterator().next());
    }
    return error == LoaderError.KERNEL_NOT_FOUND
            && !seen.misses.isEmpty()
            && seen.misses.getFirst().why() == null
        ? new Diagnosis.KeyMissing(
            asked.key(),
            seen.misses.getFirst().architecture(),
            archive.archive(),
            List.copyOf(filed),
            List.copyOf(rows.alike()),
            archive.place())
        : atCode(seen, error);
  }

  private Diagnosis atCode(Seen seen, LoaderError error) {
    for (Step.KernelMissed miss : seen.misses) {
      if (miss.error() == error) {
        return unreadable(miss);
      }
    }
    return new Diagnosis.Other(error);
  }

  private Diagnosis unreadable(Step.KernelMissed miss) {
    String why = miss.why();
    String form =
        why == null || miss.error() != LoaderError.KERNEL_NOT_FOUND
            ? ""
            : evidence.unread(miss.archive());
    if (!form.isEmpty()) {
      return new Diagnosis.FormUnread(miss.archive(), form, miss.place());
    }
    if (why != null && Loader.isScheme(why)) {
      return new Diagnosis.SchemeUnknown(miss.archive(), why, miss.place());
    }
    return new Diagnosis.CodeUnreadable(
        miss.key(), miss.architecture(), miss.archive(), miss.error(), miss.why(), miss.place());
  }

  private Diagnosis noArchive(Seen seen, String device) {
    Diagnosis never = notCompiled(seen, device);
    if (never != null) {
      return never;
    }
    if (!seen.unreadable.isEmpty()) {
      return unreadable(seen.unreadable.getFirst(), seen);
    }
    if (seen.overridden != null && !seen.missing.isEmpty()) {
      return new Diagnosis.ReplacedPaths(seen.overridden.variable(), seen.missing);
    }
    if (!seen.blocked.isEmpty()) {
      Step.ArchiveMissing blocked = seen.blocked.getFirst();
      return new Diagnosis.ArchiveUnreachable(
          blocked.archive(), Objects.requireNonNull(blocked.why()));
    }
    String hidden = hiddenFolder(seen.missing);
    if (hidden != null) {
      return new Diagnosis.HiddenFolderMissing(hidden);
    }
    Diagnosis forced = forced(seen, device);
    if (forced == null && loader != null) {
      forced = placeholderTwice(seen, device);
    }
    if (forced == null && loader != null) {
      forced =
          evidence.siblings(
              seen.expanded,
              device,
              runs(seen, device),
              (archive, target) -> has(archive, seen, target));
    }
    if (forced == null) {
      forced = renamed(seen);
    }
    if (forced == null) {
      forced = notMade(seen, device);
    }
    return forced == null ? new Diagnosis.ArchiveMissing(device, seen.missing) : forced;
  }

  private @Nullable Diagnosis renamed(Seen seen) {
    return evidence.renamed(seen.expanded, (archive, target) -> has(archive, seen, target));
  }

  private Path path(String text) {
    return loader == null ? Path.of(text) : loader.path(text);
  }

  /** An archive where a search path would lead if both its placeholders represented the target. */
  private @Nullable Diagnosis placeholderTwice(Seen seen, String device) {
    for (Step.PatternExpanded one : seen.expanded) {
      int first = one.pattern().indexOf(GpuTarget.PLACEHOLDER);
      int start = one.pattern().lastIndexOf('/', first) + 1;
      String tail = one.pattern().substring(start);
      if (!one.path().contains(GpuTarget.PLACEHOLDER) || !seen.missing.contains(one.path())) {
        continue;
      }
      for (GpuTarget target : runs(seen, device)) {
        String meant = one.path().replace(GpuTarget.PLACEHOLDER, target.toString());
        if (meant.endsWith("/" + tail.replace(GpuTarget.PLACEHOLDER, target.toString()))
            && Files.isRegularFile(path(meant))) {
          return new Diagnosis.PlaceholderTwice(
              one.pattern(), meant, one.path(), new Place.File(path(meant)));
        }
      }
    }
    return null;
  }

  /** A variable selects another target than that of the device. */
  private static @Nullable Diagnosis forced(Seen seen, String device) {
    Step.TargetsReplaced step = seen.replaced;
    return step == null || GpuTarget.lenient(step.architecture()).equals(GpuTarget.lenient(device))
        ? null
        : new Diagnosis.ForcedArchitecture(step.variable(), step.architecture());
  }

  /** All that a device runs, the generic targets of its processor as well. */
  private static Set<GpuTarget> runs(Seen seen, String device) {
    Set<GpuTarget> runs = new LinkedHashSet<>();
    seen.tried.forEach(step -> runs.add(GpuTarget.lenient(step.architecture())));
    GpuTarget own = GpuTarget.lenient(device);
    for (GpuTarget one : Stream.concat(Stream.of(own), GpuTable.runnable(own).stream()).toList()) {
      runs.addAll(TextReduction.targets(one));
      GpuTable.olderName(one).ifPresent(older -> runs.addAll(TextReduction.targets(older)));
    }
    return runs;
  }

  /** Where code is missing on purpose: it was never compiled, or removed. */
  private @Nullable Diagnosis notMade(Seen seen, String device) {
    Diagnosis not = notCompiled(seen, device);
    return not == null ? evidence.dropped(seen.trace, device, runs(seen, device)) : not;
  }

  /**
   * Where rows for other targets state that the wrapper's code was never compiled for the device.
   */
  private @Nullable Diagnosis notCompiled(Seen seen, String device) {
    List<String> known = evidence.compiledFor(seen.trace);
    return known.isEmpty() || compiledFor(seen, device) != null
        ? null
        : new Diagnosis.NotCompiled(seen.key, device, known);
  }

  /**
   * Returns a target that the wrapper's code was compiled for and the device runs; null if none is
   * known.
   */
  private @Nullable String compiledFor(Seen seen, String device) {
    Set<GpuTarget> runs = runs(seen, device);
    return evidence.compiledFor(seen.trace).stream()
        .filter(one -> runs.contains(GpuTarget.lenient(one)))
        .findFirst()
        .orElse(null);
  }

  private static Diagnosis unreadable(Step.ArchiveUnreadable step, Seen seen) {
    if (step.archive().endsWith(SearchPaths.MANIFEST)) {
      Path binary = seen.binary;
      Place manifest = step.place();
      return binary == null || manifest == null
          ? new Diagnosis.ManifestNamed(step.archive(), "", List.of(), manifest)
          : Diagnosis.ManifestNamed.of(
              step.archive(), manifest.file(), binary, List.copyOf(seen.written), manifest);
    }
    return new Diagnosis.ArchiveUnreadable(
        step.archive(), step.error(), step.why(), step.advice(), step.place());
  }

  /** The hidden folder that all missing archives should be in, where it is missing itself. */
  private @Nullable String hiddenFolder(List<String> missing) {
    Set<Path> folders = new LinkedHashSet<>();
    for (String archive : missing) {
      try {
        Path folder = path(archive).getParent();
        Path name = folder == null ? null : folder.getFileName();
        Path parent = folder == null ? null : folder.getParent();
        // A name such as ".." stays where a path could not be resolved.
        if (folder == null
            || name == null
            || parent == null
            || !name.toString().startsWith(".")
            || !folder.equals(folder.normalize())) {
          return null;
        }
        // Where what it should be in is missing as well, the folder's being hidden says nothing.
        if (!Files.isDirectory(parent)) {
          continue;
        }
        folders.add(folder);
      } catch (InvalidPathException fromElsewhere) {
        return null;
      }
    }
    // Whether a log's folders are missing on its machine is not known here.
    boolean gone =
        loader != null
            && loader.files().overlaid().isEmpty()
            && folders.stream()
                .allMatch(each -> lost.computeIfAbsent(each, HiddenFolders::isProbablyLost));
    return gone && !folders.isEmpty() ? folders.iterator().next().toString() : null;
  }

  private Diagnosis noArchitecture(Seen seen, String device) {
    Diagnosis forced = forced(seen, device);
    Diagnosis known = forced == null ? unlisted(seen) : forced;
    if (known == null) {
      known = otherSpelling(seen, device);
    }
    if (known == null) {
      known = notCompiled(seen, device);
    }
    if (known == null && !seen.unreadable.isEmpty()) {
      known = unreadable(seen.unreadable.getFirst(), seen);
    }
    if (known == null) {
      known = renamed(seen);
    }
    if (known == null) {
      known = replaced(seen, device);
    }
    if (known == null) {
      known = notMade(seen, device);
    }
    return known == null
        ? new Diagnosis.ArchitectureMissing(
            device,
            seen.opened.stream().map(Step.ArchiveOpened::archive).toList(),
            seen.opened.stream()
                .flatMap(archive -> archive.architectures().stream())
                .distinct()
                .toList(),
            loader != null)
        : known;
  }

  /**
   * Returns the diagnosis where the archives that a variable names have no code; where the binary's
   * own paths lead to is not known.
   */
  private static @Nullable Diagnosis replaced(Seen seen, String device) {
    return seen.overridden == null
        ? null
        : new Diagnosis.ReplacedArchives(
            seen.overridden.variable(),
            device,
            seen.opened.stream().map(Step.ArchiveOpened::archive).toList());
  }

  /** The targets that a loader looks for where they are listed, as it spells them. */
  private static Set<String> asked(Seen seen) {
    Set<String> asked = new LinkedHashSet<>();
    seen.tried.forEach(
        step -> {
          asked.add(step.architecture());
          asked.add(step.target());
        });
    return asked;
  }

  /** An archive with code for the wrapper that its own list leaves out. */
  private @Nullable Diagnosis unlisted(Seen seen) {
    if (loader == null) {
      return null;
    }
    // Under another spelling, or another target, no loader would look it up, even if it is listed.
    Set<String> asked = asked(seen);
    for (Step.ArchiveOpened archive : seen.opened) {
      for (String target : unlisted.computeIfAbsent(archive.archive(), this::unlistedOf)) {
        if (asked.contains(target)
            && evidence.rows(archive.archive(), seen.name).indices(target).contains(seen.index)) {
          return unlisted(archive, seen.name, target);
        }
      }
    }
    return null;
  }

  /** Each correction replaces the whole list, so it has all targets that the list leaves out. */
  private Diagnosis unlisted(Step.ArchiveOpened archive, String name, String target) {
    Set<String> all = new LinkedHashSet<>(archive.architectures());
    all.addAll(unlisted.computeIfAbsent(archive.archive(), this::unlistedOf));
    all.add(target);
    return new Diagnosis.ArchitectureUnlisted(
        archive.archive(), name, target, List.copyOf(all), archive.place());
  }

  private Set<String> unlistedOf(String archive) {
    Set<String> found = new LinkedHashSet<>();
    if (loader != null) {
      loader.look(
          archive,
          open -> {
            open.targetSums().forEach(sum -> found.add(sum.targetText()));
            found.removeAll(Set.copyOf(open.architectures()));
          });
    }
    return found;
  }

  /**
   * Returns the diagnosis where code that a device runs is listed under another spelling, name or
   * setting.
   */
  private @Nullable Diagnosis otherSpelling(Seen seen, String device) {
    Map<GpuTarget, String> tried = new LinkedHashMap<>();
    Set<String> processors = new LinkedHashSet<>();
    for (Step.ArchitectureTried step : seen.tried) {
      GpuTarget target = GpuTarget.lenient(step.architecture());
      tried.putIfAbsent(target, step.architecture());
      processors.add(target.processor());
    }
    Set<GpuTarget> runs = runs(seen, device);
    Diagnosis generic = null;
    Set<String> related = new LinkedHashSet<>();
    for (Step.ArchiveOpened archive : seen.opened) {
      for (String name : archive.architectures()) {
        GpuTarget target = GpuTarget.lenient(name);
        if (!has(archive.archive(), seen, name)) {
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
  private boolean has(String archive, Seen seen, String target) {
    BinaryRows found = evidence.rows(archive, seen.name);
    return !found.known() || found.indices(target).contains(seen.index);
  }

  /** Code for the wrapper in a form that loaders do not read. */
  private @Nullable Diagnosis unread(Seen seen) {
    Set<String> asked = asked(seen);
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

  private Diagnosis noKernel(Seen seen, String device) {
    Diagnosis unread = unread(seen);
    if (unread != null) {
      return unread;
    }
    if (seen.misses.isEmpty()) {
      return new Diagnosis.Other(LoaderError.KERNEL_NOT_FOUND);
    }
    for (Step.KernelMissed miss : seen.misses) {
      if (miss.why() != null) {
        return unreadable(miss);
      }
    }
    Diagnosis known = unlisted(seen);
    if (known == null) {
      known = notCompiled(seen, device);
    }
    if (known == null && !seen.unreadable.isEmpty()) {
      known = unreadable(seen.unreadable.getFirst(), seen);
    }
    if (known == null) {
      known = plainKey(seen);
    }
    if (known == null) {
      known = replaced(seen, device);
    }
    if (known == null) {
      known = evidence.dropped(seen.trace, device, runs(seen, device));
    }
    if (known == null) {
      known = otherFeatures(seen, device);
    }
    if (known == null) {
      known = notMade(seen, device);
    }
    Step.KernelMissed first = seen.misses.getFirst();
    List<String> bases = seen.missingBases(first.architecture());
    if (known != null) {
      return known;
    }
    Diagnosis missing = missing(seen, device);
    // A wrong name remains wrong, whatever is installed.
    boolean misnamed = missing instanceof Diagnosis.NameMissing && !pathNames(seen).isEmpty();
    return bases.isEmpty() || misnamed
        ? missing
        : new Diagnosis.BaseMissing(
            first.key(), first.architecture(), first.archive(), bases, first.place());
  }

  private Set<String> pathNames(Seen seen) {
    Set<String> names = new TreeSet<>();
    Path binary = seen.binary;
    if (binary != null) {
      seen.misses.forEach(miss -> names.addAll(evidence.pathNames(binary, miss.archive())));
    }
    return names;
  }

  /** The wrapper's code for other settings of the device's features. */
  private @Nullable Diagnosis otherFeatures(Seen seen, String device) {
    String processor = GpuTarget.lenient(device).processor();
    Set<String> related = new LinkedHashSet<>();
    for (Step.ArchiveOpened archive : seen.opened) {
      BinaryRows found = evidence.rows(archive.archive(), seen.name);
      for (String target : found.indexed().keySet()) {
        if (GpuTarget.lenient(target).processor().equals(processor)
            && found.indices(target).contains(seen.index)) {
          related.add(target);
        }
      }
    }
    return related.isEmpty() ? null : new Diagnosis.OtherFeatures(device, List.copyOf(related));
  }

  private @Nullable Diagnosis plainKey(Seen seen) {
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
  private Diagnosis missing(Seen seen, String device) {
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
    String lost = compiledFor(seen, device);
    if (!found.known() || !found.indices(miss.architecture()).isEmpty()) {
      return new Diagnosis.IndexMissing(
          miss.key(),
          miss.architecture(),
          archives,
          found.keys(miss.architecture()),
          lost,
          miss.place());
    }
    Set<String> others = new TreeSet<>(found.indexed().keySet());
    others.addAll(found.plain());
    if (others.isEmpty()) {
      Set<String> own = pathNames(seen);
      return new Diagnosis.NameMissing(
          seen.name,
          miss.architecture(),
          archives,
          List.copyOf(own.isEmpty() ? found.alike() : own),
          found.free());
    }
    return new Diagnosis.TargetMissing(
        seen.name, miss.architecture(), archives, List.copyOf(others), lost != null, miss.place());
  }

  /** The steps of a trace by their kinds. */
  private static final class Seen {
    final List<Step.KernelMissed> misses = new ArrayList<>();
    final List<Step.ArchiveUnreadable> unreadable = new ArrayList<>();
    final List<Step.ArchiveOpened> opened = new ArrayList<>();
    final List<Step.ArchitectureTried> tried = new ArrayList<>();
    final List<String> missing = new ArrayList<>();

    /** Those of the missing ones where something else is, or on the way to which. */
    final List<Step.ArchiveMissing> blocked = new ArrayList<>();

    Step.@Nullable Disabled disabled;
    Step.@Nullable KeyAsked asked;
    Step.@Nullable MetadataUnreadable metadata;
    Step.@Nullable PathsOverridden overridden;
    Step.@Nullable TargetsReplaced replaced;
    @Nullable Path binary;
    String name = "";
    String key = "";
    int index;
    final List<Step> trace;
    private final List<Step.PatternExpanded> expanded = new ArrayList<>();

    /** The search paths as the marker has them. */
    private final Set<String> written = new LinkedHashSet<>();

    Seen(List<Step> trace) {
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
     * Missing archives that could have what an overlay archive lacks: those with a path of their
     * own, and of those that patterns represent the one without features.
     */
    List<String> missingBases(String architecture) {
      List<String> bases = new ArrayList<>(missing);
      GpuTarget target = GpuTarget.lenient(architecture);
      String bare = target.bare().toString();
      for (Step.PatternExpanded one : expanded) {
        String name = one.pattern().substring(one.pattern().lastIndexOf('/') + 1);
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
}
