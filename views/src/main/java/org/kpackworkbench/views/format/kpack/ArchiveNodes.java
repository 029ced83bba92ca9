package org.kpackworkbench.views.format.kpack;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpack.ArchiveDocument;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.views.format.kpack.ArchiveContent.KnownRows;
import org.kpackworkbench.views.format.kpack.Grouping.GroupId;
import org.kpackworkbench.views.kit.rows.GroupedRows.Node;
import org.kpackworkbench.views.spi.WorkspaceNode;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/**
 * Archives in the workspace tree: binaries, their indexes, their targets; so many of each, and then
 * the way to the table, which shows all. Names of archives without any index are shown as a tree of
 * folders, with the targets below. Safe for use by many threads.
 */
record ArchiveNodes(KnownRows known) implements WorkspaceNodeProvider.Of<ArchiveDocument> {
  /** The most children of a row; a tree of thousands is of no use. */
  static final int MOST_ROWS = 200;

  /** In archives of up to this many rows all code objects are examined for the tree. */
  private static final int LOOKED_AT_ONCE = 500;

  @Override
  public List<WorkspaceNode> children(ArchiveDocument document, Place parent) throws IOException {
    ArchiveRows rows = rows(document.archive());
    if (parent.equals(document.place())) {
      return groups(rows, arranged(rows, rows.byKey()).tops(), ArchivePlaces.table(rows.archive()));
    }
    return switch (ArchivePlaces.find(rows, parent)) {
      case ArchivePlaces.Found.Group(int row, boolean withIndex) -> {
        Arrangement group = arranged(rows, rowsOf(rows, row, withIndex));
        int[] its = group.tops().stream().flatMapToInt(Node::rows).toArray();
        yield withIndex || rows.free()
            ? bounded(its.length, at -> target(rows, its[at]), parent)
            : groups(rows, group.tops().getFirst().below(), parent);
      }
      case ArchivePlaces.Found.Folder(int row, String path) -> {
        GroupId folder = rows.folder(row, path);
        List<Node<GroupId, Line>> way =
            Node.way(
                arranged(rows, rows.byKey()).tops(),
                line -> folder != null && folder.equals(line.key()));
        yield way.isEmpty()
            ? List.of()
            : groups(rows, way.getLast().below(), ArchivePlaces.table(rows.archive()));
      }
      case ArchivePlaces.Found.Row row -> List.of();
      case ArchivePlaces.Found.Nothing nothing -> List.of();
    };
  }

  private static Arrangement arranged(ArchiveRows rows, int[] some) {
    return Arrangement.of(rows, some, Grouping.BY_BINARY);
  }

  @Override
  public List<Place> way(ArchiveDocument document, Place place) {
    ArchiveRows rows = known.ifKnown(document.archive());
    List<Place> way = new ArrayList<>();
    for (Place step : place.path()) {
      if (rows != null) {
        switch (ArchivePlaces.find(rows, step)) {
          case ArchivePlaces.Found.Row(int row) when rows.free() -> {
            folders(rows, row, Integer.MAX_VALUE, way);
            way.add(ArchivePlaces.binary(rows, rows.firstOfBinary(row)));
          }
          case ArchivePlaces.Found.Row(int row) -> {
            way.add(ArchivePlaces.binary(rows, rows.firstOfBinary(row)));
            way.add(ArchivePlaces.key(rows, rows.firstOfKey(row)));
          }
          case ArchivePlaces.Found.Group(int row, boolean withIndex) -> {
            if (rows.free()) {
              folders(rows, row, Integer.MAX_VALUE, way);
            } else if (withIndex) {
              way.add(ArchivePlaces.binary(rows, rows.firstOfBinary(row)));
            }
          }
          case ArchivePlaces.Found.Folder(int row, String path) ->
              folders(rows, row, path.length(), way);
          case ArchivePlaces.Found.Nothing nothing -> {}
        }
      }
      way.add(step);
    }
    return List.copyOf(way);
  }

