package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.registry.CodeStore;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.operation.archives.TargetFilter.Named;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.prune.Planned.Work;
import org.kpackworkbench.model.operation.prune.Planned.Written;
import org.kpackworkbench.model.operation.prune.PruneReport.Outcome;

/**
 * Plans files that can be written with less code. A fat binary that is the whole input stays open
 * until it is written, or this is closed: reading its bundles again takes as long as writing one
 * target's.
 */
final class StorePlan implements AutoCloseable {
  private final PrunePlan plan;

  /** The input, if it is one file. */
  private @Nullable OpenStore open;

  /**
   * A file that is written with less code.
   *
   * @param gone the numbers of the entries that go, see {@link CodeStore#entries}
   * @param scratchBytes what work files need beside the result
   */
  private record Less(StorePlan of, SortedSet<Integer> gone, long scratchBytes) implements Work {
    @Override
    public Outcome outcome() {
      return Outcome.PRUNED;
    }

    @Override
    public void write(TreeItem item, Path place, Written written, CodeStore.Writing writing)
        throws IOException {
      try (OpenStore opened = of.opened(item, writing.progress())) {
        opened.store().writeWithout(gone, place, writing);
      }
    }
  }

  StorePlan(PrunePlan plan) {
    this.plan = plan;
  }

  /**
   * Plans a file that can be written with less code.
   *
   * @param database of a tree's file what it is to its library; others' databases stay
   * @return false if there is no such code in it
   */
  boolean stored(TreeItem item, Format format, @Nullable DatabaseFile database) throws IOException {
    if (plan.isTree() && PrunePlan.isDatabase(format) && database == null) {
      return false;
    }
    OpenStore opened = null;
    try {
      opened = OpenStore.of(item.source(), format, plan.formats(), plan.quiet()).orElse(null);
      if (opened == null || (!plan.isTree() && opened.store().refersToOthers())) {
        return false;
      }
      if (opened.store() instanceof LibraryStore library && library.isThin()) {
        thin(item, library);
      } else {
        less(item, opened.store(), PrunePlan.isDatabase(format));
      }
    } catch (IOException failure) {
      plan.refused(item, failure);
    } finally {
      if (!plan.isTree()) {
        open = opened;
      } else if (opened != null) {
        opened.close();
      }
    }
    return true;
  }

  private void less(TreeItem item, CodeStore store, boolean ofDatabase) throws IOException {
    List<CodeStore.StoredCode> entries = store.entries();
    Map<Integer, List<GpuTarget>> groups = new TreeMap<>();
    boolean any = false;
    for (CodeStore.StoredCode entry : entries) {
      if (entry.isDeviceCode()) {
        groups.computeIfAbsent(entry.group(), key -> new ArrayList<>()).add(entry.target());
      } else {
        any = true;
      }
    }
    groups.values().forEach(plan.balance()::there);
    SortedSet<Integer> wanted = new TreeSet<>();
    for (int number = 0; number < entries.size(); number++) {
      CodeStore.StoredCode entry = entries.get(number);
      boolean stays =
          !entry.isDeviceCode()
              || (ofDatabase
                  ? plan.served().keepsFile(entry.target())
                  : plan.stays(groups.getOrDefault(entry.group(), List.of()))
                      .contains(entry.target()));
      if (!stays) {
        wanted.add(number);
      }
    }
    List<FormatException> unchangeable = new ArrayList<>();
    SortedSet<Integer> gone = store.removable(wanted, unchangeable::add);
    for (FormatException each : unchangeable) {
      plan.note(PrunePlan.notPruned(item, each));
    }
    if (groups.isEmpty() && unchangeable.isEmpty()) {
      nothing(item);
    } else if (plan.isTree() && store instanceof FatStore && !plan.served().drop()) {
      lacking(item, groups.values());
    }
    SortedSet<String> lost = new TreeSet<>();
    for (int number = 0; number < entries.size(); number++) {
      CodeStore.StoredCode entry = entries.get(number);
      if (gone.contains(number)) {
        lost.add(entry.text());
        plan.balance().drop(entry.text(), entry.codeObjects(), entry.sizeBytes());
      } else if (entry.isDeviceCode()) {
        any = true;
        plan.balance().keep(entry.text(), entry.codeObjects(), entry.sizeBytes());
      }
    }
    if (gone.isEmpty()) {
      return;
    }
    long after = store.sizeWithout(gone);
    if (store instanceof FatStore fat) {
      fat.leftOut().forEach(plan::note);
    }
    boolean removed = !any && store.isOnlyCode() && (plan.isTree() || after == 0);
    if (!any && !(removed && plan.isTree())) {
      plan.balance().empty(item.path());
    }
    Work work = removed ? new Planned.Removal() : new Less(this, gone, store.scratchBytes(gone));
    plan.change(new Planned(item, work, removed ? 0 : after, lost));
  }

  /** Names the GPUs that a fat binary has nothing for, unless it has nothing for any of them. */
  private void lacking(TreeItem item, Collection<List<GpuTarget>> bundles) {
    List<Named> names = plan.served().filter().names();
    List<Named> lacking =
        names.stream()
            .filter(name -> bundles.stream().noneMatch(each -> serves(each, name)))
            .toList();
    SortedSet<String> compiled = new TreeSet<>();
    bundles.forEach(each -> compiled.addAll(CodeBalance.texts(each)));
    for (Named name : lacking.size() < names.size() ? lacking : List.<Named>of()) {
      plan.note(
          LoadedRows.nothing(
              item.source(),
              name,
              "",
              "it was compiled only for " + ListText.some(CodeBalance.inOrder(compiled))));
    }
  }

  private boolean serves(List<GpuTarget> bundle, Named name) {
    return name.targets().stream().anyMatch(each -> !plan.served().served(each, bundle).isEmpty());
  }

  private OpenStore opened(TreeItem item, Progress progress) throws IOException {
    OpenStore planned = open;
    open = null;
    return planned != null
        ? planned
        : OpenStore.of(item.source(), plan.format(item), plan.formats(), progress)
            .orElseThrow(() -> changed(item));
  }

  private static FileSystemException changed(TreeItem item) {
    return new FileSystemException(item.source().toString(), null, "it changed meanwhile");
  }

  @Override
  public void close() throws IOException {
    if (open != null) {
      open.close();
    }
  }

  /** A library that only names its members. */
  private void thin(TreeItem item, LibraryStore library) throws FormatException {
    String members = library.memberNames();
    if (!plan.isTree()) {
      throw FormatException.in(
              item.source().toString(),
              "static library",
              "magic",
              FormatException.Reason.UNSUPPORTED)
          .expected("a library with its members")
          .found("a thin one, whose members are files of their own: " + members)
          .advice("Prune those files, or the folder that they are in.")
          .build();
    }
    plan.note(
        OperationNote.note(
            "thin-library",
            item.source(),
            "left unchanged: its members are files of their own: " + members,
            "Members that are in this folder are pruned as files; ar then lists their old sizes."));
  }

  private void nothing(TreeItem item) {
    if (!plan.isTree()) {
      plan.note(
          OperationNote.warning(
              "nothing-to-prune",
              item.source(),
              "there is no device code in it",
              "The code of a host-only binary is in archives: prune those, or the tree."));
    }
  }
}
