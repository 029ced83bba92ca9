package org.kpackworkbench.model.analysis.resolve.diagnose;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.artifact.ArtifactShard;
import org.kpackworkbench.model.format.artifact.HiddenFolders;
import org.kpackworkbench.model.format.artifact.TreeHome;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.hostonly.PruneNote;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.ArchiveFault;
import org.kpackworkbench.model.format.kpack.DroppedTargets;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.kpm.SearchPaths;
import org.kpackworkbench.model.format.offload.EntryId;

/**
 * Evidence from archives beyond a trace: the targets that a wrapper's translation unit was compiled
 * for, the rows under a binary's name, and archives beside those that were looked for. Each archive
 * and folder is read once. Safe for use by many threads.
 */
final class ArchiveEvidence {
  private final @Nullable Loader loader;
  private final NearbyArchives nearby;
  private final Map<Key, List<String>> compiled = new ConcurrentHashMap<>();
  private final Map<NamedArchive, BinaryRows> rows = new ConcurrentHashMap<>();
  private final Map<NamedArchive, RenamedKeys> renamed = new ConcurrentHashMap<>();
  private final Map<String, String> forms = new ConcurrentHashMap<>();
  private final Map<Path, DroppedTargets> notes = new ConcurrentHashMap<>();
  private final Map<Path, DroppedTargets> binaries = new ConcurrentHashMap<>();
  private final Map<Path, List<Path>> folders = new ConcurrentHashMap<>();
  private final Map<String, Set<Path>> siblings = new ConcurrentHashMap<>();

  /** Hidden folders that were probably left behind when a tree was copied. */
  private final Map<Path, Boolean> lost = new ConcurrentHashMap<>();

  private final Map<String, Set<String>> filed = new ConcurrentHashMap<>();

  private record NamedArchive(String archive, String name) {}

  private record Key(String name, int index) {}

  /**
   * @param loader the simulated loader; null where files are not available
   */
  ArchiveEvidence(@Nullable Loader loader) {
    this.loader = loader;
    this.nearby = new NearbyArchives(loader);
  }

  /** Archives near the binary. */
  NearbyArchives nearby() {
    return nearby;
  }

  /** The names in an archive that are a binary's path. */
  Set<String> pathNames(Path binary, String archive) {
    Loader asked = loader;
    return asked == null
        ? Set.of()
        : read(
            archive,
            Set.of(),
            open -> {
              Path file = asked.path(archive);
              return nearby.pathNames(
                  binary, NearbyArchives.real(file, file.toAbsolutePath()), open);
            });
  }

  /** Takes something from an open archive. */
  @FunctionalInterface
  private interface Reading<T> {
    T of(KpackArchive archive) throws IOException;
  }

  /**
   * Reads an archive that a loader has opened.
   *
   * @param none what is known of one that cannot be read, or has changed: it says nothing then
   */
  private <T> T read(String archive, T none, Reading<T> reading) {
    AtomicReference<T> found = new AtomicReference<>(none);
    if (loader != null) {
      try {
        loader.look(archive, open -> found.set(reading.of(open)));
      } catch (IOException changed) {
        return none;
      }
    }
    return Objects.requireNonNull(found.get());
  }

  /** Likewise, of an archive that a loader may not have opened yet. */
  private <T> T opened(Loader asked, Path archive, T none, Reading<T> reading) {
    try {
      Path real = archive.toRealPath();
      asked.architectures(real);
      return read(real.toString(), none, reading);
    } catch (IOException unreadable) {
      // It says nothing then; whether it matters, the trace says.
      return none;
    }
  }

  /** The rows of an archive under a binary's name. */
  BinaryRows rows(String archive, String name) {
    return rows.computeIfAbsent(
        new NamedArchive(archive, name),
        one -> read(archive, BinaryRows.UNKNOWN, open -> BinaryRows.of(open, name)));
  }

