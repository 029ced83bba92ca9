package org.kpackworkbench.model.analysis.diff.run;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Draft;
import org.kpackworkbench.model.analysis.diff.ListComparison;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.kpm.ManifestDiskCheck;

/**
 * Finds files of two trees that have the same bytes at another path. Only those are read whose size
 * something on the other side has, too. Not safe for use by several threads.
 */
final class TreeMoves implements ListComparison.Pairing {

  /** Makes the row of a file that is at two paths. */
  @FunctionalInterface
  interface Maker {
    Draft make(TreeItem before, TreeItem after) throws IOException;
  }

  /** A file that only one side has at its path, and the number of its row. */
  private record Lone(int row, TreeItem item) {
    String name() {
      return item.path().substring(item.path().lastIndexOf('/') + 1);
    }
  }

  private final List<Lone> removed = new ArrayList<>();
  private final List<Lone> added = new ArrayList<>();
  private final Maker maker;

  TreeMoves(Maker maker) {
    this.maker = maker;
  }

  /** Takes note of a row, where only one side has it and it is a file that is not empty. */
  void note(int row, List<@Nullable TreeItem> items) {
    TreeItem first = items.getFirst();
    TreeItem other = items.getLast();
    if (items.size() == 2 && (first == null || other == null)) {
      TreeItem item = first == null ? Objects.requireNonNull(other) : first;
      if (item.kind() == TreeItem.Kind.FILE && item.sizeBytes() > 0) {
        (first == null ? added : removed).add(new Lone(row, item));
      }
    }
  }

  @Override
  public void find(ListComparison.Pairs found, Progress progress) throws IOException {
    List<Lone> before = ofSizes(removed, sizes(added));
    List<Lone> after = ofSizes(added, sizes(before));
    progress.begin("Looking for files that were moved", bytes(before) + bytes(after));
    Map<Checksum, List<Lone>> contents = byContent(before, progress);
    Map<Checksum, List<Lone>> others = byContent(after, progress);
    for (Map.Entry<Checksum, List<Lone>> entry : contents.entrySet()) {
      List<Lone> candidates = others.getOrDefault(entry.getKey(), List.of());
      pair(entry.getValue(), candidates, true, found);
      pair(entry.getValue(), candidates, false, found);
    }
  }

  /** Of many files with one content those that kept their name were moved. */
  private void pair(
      List<Lone> before, List<Lone> after, boolean sameName, ListComparison.Pairs found)
      throws IOException {
    for (Lone one : List.copyOf(before)) {
      for (Lone other : List.copyOf(after)) {
        if (!sameName || one.name().equals(other.name())) {
          found.same(one.row, other.row, maker.make(one.item, other.item));
          before.remove(one);
          after.remove(other);
          break;
        }
      }
    }
  }

  private static Set<Long> sizes(List<Lone> files) {
    Set<Long> sizes = new HashSet<>();
    files.forEach(file -> sizes.add(file.item.sizeBytes()));
    return sizes;
  }

  private static List<Lone> ofSizes(List<Lone> files, Set<Long> sizes) {
    return files.stream().filter(file -> sizes.contains(file.item.sizeBytes())).toList();
  }

  private static long bytes(List<Lone> files) {
    return files.stream().mapToLong(file -> file.item.sizeBytes()).sum();
  }

  private static Map<Checksum, List<Lone>> byContent(List<Lone> files, Progress progress)
      throws IOException {
    Map<Checksum, List<Lone>> contents = new LinkedHashMap<>();
    for (Lone file : files) {
      try {
        Checksum content = ManifestDiskCheck.sha256(file.item.source(), progress);
        contents.computeIfAbsent(content, none -> new ArrayList<>()).add(file);
      } catch (FileSystemException unreadable) {
        // It stays what it is without this: a file that only one side has.
        progress.advance(file.item.sizeBytes());
      }
    }
    return contents;
  }
}
