package org.kpackworkbench.model.analysis.diff.assembly;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Aligned;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.assembly.CodeListing.Function;
import org.kpackworkbench.model.analysis.diff.assembly.CodeListing.Line;
import org.kpackworkbench.model.base.job.Progress;

/**
 * Instructions beside instructions: functions by name, inside a function by what instructions do.
 * Where code is makes no difference: branches are the same if they go to the same row, addresses
 * where the same is there. A place to which something branches has a label, which is the same on
 * all sides. The other sides are compared with the first. Immutable.
 */
public final class AlignedCode {
  private static final Pattern WORD =
      Pattern.compile("[A-Za-z_][\\w.$]*|0x[0-9a-fA-F]+|\\d+(?:\\.\\d+)?|\\s+|.", Pattern.DOTALL);
  private static final int NONE = -1;
  private static final int HEADING = -2;
  private static final int MOST_REPLACED = 64;

  private final List<CodeListing> sides;
  private final int[][] lines;
  private final int[][] rowOf;
  private final int[] nameOf;
  private final List<String> names;
  private final int[][] labels;
  private final BitSet different = new BitSet();
  private final Counts counts;

  private AlignedCode(List<CodeListing> sides, Rows rows) {
    this.sides = sides;
    this.lines = rows.toArrays();
    this.names = rows.names;
    this.nameOf = rows.nameOf.build().toArray();
    this.rowOf = new int[sides.size()][];
    for (int side = 0; side < sides.size(); side++) {
      int[] rowOfLine = new int[sides.get(side).lines().size()];
      for (int row = 0; row < rowCount(); row++) {
        if (lines[side][row] >= 0) {
          rowOfLine[lines[side][row]] = row;
        }
      }
      rowOf[side] = rowOfLine;
    }
    this.labels = labels();
    int[] found = new int[Change.values().length];
    for (int row = 0; row < rowCount(); row++) {
      Change change = find(row);
      different.set(row, change != Change.SAME);
      found[change.ordinal()] += isHeading(row) ? 0 : 1;
    }
    this.counts =
        new Counts(
            found[Change.SAME.ordinal()],
            found[Change.CHANGED.ordinal()],
            found[Change.ADDED.ordinal()],
            found[Change.REMOVED.ordinal()]);
  }

  /** How many rows of instructions there are of each kind. */
  public record Counts(int same, int changed, int added, int removed) {}

  /**
   * A part of an instruction's text.
   *
   * @param text the part
   * @param differs whether the side it is compared with has something else there
   */
  public record Piece(String text, boolean differs) {}

  /**
   * Aligns.
   *
   * @param sides two or more
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static AlignedCode of(List<CodeListing> sides, Progress progress) {
    Rows rows = new Rows(sides.size());
    for (Map.Entry<String, List<@Nullable Function>> function :
        Aligned.byKey(sides.stream().map(CodeListing::functions).toList(), Function::name)
            .entrySet()) {
      new FunctionAligner(sides, function.getValue(), rows, progress).add(function.getKey());
    }
    return new AlignedCode(List.copyOf(sides), rows);
  }

  /** Returns the listings that are aligned. */
  public List<CodeListing> sides() {
    return sides;
  }

  /** How many rows there are. */
  public int rowCount() {
    return nameOf.length;
  }

  /** How many rows of instructions there are of each kind. */
  public Counts counts() {
    return counts;
  }

  /** Whether a row is the name of a function, above its instructions. */
  public boolean isHeading(int row) {
    return Arrays.stream(lines).anyMatch(side -> side[row] == HEADING);
  }

  /** The function that a row is in, or names; empty if no symbol says. */
  public String function(int row) {
    return names.get(nameOf[row]);
  }

  /** Whether a side has something in a row: an instruction, or the function that it names. */
  public boolean isPresent(int side, int row) {
    return lines[side][row] != NONE;
  }

  /** The instruction of a side; null if it has none in that row. */
  public @Nullable Line line(int side, int row) {
    int line = lines[side][row];
    return line < 0 ? null : sides.get(side).lines().get(line);
  }

  /** The row of a side's line. */
  public int rowOf(int side, int line) {
    return rowOf[side][line];
  }

  /** Whether the sides differ in a row. */
  public boolean differs(int row) {
    return different.get(row);
  }

  /** The change of a row. */
  public Change change(int row) {
    return differs(row) ? find(row) : Change.SAME;
  }