  /**
   * A key that is no file's path, filed where a wrapper's is missing; null if there is none, or
   * several.
   *
   * @param lost whether the wrapper's code was there
   * @param complete whether no archive is missing
   */
  Diagnosis.@Nullable KeyRenamed renamed(
      Step.KernelMissed miss, TraceSteps seen, boolean lost, boolean complete) {
    Path binary = seen.binary;
    Loader asked = loader;
    if (asked == null || binary == null) {
      return null;
    }
    List<Path> overlaid =
        asked.files().overlaid().stream()
            .flatMap(shard -> shard.artifacts().stream().map(TreeHome::root))
            .toList();
    return this.<Optional<Diagnosis.KeyRenamed>>read(
            miss.archive(),
            Optional.empty(),
            open -> {
              NamedArchive key = new NamedArchive(miss.archive(), binary + "\0" + seen.name);
              RenamedKeys keys = renamed.get(key);
              if (keys == null) {
                keys = RenamedKeys.of(open, binary, seen.name, overlaid);
                renamed.put(key, keys);
              }
              String only = keys.names().getOrDefault(miss.architecture(), "");
              int row = open.findText(only + "#" + seen.index, miss.architecture()).orElse(-1);
              if (row < 0 || !(lost || keys.others())) {
                return Optional.empty();
              }
              ArchiveEntry entry = open.entry(row);
              return Optional.of(
                  new Diagnosis.KeyRenamed(
                      seen.name,
                      miss.key(),
                      miss.architecture(),
                      miss.archive(),
                      entry.binary(),
                      open.rowRange(row).start(),
                      lost || complete,
                      open.place(entry)));
            })
        .orElse(null);
  }

  boolean isProbablyLost(Path folder) {
    return lost.computeIfAbsent(folder, HiddenFolders::isProbablyLost);
  }

  /** The targets that rows of an archive are filed under. */
  Set<String> filed(String archive) {
    return filed.computeIfAbsent(
        archive,
        each ->
            read(
                each,
                Set.of(),
                open -> {
                  Set<String> found = new LinkedHashSet<>();
                  open.targetSums().forEach(sum -> found.add(sum.targetText()));
                  return found;
                }));
  }

  /**
   * The fault of a row of an archive, or of its table, as readers report it; null if none is known.
   *
   * @param ofRow false where the loader found the row, and not its blob
   */
  @Nullable ArchiveFault fault(String archive, String key, String architecture, boolean ofRow) {
    return this.<Optional<ArchiveFault>>read(
            archive,
            Optional.empty(),
            open -> ofRow ? ArchiveFault.of(open, key, architecture) : ArchiveFault.ofBlobs(open))
        .orElse(null);
  }

  /**
   * The wrapper's code in an archive, under a target that it is not for.
   *
   * @param runs all targets whose code the device runs
   */
  @Nullable Diagnosis filedElsewhere(
      Step.KernelMissed miss, String name, int index, Set<GpuTarget> runs) {
    Set<String> targets = rows(miss.archive(), name).targets(index);
    return this.<Optional<Diagnosis>>read(
            miss.archive(),
            Optional.empty(),
            open -> {
              for (String filed : targets) {
                int row = open.find(name, index, filed).orElse(-1);
                String stated = row < 0 ? null : FiledTarget.stated(open, row, runs);
                if (stated != null) {
                  return Optional.of(
                      new Diagnosis.FiledElsewhere(
                          miss.key(),
                          miss.architecture(),
                          miss.archive(),
                          filed,
                          stated,
                          open.place(open.entry(row))));
                }
              }
              return Optional.empty();
            })
        .orElse(null);
  }

  /** Why loaders find no code in an archive that this program reads; empty if they do. */
  String unread(String archive) {
    return forms.computeIfAbsent(
        archive,
        each -> read(each, "", open -> Objects.requireNonNullElse(open.loadersNote(), "")));
  }

  /**
   * The targets that the translation unit of a trace's wrapper was compiled for, as rows of other
   * targets state in their metadata: code of the others was never made, rather than lost. Looks
   * into the archives of the trace, and into those that its patterns represent on other devices.
   *
   * @return the targets; empty if nothing says, or archives contradict each other
   */
  List<String> compiledFor(List<Step> trace) {
    return trace.stream()
        .filter(Step.MetadataRead.class::isInstance)
        .map(Step.MetadataRead.class::cast)
        .filter(read -> read.index() <= Integer.MAX_VALUE)
        .findFirst()
        .map(read -> compiledFor(trace, read.kernelName(), (int) read.index()))
        .orElse(List.of());
  }

