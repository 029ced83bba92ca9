package org.kpackworkbench.model.operation.archives;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.TextReduction;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.format.kpack.ArchiveSearch;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.operation.archives.BinaryScan.ScannedBinary;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Code that only loaders from mid-2026 on find: the first archive that lists a target of a device
 * has none of it, and older loaders give up there.
 */
public final class OlderLoaders {
  /** The rule that reports it. */
  public static final String RULE = "strict-loaders";

  private static final int MOST_NAMED = 10;
  private static final List<String> WINDOWS_NAMES = List.of(".dll", ".exe", ".pyd");

  private OlderLoaders() {}

  /**
   * The rows of an archive for one binary.
   *
   * @param file what a warning is about: the archive, or the binary that it is made of
   * @param listed the architectures that the archive lists
   * @param code the architectures of the code of each wrapper
   */
  private record Table(Path file, Collection<String> listed, Map<Integer, Set<String>> code) {}

  /** The way through archives for the code of one wrapper. */
  private static final class Asking extends ArchiveSearch<Table> {
    private final int wrapper;

    /** Where older loaders give up; null if that is nowhere. */
    private @Nullable Table stop;

    Asking(int wrapper) {
      this.wrapper = wrapper;
    }

    @Override
    protected boolean lists(Table archive, String architecture) {
      return archive.listed().contains(architecture);
    }

    @Override
    protected boolean ask(Table archive, String architecture) {
      boolean found = archive.code().getOrDefault(wrapper, Set.of()).contains(architecture);
      stop = found || stop != null ? stop : archive;
      return found;
    }
  }

  /**
   * The wrappers whose code older loaders do not find, by the target of the device.
   *
   * @param archives the archives that a loader opens for the binary, in its order
   * @param stops takes where older loaders give up on each device
   */
  private static SortedMap<GpuTarget, List<Integer>> missed(
      List<Table> archives, Map<GpuTarget, Path> stops) {
    SortedSet<Integer> wrappers = new TreeSet<>();
    SortedSet<GpuTarget> devices = new TreeSet<>();
    for (Table archive : archives) {
      wrappers.addAll(archive.code().keySet());
      archive.listed().forEach(text -> add(text, devices));
      archive.code().values().forEach(texts -> texts.forEach(text -> add(text, devices)));
    }
    SortedMap<GpuTarget, List<Integer>> missed = new TreeMap<>();
    for (GpuTarget device : devices) {
      List<TextReduction> attempts = attempts(device);
      for (int wrapper : wrappers) {
        Asking search = new Asking(wrapper);
        if (search.run(attempts, archives) && search.stop != null) {
          stops.putIfAbsent(device, search.stop.file());
          missed.computeIfAbsent(device, key -> new ArrayList<>()).add(wrapper);
        }
      }
    }
    return missed;
  }

  private static List<TextReduction> attempts(GpuTarget device) {
    return TextReduction.of(Device.of(device).handed());
  }

  private static void add(String text, Set<GpuTarget> devices) {
    GpuTarget target = GpuTarget.lenient(text);
    if (target.processor().startsWith("gfx")
        && target.features().size() <= TextReduction.MOST_FEATURES) {
      devices.add(target);
    }
  }

  /**
   * Whether the device can be one of those that a binary runs on: Windows knows none whose targets
   * have features.
   *
   * @param binary its kernel name
   */
  public static boolean runs(String binary, GpuTarget device) {
    String name = binary.toLowerCase(Locale.ROOT);
    return device.features().isEmpty() || WINDOWS_NAMES.stream().noneMatch(name::endsWith);
  }

  /**
   * Names the code that older loaders do not find.
   *
   * @param missed the wrappers by target
   */
  public static String words(String binary, SortedMap<GpuTarget, List<Integer>> missed) {
    return "no code of %s for %s"
        .formatted(
            binary,
            missed.entrySet().stream()
                .map(each -> "%s (%s)".formatted(each.getKey(), indices(each.getValue())))
                .collect(Collectors.joining(", ")));
  }

  private static String indices(List<Integer> wrappers) {
    return ListText.some(wrappers.stream().map(index -> "#" + index).toList(), MOST_NAMED);
  }

  /**
   * Warnings of code of a binary that older loaders miss in archives.
   *
   * @param listed a device that is handed none of these targets does not count
   */
  private static Optional<OperationNote> warning(
      String binary, List<Table> archives, Collection<String> listed) {
    Map<GpuTarget, Path> stops = new HashMap<>();
    SortedMap<GpuTarget, List<Integer>> missed = missed(archives, stops);
    missed
        .keySet()
        .removeIf(
            device ->
                !runs(binary, device)
                    || attempts(device).stream()
                        .noneMatch(each -> listed.contains(each.architecture())));
    return missed.isEmpty()
        ? Optional.empty()
        : Optional.of(
            OperationNote.warning(
                RULE,
                Objects.requireNonNull(stops.get(missed.firstKey())),
                "loaders up to mid-2026 find %s, newer ones do".formatted(words(binary, missed)),
                "Use a newer loader, or compile these translation units for these targets, too."));
  }

