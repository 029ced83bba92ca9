package org.kpackworkbench.views.archive;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.archive.KpackArchive;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.document.ArchiveDocument;
import org.kpackworkbench.model.job.Progress;
import org.kpackworkbench.model.place.OwnerKind;
import org.kpackworkbench.model.place.Place;
import org.kpackworkbench.views.extend.OpenedFile;
import org.kpackworkbench.views.extend.WorkspaceNode;
import org.kpackworkbench.views.extend.WorkspaceNodeProvider;

/**
 * Archives in the workspace tree: binaries, their indexes, their targets; so many of each, and then
 * the way to the table, which shows all. Names of archives without any index are shown as a tree of
 * folders, with the targets below. Safe for use by many threads.
 */
final class ArchiveNodes implements WorkspaceNodeProvider {
  /** The most rows below one; a tree of thousands helps nobody. */
  static final int MOST_ROWS = 200;

  /** In archives of up to this many rows all code objects are looked at for the tree. */
  private static final int LOOKED_AT_ONCE = 500;

  private final KnownRows known;

  ArchiveNodes(KnownRows known) {
    this.known = known;
  }

  @Override
  public boolean handles(OpenedFile file) {
    return file.as(ArchiveDocument.class).isPresent();
  }

  @Override
  public List<WorkspaceNode> children(OpenedFile file, Place parent) throws IOException {
    ArchiveRows rows = rows(archive(file));
    boolean top = parent.equals(file.place());
    boolean free = rows.free();
    if (free && top) {
      return folder(rows, "");
    }
    int[] below = top ? rows.byKey() : rowsOf(rows, parent);
    Arrangement arrangement = Arrangement.of(rows, below, Grouping.BY_BINARY, List.of());
    if (top) {
      return bounded(
          arrangement.outerCount(),
          outer -> binary(arrangement, outer),
          ArchivePlaces.table(rows.archive()));
    }
    return switch (ArchivePlaces.find(rows, parent)) {
      case ArchivePlaces.Found.Group(int row, boolean withIndex) ->
          withIndex || free
              ? bounded(arrangement.size(), at -> target(rows, arrangement.row(at)), parent)
              : bounded(arrangement.innerCount(), inner -> index(arrangement, inner), parent);
      case ArchivePlaces.Found.Folder folder -> folder(rows, folder.path());
      case ArchivePlaces.Found.Row row -> List.of();
      case ArchivePlaces.Found.Nothing nothing -> List.of();
    };
  }

  @Override
  public List<Place> way(OpenedFile file, Place place) {
    ArchiveRows rows = known.ifKnown(archive(file));
    List<Place> way = new ArrayList<>();
    for (Place step : place.path()) {
      if (rows != null) {
        switch (ArchivePlaces.find(rows, step)) {
          case ArchivePlaces.Found.Row(int row) when rows.free() -> {
            folders(rows, rows.binaryName(row), way);
            way.add(ArchivePlaces.binary(rows, rows.firstOfBinary(row)));
          }
          case ArchivePlaces.Found.Row(int row) -> {
            way.add(ArchivePlaces.binary(rows, rows.firstOfBinary(row)));
            way.add(ArchivePlaces.key(rows, rows.firstOfKey(row)));
          }
          case ArchivePlaces.Found.Group(int row, boolean withIndex) -> {
            if (rows.free()) {
              folders(rows, rows.binaryName(row), way);
            } else if (withIndex) {
              way.add(ArchivePlaces.binary(rows, rows.firstOfBinary(row)));
            }
          }
          case ArchivePlaces.Found.Folder(int row, String path) ->
              folders(rows, path.substring(0, path.length() - 1), way);
          case ArchivePlaces.Found.Nothing nothing -> {}
        }
      }
      way.add(step);
    }
    return List.copyOf(way);
  }

  /** The rows; of small archives with where their code objects lie, which can then be looked at. */
  private ArchiveRows rows(KpackArchive archive) throws FormatException {
    ArchiveRows rows = known.get(archive, Progress.NONE);
    if (rows.located() || rows.count() > LOOKED_AT_ONCE) {
      return rows;
    }
    archive.blobs(Progress.NONE);
    return known.keep(rows.located(Progress.NONE));
  }

  private static KpackArchive archive(OpenedFile file) {
    return file.as(ArchiveDocument.class).orElseThrow().archive();
  }

  /** The rows of a binary, or of one of its keys. */
  private static int[] rowsOf(ArchiveRows rows, Place group) {
    if (!(ArchivePlaces.find(rows, group)
        instanceof ArchivePlaces.Found.Group(int first, boolean withIndex))) {
      return new int[0];
    }
    return java.util.Arrays.stream(rows.all())
        .filter(row -> rows.binary(row) == rows.binary(first))
        .filter(row -> !withIndex || rows.index(row) == rows.index(first))
        .toArray();
  }

  /** What lies in a folder of names: folders, and names. */
  private List<WorkspaceNode> folder(ArchiveRows rows, String path) {
    // By what is shown of it; where it ends with a slash it is a folder.
    Map<String, List<Integer>> inside = new LinkedHashMap<>();
    for (int row : rows.byKey()) {
      String name = rows.binaryName(row);
      if (name.startsWith(path)) {
        int slash = name.indexOf('/', path.length());
        // A name that ends with a slash, or has two of them, is no folder without a name.
        boolean folder = slash > path.length() && slash + 1 < name.length();
        String shown = name.substring(path.length(), folder ? slash + 1 : name.length());
        inside.computeIfAbsent(shown, one -> new ArrayList<>()).add(row);
      }
    }
    List<Map.Entry<String, List<Integer>>> all = List.copyOf(inside.entrySet());
    return bounded(
        all.size(),
        at -> named(rows, path, all.get(at).getKey(), all.get(at).getValue()),
        ArchivePlaces.table(rows.archive()));
  }