  /** Likewise, for a wrapper of any number of the same binary. */
  List<String> compiledFor(List<Step> trace, String name, int number) {
    Loader asked = loader;
    return asked == null
        ? List.of()
        : compiled.computeIfAbsent(new Key(name, number), key -> look(asked, key, trace));
  }

  private List<String> look(Loader loader, Key key, List<Step> trace) {
    Set<Path> archives = new LinkedHashSet<>();
    for (Step step : trace) {
      switch (step) {
        case Step.ArchiveOpened opened -> add(loader, opened.archive(), archives);
        case Step.PatternExpanded expanded -> archives.addAll(siblings(loader, expanded));
        default -> {}
      }
    }
    List<String> all = List.of();
    for (Path archive : archives) {
      List<String> found = opened(loader, archive, List.of(), open -> compiled(open, key));
      if (!found.isEmpty() && !all.isEmpty() && !Set.copyOf(found).equals(Set.copyOf(all))) {
        // They are from different builds, and which one is the binary's is not known.
        return List.of();
      }
      all = found.isEmpty() ? all : List.copyOf(found);
    }
    return all;
  }

  private static void add(Loader loader, String archive, Set<Path> archives) {
    try {
      archives.add(loader.path(archive));
    } catch (InvalidPathException fromElsewhere) {
      // A name that no file here can have.
      return;
    }
  }

  /** The archives of other devices that lie where a pattern led, or will lie there. */
  private Set<Path> siblings(Loader loader, Step.PatternExpanded expanded) {
    String pattern =
        expanded.pattern().substring(Step.PatternExpanded.nameStart(expanded.pattern()));
    String folder = expanded.path().substring(0, expanded.path().lastIndexOf('/') + 1);
    return siblings.computeIfAbsent(
        folder + pattern,
        each -> {
          Set<Path> archives = new LinkedHashSet<>();
          try {
            for (Path one : overlaid(loader, loader.path(folder + pattern))) {
              archives.addAll(SearchPaths.at(one, expanded.rules()).files(one, List.of(pattern)));
            }
          } catch (IOException | InvalidPathException fromElsewhere) {
            // A name that no file here can have, or a folder that cannot be listed.
            return archives;
          }
          return archives;
        });
  }

  /** A path, and where it is in the other artifacts of a shard that is seen as overlaid. */
  private static List<Path> overlaid(Loader loader, Path path) {
    List<Path> all = new ArrayList<>(List.of(path));
    for (ArtifactShard shard : loader.files().overlaid()) {
      for (TreeHome home : shard.artifacts()) {
        if (path.startsWith(home.root())) {
          Path within = home.root().relativize(path);
          shard.artifacts().stream()
              .map(other -> other.root().resolve(within))
              .filter(other -> !other.equals(path))
              .forEach(all::add);
        }
      }
    }
    return all;
  }

  /**
   * A note that code for a device was removed on purpose: in an archive that was looked into, in
   * one for another target, or in a manifest that lists one of these.
   *
   * @param runs all targets whose code the device runs
   * @return null if there is none
   */
  @Nullable Diagnosis dropped(List<Step> trace, String device, Set<GpuTarget> runs) {
    Loader asked = loader;
    if (asked == null) {
      return null;
    }
    Set<Path> archives = new LinkedHashSet<>();
    Key key = null;
    for (Step step : trace) {
      switch (step) {
        case Step.ArchiveOpened opened -> add(asked, opened.archive(), archives);
        case Step.PatternExpanded expanded -> archives.addAll(siblings(asked, expanded));
        case Step.MetadataRead read when read.index() <= Integer.MAX_VALUE ->
            key = new Key(read.kernelName(), (int) read.index());
        default -> {}
      }
    }
    Map<Path, Set<String>> names = new LinkedHashMap<>();
    for (Path archive : archives) {
      Path folder = archive.getParent();
      if (folder != null) {
        names
            .computeIfAbsent(folder, one -> new TreeSet<>())
            .add(String.valueOf(archive.getFileName()));
      }
      Diagnosis found =
          dropped(
              archive,
              ofWrapper(
                  notes.computeIfAbsent(
                      archive, one -> opened(asked, one, DroppedTargets.NONE, DroppedTargets::of)),
                  key),
              device,
              runs);
      if (found != null) {
        return found;
      }
    }
    for (Map.Entry<Path, Set<String>> folder : names.entrySet()) {
      for (Path file : folders.computeIfAbsent(folder.getKey(), ArchiveEvidence::list)) {
        if (file.toString().endsWith(".kpm")) {
          Diagnosis found =
              dropped(file, ofWrapper(note(file, folder.getValue()), key), device, runs);
          if (found != null) {
            return found;
          }
        }
      }
    }
    return null;
  }

