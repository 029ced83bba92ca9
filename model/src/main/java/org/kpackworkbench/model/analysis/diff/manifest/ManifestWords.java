package org.kpackworkbench.model.analysis.diff.manifest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.Row.Delta;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Cell;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Column;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.DiskLook;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.DiskState;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Extent;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Header;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Row;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Step;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.base.text.SizeText;

/** Texts about compared manifests, in sentences. Pure functions; any thread. */
public final class ManifestWords {
  /** The message for manifests whose folders have none of their archives. */
  public static final String NOWHERE = "The archives are not beside the manifests.";

  private static final int MOST_NAMED = 5;
  private static final int MOST_PARTS = 5;
  private static final int FEW_PARTS = 3;
  private static final int MOST_VALUE = 40;
  private static final int SHOWN_DIGITS = 10;

  /** The text for data that a manifest may have, but could not be read. */
  public static final String NOT_KNOWN = "not known";

  private ManifestWords() {}

  /** Returns the meaning of a grid's colours and outlines; the end of the sentence is missing. */
  public static String grid(ManifestMatrix matrix) {
    return "A stronger colour means a larger size, up to %s. Outlined: changed from the manifest before it"
        .formatted(SizeText.of(matrix.largestBytes()));
  }

  /** All of it in a sentence or two. */
  public static String summary(ManifestMatrix matrix) {
    int last = matrix.columns().size() - 1;
    if (last == 1) {
      return changes(matrix, 0, 1);
    }
    List<Integer> steps = new ArrayList<>();
    for (int at = matrix.nextChanged(0, 1); at > 0; at = matrix.nextChanged(at, 1)) {
      steps.add(at);
    }
    if (steps.isEmpty() && !matrix.differs(0, last)) {
      return with(
          (matrix.whole() ? "All %d manifests agree." : "The readable parts of %d manifests agree.")
              .formatted(last + 1),
          cuts(matrix, columns(matrix)));
    }
    String all =
        matrix.differs(0, last)
            ? "From %s to %s: %s"
                .formatted(
                    matrix.columns().getFirst().name(),
                    matrix.columns().get(last).name(),
                    changes(matrix, 0, last, FEW_PARTS))
            : isWhole(matrix, 0) && isWhole(matrix, last)
                ? "The first and the last manifest agree."
                : "The readable parts of the first and the last manifest agree.";
    // Between the first and the last one there may be only such as could not be read.
    String some =
        steps.isEmpty()
            ? all
            : "%s Something changed in %d of %s, first in %s."
                .formatted(
                    all,
                    steps.size(),
                    CountText.of(last, "step"),
                    matrix.columns().get(steps.getFirst()).name());
    return with(some, cuts(matrix, columns(matrix)));
  }

  private static List<Integer> columns(ManifestMatrix matrix) {
    return IntStream.range(0, matrix.columns().size()).boxed().toList();
  }

  private static boolean isWhole(ManifestMatrix matrix, int column) {
    return matrix.columns().get(column).extent() == Extent.WHOLE;
  }

  private static boolean isLegible(ManifestMatrix matrix, int column) {
    return matrix.columns().get(column).extent() != Extent.NOTHING;
  }

  private static String with(String sentence, String more) {
    return more.isEmpty() ? sentence : sentence + " " + more;
  }

  /** Of which columns not all could be read, and what is not known therefore; empty for none. */
  private static String cuts(ManifestMatrix matrix, List<Integer> columns) {
    List<Integer> cut = columns.stream().filter(at -> !isWhole(matrix, at)).toList();
    List<String> sentences = new ArrayList<>();
    for (int at : cut.subList(0, Math.min(FEW_PARTS, cut.size()))) {
      sentences.add(cut(matrix, at));
    }
    int more = cut.size() - FEW_PARTS;
    if (more > 0) {
      sentences.add(
          "%s could not be read whole either.".formatted(CountText.of(more, "other manifest")));
    }
    return String.join(" ", sentences);
  }

