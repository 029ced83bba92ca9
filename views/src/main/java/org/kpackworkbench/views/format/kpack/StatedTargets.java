package org.kpackworkbench.views.format.kpack;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.HeaderTarget;
import org.kpackworkbench.model.format.codeobject.TargetMismatch;

/**
 * Targets that the code objects of an archive state, as far as they were read: four bytes for each.
 * Looking unpacks the beginning of a frame only. Safe for use by many threads.
 */
final class StatedTargets {
  private static final int NOT_LOOKED = 0;
  private static final int NOT_SAID = 1;
  private static final int NOT_READABLE = 2;
  private static final int FIRST_KIND = 3;

  private final int[] known;
  private final List<HeaderTarget> kinds = new ArrayList<>();
  private final Map<String, String> problems = new HashMap<>();

  StatedTargets(ArchiveRows rows) {
    known = new int[rows.codeObjectCount()];
  }

  /**
   * The result of reading all.
   *
   * @param differing how many rows are filed under another target than their code objects state
   * @param first the first of them; -1 if there is none
   * @param unknown how many rows have a code object that states nothing, or cannot be read
   */
  record Scan(int differing, int first, int unknown) {}

  /** Reads a row's code object, once. In the background. */
  void look(ArchiveRows rows, int row) throws FormatException {
    int number = rows.blob(row);
    if (number < 0 || rows.problem(row) != null || rows.archive().refusal() != null) {
      return;
    }
    synchronized (this) {
      if (known[number] != NOT_LOOKED) {
        return;
      }
    }
    int found = NOT_SAID;
    try {
      HeaderTarget header = HeaderTarget.of(rows.archive().beginning(row, HeaderTarget.SIZE_BYTES));
      found = header == null ? NOT_SAID : kind(header);
    } catch (FormatException broken) {
      switch (broken.reason()) {
        case FILE_CHANGED, CLOSED -> throw broken;
        default -> found = NOT_READABLE;
      }
    }
    synchronized (this) {
      known[number] = found;
    }
  }

  /** Reads all code objects. In the background; takes about a second for 10 000. */
  Scan scan(ArchiveRows rows, Progress progress) throws FormatException {
    progress.begin("Reading what code objects state", rows.count(), Unit.CODE_OBJECTS);
    int differing = 0;
    int first = -1;
    int unknown = 0;
    for (int row = 0; row < rows.count(); row++) {
      look(rows, row);
      unknown += known(rows, row) < FIRST_KIND ? 1 : 0;
      if (!problem(rows, row).isEmpty()) {
        differing++;
        first = first < 0 ? row : first;
      }
      progress.step(1);
    }
    return new Scan(differing, first, unknown);
  }

  /** The target that a row's code object states; empty if it was not read. */
  String text(ArchiveRows rows, int row) {
    int kind = known(rows, row);
    return switch (kind) {
      case NOT_LOOKED -> "";
      case NOT_SAID -> "not stated";
      case NOT_READABLE -> "cannot be read";
      default -> kind(kind).target().toString();
    };
  }

  /** In what a row disagrees with its code object; empty where in nothing that is known. */
  synchronized String problem(ArchiveRows rows, int row) {
    int kind = known(rows, row);
    if (kind < FIRST_KIND) {
      return "";
    }
    // A few kinds and a few targets make up all of the largest archive.
    return problems.computeIfAbsent(
        kind + " " + rows.targetText(row), key -> problem(kind(kind), rows.targetText(row)));
  }

  private static String problem(HeaderTarget header, String filed) {
    return header.mismatches(GpuTarget.lenient(filed)).stream()
        .map(TargetMismatch::sentence)
        .collect(Collectors.joining(" "));
  }

  private synchronized int known(ArchiveRows rows, int row) {
    int number = rows.blob(row);
    return number < 0 ? NOT_LOOKED : known[number];
  }

  private synchronized HeaderTarget kind(int kind) {
    return kinds.get(kind - FIRST_KIND);
  }

  private synchronized int kind(HeaderTarget header) {
    int at = kinds.indexOf(header);
    if (at < 0) {
      at = kinds.size();
      kinds.add(header);
    }
    return at + FIRST_KIND;
  }
}