  /**
   * Returns a note in a fat binary itself that code for a device was removed on purpose.
   *
   * @param wrapper the wrapper's index
   */
  @Nullable Diagnosis dropped(Path binary, int wrapper, String device, Set<GpuTarget> runs) {
    DroppedTargets note =
        binaries.computeIfAbsent(
            binary,
            file -> {
              try {
                return loader == null ? DroppedTargets.NONE : PruneNote.of(file);
              } catch (IOException unreadable) {
                // It says nothing then; that it cannot be read is said elsewhere.
                return DroppedTargets.NONE;
              }
            });
    List<String> own = ofWrapper(note, new Key(PruneNote.SELF, wrapper));
    return dropped(binary, own, device, runs);
  }

  private static @Nullable Diagnosis dropped(
      Path file, List<String> targets, String device, Set<GpuTarget> runs) {
    for (String target : targets) {
      if (runs.contains(GpuTarget.lenient(target))) {
        return new Diagnosis.DroppedByPrune(device, target, file.toString(), new Place.File(file));
      }
    }
    // A device that is named without its features may be one that ran such code.
    GpuTarget named = GpuTarget.lenient(device);
    for (String target : targets) {
      GpuTarget gone = GpuTarget.lenient(target);
      if (gone.processor().equals(named.processor()) && gone.agrees(named)) {
        return new Diagnosis.DroppedByPrune(device, target, file.toString(), new Place.File(file));
      }
    }
    return null;
  }

  /** The targets of which a wrapper's code was removed; null for any wrapper. */
  private static List<String> ofWrapper(DroppedTargets note, @Nullable Key key) {
    return note.targets().stream()
        .filter(
            target -> key == null || note.has(GpuTarget.lenient(target), key.name(), key.index()))
        .toList();
  }

  private static DroppedTargets note(Path file, Set<String> archives) {
    try {
      Manifest manifest = ManifestFile.open(file).manifest();
      return manifest.rows().stream().anyMatch(row -> archives.contains(row.file()))
          ? manifest.dropped()
          : DroppedTargets.NONE;
    } catch (IOException unreadable) {
      // As above.
      return DroppedTargets.NONE;
    }
  }

  /** The targets that the key's first row states, whichever target the row is for. */
  private static List<String> compiled(KpackArchive archive, Key key) throws FormatException {
    for (String architecture : archive.architectures()) {
      OptionalInt row = archive.find(key.name(), key.index(), architecture);
      Optional<BundleOrigin> origin =
          row.isEmpty() ? Optional.empty() : BundleOrigin.of(archive, row.getAsInt());
      if (origin.isPresent()) {
        return targets(origin.get());
      }
    }
    return List.of();
  }

  private static List<String> targets(BundleOrigin origin) {
    List<String> found = new ArrayList<>();
    for (int i = 0; i < origin.bundleIds().size(); i++) {
      GpuTarget target = EntryId.parse(origin.bundleIds().get(i)).gpuTarget();
      if (target != null && !origin.emptyEntries().contains(i)) {
        found.add(target.toString());
      }
    }
    return found;
  }

  /**
   * An archive that lies where one was looked for.
   *
   * @param wanted the target that the path was for
   * @param name the target that the archive's name states
   */
  private record Sibling(Step.PatternExpanded expanded, String wanted, Path file, String name) {
    Place.File place() {
      return new Place.File(file);
    }
  }

