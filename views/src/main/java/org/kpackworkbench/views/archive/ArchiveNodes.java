package org.kpackworkbench.views.archive;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.archive.KpackArchive;
import org.kpackworkbench.model.document.ArchiveDocument;
import org.kpackworkbench.model.job.Progress;
import org.kpackworkbench.model.place.OwnerKind;
import org.kpackworkbench.model.place.Place;
import org.kpackworkbench.views.extend.OpenedFile;
import org.kpackworkbench.views.extend.WorkspaceNode;
import org.kpackworkbench.views.extend.WorkspaceNodeProvider;

/**
 * Archives in the workspace tree: binaries, their indexes, their targets; so many of each, and then
 * the way to the table, which shows all. Safe for use by many threads.
 */
final class ArchiveNodes implements WorkspaceNodeProvider {
  /** The most rows below one; a tree of thousands helps nobody. */
  static final int MOST_ROWS = 200;

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
    ArchiveRows rows = known.get(archive(file), Progress.NONE);
    boolean top = parent.equals(file.place());
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
          withIndex
              ? bounded(arrangement.size(), at -> target(rows, arrangement.row(at)), parent)
              : bounded(arrangement.innerCount(), inner -> index(arrangement, inner), parent);
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
          case ArchivePlaces.Found.Row(int row) -> {
            way.add(ArchivePlaces.binary(rows, rows.firstOfBinary(row)));
            way.add(ArchivePlaces.key(rows, rows.firstOfKey(row)));
          }
          case ArchivePlaces.Found.Group(int row, boolean withIndex) -> {
            if (withIndex) {
              way.add(ArchivePlaces.binary(rows, rows.firstOfBinary(row)));
            }
          }
          case ArchivePlaces.Found.Nothing nothing -> {}
        }
      }
      way.add(step);
    }
    return List.copyOf(way);
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

  private static WorkspaceNode binary(Arrangement arrangement, int outer) {
    ArchiveRows rows = arrangement.source();
    int row = arrangement.rowOfOuter(outer);
    return new WorkspaceNode(
        ArchivePlaces.binary(rows, rows.firstOfBinary(row)),
        rows.binaryName(row),
        StatusWords.count(arrangement.outerSums(outer).rows()),
        null,
        null,
        true);
  }

  private static WorkspaceNode index(Arrangement arrangement, int inner) {
    ArchiveRows rows = arrangement.source();
    int row = arrangement.rowOfInner(inner);
    return new WorkspaceNode(
        ArchivePlaces.key(rows, rows.firstOfKey(row)),
        "#" + rows.index(row),
        StatusWords.count(arrangement.innerSums(inner).rows()),
        null,
        null,
        true);
  }

  private static WorkspaceNode target(ArchiveRows rows, int row) {
    boolean damaged = rows.problem(row) != null;
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
