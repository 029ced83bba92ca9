package org.kpackworkbench.views.format.kpack;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.NaturalOrder;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.views.format.kpack.NameTree.NamePool;
import org.kpackworkbench.views.kit.rows.IntSort;

/** Fills the columns of {@link ArchiveRows}, in one pass over the archive's rows. */
final class ArchiveRowsReader {
  private static final int CHECK_EVERY = 4096;

  private final KpackArchive archive;
  private final Progress progress;
  private final NamePool binaries = new NamePool();
  private final Map<String, Integer> binaryNumbers;
  private final List<String> binaryNames = new ArrayList<>();
  private final Map<String, Integer> targetNumbers = new HashMap<>();
  private final List<String> targetNames = new ArrayList<>();
  private final Map<String, Integer> typeNumbers = new HashMap<>();
  private final List<String> typeNames = new ArrayList<>();
  private final byte[] problems;

  ArchiveRowsReader(KpackArchive archive, Progress progress) {
    this.archive = archive;
    this.progress = progress;
    this.problems = new byte[archive.entryCount()];
    // Of most archives with many rows each row has a binary of its own.
    this.binaryNumbers = HashMap.newHashMap(archive.entryCount());
  }

  /** The code of each row's problem, once {@link #read} has run. */
  byte[] problems() {
    return problems;
  }

  ArchiveRows.Numbers read() throws FormatException {
    int count = archive.entryCount();
    int[] binary = new int[count];
    int[] index = new int[count];
    boolean[] plain = new boolean[count];
    int[] target = new int[count];
    int[] type = new int[count];
    int[] ordinal = new int[count];
    long[] original = new long[count];
    long[] tableStart = new long[count];
    int[] tableLength = new int[count];
    boolean indexed = false;
    progress.begin("Reading the table of contents", count, Unit.ROWS);
    for (int row = 0; row < count; row++) {
      if (row % CHECK_EVERY == 0) {
        progress.step(Math.min(CHECK_EVERY, count - row));
      }
      ArchiveEntry entry = archive.entry(row);
      binary[row] = number(entry.binary(), binaryNumbers, binaryNames);
      index[row] = entry.index();
      plain[row] = !entry.key().indexed();
      indexed |= !plain[row];
      target[row] = number(entry.targetText(), targetNumbers, targetNames);
      type[row] = number(entry.type(), typeNumbers, typeNames);
      ordinal[row] = entry.ordinal();
      original[row] = entry.originalSizeBytes();
      tableStart[row] = entry.tableRange().start();
      tableLength[row] = (int) entry.tableRange().length();
      problems[row] = ArchiveRows.problemCode(entry.problem());
    }
    binaryNames.forEach(binaries::add);
    binaries.trim();
    int[] codeObject = new int[count];
    int codeObjects = numberCodeObjects(ordinal, codeObject);
    int[] binaryRank = ranks(binaryNames, NaturalOrder.among(binaryNames));
    int[] targetRank = ranks(targetNames, TARGET_ORDER);
    return new ArchiveRows.Numbers(
        binaries,
        targetNames.toArray(String[]::new),
        typeNames.toArray(String[]::new),
        binary,
        index,
        plain,
        target,
        type,
        ordinal,
        codeObject,
        codeObjects,
        original,
        tableStart,
        tableLength,
        binaryRank,
        targetRank,
        byKey(
            binaryRank.length,
            row -> binaryRank[binary[row]],
            index,
            row -> targetRank[target[row]]),
        count > 0 && !indexed ? NameTree.of(binaries, binaryNames, binaryRank) : null);
  }

  private static final Comparator<String> TARGET_ORDER =
      Comparator.comparing(GpuTarget::lenient).thenComparing(NaturalOrder.INSTANCE);

  private static int number(String text, Map<String, Integer> numbers, List<String> names) {
    Integer known = numbers.get(text);
    if (known != null) {
      return known;
    }
    int number = names.size();
    names.add(text);
    numbers.put(text, number);
    return number;
  }

  /** Gives the ordinals, which may be any numbers, numbers from 0; returns how many there are. */
  private static int numberCodeObjects(int[] ordinal, int[] codeObject) {
    int[] rows = numbers(ordinal.length);
    IntSort.sort(rows, (a, b) -> Integer.compare(ordinal[a], ordinal[b]));
    int last = -1;
    int count = 0;
    for (int row : rows) {
      if (ordinal[row] < 0) {
        codeObject[row] = -1;
        continue;
      }
      count += ordinal[row] == last ? 0 : 1;
      last = ordinal[row];
      codeObject[row] = count - 1;
    }
    return count;
  }

  private static int[] numbers(int count) {
    int[] numbers = new int[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = i;
    }
    return numbers;
  }

  /** The rank of each name in sorted order. */
  private static int[] ranks(List<String> names, Comparator<String> order) {
    int[] sorted = numbers(names.size());
    IntSort.sort(sorted, (a, b) -> order.compare(names.get(a), names.get(b)));
    int[] ranks = new int[sorted.length];
    for (int i = 0; i < sorted.length; i++) {
      ranks[sorted[i]] = i;
    }
    return ranks;
  }

  /** Many rows have a binary of their own, so that comparing is left for the few that share one. */
  private static int[] byKey(
      int binaries, IntUnaryOperator binaryRank, int[] index, IntUnaryOperator targetRank) {
    int[] rows = numbers(index.length);
    IntSort.byNumber(rows, binaryRank, binaries);
    IntSort.Order order = (a, b) -> Integer.compare(index[a], index[b]);
    order =
        order.then((a, b) -> Integer.compare(targetRank.applyAsInt(a), targetRank.applyAsInt(b)));
    int start = 0;
    for (int i = 1; i <= rows.length; i++) {
      if (i == rows.length
          || binaryRank.applyAsInt(rows[i]) != binaryRank.applyAsInt(rows[start])) {
        IntSort.sort(rows, start, i, order);
        start = i;
      }
    }
    return rows;
  }
}