  private WorkspaceNode named(ArchiveRows rows, String path, String shown, List<Integer> below) {
    int first = java.util.Collections.min(below);
    boolean folder = !rows.binaryName(first).equals(path + shown);
    int differing = 0;
    for (int row : below) {
      differing += rows.count() <= LOOKED_AT_ONCE && !differing(rows, row).isEmpty() ? 1 : 0;
    }
    return new WorkspaceNode(
        folder
            ? ArchivePlaces.folder(rows, first, path + shown)
            : ArchivePlaces.binary(rows, rows.firstOfBinary(first)),
        shown,
        words(below.size(), differing),
        differing > 0 ? OwnerKind.PROBLEM : null,
        null,
        true);
  }

  /** The folders that a name lies in, outermost first. */
  private static void folders(ArchiveRows rows, String name, List<Place> way) {
    for (int slash = name.indexOf('/', 1); slash > 0; slash = name.indexOf('/', slash + 1)) {
      String path = name.substring(0, slash + 1);
      boolean empty = path.length() == name.length() || name.charAt(slash - 1) == '/';
      int first = empty ? -1 : firstIn(rows, path);
      if (first >= 0) {
        way.add(ArchivePlaces.folder(rows, first, path));
      }
    }
  }

  private static int firstIn(ArchiveRows rows, String path) {
    for (int row = 0; row < rows.count(); row++) {
      if (rows.binaryName(row).startsWith(path)) {
        return row;
      }
    }
    return -1;
  }

  private WorkspaceNode binary(Arrangement arrangement, int outer) {
    ArchiveRows rows = arrangement.source();
    int row = arrangement.rowOfOuter(outer);
    int differing = differingIn(rows, other -> rows.binary(other) == rows.binary(row));
    return new WorkspaceNode(
        ArchivePlaces.binary(rows, rows.firstOfBinary(row)),
        rows.binaryName(row),
        words(arrangement.outerSums(outer).rows(), differing),
        differing > 0 ? OwnerKind.PROBLEM : null,
        null,
        true);
  }

  private WorkspaceNode index(Arrangement arrangement, int inner) {
    ArchiveRows rows = arrangement.source();
    int row = arrangement.rowOfInner(inner);
    int differing =
        differingIn(
            rows,
            other ->
                rows.binary(other) == rows.binary(row) && rows.index(other) == rows.index(row));
    return new WorkspaceNode(
        ArchivePlaces.key(rows, rows.firstOfKey(row)),
        "#" + rows.index(row),
        words(arrangement.innerSums(inner).rows(), differing),
        differing > 0 ? OwnerKind.PROBLEM : null,
        null,
        true);
  }

  /** What its code object states, where that is not what the row is filed under; else empty. */
  private String differing(ArchiveRows rows, int row) {
    StatedTargets stated = known.stated(rows);
    if (!rows.located()) {
      return "";
    }
    try {
      stated.look(rows, row);
    } catch (FormatException gone) {
      // The row is shown as the table has it; whoever opens it is told.
      return "";
    }
    return stated.problem(rows, row).isEmpty() ? "" : "⚠ states " + stated.text(rows, row);
  }

  /** How many rows of a group differ; looked at where that takes no time worth speaking of. */
  private int differingIn(ArchiveRows rows, IntPredicate inGroup) {
    int count = 0;
    for (int row = 0; row < rows.count() && rows.count() <= LOOKED_AT_ONCE; row++) {
      count += inGroup.test(row) && !differing(rows, row).isEmpty() ? 1 : 0;
    }
    return count;
  }

  private static String words(int rows, int differing) {
    return differing == 0
        ? StatusWords.count(rows)
        : StatusWords.count(rows) + ", ⚠ " + StatusWords.count(differing) + " misfiled";
  }

  private WorkspaceNode target(ArchiveRows rows, int row) {
    boolean damaged = rows.problem(row) != null;
    String differing = differing(rows, row);
    if (!differing.isEmpty()) {
      return new WorkspaceNode(
          rows.place(row), rows.targetText(row), differing, OwnerKind.PROBLEM, null, false);
    }
    return new WorkspaceNode(
        rows.place(row),
        rows.targetText(row),
        damaged ? "⚠ damaged" : StatusWords.size(rows.originalSizeBytes(row)),
        damaged ? OwnerKind.PROBLEM : OwnerKind.DEVICE_CODE,
        damaged ? null : rows.targetText(row),
        false);
  }

  /**
   * The first nodes, and one for the rest.
   *
   * @param all where all are shown
   */
  private static List<WorkspaceNode> bounded(
      int count, IntFunction<WorkspaceNode> node, @Nullable Place all) {
    List<WorkspaceNode> nodes = new ArrayList<>();
    for (int i = 0; i < Math.min(count, MOST_ROWS); i++) {
      nodes.add(node.apply(i));
    }
    if (count > MOST_ROWS && all != null) {
      nodes.add(
          new WorkspaceNode(
              all,
              StatusWords.count(count - MOST_ROWS) + " more…",
              "in the table",
              null,
              null,
              false));
    }
    return List.copyOf(nodes);
  }
}