  private static String cut(ManifestMatrix matrix, int column) {
    if (matrix.columns().get(column).extent() == Extent.NOTHING) {
      return unreadable(matrix, column) + ".";
    }
    boolean rows = matrix.columns().get(column).extent() == Extent.SOME_ROWS;
    List<String> unknown = new ArrayList<>();
    for (Header header : matrix.headers()) {
      if (!header.known(column)) {
        unknown.add("the " + header.name());
      }
    }
    for (Row row : matrix.rows()) {
      if (row.cells().get(column).unread()) {
        unknown.add(row.key());
      }
    }
    return "%s could not be read whole%s%s."
        .formatted(
            matrix.columns().get(column).name(),
            rows ? ", so that rows may be missing" : "",
            unknown.isEmpty() ? "" : "; not known: " + ListText.some(unknown, MOST_PARTS));
  }

  private static String unreadable(ManifestMatrix matrix, int column) {
    Column manifest = matrix.columns().get(column);
    return manifest.sizeBytes() == 0
        ? "%s is empty".formatted(manifest.name())
        : "%s is damaged: %s".formatted(manifest.name(), manifest.wrong());
  }

  /**
   * Returns the fault of a column, e.g. {@code the manifest is empty}; empty if it could be read
   * whole.
   */
  public static String wrong(Column column) {
    return switch (column.extent()) {
      case WHOLE -> "";
      case ALL_ROWS, SOME_ROWS -> "the manifest could not be read whole";
      case NOTHING ->
          column.sizeBytes() == 0
              ? "the manifest is empty"
              : "the manifest is damaged: " + column.wrong();
    };
  }

  /** Returns the changes in a column since the last one before it that is known, in a sentence. */
  public static String changesIn(ManifestMatrix matrix, int column) {
    return with(
        parts(
            matrix, row -> row.before(column), header -> header.before(column), column, MOST_PARTS),
        cuts(matrix, List.of(column)));
  }

  /** Returns the changes from one column to another, in a sentence. */
  public static String changes(ManifestMatrix matrix, int from, int to) {
    return with(changes(matrix, from, to, MOST_PARTS), cuts(matrix, List.of(from, to)));
  }

  private static String changes(ManifestMatrix matrix, int from, int to, int most) {
    String parts = parts(matrix, row -> from, header -> from, to, most);
    return !parts.isEmpty()
        ? parts
        : isWhole(matrix, from) && isWhole(matrix, to)
            ? "Both manifests agree."
            : isLegible(matrix, from) && isLegible(matrix, to)
                ? "The readable parts of both manifests agree."
                : "Nothing can be compared.";
  }

  /**
   * Returns the known changes.
   *
   * @param from with which column a row is compared; -1 for none
   * @param headerFrom with which column a header field is compared; -1 for none
   */
  private static String parts(
      ManifestMatrix matrix,
      ToIntFunction<Row> from,
      ToIntFunction<Header> headerFrom,
      int to,
      int most) {
    List<Row> changed = new ArrayList<>();
    for (Row row : matrix.rows()) {
      int before = from.applyAsInt(row);
      if (before >= 0 && row.known(before, to) && row.step(before, to).change() != Change.SAME) {
        changed.add(row);
      }
    }
    Comparator<Row> byGrowth =
        Comparator.<Row>comparingLong(
                row -> Math.abs(row.step(from.applyAsInt(row), to).deltaBytes()))
            .reversed()
            .thenComparing(Row::key);
    // What is gone or new must not be among those that are only counted.
    changed.sort(
        Comparator.<Row>comparingInt(row -> importance(row.step(from.applyAsInt(row), to).change()))
            .thenComparing(byGrowth));
    List<Row> named = new ArrayList<>(changed.subList(0, Math.min(most, changed.size())));
    named.sort(
        Comparator.<Row>comparingInt(row -> rank(row.step(from.applyAsInt(row), to).change()))
            .thenComparing(byGrowth));
    List<String> parts = new ArrayList<>();
    for (Row row : named) {
      parts.add(change(row, from.applyAsInt(row), to));
    }
    int more = changed.size() - most;
    if (more > 0) {
      parts.add("%s changed, too".formatted(CountText.of(more, "other architecture")));
    }
    for (Header header : matrix.headers()) {
      int before = headerFrom.applyAsInt(header);
      if (before >= 0 && header.differs(before, to)) {
        parts.add(change(header, before, to));
      }
    }
    return parts.isEmpty() ? "" : String.join(", ", parts) + ".";
  }

