package org.kpackworkbench.model.analysis.resolve.diagnose;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.Resolution;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.kpack.ArchiveFault;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpm.SearchPaths;

/** Why a loader's trace ended without code. */
final class TraceDiagnosis {
  private final @Nullable Loader loader;
  private final ArchiveEvidence evidence;
  private final TraceSteps seen;
  private final OpenedArchives opened;
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
    this.opened = new OpenedArchives(evidence, seen, device);
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

  @SafeVarargs
  private static @Nullable Diagnosis first(Supplier<@Nullable Diagnosis>... causes) {
    for (Supplier<@Nullable Diagnosis> each : causes) {
      Diagnosis found = each.get();
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
        : instead(unreadable(miss), found.architecture());
  }

  private static Diagnosis instead(Diagnosis miss, String found) {
    return miss instanceof Diagnosis.CodeUnreadable one ? one.servedBy(found) : miss;
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
    found.retainAll(opened.asked());
    if (error != LoaderError.ARCHITECTURE_NOT_FOUND
        && !found.isEmpty()
        && (seen.misses.isEmpty() || found.contains(seen.misses.getFirst().architecture()))) {
      String form = evidence.unread(archive.archive());
      String target = found.iterator().next();
      Diagnosis fault =
          form.isEmpty()
              ? faulty(archive.archive(), asked.key(), target, error, true)
              : new Diagnosis.FormUnread(archive.archive(), form, archive.place());
      return fault != null
          ? fault
          : new Diagnosis.CodeUnreadable(
              asked.key(),
              target,
              archive.archive(),
              error,
              "no loader reads its row",
              null,
              null,
              archive.place());
    }
    if (error == LoaderError.ARCHITECTURE_NOT_FOUND) {
      filed.retainAll(found);
      return filed.isEmpty()
          ? new Diagnosis.ArchitectureMissing(
              device, List.of(archive.archive()), archive.architectures(), true)
          : opened.unlisted(archive, asked.key(), filed.iterator().next());
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
      return new Diagnosis.ArchiveUnusable(
          miss.archive(),
          why,
          "Nothing says how its code is stored: pack the binary again.",
          miss.place());
    }
    Diagnosis fault = miss.error() == LoaderError.KERNEL_NOT_FOUND ? faulty(miss) : null;
    return fault != null
        ? fault
        : new Diagnosis.CodeUnreadable(
            miss.key(),
            miss.architecture(),
            miss.archive(),
            miss.error(),
            miss.why(),
            null,
            null,
            miss.place());
  }

  private @Nullable Diagnosis faulty(Step.KernelMissed miss) {
    return faulty(
        miss.archive(), miss.key(), miss.architecture(), miss.error(), miss.why() == null);
  }

  /**
   * The fault of a row, or of the table that should have it, as readers report it.
   *
   * @param ofRow false where the loader found the row, and not its blob
   */
  private @Nullable Diagnosis faulty(
      String archive, String key, String architecture, LoaderError error, boolean ofRow) {
    ArchiveFault fault = evidence.fault(archive, key, architecture, ofRow);
    if (fault == null) {
      return null;
    }
    return fault.isWhole()
        ? new Diagnosis.ArchiveUnusable(archive, fault.words(), fault.advice(), fault.place())
        : new Diagnosis.CodeUnreadable(
            key, architecture, archive, error, fault.words(), fault.advice(), null, fault.place());
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
            () -> evidence.siblings(seen.expanded, device, opened.runs(), opened::has),
            this::renamed,
            this::notMade);
    return known == null
        ? new Diagnosis.ArchiveMissing(
            device,
            seen.missing.stream()
                .map(path -> path.replace("" + GpuTarget.ANY, GpuTarget.PLACEHOLDER))
                .toList())
        : known;
  }

  /** A manifest explains nothing where another search path leads to archives. */
  private @Nullable Diagnosis unreadable() {
    boolean archives = !seen.written.stream().allMatch(TraceDiagnosis::isManifest);
    return seen.unreadable.stream()
        .filter(one -> !archives || !isManifest(one.archive()))
        .findFirst()
        .map(this::unreadable)
        .orElse(null);
  }

  private static boolean isManifest(String path) {
    return path.endsWith(SearchPaths.MANIFEST);
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
    return evidence.renamed(seen.expanded, opened::has);
  }

  private Path path(String text) {
    return loader == null ? Path.of(text) : loader.path(text);
  }

  /** An archive where a search path would lead if both its placeholders represented the target. */
  private @Nullable Diagnosis placeholderTwice() {
    for (Step.PatternExpanded one :
        loader == null ? List.<Step.PatternExpanded>of() : seen.expanded) {
      int first = one.pattern().indexOf(GpuTarget.PLACEHOLDER);
      int start = Step.PatternExpanded.nameStart(one.pattern().substring(0, Math.max(first, 0)));
      String tail = one.pattern().substring(start).replace('\\', '/');
      if (!one.path().contains(GpuTarget.PLACEHOLDER) || !seen.missing.contains(one.path())) {
        continue;
      }
      for (GpuTarget target : opened.runs()) {
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
    return evidence.dropped(seen.trace, device, opened.runs());
  }

  /**
   * Where rows for other targets state that the wrapper's code was never compiled for the device.
   */
  private @Nullable Diagnosis notCompiled() {
    List<String> known = evidence.compiledFor(seen.trace);
    return known.isEmpty() || opened.compiledFor() != null
        ? null
        : new Diagnosis.NotCompiled(seen.key, device, known);
  }

  private Diagnosis unreadable(Step.ArchiveUnreadable step) {
    if (isManifest(step.archive())) {
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
            opened::unlisted,
            opened::otherSpelling,
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

  private Diagnosis noKernel() {
    Diagnosis unread = opened.unread();
    if (unread != null) {
      return unread;
    }
    if (seen.misses.isEmpty()) {
      // A value that is not there: what loaders do then is undefined.
      Step.KeyLookedUp last = seen.lookedUp;
      Diagnosis fault =
          last == null
              ? null
              : faulty(
                  last.archive(),
                  last.key(),
                  last.architecture(),
                  LoaderError.KERNEL_NOT_FOUND,
                  true);
      return fault == null ? new Diagnosis.Other(LoaderError.KERNEL_NOT_FOUND) : fault;
    }
    for (Step.KernelMissed miss : seen.misses) {
      Diagnosis fault = miss.why() != null ? unreadable(miss) : faulty(miss);
      // A damaged table hides no code that was never there.
      Diagnosis never =
          miss.why() == null && fault instanceof Diagnosis.ArchiveUnusable ? notCompiled() : null;
      if (fault != null) {
        return never == null ? fault : never;
      }
    }
    Diagnosis known =
        first(
            opened::unlisted,
            this::notCompiled,
            this::unreadable,
            opened::plainKey,
            this::replaced,
            this::dropped,
            opened::filedElsewhere,
            opened::otherFeatures);
    Step.KernelMissed first = seen.misses.getFirst();
    List<String> bases = seen.missingBases(first.architecture());
    if (known != null) {
      return known;
    }
    Diagnosis missing = opened.missing();
    // A wrong name remains wrong, whatever is installed.
    boolean misnamed =
        (missing instanceof Diagnosis.NameMissing && !opened.pathNames().isEmpty())
            || (missing instanceof Diagnosis.KeyRenamed it && it.certain());
    return bases.isEmpty() || misnamed
        ? missing
        : new Diagnosis.BaseMissing(
            first.key(), first.architecture(), first.archive(), bases, first.place());
  }
}
