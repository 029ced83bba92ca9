package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.sqlite.SqliteDocument;
import org.kpackworkbench.model.format.sqlite.SqliteFormat;
import org.kpackworkbench.model.format.tensile.TensileDocument;
import org.kpackworkbench.model.format.tensile.TensileFiles;
import org.kpackworkbench.model.operation.database.DatabaseNotes;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Files that are kept or removed as a whole: files of databases for one architecture, code objects,
 * and databases by themselves.
 */
final class WholeFiles {
  /** How many folders above a file of a database can tell whose it is. */
  private static final int MOST_ABOVE = 5;

  private final PrunePlan plan;
  private final Databases databases;
  private final Map<TreeItem, GpuTarget> files = new LinkedHashMap<>();
  private final Map<TreeItem, GpuTarget> codeObjects = new LinkedHashMap<>();

  WholeFiles(PrunePlan plan, Databases databases) {
    this.plan = plan;
    this.databases = databases;
  }

  /**
   * The path by which a database knows a file: what is pruned may be a folder of a database, {@code
   * rocblas/library}.
   */
  String pathOf(TreeItem item) {
    String path = item.path();
    if (databases.recognise(path).isPresent() || databases.missedInPlace(path).isPresent()) {
      return path;
    }
    Path whole = item.source().toAbsolutePath().normalize();
    int names = whole.getNameCount();
    int above = Math.max(0, names - Path.of(path).getNameCount() - MOST_ABOVE);
    return above < names ? whole.subpath(above, names).toString().replace('\\', '/') : path;
  }

  /** Adds a file for an architecture. */
  void add(TreeItem item, GpuTarget architecture) {
    plan.balance().there(List.of(architecture));
    files.put(item, architecture);
  }

  /** Adds a file that is a code object. */
  void addCodeObject(TreeItem item) throws IOException {
    try (OpenFile open = OpenFile.open(item.source())) {
      GpuTarget target = CodeObject.read(open.view()).target();
      if (target.processor().startsWith("gfx")) {
        plan.balance().there(List.of(target));
        codeObjects.put(item, target);
      }
    } catch (IOException failure) {
      plan.refused(item, failure);
    }
  }

  /**
   * Files for one target each: those of databases, and code objects that are files. What Tensile's
   * libraries load stays and goes with them, whatever it is called, unless a warning says that it
   * is kept, or it is for a setting of features in which no kept GPU runs.
   */
  void decide() throws IOException {
    Set<String> needed = new HashSet<>();
    Map<String, GpuTarget> unneeded = new HashMap<>();
    Set<String> unsure = new HashSet<>();
    Map<String, GpuTarget> targets = new HashMap<>();
    Stream.of(files, codeObjects)
        .forEach(each -> each.forEach((item, target) -> targets.put(item.path(), target)));
    for (Map.Entry<TreeItem, GpuTarget> file : files.entrySet()) {
      TreeItem item = file.getKey();
      if (TensileFiles.isLazy(item.source())) {
        boolean stays = plan.served().keepsFile(file.getValue());
        Loaded loaded = loaded(item, stays);
        if (stays && loaded.unsure()) {
          unsure.add(PrunePlan.folder(item));
        }
        for (String name : loaded.names()) {
          if (stays) {
            GpuTarget own = targets.get(PrunePlan.folder(item) + name);
            if (own == null
                || !own.processor().equals(file.getValue().processor())
                || plan.served().keepsFile(own)) {
              needed.add(PrunePlan.folder(item) + name);
            }
          } else {
            unneeded.putIfAbsent(PrunePlan.folder(item) + name, file.getValue());
          }
        }
      }
    }
    files.forEach(
        (item, architecture) -> {
          boolean stays = plan.served().keepsFile(architecture) || needed.contains(item.path());
          file(item, architecture, stays);
          if (item.sizeBytes() > 0) {
            databases
                .uncommitted(pathOf(item))
                .ifPresent(
                    database ->
                        plan.note(
                            DatabaseNotes.uncommitted(
                                item.source(), database, stays ? "kept" : "removed")));
          }
        });
    codeObjects.forEach(
        (item, target) ->
            file(
                item,
                target,
                !plan.stays(List.of(target)).isEmpty()
                    || needed.contains(item.path())
                    || unsure.contains(PrunePlan.folder(item))));
    unneeded.keySet().removeAll(needed);
    for (TreeItem item : plan.items()) {
      GpuTarget architecture = unneeded.get(item.path());
      if (architecture != null
          && !files.containsKey(item)
          && !codeObjects.containsKey(item)
          && item.kind() == TreeItem.Kind.FILE
          && databases.missedInPlace(pathOf(item)).isEmpty()
          && !unsure.contains(PrunePlan.folder(item))) {
        file(item, architecture, false);
      }
    }
  }

