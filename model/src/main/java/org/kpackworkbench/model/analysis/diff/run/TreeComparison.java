package org.kpackworkbench.model.analysis.diff.run;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Aligned;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Comparison.PartOpener;
import org.kpackworkbench.model.analysis.diff.Comparison.Resources;
import org.kpackworkbench.model.analysis.diff.ComparisonKind;
import org.kpackworkbench.model.analysis.diff.Draft;
import org.kpackworkbench.model.analysis.diff.ListComparison;
import org.kpackworkbench.model.analysis.diff.RowContents;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.Values;
import org.kpackworkbench.model.base.bytes.FileModes;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.kpm.ManifestDiskCheck;

/**
 * Compares trees by path; links are compared as links, never followed. Trees that are artifacts are
 * also compared by their stage prefixes. A file that has the same bytes at another path was moved.
 */
final class TreeComparison {
  private static final String PREFIX = "stage prefix";

  private TreeComparison() {}

  /**
   * Compares folders, and packed trees.
   *
   * @param paths folders and files that {@link TreeSide#isPacked} knows
   * @param scratch where packed ones are unpacked
   * @param resources what ends with the comparison
   */
  static Comparison open(
      List<Path> paths, Path scratch, PartOpener opener, Resources resources, Progress progress)
      throws IOException {
    List<TreeSide> trees = new ArrayList<>();
    List<Side> sides = new ArrayList<>();
    List<List<TreeItem>> items = new ArrayList<>();
    boolean artifacts = true;
    List<Side.Problem> problems = new ArrayList<>();
    List<Unread> unread = new ArrayList<>();
    for (int side = 0; side < paths.size(); side++) {
      int number = side;
      TreeSide tree = TreeSide.open(paths.get(side), scratch, resources, progress);
      trees.add(tree);
      sides.add(tree.side(resources));
      items.add(
          TreeItem.below(
              tree.root(),
              (path, reason) -> {
                FormatException failure = unreadable(path, reason);
                problems.add(new Side.Problem(number, failure));
                unread.add(
                    new Unread(number, SystemText.escaped(tree.root().relativize(path)), failure));
              },
              progress.cancelOnly()));
      artifacts &= ArtifactFolder.isArtifact(tree.root());
    }
    ListComparison.Builder builder =
        new ListComparison.Builder(
                artifacts ? ComparisonKind.ARTIFACTS : ComparisonKind.TREES, sides)
            .closing(resources);
    problems.forEach(problem -> builder.problem(problem.side(), problem.failure()));
    if (artifacts) {
      addPrefixes(builder, trees);
    }
    TreeMoves moves = new TreeMoves((before, after) -> moved(trees, before, after, opener));
    Map<String, Integer> rows = new HashMap<>();
    for (Map.Entry<String, List<@Nullable TreeItem>> row :
        Aligned.byKey(items, TreeItem::path).entrySet()) {
      moves.note(builder.rowCount(), row.getValue());
      rows.put(row.getKey(), builder.rowCount());
      String path = row.getKey();
      int folder = rows.getOrDefault(path.substring(0, Math.max(0, path.lastIndexOf('/'))), -1);
      builder.add(row(trees, path, row.getValue(), opener).below(folder));
    }
    for (Unread path : unread) {
      builder.cut(path.side(), path.why(), (group, key) -> path.holds(group, key));
    }
    return builder.pairing(moves).build();
  }

  /** A folder or file of a side that cannot be read, so that it may have what is below it. */
  private record Unread(int side, String path, FormatException why) {
    boolean holds(String group, String key) {
      return !group.equals(PREFIX)
          && (path.isEmpty() || key.equals(path) || key.startsWith(path + "/"));
    }
  }

  private static void addPrefixes(ListComparison.Builder builder, List<TreeSide> trees)
      throws IOException {
    List<List<String>> prefixes = new ArrayList<>();
    for (int side = 0; side < trees.size(); side++) {
      try {
        prefixes.add(ArtifactManifest.in(trees.get(side).root()).prefixes());
      } catch (FormatException broken) {
        builder.problem(side, broken);
        prefixes.add(List.of());
      }
    }
    for (Map.Entry<String, List<@Nullable String>> row :
        Aligned.byKey(prefixes, prefix -> prefix).entrySet()) {
      builder.add(
          new Draft(
              PREFIX,
              row.getKey(),
              Aligned.map(row.getValue(), (side, prefix) -> prefix(trees.get(side), prefix))));
    }
  }

  private static Values prefix(TreeSide tree, String prefix) {
    return Values.at(tree.packed() ? null : new Place.File(tree.root().resolve(prefix)));
  }

  private static Draft row(
      List<TreeSide> trees, String path, List<@Nullable TreeItem> row, PartOpener opener)
      throws IOException {
    List<@Nullable Values> values = new ArrayList<>();
    String group = "";
    for (int side = 0; side < row.size(); side++) {
      TreeItem item = row.get(side);
      values.add(item == null ? null : values(trees.get(side), item));
      if (item != null) {
        group = group.isEmpty() ? word(item.kind()) : group;
      }
    }
    return contents(trees, row, opener).of(new Draft(group, path, values));
  }

