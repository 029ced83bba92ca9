package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.TextReduction;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.operation.archives.TargetFilter.Named;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.prune.ArchivesPlan.CodeKey;
import org.kpackworkbench.model.operation.prune.Loads.Load;
import org.kpackworkbench.model.operation.prune.Loads.Row;

/** The rows of archives from which kept GPUs get the code of a tree's host-only binaries. */
final class LoadedRows {
  private static final int MOST_NAMED = 10;

  private final PrunePlan plan;
  private final Loads loads = Loads.installed();
  private final Map<CodeKey, List<GpuTarget>> rows = new HashMap<>();
  private final Map<Path, Found> archives = new HashMap<>();
  private final Map<GpuTarget, Set<GpuTarget>> runs = new HashMap<>();
  private final Map<String, Map<CodeKey, Set<GpuTarget>>> loaded = new HashMap<>();

  /** Answers to binaries of the tree. */
  private final Answers ofBinaries = new Answers();

  /** The folders in which these binaries find code. */
  private final Set<String> reached = new HashSet<>();

  /** Answers about keys that no binary of the tree looks up, by folder. */
  private final Map<String, Answers> ofFolders = new HashMap<>();

  private List<Load> before = List.of();

  /**
   * An archive of the tree.
   *
   * @param path in the tree
   * @param folder in which a loader finds it
   */
  private record Found(String path, String folder) {}

  /** For each key the devices that get code, and those that get none. */
  private static final class Answers {
    private final Map<CodeKey, Set<GpuTarget>> found = new HashMap<>();
    private final Map<CodeKey, Set<GpuTarget>> missed = new HashMap<>();

    void add(CodeKey key, GpuTarget device, boolean gets) {
      (gets ? found : missed).computeIfAbsent(key, each -> new HashSet<>()).add(device);
    }

    boolean serve(CodeKey key, List<GpuTarget> devices) {
      return found.getOrDefault(key, Set.of()).containsAll(devices)
          && devices.stream().noneMatch(missed.getOrDefault(key, Set.of())::contains);
    }
  }

  LoadedRows(PrunePlan plan) {
    this.plan = plan;
  }

  /**
   * @param folder in which a loader finds the archive
   */
  void add(TreeItem archive, String folder) throws IOException {
    archives.put(archive.source().toRealPath(), new Found(archive.path(), folder));
  }

  /** Adds a row that an archive of the tree has. */
  void add(CodeKey key, GpuTarget target) {
    rows.computeIfAbsent(key, each -> new ArrayList<>(1)).add(target);
  }

  /** Finds out what each kept GPU gets, and notes where it gets nothing. */
  void ask(List<TreeItem> binaries) throws IOException {
    // A library may name an archive that is a file of a kernel database.
    boolean any = plan.items().stream().anyMatch(item -> item.path().endsWith(".kpack"));
    if (binaries.isEmpty() || (!any && archives.isEmpty()) || plan.served().drop()) {
      return;
    }
    before = loads(binaries.stream().map(TreeItem::source).toList(), Map.of());
    before.forEach(load -> add(load, ofBinaries));
    archives.values().stream()
        .filter(archive -> loaded.containsKey(archive.path()))
        .forEach(archive -> reached.add(archive.folder()));
    note();
  }

  /**
   * Finds out what kept GPUs get of keys that no binary of the tree looks up, where an archive has
   * several rows that they run.
   *
   * @param archives archives that a loader finds in a folder
   */
  void ask(String folder, List<TreeItem> archives, Collection<BinaryKey> keys) throws IOException {
    ServedCode served = plan.served();
    if (served.drop() || served.fallbacks()) {
      return;
    }
    Map<BinaryKey, Set<GpuTarget>> asked = new LinkedHashMap<>();
    for (BinaryKey key : keys) {
      for (GpuTarget wanted : served.filter().targets()) {
        for (GpuTarget device : GpuTable.settings(wanted)) {
          if (!serve(folder, CodeKey.of(key), wanted) && hasSeveral(CodeKey.of(key), device)) {
            asked.computeIfAbsent(key, each -> new LinkedHashSet<>()).add(device);
          }
        }
      }
    }
    if (!asked.isEmpty()) {
      List<Path> paths = new ArrayList<>();
      for (TreeItem archive : archives) {
        paths.add(archive.source().toRealPath());
      }
      Answers answers = ofFolders.computeIfAbsent(folder, each -> new Answers());
      loads.of(paths, asked, plan.quiet()).forEach(load -> add(load, answers));
    }
  }

  private boolean hasSeveral(CodeKey key, GpuTarget device) {
    return rows.getOrDefault(key, List.of()).stream().filter(runs(device)::contains).count() > 1;
  }

  private void add(Load load, Answers answers) {
    CodeKey key = CodeKey.of(BinaryKey.parse(load.key()));
    Row row = load.row();
    Found archive = row == null ? null : archives.get(row.archive());
    answers.add(key, load.device(), archive != null);
    if (row != null && archive != null) {
      loaded
          .computeIfAbsent(archive.path(), each -> new HashMap<>())
          .computeIfAbsent(key, each -> new HashSet<>())
          .add(GpuTarget.lenient(row.architecture()));
    }
  }

