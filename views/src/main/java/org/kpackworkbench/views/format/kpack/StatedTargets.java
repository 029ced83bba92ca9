package org.kpackworkbench.views.format.kpack;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.HeaderTarget;
import org.kpackworkbench.model.format.codeobject.TargetMismatch;

/**
 * Targets that the code objects of an archive state, as far as they were read. Looking unpacks the
 * beginning of a frame only. Safe for use by many threads.
 */
final class StatedTargets {
  private static final Stated NOT_SAID = new Stated("not stated", null);
  private static final Stated NOT_READABLE = new Stated("cannot be read", null);

  private final Map<Integer, Stated> known = new ConcurrentHashMap<>();
  private final Map<Filed, String> problems = new ConcurrentHashMap<>();

  /**
   * The statement of a code object.
   *
   * @param header null where it states nothing or cannot be read
   */
  private record Stated(String text, @Nullable HeaderTarget header) {}

  /** A stated target below a key with a target; a few make up all of the largest archive. */
  private record Filed(HeaderTarget header, String target) {
    String problem() {
      return header.mismatches(GpuTarget.lenient(target)).stream()
          .map(TargetMismatch::sentence)
          .collect(Collectors.joining(" "));
    }
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
    if (number >= 0
        && rows.problem(row) == null
        && rows.archive().refusal() == null
        && !known.containsKey(number)) {
      known.put(number, read(rows, row));
    }
  }

  private static Stated read(ArchiveRows rows, int row) throws FormatException {
    try {
      HeaderTarget header = HeaderTarget.of(rows.archive().beginning(row, HeaderTarget.SIZE_BYTES));
      return header == null ? NOT_SAID : new Stated(header.target().toString(), header);
    } catch (FormatException broken) {
      return switch (broken.reason()) {
        case FILE_CHANGED, CLOSED -> throw broken;
        default -> NOT_READABLE;
      };
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
      unknown += header(rows, row) == null ? 1 : 0;
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
    Stated stated = known.get(rows.blob(row));
    return stated == null ? "" : stated.text();
  }

  /** In what a row disagrees with its code object; empty where in nothing that is known. */
  String problem(ArchiveRows rows, int row) {
    HeaderTarget header = header(rows, row);
    return header == null
        ? ""
        : problems.computeIfAbsent(new Filed(header, rows.targetText(row)), Filed::problem);
  }

  private @Nullable HeaderTarget header(ArchiveRows rows, int row) {
    Stated stated = known.get(rows.blob(row));
    return stated == null ? null : stated.header();
  }
}