  /**
   * Returns warnings where older loaders miss code in archives that are to be written.
   *
   * @param binaries the binaries, whose code goes into these archives
   * @param labels the targets that one archive of all code lists; without labels each target of the
   *     code is listed
   */
  static List<OperationNote> in(Map<Path, ScannedBinary> binaries, Collection<String> labels) {
    Set<String> listed = new TreeSet<>(labels);
    if (labels.isEmpty()) {
      binaries.values().stream()
          .flatMap(binary -> binary.kept().stream())
          .forEach(row -> listed.add(row.target().toString()));
    }
    List<OperationNote> warnings = new ArrayList<>();
    binaries.forEach(
        (file, binary) -> {
          Map<Integer, Set<String>> code = new HashMap<>();
          for (DeviceCodeRow row : binary.kept()) {
            code.computeIfAbsent(row.wrapper(), key -> new TreeSet<>())
                .add(row.target().toString());
          }
          String name = String.valueOf(file.getFileName());
          warning(name, List.of(new Table(file, listed, code)), listed).ifPresent(warnings::add);
        });
    return warnings;
  }

  /**
   * Returns warnings where older loaders miss code in archives that are installed together.
   *
   * @param files the archives; a damaged one is skipped, as by loaders
   */
  public static List<OperationNote> in(Collection<Path> files) throws IOException {
    return in(List.of(), files, file -> true);
  }

  /**
   * Checks archives of folders in which some were written or removed. Where none was removed, only
   * groups and targets of the written ones count.
   */
  public static List<OperationNote> around(Collection<Path> written) throws IOException {
    Set<Path> files = new TreeSet<>();
    for (Path file : written) {
      files.addAll(beside(file));
    }
    boolean removed = !files.containsAll(written);
    return in(List.of(), files, file -> removed || written.contains(file));
  }

  /**
   * Checks archives that are to be written, with the others of their folders.
   *
   * @param removed archives that are to be removed
   */
  public static List<OperationNote> planned(List<FiledRows> written, Collection<Path> removed)
      throws IOException {
    Set<Path> changed = written.stream().map(each -> each.file).collect(Collectors.toSet());
    changed.addAll(removed);
    Set<Path> others = new TreeSet<>();
    for (Path each : changed) {
      others.addAll(beside(each));
    }
    others.removeAll(changed);
    return in(written, others, file -> !removed.isEmpty() || changed.contains(file));
  }

  private static List<Path> beside(Path archive) throws IOException {
    List<Path> files = new ArrayList<>();
    Path folder = archive.resolveSibling("");
    if (Files.isDirectory(folder)) {
      FolderList.of(folder, "*.kpack")
          .forEach(each -> files.add(archive.resolveSibling(each.getFileName())));
    }
    return files;
  }

  private static List<OperationNote> in(
      List<FiledRows> written, Collection<Path> files, Predicate<Path> counts) throws IOException {
    List<FiledRows> archives = new ArrayList<>(written);
    for (Path file : files) {
      try (KpackArchive archive = KpackArchive.open(file)) {
        if (!archive.scheme().isLoaded()) {
          continue;
        }
        FiledRows rows = new FiledRows(file, archive.groupName(), archive.architectures());
        for (int row = 0; row < archive.entryCount(); row++) {
          rows.add(archive.entry(row).key(), archive.entry(row).targetText());
        }
        archives.add(rows);
      } catch (FormatException damaged) {
        continue;
      }
    }
    Set<String> listed = new TreeSet<>();
    List<FiledRows> counting = archives.stream().filter(each -> counts.test(each.file)).toList();
    (written.isEmpty() ? counting : written).forEach(each -> listed.addAll(each.listed));
    List<OperationNote> warnings = new ArrayList<>();
    Set<String> binaries = new TreeSet<>();
    Set<Group> changed = counting.stream().map(each -> each.group).collect(Collectors.toSet());
    Set<Path> folders = changed.stream().map(Group::folder).collect(Collectors.toSet());
    archives.stream()
        .filter(each -> changed.contains(each.group))
        .forEach(each -> binaries.addAll(each.code.keySet()));
    for (String binary : binaries) {
      Set<Group> groups =
          archives.stream()
              .filter(each -> each.code.containsKey(binary))
              .map(each -> each.group)
              .filter(each -> folders.contains(each.folder()))
              .collect(Collectors.toSet());
      archives.stream()
          .filter(each -> groups.contains(each.group))
          .collect(
              Collectors.groupingBy(
                  each -> each.group.folder(),
                  LinkedHashMap::new,
                  Collectors.mapping(each -> each.table(binary), Collectors.toList())))
          .values()
          .forEach(tables -> warning(binary, tables, listed).ifPresent(warnings::add));
    }
    return warnings;
  }

  /**
   * A group of archives in one folder. For a binary a loader opens those that have code of it.
   *
   * @param folder where they are, without the folders of artifacts, which are installed together
   */
  private record Group(String name, Path folder) {
    static Group of(String name, Path file) {
      Path folder = file.resolveSibling("");
      return new Group(
          name,
          StreamSupport.stream(folder.spliterator(), false)
              .filter(each -> ArtifactName.parse(each.toString()).isEmpty())
              .reduce(folder.resolve("/"), Path::resolve));
    }
  }

  /** The rows of an archive. */
  public static final class FiledRows {
    private final Path file;
    private final Group group;
    private final List<String> listed;
    private final Map<String, Map<Integer, Set<String>>> code = new HashMap<>();

    /**
     * @param group the group that the archive states
     * @param listed the architectures that it lists
     */
    public FiledRows(Path file, String group, List<String> listed) {
      this.file = file;
      this.group = Group.of(group, file);
      this.listed = listed;
    }

    private Table table(String binary) {
      return new Table(file, listed, code.getOrDefault(binary, Map.of()));
    }

    /** Adds a row, unless its key has no index, which no loader asks for. */
    public void add(BinaryKey key, String target) {
      if (key.indexed()) {
        code.computeIfAbsent(key.binary(), each -> new HashMap<>())
            .computeIfAbsent(key.index(), each -> new TreeSet<>())
            .add(target);
      }
    }
  }
}
