package org.kpackworkbench.model.analysis.resolve.diagnose;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.diagnose.ArchiveEvidence.BinaryRows;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.Resolution;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.TextReduction;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpm.SearchPaths;

/** Why a loader's trace ended without code. */
final class TraceDiagnosis {
  private final @Nullable Loader loader;
  private final ArchiveEvidence evidence;
  private final TraceSteps seen;
  private final String device;

  /**
   * @param loader null where the trace's files are not available
   * @param device the device's target, as it should be named
   */
  TraceDiagnosis(
      @Nullable Loader loader, ArchiveEvidence evidence, List<Step> trace, String device) {
    this.loader = loader;
    this.evidence = evidence;
    this.seen = new TraceSteps(trace);
    this.device = device;
  }

  @Nullable Diagnosis of(LoaderError error) {
    if (seen.asked != null) {
      return ofKey(seen.asked, error);
    }
    return switch (error) {
      case SUCCESS -> null;
      case NOT_IMPLEMENTED ->
          seen.disabled != null ? new Diagnosis.Disabled(seen.disabled.variable()) : atCode(error);
      case MSGPACK_PARSE_FAILED, INVALID_METADATA ->
          seen.metadata != null
              ? new Diagnosis.MarkerUnreadable(seen.metadata.why(), seen.metadata.place())
              : atCode(error);
      case ARCHIVE_NOT_FOUND -> noArchive();
      case ARCHITECTURE_NOT_FOUND -> noArchitecture();
      case KERNEL_NOT_FOUND -> noKernel();
      default -> atCode(error);
    };
  }

  @FunctionalInterface
  private interface Cause {
    @Nullable Diagnosis find();
  }