  private static int importance(Change change) {
    return switch (change) {
      case REMOVED -> 0;
      case ADDED -> 1;
      case CHANGED -> 2;
      default -> 3;
    };
  }

  private static int rank(Change change) {
    return switch (change) {
      case CHANGED -> 0;
      case REMOVED -> 1;
      case ADDED -> 2;
      default -> 3;
    };
  }

  /** The change of a row, e.g. {@code gfx90a lost 5 kernels and 2.4 KiB}. */
  public static String change(Row row, int from, int to) {
    Step step = row.step(from, to);
    Cell after = row.cells().get(to);
    return switch (step.change()) {
      case SAME -> row.key() + " is unchanged";
      case REMOVED -> row.key() + " is gone";
      case ADDED -> row.key() + " is new" + extent(after);
      case UNREADABLE -> row.key() + (row.known(from, to) ? " cannot be read" : " is " + NOT_KNOWN);
      default -> row.key() + " " + changed(row.cells().get(from), after, step);
    };
  }

  private static String extent(Cell cell) {
    List<String> parts = new ArrayList<>();
    if (cell.kernels() >= 0) {
      parts.add(CountText.of(cell.kernels(), "kernel"));
    }
    if (cell.sizeBytes() >= 0) {
      parts.add(SizeText.of(cell.sizeBytes()));
    }
    return parts.isEmpty() ? "" : " (" + String.join(", ", parts) + ")";
  }

  private static String changed(Cell before, Cell after, Step step) {
    List<String> lost = new ArrayList<>();
    List<String> gained = new ArrayList<>();
    if (step.deltaKernels() != 0) {
      (step.deltaKernels() < 0 ? lost : gained)
          .add(CountText.of(Math.abs(step.deltaKernels()), "kernel"));
    }
    if (step.deltaBytes() != 0) {
      (step.deltaBytes() < 0 ? lost : gained).add(SizeText.of(Math.abs(step.deltaBytes())));
    }
    List<String> parts = new ArrayList<>();
    if (!lost.isEmpty()) {
      parts.add("lost " + String.join(" and ", lost));
    }
    if (!gained.isEmpty()) {
      parts.add("gained " + String.join(" and ", gained));
    }
    if (step.fields().contains(Step.FILE)) {
      parts.add("is in %s, no longer in %s".formatted(after.file(), before.file()));
    }
    if (step.fields().contains(Step.CHECKSUM) && step.deltaBytes() == 0) {
      parts.add(
          before.sha256() == null
              ? "has a checksum now"
              : after.sha256() == null ? "has no checksum any more" : "has another checksum");
    }
    step(parts, step, Step.SIZE, before.sizeBytes(), after.sizeBytes());
    step(parts, step, Step.KERNELS, before.kernels(), after.kernels());
    List<String> unknown =
        step.fields().stream()
            .filter(
                name -> !List.of(Step.FILE, Step.KERNELS, Step.CHECKSUM, Step.SIZE).contains(name))
            .toList();
    if (!unknown.isEmpty()) {
      parts.add("differs in " + String.join(", ", unknown));
    }
    return String.join(" and ", parts);
  }

  private static void step(List<String> parts, Step step, String field, long before, long after) {
    if (step.fields().contains(field) && (before < 0 || after < 0)) {
      parts.add(
          before < 0
              ? "states its %s now".formatted(field)
              : "does not state its %s any more".formatted(field));
    }
  }