  /** The archives in the folders of some paths that have names of the same pattern. */
  private List<Sibling> siblings(List<Step.PatternExpanded> expanded) {
    List<Sibling> found = new ArrayList<>();
    for (Step.PatternExpanded one : expanded) {
      String wanted = one.architecture();
      int folderEnd = Step.PatternExpanded.nameStart(one.path()) - 1;
      if (loader == null || wanted == null || folderEnd <= 0) {
        continue;
      }
      Path folder = loader.path(one.path().substring(0, folderEnd));
      for (Path file : folders.computeIfAbsent(folder, ArchiveEvidence::list)) {
        String name = new Step.PatternExpanded(one.pattern(), file.toString(), null).architecture();
        if (name != null) {
          found.add(new Sibling(one, wanted, file, name));
        }
      }
    }
    return found;
  }

  /**
   * Why no archive has the name that was looked for, where a loader opens an archive for each
   * target: one beside it may have the code under another name.
   *
   * @param expanded the paths that were looked for
   * @param runs all targets whose code the device runs
   * @param has whether an archive has the code that is looked for, for a target
   * @return null if nothing beside it has that code for the device, or for the same processor with
   *     features
   */
  @Nullable Diagnosis siblings(
      List<Step.PatternExpanded> expanded,
      String device,
      Set<GpuTarget> runs,
      BiPredicate<String, String> has) {
    Set<String> found = new TreeSet<>();
    Diagnosis generic = null;
    for (Sibling one : siblings(expanded)) {
      GpuTarget requested = GpuTarget.lenient(one.wanted());
      GpuTarget target = GpuTarget.lenient(one.name());
      boolean same = target.processor().equals(requested.processor());
      boolean other = runs.contains(target) && !same;
      if (!(other || (same && !target.features().isEmpty()))
          || !lists(one.file(), target)
          || !has.test(NearbyArchives.real(one.file(), one.file()).toString(), target.toString())) {
        continue;
      }
      String path = one.file().toString();
      if (other) {
        generic =
            generic == null
                ? new Diagnosis.GenericNotAsked(path, target.toString(), device, one.place())
                : generic;
      } else if (target.equals(requested)) {
        return one.name().equals(one.wanted()) && one.name().indexOf(':') >= 0
            ? new Diagnosis.ColonInName(path, one.place())
            : new Diagnosis.ArchiveMisnamed(path, one.expanded().path(), one.place());
      } else {
        found.add(target.toString());
      }
    }
    return found.isEmpty() ? generic : new Diagnosis.OtherFeatures(device, List.copyOf(found));
  }

  /**
   * Returns the diagnosis where an archive with the code has the name of a target that it does not
   * list; null if none has.
   *
   * @param expanded the paths that were looked for
   * @param has whether an archive has the code that is looked for, for a target
   */
  @Nullable Diagnosis renamed(
      List<Step.PatternExpanded> expanded, BiPredicate<String, String> has) {
    return siblings(expanded).stream()
        .filter(
            one ->
                !one.name().equals(one.wanted())
                    && lists(one.file(), GpuTarget.lenient(one.wanted()))
                    && !lists(one.file(), GpuTarget.lenient(one.name()))
                    && has.test(
                        NearbyArchives.real(one.file(), one.file()).toString(), one.wanted()))
        .map(
            one ->
                new Diagnosis.ArchiveRenamed(
                    one.file().toString(), one.expanded().path(), one.place()))
        .findFirst()
        .orElse(null);
  }

  /** Whether a file is an archive that lists what its name says. */
  private boolean lists(Path file, GpuTarget target) {
    try {
      return loader != null && loader.architectures(file.toRealPath()).contains(target.toString());
    } catch (IOException noArchive) {
      // Nor would a loader open it under another name.
      return false;
    }
  }

  /** A folder that cannot be listed gives no evidence: what is missing has been said already. */
  static List<Path> list(Path folder) {
    try {
      return FolderList.of(folder);
    } catch (IOException unreadable) {
      return List.of();
    }
  }
}