  /** The next row from {@code from} on that differs; -1 for none. */
  public int nextDifference(int from) {
    return different.nextSetBit(from);
  }

  /** The next row from {@code from} on that does not differ; the number of rows for none. */
  public int nextSame(int from) {
    return Math.min(different.nextClearBit(from), rowCount());
  }

  /** The last row up to {@code from} that differs; -1 for none. */
  public int previousDifference(int from) {
    return from < 0 ? -1 : different.previousSetBit(from);
  }

  /** How many runs of rows there are that differ. */
  public int differences() {
    int count = 0;
    for (int row = nextDifference(0); row >= 0; row = nextDifference(nextSame(row))) {
      count++;
    }
    return count;
  }

  /**
   * Returns the label of a row to which other instructions branch, e.g. {@code L3}; empty for
   * others.
   */
  public String label(int side, int row) {
    int line = lines[side][row];
    return line < 0 || labels[side][line] == 0 ? "" : "L" + labels[side][line];
  }

  /**
   * An instruction's text, with a label or a name where the disassembler has a distance.
   *
   * @return empty if the side has no instruction in the row
   */
  public String text(int side, int row) {
    Line line = line(side, row);
    if (line == null || line.goesTo() < 0) {
      return line == null ? "" : line.text();
    }
    return line.stem() + " " + destination(side, line);
  }