  private static String change(Header header, int from, int to) {
    String before = header.values().get(from);
    String after = header.values().get(to);
    if (header.name().equals(ManifestComparison.COMPONENT)) {
      return "the component was renamed from %s to %s".formatted(quoted(before), quoted(after));
    }
    return after == null
        ? "the %s was removed".formatted(header.name())
        : before == null
            ? "the %s is new: %s".formatted(header.name(), quoted(after))
            : "the %s changed from %s to %s"
                .formatted(header.name(), quoted(before), quoted(after));
  }

  private static String quoted(@Nullable String value) {
    if (value == null || value.isEmpty()) {
      return "nothing";
    }
    return value.length() <= MOST_VALUE ? value : value.substring(0, MOST_VALUE) + "…";
  }

  /** Returns the state of one manifest's disk, in a sentence; empty if that is not known. */
  public static String disk(ManifestMatrix matrix, int column) {
    Column manifest = matrix.columns().get(column);
    if (manifest.disk() == DiskLook.NOWHERE) {
      return "Its archives are not beside it.";
    }
    if (manifest.disk() == DiskLook.FAILED) {
      return "Its folder cannot be read.";
    }
    if (manifest.disk() == DiskLook.NOT_DONE) {
      return "";
    }
    Map<DiskState, Integer> counts = new EnumMap<>(DiskState.class);
    matrix
        .rows()
        .forEach(row -> counts.merge(row.cells().get(column).disk().state(), 1, Integer::sum));
    List<String> wrong = new ArrayList<>();
    counts.forEach(
        (state, count) -> {
          if (state.wrong()) {
            wrong.add(CountText.of(count, "archive") + " " + verb(state, count));
          }
        });
    if (!wrong.isEmpty()) {
      return "On disk " + String.join(", ", wrong) + ".";
    }
    int checked = counts.getOrDefault(DiskState.AGREES, 0);
    int sized =
        counts.getOrDefault(DiskState.SIZE_AGREES, 0) + counts.getOrDefault(DiskState.PRESENT, 0);
    return checked + sized == 0
        ? manifest.extent() == Extent.SOME_ROWS || manifest.extent() == Extent.NOTHING
            ? "None of its rows could be read."
            : "It names no archive."
        : sized == 0
            ? manifest.extent() == Extent.SOME_ROWS
                ? "The archives of the rows that could be read are as stated."
                : "Its archives are as stated."
            : "Its archives exist%s."
                .formatted(
                    checked == 0
                        ? "; checksums were not compared"
                        : "; %d of %d checksums were compared".formatted(checked, checked + sized));
  }

  private static String verb(DiskState state, int count) {
    String is = CountText.word(count, "is", "are");
    String has = CountText.word(count, "has", "have");
    return switch (state) {
      case MISSING -> is + " missing";
      case OTHER_SIZE -> has + " another size";
      case OTHER_KERNELS -> has + " another number of kernels";
      case OTHER_TARGET -> has + " code for other targets only";
      case OTHER_CHECKSUM -> has + " another checksum";
      case UNREADABLE -> "cannot be read";
      case UNNAMED -> is + " in no manifest";
      case NOTHING, NOT_DONE, AGREES, SIZE_AGREES, PRESENT -> is + " " + state.words();
    };
  }

  /**
   * Returns the faults on the disks, a sentence for each manifest that has some; one for all of
   * several that have no archives beside them.
   */
  public static List<String> disks(ManifestMatrix matrix) {
    List<String> sentences = new ArrayList<>();
    List<String> nowhere = new ArrayList<>();
    int count = matrix.columns().size();
    for (int column = 0; column < count; column++) {
      String words = disk(matrix, column);
      String name = matrix.columns().get(column).name();
      if (count > 2 && matrix.columns().get(column).disk() == DiskLook.NOWHERE) {
        nowhere.add(name);
      } else if (!words.isEmpty()) {
        sentences.add("%s: %s".formatted(name, words));
      }
    }
    if (nowhere.size() == count) {
      sentences.add(NOWHERE);
    } else if (!nowhere.isEmpty()) {
      sentences.add(
          "The archives of %s are not beside %s: %s."
              .formatted(
                  CountText.of(nowhere.size(), "manifest"),
                  CountText.word(nowhere.size(), "it", "them"),
                  ListText.some(nowhere, MOST_NAMED)));
    }
    return sentences;
  }