  /**
   * The names of files that a library of Tensile loads.
   *
   * @param unsure whether they may be more, since not all of it can be read
   */
  private record Loaded(Set<String> names, boolean unsure) {}

  private Loaded loaded(TreeItem item, boolean stays) throws IOException {
    try (Document document = plan.formats().open(item.source(), plan.quiet())) {
      boolean unsure = !document.problems().isEmpty();
      if (unsure && stays) {
        plan.note(
            OperationNote.warning(
                "loads-unknown",
                item.source(),
                "not all files that it loads are known: " + document.problems().getFirst().words(),
                "Files of its folder with other GPUs in their names are removed. Check it with"
                    + " verify."));
      }
      return document instanceof TensileDocument library
          ? new Loaded(library.files().loadedNames(), unsure)
          : new Loaded(Set.of(), true);
    }
  }

  /** A file for one architecture. */
  private void file(TreeItem item, GpuTarget architecture, boolean stays) {
    plan.count(item, stays, architecture.toString(), item.sizeBytes());
    if (!stays) {
      remove(item, new TreeSet<>(List.of(architecture.toString())));
    }
  }

  private void remove(TreeItem item, SortedSet<String> targets) {
    if (!plan.isTree()) {
      plan.balance().empty(item.path());
    }
    plan.change(new Planned(item, new Planned.Removal(), 0, targets));
  }

  /**
   * A file of a library's kernels by itself, which is kept or removed: a library has one for each
   * architecture.
   *
   * @throws FormatException if it is none, or of several architectures only some stay
   */
  void alone(TreeItem item) throws IOException {
    try (Document document = plan.formats().open(item.source(), plan.quiet())) {
      if (!PrunePlan.isDatabase(document.format())) {
        throw unknown("none of these");
      }
      if (!document.problems().isEmpty()) {
        throw document.problems().getFirst();
      }
      CodeObjects code = document.codeObjects();
      SortedSet<GpuTarget> targets = new TreeSet<>();
      for (int row = 0; row < code.size(); row++) {
        targets.add(code.row(row).target());
      }
      if (targets.isEmpty() && document instanceof SqliteDocument database) {
        // One without rows is known by its name, as others are in a tree.
        database.architectureOfName().ifPresent(targets::add);
      }
      if (targets.isEmpty() && document.format() instanceof SqliteFormat) {
        throw unknown("a database without kernels that name their architecture");
      }
      plan.balance().there(targets);
      List<GpuTarget> stay = targets.stream().filter(plan.served()::keepsFile).toList();
      if (targets.isEmpty() || (!stay.isEmpty() && stay.size() < targets.size())) {
        throw FormatException.in(
                plan.input().toString(),
                document.format().words(),
                "",
                FormatException.Reason.UNSUPPORTED)
            .expected(
                targets.isEmpty()
                    ? "kernels in the file itself"
                    : "kernels for GPUs that are all kept or all removed")
            .found(
                targets.isEmpty()
                    ? "none; it says which kernels in other files there are"
                    : "kernels for "
                        + ListText.some(CodeBalance.inOrder(CodeBalance.texts(targets))))
            .advice("Prune the folder that it is in.")
            .build();
      }
      for (int row = 0; row < code.size(); row++) {
        CodeObjectRow each = code.row(row);
        long size = Math.max(0, each.originalSizeBytes());
        plan.count(item, !stay.isEmpty(), each.target().toString(), size);
      }
      if (stay.isEmpty()) {
        remove(item, new TreeSet<>(CodeBalance.texts(targets)));
      }
    }
  }

  private FormatException unknown(String found) {
    return FormatException.in(
            plan.input().toString(), "file", "", FormatException.Reason.UNSUPPORTED)
        .mismatch(
            "a fat binary, an object, a static library, a bundle, a code object, an archive, a"
                + " manifest, offload containers, a kernel database of one file, a wheel, a ZIP"
                + " archive, a tar file, a .deb, a .rpm or a folder",
            found);
  }
}