  /** Returns the text in parts, each of which differs from its counterpart or not. */
  public List<Piece> pieces(int side, int row) {
    String text = text(side, row);
    if (text.isEmpty()) {
      return List.of();
    }
    int base = firstSide(row);
    if (!differs(row) || countPresent(row) < 2) {
      return List.of(new Piece(text, false));
    }
    List<String> words = words(text);
    boolean[] differs = new boolean[words.size()];
    for (int other = 0; other < sides.size(); other++) {
      // The first is compared with all others, these with the first.
      boolean counterpart = side == base ? other != base : other == base;
      if (counterpart && line(other, row) != null) {
        mark(words, words(text(other, row)), differs);
      }
    }
    List<Piece> pieces = new ArrayList<>();
    StringBuilder run = new StringBuilder();
    for (int at = 0; at < differs.length; at++) {
      run.append(words.get(at));
      if (at + 1 == differs.length || differs[at + 1] != differs[at]) {
        pieces.add(new Piece(run.toString(), differs[at]));
        run.setLength(0);
      }
    }
    return pieces;
  }

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(text);
    while (word.find()) {
      words.add(word.group());
    }
    return words;
  }

  /** Operands are identified by their number; where there are more or fewer, by what they are. */
  private static void mark(List<String> words, List<String> others, boolean[] differs) {
    if (words.size() == others.size()) {
      for (int at = 0; at < differs.length; at++) {
        differs[at] |= !words.get(at).equals(others.get(at));
      }
      return;
    }
    Tokens tokens = new Tokens();
    int[] match = InstructionAligner.align(tokens.of(words), tokens.of(others), Progress.NONE);
    for (int at = 0; at < differs.length; at++) {
      differs[at] |= match[at] < 0;
    }
  }

  private String destination(int side, Line line) {
    int target = target(side, line);
    return target >= 0
        ? "L" + labels[side][target]
        : line.destination().isEmpty()
            ? "0x" + Long.toHexString(line.goesTo())
            : line.destination();
  }

  private int target(int side, Line line) {
    return line.goesTo() < 0 ? NONE : sides.get(side).lineAt(line.goesTo());
  }

  private int firstSide(int row) {
    int side = 0;
    while (!isPresent(side, row)) {
      side++;
    }
    return side;
  }

  private int countPresent(int row) {
    int count = 0;
    for (int side = 0; side < sides.size(); side++) {
      count += isPresent(side, row) ? 1 : 0;
    }
    return count;
  }

  private Change find(int row) {
    Change change = Change.SAME;
    boolean first = isPresent(0, row);
    for (int side = 1; side < sides.size(); side++) {
      if (isPresent(side, row) != first) {
        change = change.or(first ? Change.REMOVED : Change.ADDED);
      } else if (first && !same(row, side)) {
        change = change.or(Change.CHANGED);
      }
    }
    return change;
  }

  private boolean same(int row, int side) {
    Line one = line(0, row);
    Line other = line(side, row);
    if (one == null || other == null) {
      return one == null && other == null;
    }
    if (!one.stem().equals(other.stem())) {
      return false;
    }
    int target = target(0, one);
    int otherTarget = target(side, other);
    if (target < 0 || otherTarget < 0) {
      return target == otherTarget && one.destination().equals(other.destination());
    }
    return labels[0][target] == labels[side][otherTarget];
  }

  /**
   * Numbers what is branched to. Two places have one label where they are in one row, or where both
   * are the first behind the same row that all sides have: something was inserted there.
   */
  private int[][] labels() {
    int[][] numbers = new int[sides.size()][];
    for (int side = 0; side < sides.size(); side++) {
      int[] known = new int[sides.get(side).lines().size()];
      for (Line line : sides.get(side).lines()) {
        int target = target(side, line);
        if (target >= 0) {
          known[target] = 1;
        }
      }
      numbers[side] = known;
    }
    Map<Long, Integer> byKey = new HashMap<>();
    int next = 1;
    for (int row = 0; row < rowCount(); row++) {
      for (int side = 0; side < sides.size(); side++) {
        int line = lines[side][row];
        if (line < 0 || numbers[side][line] == 0) {
          continue;
        }
        List<Long> keys = keys(side, line, row);
        int number = keys.stream().map(byKey::get).filter(n -> n != null).findFirst().orElse(0);
        if (number == 0) {
          number = next++;
        }
        for (Long key : keys) {
          byKey.putIfAbsent(key, number);
        }
        numbers[side][line] = number;
      }
    }
    return numbers;
  }

  /**
   * Returns the keys of a place: the row that all sides have, and the place right behind such a
   * row.
   */
  private List<Long> keys(int side, int line, int row) {
    List<Long> keys = new ArrayList<>();
    if (countPresent(row) == sides.size()) {
      keys.add(2L * row);
    } else {
      keys.add(-1L - ((long) row * sides.size() + side));
    }
    int before = line == 0 ? NONE : rowOf[side][line - 1];
    boolean sameFunction = before >= 0 && nameOf[before] == nameOf[row];
    if (!sameFunction) {
      keys.add(-1L - (long) rowCount() * sides.size() - nameOf[row]);
    } else if (countPresent(before) == sides.size()) {
      keys.add(2L * before + 1);
    }
    return keys;
  }

  /** Numbers for texts. */
  private static final class Tokens {
    private final Map<String, Integer> numbers = new HashMap<>();

    int[] of(List<String> texts) {
      int[] tokens = new int[texts.size()];
      for (int at = 0; at < tokens.length; at++) {
        tokens[at] = numbers.computeIfAbsent(texts.get(at), text -> numbers.size());
      }
      return tokens;
    }
  }

  /** Rows as they are made. */
  private static final class Rows {
    private final List<IntStream.Builder> sides = new ArrayList<>();
    final IntStream.Builder nameOf = IntStream.builder();
    final List<String> names = new ArrayList<>();

    Rows(int count) {
      for (int side = 0; side < count; side++) {
        sides.add(IntStream.builder());
      }
    }

    void add(int... lines) {
      for (int side = 0; side < lines.length; side++) {
        sides.get(side).add(lines[side]);
      }
      nameOf.add(names.size() - 1);
    }

    int[][] toArrays() {
      return sides.stream().map(side -> side.build().toArray()).toArray(int[][]::new);
    }
  }

  private record FunctionAligner(
      List<CodeListing> sides, List<@Nullable Function> functions, Rows rows, Progress progress) {
    void add(String name) {
      rows.names.add(name);
      int[] heading = new int[sides.size()];
      Arrays.fill(heading, NONE);
      int base = NONE;
      for (int side = 0; side < heading.length; side++) {
        if (functions.get(side) != null) {
          heading[side] = HEADING;
          base = base < 0 ? side : base;
        }
      }
      rows.add(heading);
      int[][] partners = new int[sides.size()][];
      for (int side = 0; side < heading.length; side++) {
        if (side != base && heading[side] == HEADING) {
          partners[side] = new PairAligner(lines(base), lines(side), progress).align();
        }
      }
      merge(base, partners);
    }

    private List<Line> lines(int side) {
      Function function = functions.get(side);
      return function == null
          ? List.of()
          : sides.get(side).lines().subList(function.from(), function.to());
    }

    private int from(int side) {
      Function function = functions.get(side);
      return function == null ? 0 : function.from();
    }

    private void merge(int base, int[][] partners) {
      int count = lines(base).size();
      int[] done = new int[sides.size()];
      for (int at = 0; at < count; at++) {
        int[] until = new int[sides.size()];
        for (int side = 0; side < until.length; side++) {
          int partner = partners[side] == null ? NONE : partners[side][at];
          until[side] = partner < 0 ? done[side] : partner;
        }
        addBetween(done, until);
        int[] row = new int[sides.size()];
        for (int side = 0; side < row.length; side++) {
          boolean has = partners[side] != null && partners[side][at] >= 0;
          row[side] = side == base ? from(base) + at : has ? from(side) + done[side]++ : NONE;
        }
        rows.add(row);
      }
      int[] ends = new int[sides.size()];
      for (int side = 0; side < ends.length; side++) {
        ends[side] = partners[side] == null ? 0 : lines(side).size();
      }
      addBetween(done, ends);
    }

    /** Adds what only others than the base have, beside one another. */
    private void addBetween(int[] done, int[] until) {
      boolean any = true;
      while (any) {
        any = false;
        int[] row = new int[sides.size()];
        for (int side = 0; side < row.length; side++) {
          boolean has = done[side] < until[side];
          row[side] = has ? from(side) + done[side]++ : NONE;
          any |= has;
        }
        if (any) {
          rows.add(row);
        }
      }
    }
  }

  /**
   * Aligns the instructions of two functions: what is the same, then between these what does the
   * same with other operands, then what replaces as many instructions as it has.
   */
  private record PairAligner(List<Line> one, List<Line> other, Progress progress) {
    /** Matches are kept if at least one of this many instructions is equal. */
    private static final int MUCH = 2;

    int[] align() {
      Tokens stems = new Tokens();
      int[] match =
          InstructionAligner.align(
              stems.of(one.stream().map(Line::stem).toList()),
              stems.of(other.stream().map(Line::stem).toList()),
              progress);
      int exact = (int) Arrays.stream(match).filter(at -> at >= 0).count();
      between(match, this::alike);
      between(match, this::replaced);
      if (MUCH * exact >= Math.min(one.size(), other.size())) {
        return match;
      }
      // Other registers throughout, or another processor: what is equal is so by chance.
      int[] byMnemonic = new int[one.size()];
      Arrays.fill(byMnemonic, NONE);
      between(byMnemonic, this::alike);
      between(byMnemonic, this::replaced);
      return worth(byMnemonic) > worth(match) ? byMnemonic : match;
    }

    /** How much an alignment explains: what is equal counts twice. */
    private int worth(int[] match) {
      int worth = 0;
      for (int at = 0; at < match.length; at++) {
        if (match[at] >= 0) {
          Line partner = other.get(match[at]);
          worth += one.get(at).mnemonic().equals(partner.mnemonic()) ? 1 : 0;
          worth += one.get(at).stem().equals(partner.stem()) ? 1 : 0;
        }
      }
      return worth;
    }

    /** Processes parts that have no counterpart. */
    private interface Gap {
      void fill(int[] match, int from, int to, int otherFrom, int otherTo);
    }

    private void between(int[] match, Gap gap) {
      int from = 0;
      int otherFrom = 0;
      for (int at = 0; at <= match.length; at++) {
        boolean end = at == match.length;
        if (end || match[at] >= 0) {
          int partner = end ? other.size() : match[at];
          if (from < at && otherFrom < partner) {
            gap.fill(match, from, at, otherFrom, partner);
          }
          from = at + 1;
          otherFrom = partner + 1;
        }
      }
    }

    private void alike(int[] match, int from, int to, int otherFrom, int otherTo) {
      Tokens mnemonics = new Tokens();
      int[] found =
          InstructionAligner.align(
              mnemonics.of(one.subList(from, to).stream().map(Line::mnemonic).toList()),
              mnemonics.of(other.subList(otherFrom, otherTo).stream().map(Line::mnemonic).toList()),
              progress);
      for (int at = 0; at < found.length; at++) {
        match[from + at] = found[at] < 0 ? NONE : otherFrom + found[at];
      }
    }

    private void replaced(int[] match, int from, int to, int otherFrom, int otherTo) {
      if (to - from == otherTo - otherFrom && to - from <= MOST_REPLACED) {
        for (int at = from; at < to; at++) {
          match[at] = otherFrom + at - from;
        }
      }
    }
  }
}