  /**
   * A sign for the change of a row, so that no colour is needed: {@code +} new, {@code −} gone,
   * {@code ▲} larger, {@code ▼} smaller, {@code ≠} changed otherwise; empty if nothing changed.
   */
  public static String sign(Step step) {
    return switch (step.change()) {
      case SAME -> "";
      case ADDED -> "+";
      case REMOVED -> "−";
      case UNREADABLE -> "⚠";
      default -> step.deltaBytes() > 0 ? "▲" : step.deltaBytes() < 0 ? "▼" : "≠";
    };
  }

  /**
   * A cell's size, e.g. {@code 1.6 MiB}, so that it reads like no other size of its row that
   * differs; {@code –} where there is no row, {@code ?} where none is stated, {@code not known}
   * where the row could not be read.
   */
  public static String size(Row row, int column) {
    Cell cell = row.cells().get(column);
    if (cell.unread()) {
      return NOT_KNOWN;
    }
    if (!cell.stated()) {
      return "–";
    }
    long bytes = cell.shownBytes();
    return bytes < 0
        ? "?"
        : SizeText.of(
            bytes, row.cells().stream().filter(Cell::stated).mapToLong(Cell::shownBytes).toArray());
  }

  /** By how much a stated size grew, e.g. {@code −2.4 KiB (−2.4 %)}; empty if it did not. */
  public static String growth(Row row, int from, int to) {
    Step step = row.step(from, to);
    if (step.deltaBytes() == 0) {
      return "";
    }
    long before = row.cells().get(from).sizeBytes();
    String percent =
        before == 0
            ? ""
            : " (%s)"
                .formatted(new Delta(before, before + step.deltaBytes()).percentWords())
                .replace('-', '−');
    return deltaBytes(step) + percent;
  }

  /** By how many bytes a stated size grew, e.g. {@code −2.4 KiB}. */
  public static String deltaBytes(Step step) {
    return (step.deltaBytes() < 0 ? "−" : "+") + SizeText.of(Math.abs(step.deltaBytes()));
  }

  /** The first digits of a checksum; empty if none is stated. */
  public static String digest(Cell cell) {
    return cell.sha256() == null ? "" : cell.sha256().toString().substring(0, SHOWN_DIGITS) + "…";
  }

  /** Returns the disk's state for a cell, e.g. {@code ≠ other size}; empty if nothing is known. */
  public static String disk(Cell cell) {
    DiskState state = cell.disk().state();
    return state == DiskState.NOTHING || state == DiskState.NOT_DONE
        ? ""
        : state.sign() + " " + state.words();
  }

  /** The whole text of a cell, and its change since the column before it, in lines. */
  public static String cell(ManifestMatrix matrix, Row shown, int column) {
    Cell cell = shown.cells().get(column);
    List<String> lines = new ArrayList<>();
    lines.add(shown.key() + " in " + matrix.columns().get(column).name());
    if (cell.stated()) {
      lines.add(cell.file());
      if (cell.sizeBytes() >= 0) {
        lines.add("%s (%d bytes)".formatted(SizeText.of(cell.sizeBytes()), cell.sizeBytes()));
      }
      if (cell.kernels() >= 0) {
        lines.add(CountText.of(cell.kernels(), "kernel"));
      }
      if (cell.sha256() != null) {
        lines.add("SHA-256 " + cell.sha256());
      }
    } else {
      lines.add(
          cell.unread()
              ? "not known: " + wrong(matrix.columns().get(column))
              : "not in this manifest");
    }
    if (shown.changedIn(column)) {
      lines.add(change(shown, shown.before(column), column));
    }
    if (!disk(cell).isEmpty()) {
      String more = cell.disk().words().isEmpty() ? "" : ": " + cell.disk().words();
      lines.add("On disk " + cell.disk().state().words() + more);
    }
    return String.join("\n", lines);
  }
}