  /** The rows; of small archives with where their code objects lie, which can then be examined. */
  private ArchiveRows rows(KpackArchive archive) throws FormatException {
    ArchiveRows rows = known.get(archive, Progress.NONE);
    if (rows.located() || rows.count() > LOOKED_AT_ONCE) {
      return rows;
    }
    archive.blobs(Progress.NONE);
    return known.keep(ArchiveRows.read(archive, Progress.NONE));
  }

  private static int[] rowsOf(ArchiveRows rows, int first, boolean withIndex) {
    return java.util.Arrays.stream(rows.all())
        .filter(row -> rows.binary(row) == rows.binary(first))
        .filter(row -> !withIndex || rows.index(row) == rows.index(first))
        .toArray();
  }

  /**
   * The folders that a row's name is in, outermost first.
   *
   * @param below only those whose path is shorter than this
   */
  private static void folders(ArchiveRows rows, int row, int below, List<Place> way) {
    NameTree names = rows.names();
    for (int level = 0; names != null && level < names.levels(rows.binary(row)); level++) {
      int folder = names.folder(rows.binary(row), level);
      String path = names.path(folder);
      if (path.length() < below) {
        way.add(ArchivePlaces.folder(rows, firstIn(rows, names, folder), path));
      }
    }
  }

  private static int firstIn(ArchiveRows rows, NameTree names, int folder) {
    int level = names.level(folder);
    int row = 0;
    while (names.levels(rows.binary(row)) <= level
        || names.folder(rows.binary(row), level) != folder) {
      row++;
    }
    return row;
  }

  private List<WorkspaceNode> groups(
      ArchiveRows rows, List<Node<GroupId, Line>> groups, Place all) {
    return bounded(
        groups.size(), at -> group(rows, groups.get(at), (Line.Group) groups.get(at).line()), all);
  }

  private WorkspaceNode group(ArchiveRows rows, Node<GroupId, Line> node, Line.Group group) {
    GroupId id = group.key();
    int first = group.first();
    int differing =
        rows.count() > LOOKED_AT_ONCE
            ? 0
            : (int) node.rows().filter(row -> !differing(rows, row).isEmpty()).count();
    return new WorkspaceNode(
        switch (id.kind()) {
          case FOLDER -> ArchivePlaces.folder(rows, first, rows.groupName(id, first));
          case INDEX -> ArchivePlaces.key(rows, first);
          case BINARY, TARGET -> ArchivePlaces.binary(rows, first);
        },
        rows.shortName(id, first),
        words(group.sums().rows(), differing),
        differing > 0 ? OwnerKind.PROBLEM : null,
        null,
        true);
  }

  /**
   * Returns the target that the code object states, if the row is filed under another; else an
   * empty text.
   */
  private String differing(ArchiveRows rows, int row) {
    StatedTargets stated = known.stated(rows);
    if (!rows.located()) {
      return "";
    }
    try {
      stated.look(rows, row);
    } catch (FormatException gone) {
      // The row is shown as the table has it; opening it shows the problem.
      return "";
    }
    return stated.problem(rows, row).isEmpty() ? "" : "⚠ states " + stated.text(rows, row);
  }

  private static String words(int rows, int differing) {
    return differing == 0
        ? StatusWords.count(rows)
        : StatusWords.count(rows) + ", ⚠ " + StatusWords.count(differing) + " misfiled";
  }

  private WorkspaceNode target(ArchiveRows rows, int row) {
    boolean damaged = rows.problem(row) != null;
    String differing = differing(rows, row);
    String wrong = differing.isEmpty() && damaged ? "⚠ damaged" : differing;
    String target = rows.targetText(row);
    boolean well = wrong.isEmpty();
    String detail = well ? StatusWords.size(rows.originalSizeBytes(row)) : wrong;
    return WorkspaceNode.code(rows.place(row), target, detail, target, well);
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
      nodes.add(WorkspaceNode.more(all, count - MOST_ROWS, "in the table"));
    }
    return List.copyOf(nodes);
  }
}