  private static @Nullable Diagnosis first(Cause... causes) {
    for (Cause each : causes) {
      Diagnosis found = each.find();
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** Why only a tolerant loader finds code. */
  @Nullable Diagnosis overlay(Resolution.Found found) {
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

  /** Why an archive does not answer to a key that its library looks up. */
  private @Nullable Diagnosis ofKey(Step.KeyAsked asked, LoaderError error) {
    if (error == LoaderError.SUCCESS) {
      return null;
    }
    if (seen.opened.isEmpty()) {
      return seen.unreadable.isEmpty()
          ? new Diagnosis.Other(error)
          : unreadable(seen.unreadable.getFirst());
    }
    Step.ArchiveOpened archive = seen.opened.getFirst();
    BinaryKey key = BinaryKey.parse(asked.key());
    BinaryRows rows = evidence.rows(archive.archive(), key.binary());
    Set<String> filed = new TreeSet<>(key.indexed() ? rows.targets(key.index()) : rows.plain());
    Set<String> found = new TreeSet<>(filed);
    found.retainAll(asked());
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
        : atCode(error);
  }

  private Diagnosis atCode(LoaderError error) {
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

  private Diagnosis noArchive() {
    Diagnosis known =
        first(
            this::notCompiled,
            this::unreadable,
            this::replacedPaths,
            this::blocked,
            this::hiddenFolder,
            this::forced,
            this::placeholderTwice,
            () -> evidence.siblings(seen.expanded, device, runs(), this::has),
            this::renamed,
            this::notMade);
    return known == null ? new Diagnosis.ArchiveMissing(device, seen.missing) : known;
  }

  private @Nullable Diagnosis unreadable() {
    return seen.unreadable.isEmpty() ? null : unreadable(seen.unreadable.getFirst());
  }

  private @Nullable Diagnosis replacedPaths() {
    return seen.overridden == null || seen.missing.isEmpty()
        ? null
        : new Diagnosis.ReplacedPaths(seen.overridden.variable(), seen.missing);
  }

  private @Nullable Diagnosis blocked() {
    return seen.blocked.isEmpty()
        ? null
        : new Diagnosis.ArchiveUnreachable(
            seen.blocked.getFirst().archive(),
            Objects.requireNonNull(seen.blocked.getFirst().why()));
  }

  private @Nullable Diagnosis renamed() {
    return evidence.renamed(seen.expanded, this::has);
  }

  private Path path(String text) {
    return loader == null ? Path.of(text) : loader.path(text);
  }

  /** An archive where a search path would lead if both its placeholders represented the target. */
  private @Nullable Diagnosis placeholderTwice() {
    for (Step.PatternExpanded one :
        loader == null ? List.<Step.PatternExpanded>of() : seen.expanded) {
      int first = one.pattern().indexOf(GpuTarget.PLACEHOLDER);
      int start = one.pattern().lastIndexOf('/', first) + 1;
      String tail = one.pattern().substring(start);
      if (!one.path().contains(GpuTarget.PLACEHOLDER) || !seen.missing.contains(one.path())) {
        continue;
      }
      for (GpuTarget target : runs()) {
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
  private @Nullable Diagnosis forced() {
    Step.TargetsReplaced step = seen.replaced;
    return step == null || GpuTarget.lenient(step.architecture()).equals(GpuTarget.lenient(device))
        ? null
        : new Diagnosis.ForcedArchitecture(step.variable(), step.architecture());
  }

  /** Where code is missing on purpose: it was never compiled, or removed. */
  private @Nullable Diagnosis notMade() {
    Diagnosis not = notCompiled();
    return not == null ? dropped() : not;
  }

  private @Nullable Diagnosis dropped() {
    return evidence.dropped(seen.trace, device, runs());
  }

  /**
   * Where rows for other targets state that the wrapper's code was never compiled for the device.
   */
  private @Nullable Diagnosis notCompiled() {
    List<String> known = evidence.compiledFor(seen.trace);
    return known.isEmpty() || compiledFor() != null
        ? null
        : new Diagnosis.NotCompiled(seen.key, device, known);
  }

  /**
   * Returns a target that the wrapper's code was compiled for and the device runs; null if none is
   * known.
   */
  private @Nullable String compiledFor() {
    Set<GpuTarget> runs = runs();
    return evidence.compiledFor(seen.trace).stream()
        .filter(one -> runs.contains(GpuTarget.lenient(one)))
        .findFirst()
        .orElse(null);
  }

  private Diagnosis unreadable(Step.ArchiveUnreadable step) {
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
  private @Nullable Diagnosis hiddenFolder() {
    Set<Path> folders = new LinkedHashSet<>();
    for (String archive : seen.missing) {
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
            && folders.stream().allMatch(evidence::isProbablyLost);
    return gone && !folders.isEmpty()
        ? new Diagnosis.HiddenFolderMissing(folders.iterator().next().toString())
        : null;
  }

  private Diagnosis noArchitecture() {
    Diagnosis known =
        first(
            this::forced,
            this::unlisted,
            this::otherSpelling,
            this::notCompiled,
            this::unreadable,
            this::renamed,
            this::replaced,
            this::notMade);
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
  private @Nullable Diagnosis replaced() {
    return seen.overridden == null
        ? null
        : new Diagnosis.ReplacedArchives(
            seen.overridden.variable(),
            device,
            seen.opened.stream().map(Step.ArchiveOpened::archive).toList());
  }

  /** The targets that a loader looks for where they are listed, as it spells them. */
  private Set<String> asked() {
    Set<String> asked = new LinkedHashSet<>();
    seen.tried.forEach(
        step -> {
          asked.add(step.architecture());
          asked.add(step.target());
        });
    return asked;
  }

  /** An archive with code for the wrapper that its own list leaves out. */
  private @Nullable Diagnosis unlisted() {
    // Under another spelling, or another target, no loader would look it up, even if it is listed.
    Set<String> asked = asked();
    for (Step.ArchiveOpened archive : seen.opened) {
      for (String target : evidence.unlisted(archive.archive())) {
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
    all.addAll(evidence.unlisted(archive.archive()));
    all.add(target);
    return new Diagnosis.ArchitectureUnlisted(
        archive.archive(), name, target, List.copyOf(all), archive.place());
  }

  /**
   * Returns the diagnosis where code that a device runs is listed under another spelling, name or
   * setting.
   */
  private @Nullable Diagnosis otherSpelling() {
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
  private boolean has(String archive, String target) {
    BinaryRows found = evidence.rows(archive, seen.name);
    return !found.known() || found.indices(target).contains(seen.index);
  }

  /** Code for the wrapper in a form that loaders do not read. */
  private @Nullable Diagnosis unread() {
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

  private Diagnosis noKernel() {
    Diagnosis unread = unread();
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
    Diagnosis known =
        first(
            this::unlisted,
            this::notCompiled,
            this::unreadable,
            this::plainKey,
            this::replaced,
            this::dropped,
            this::otherFeatures,
            this::notMade);
    Step.KernelMissed first = seen.misses.getFirst();
    List<String> bases = seen.missingBases(first.architecture());
    if (known != null) {
      return known;
    }
    Diagnosis missing = missing();
    // A wrong name remains wrong, whatever is installed.
    boolean misnamed = missing instanceof Diagnosis.NameMissing && !pathNames().isEmpty();
    return bases.isEmpty() || misnamed
        ? missing
        : new Diagnosis.BaseMissing(
            first.key(), first.architecture(), first.archive(), bases, first.place());
  }

  private Set<String> pathNames() {
    Set<String> names = new TreeSet<>();
    Path binary = seen.binary;
    if (binary != null) {
      seen.misses.forEach(miss -> names.addAll(evidence.pathNames(binary, miss.archive())));
    }
    return names;
  }

  /** The wrapper's code for other settings of the device's features. */
  private @Nullable Diagnosis otherFeatures() {
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

  private @Nullable Diagnosis plainKey() {
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
  private Diagnosis missing() {
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
      Set<String> own = pathNames();
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

  private Set<GpuTarget> runs() {
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