  /** The bytes of a file in each tree; other things have none. */
  private static RowContents contents(
      List<TreeSide> trees, List<@Nullable TreeItem> row, PartOpener opener) {
    List<RowContents.@Nullable Part> parts = new ArrayList<>();
    for (int side = 0; side < row.size(); side++) {
      TreeItem item = row.get(side);
      parts.add(item == null ? null : trees.get(side).content(item));
    }
    return new RowContents(parts, opener, false);
  }

  private static Draft moved(
      List<TreeSide> trees, TreeItem before, TreeItem after, PartOpener opener) throws IOException {
    Draft draft =
        new Draft(
                word(TreeItem.Kind.FILE),
                before.path(),
                List.of(
                    values(trees.getFirst(), before).with("path", before.path()),
                    values(trees.getLast(), after).with("path", after.path())))
            .names("path");
    return contents(trees, List.of(before, after), opener).of(draft);
  }

  private static String word(TreeItem.Kind kind) {
    return switch (kind) {
      case FOLDER -> "folder";
      case LINK -> "link";
      case FILE -> "file";
      case SPECIAL -> "special file";
    };
  }

  private static Values values(TreeSide tree, TreeItem item) throws IOException {
    int mode = item.kind() == TreeItem.Kind.LINK ? FileModes.NONE : FileModes.of(item.source());
    Values values =
        Values.at(tree.place(item))
            .with("kind", word(item.kind()))
            .with("mode", mode == FileModes.NONE ? null : "%04o".formatted(mode));
    return switch (item.kind()) {
      case LINK -> values.with("leads to", item.linkTarget());
      case FILE -> values.with("size", item.sizeBytes()).size(item.sizeBytes());
      case FOLDER, SPECIAL -> values;
    };
  }

  /** One file that cannot be read does not keep the others from being compared. */
  static OpenFile open(Path file) throws IOException {
    try {
      return OpenFile.open(file);
    } catch (FormatException failure) {
      throw failure;
    } catch (IOException failure) {
      throw unreadable(file, failure);
    }
  }

  private static FormatException unreadable(Path path, IOException failure) {
    if (failure instanceof FileSystemException other && other.getReason() != null) {
      return FormatException.in(path.toString(), "name", "", Reason.UNSUPPORTED)
          .expected("something that can be compared by its path")
          .found(other.getReason())
          .cause(failure)
          .build();
    }
    return FormatException.in(path.toString(), "file", "", Reason.NOT_FOUND)
        .expected("a file that can be read")
        .found(FolderWalk.words(failure))
        .cause(failure)
        .build();
  }

  /**
   * Finds files of two trees that have the same bytes at another path. Only those are read whose
   * size something on the other side has, too. Not safe for use by several threads.
   */
  private static final class TreeMoves implements ListComparison.Pairing {

    /** Makes the row of a file that is at two paths. */
    @FunctionalInterface
    interface Maker {
      Draft make(TreeItem before, TreeItem after) throws IOException;
    }

    /** A file that only one side has at its path, and the number of its row. */
    private record UnpairedFile(int row, TreeItem item) {
      String name() {
        return item.path().substring(item.path().lastIndexOf('/') + 1);
      }
    }

    private final List<UnpairedFile> removed = new ArrayList<>();
    private final List<UnpairedFile> added = new ArrayList<>();
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
          (first == null ? added : removed).add(new UnpairedFile(row, item));
        }
      }
    }

    @Override
    public void find(ListComparison.Pairs found, Progress progress) throws IOException {
      List<UnpairedFile> before = ofSizes(removed, sizes(added));
      List<UnpairedFile> after = ofSizes(added, sizes(before));
      progress.begin("Looking for files that were moved", bytes(before) + bytes(after), Unit.BYTES);
      Map<Checksum, List<UnpairedFile>> contents = byContent(before, progress);
      Map<Checksum, List<UnpairedFile>> others = byContent(after, progress);
      for (Map.Entry<Checksum, List<UnpairedFile>> entry : contents.entrySet()) {
        List<UnpairedFile> candidates = others.getOrDefault(entry.getKey(), List.of());
        pair(entry.getValue(), candidates, true, found);
        pair(entry.getValue(), candidates, false, found);
      }
    }

    private void pair(
        List<UnpairedFile> before,
        List<UnpairedFile> after,
        boolean sameName,
        ListComparison.Pairs found)
        throws IOException {
      for (UnpairedFile one : List.copyOf(before)) {
        for (UnpairedFile other : List.copyOf(after)) {
          if (!sameName || one.name().equals(other.name())) {
            found.same(one.row, other.row, maker.make(one.item, other.item));
            before.remove(one);
            after.remove(other);
            break;
          }
        }
      }
    }

    private static Set<Long> sizes(List<UnpairedFile> files) {
      Set<Long> sizes = new HashSet<>();
      files.forEach(file -> sizes.add(file.item.sizeBytes()));
      return sizes;
    }

    private static List<UnpairedFile> ofSizes(List<UnpairedFile> files, Set<Long> sizes) {
      return files.stream().filter(file -> sizes.contains(file.item.sizeBytes())).toList();
    }

    private static long bytes(List<UnpairedFile> files) {
      return files.stream().mapToLong(file -> file.item.sizeBytes()).sum();
    }

    private static Map<Checksum, List<UnpairedFile>> byContent(
        List<UnpairedFile> files, Progress progress) throws IOException {
      Map<Checksum, List<UnpairedFile>> contents = new LinkedHashMap<>();
      for (UnpairedFile file : files) {
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
}