  private List<Load> loads(Collection<Path> binaries, Map<Path, Loads.Left> planned)
      throws IOException {
    Set<GpuTarget> devices = new LinkedHashSet<>();
    plan.served().filter().targets().forEach(each -> devices.addAll(GpuTable.settings(each)));
    BiPredicate<String, GpuTarget> several =
        (key, device) -> hasSeveral(CodeKey.of(BinaryKey.parse(key)), device);
    return loads.of(plan.input().toRealPath(), binaries, devices, several, planned, plan.quiet());
  }

  private Set<GpuTarget> runs(GpuTarget device) {
    return runs.computeIfAbsent(device, each -> new HashSet<>(TextReduction.runs(each)));
  }

  /** The targets in an archive under which loads find a key. */
  Set<GpuTarget> of(TreeItem archive, CodeKey key) {
    return loaded.getOrDefault(archive.path(), Map.of()).getOrDefault(key, Set.of());
  }

  /** Whether a load finds a key in a folder. */
  boolean find(String folder, CodeKey key) {
    return answers(folder).anyMatch(answers -> answers.found.containsKey(key));
  }

  /**
   * Whether devices of a GPU get the code of a key from the tree, whatever their setting. Binaries
   * say nothing about a folder in which none of them finds anything.
   */
  boolean serve(String folder, CodeKey key, GpuTarget wanted) {
    List<GpuTarget> devices = GpuTable.settings(wanted);
    return answers(folder).anyMatch(answers -> answers.serve(key, devices));
  }

  private Stream<Answers> answers(String folder) {
    return Stream.of(reached.contains(folder) ? ofBinaries : null, ofFolders.get(folder))
        .filter(Objects::nonNull);
  }

  /** Where a GPU got nothing before, pruning is not why. */
  private void note() {
    Map<Path, List<Load>> byBinary = new LinkedHashMap<>();
    before.forEach(
        load -> byBinary.computeIfAbsent(load.binary(), each -> new ArrayList<>()).add(load));
    byBinary.forEach(
        (binary, all) -> {
          for (Named name : plan.served().filter().names()) {
            List<Load> lacking = lacking(name, all);
            if (!lacking.isEmpty()) {
              Set<Integer> wrappers = new TreeSet<>();
              lacking.forEach(each -> wrappers.add(each.wrapper()));
              plan.note(
                  nothing(
                      binary,
                      name,
                      " for "
                          + ListText.some(
                              wrappers.stream().map(each -> "#" + each).toList(), MOST_NAMED),
                      lacking.getFirst().why().replaceFirst("\\.$", "")));
            }
          }
        });
  }

  /**
   * Warns that a GPU had no code of a binary before.
   *
   * @param wrappers for which of its wrappers; empty for all
   */
  static OperationNote nothing(Path binary, Named name, String wrappers, String why) {
    return OperationNote.warning(
        "no-code-before",
        binary,
        "before pruning, %s gets no code%s: %s".formatted(name, wrappers, why),
        "Pruning changes nothing about that: resolve shows what a loader does.");
  }

  /**
   * Code that each of a name's devices lacks by default; none if one lacks nothing. Units that were
   * never compiled count only where a device gets nothing at all.
   */
  private static List<Load> lacking(Named name, List<Load> all) {
    List<Load> lacking = List.of();
    for (GpuTarget target : name.targets()) {
      GpuTarget usual = GpuTable.settings(target).getFirst();
      List<Load> own = all.stream().filter(each -> each.device().equals(usual)).toList();
      boolean nothing = own.stream().allMatch(each -> each.row() == null);
      lacking =
          own.stream().filter(each -> each.row() == null && (nothing || !each.never())).toList();
      if (lacking.isEmpty()) {
        return lacking;
      }
    }
    return lacking;
  }

  /**
   * Asks again, of the tree as it will be.
   *
   * @throws OperationException if a GPU would lose code
   */
  void check() throws IOException {
    Map<Path, Loads.Left> planned = new HashMap<>();
    for (Planned each : plan.changes().values()) {
      if (each.isRemoval()) {
        planned.put(each.item().source().toRealPath(), Loads.Left.NOTHING);
      } else if (each.work() instanceof Loads.Left left) {
        planned.put(each.item().source().toRealPath(), left);
      }
    }
    Set<Path> binaries = new LinkedHashSet<>();
    for (Load load : before) {
      if (load.row() != null && planned.containsKey(load.row().archive())) {
        binaries.add(load.binary());
      }
    }
    if (binaries.isEmpty()) {
      return;
    }
    record Asked(Path binary, int wrapper, GpuTarget device) {}
    Map<Asked, Load> after = new HashMap<>();
    loads(binaries, planned)
        .forEach(each -> after.put(new Asked(each.binary(), each.wrapper(), each.device()), each));
    for (Load load : before) {
      Load now = after.get(new Asked(load.binary(), load.wrapper(), load.device()));
      Row row = load.row();
      if (row != null && now != null && !row.equals(now.row())) {
        throw Obstacle.LOST_CODE.exception(
            "%s: %s would lose the code of wrapper %d, which is in %s under %s. Nothing was written. Prune that archive by itself, or keep more GPUs",
            load.binary(), load.device(), load.wrapper(), row.archive(), row.architecture());
      }
    }
  }
}
