package org.kpackworkbench.views.kit.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Shortens names that do not fit by what they share with their neighbours: below each other, {@code
 * generate_kernel<unsigned int, rocrand_poisson_distribution<…>>} and its like with {@code normal}
 * become {@code generate_kernel<…poisson…>} and {@code generate_kernel<…normal…>}.
 */
public final class SharedCut {
  /** Sign in place of what is left out. */
  public static final String GAP = "…";

  /** Between the old and the new name of one thing. */
  public static final String ARROW = " → ";

  private static final int MOST_COMPARED = 40_000;

  private static final double MOST_OF_ROOM_FOR_NAME = 0.6;

  private final List<String> tokens;
  private final boolean whole;
  private final double[] widths;
  private final double gap;
  private final BitSet kept = new BitSet();

  private SharedCut(List<String> tokens, boolean whole, ToDoubleFunction<String> width) {
    this.tokens = tokens;
    this.whole = whole;
    this.widths = tokens.stream().mapToDouble(width).toArray();
    this.gap = width.applyAsDouble(GAP);
  }

  /**
   * A text as it is shown in limited room; itself where it fits.
   *
   * @param neighbours what the rows around it say in the same place; the nearest first
   * @param room how wide it may be
   * @param width how wide a text is; that of two after each other is the sum of both
   */
  public static String cut(
      String text, List<String> neighbours, double room, ToDoubleFunction<String> width) {
    if (width.applyAsDouble(text) <= room) {
      return text;
    }
    int arrow = text.indexOf(ARROW);
    if (arrow > 0 && arrow == text.lastIndexOf(ARROW)) {
      return pair(text.substring(0, arrow), text.substring(arrow + ARROW.length()), room, width);
    }
    // A name up to its first argument stays whole where that leaves room for what follows.
    String name = name(text);
    boolean whole = width.applyAsDouble(name) <= room * MOST_OF_ROOM_FOR_NAME;
    SharedCut cut = new SharedCut(tokens(text, whole), whole, width);
    cut.choose(neighbours.stream().filter(other -> !other.equals(text)).toList(), room);
    return cut.kept.isEmpty() ? middle(text, room, width) : cut.text(room, width);
  }

  /**
   * A sentence as it is shown in limited room. It is read from its start, so it stays whole and
   * loses its end, except where a row beside it has the same start: then it is shortened as a name.
   *
   * @param neighbours what the rows around it say in the same place; the nearest first
   * @param room how wide it may be
   * @param width how wide a text is; that of two after each other is the sum of both
   */
  public static String sentence(
      String text, List<String> neighbours, double room, ToDoubleFunction<String> width) {
    if (width.applyAsDouble(text) <= room) {
      return text;
    }
    String start = start(text, room - width.applyAsDouble(GAP), width);
    return neighbours.stream().anyMatch(other -> other.startsWith(start))
        ? cut(text, neighbours, room, width)
        : text;
  }

  private static String start(String text, double room, ToDoubleFunction<String> width) {
    int low = 0;
    int high = text.length();
    while (low < high) {
      int letters = (low + high + 1) / 2;
      if (width.applyAsDouble(text.substring(0, letters)) <= room) {
        low = letters;
      } else {
        high = letters - 1;
      }
    }
    return text.substring(0, low);
  }

  /** Two names of one thing: of each, what the other has not is shown first. */
  private static String pair(
      String before, String after, double room, ToDoubleFunction<String> width) {
    double both = Math.max(0, room - width.applyAsDouble(ARROW));
    double first = width.applyAsDouble(before);
    double second = width.applyAsDouble(after);
    // A short one leaves its room to the other.
    double left = Math.min(first, Math.max(both / 2, both - second));
    return cut(before, List.of(after), left, width)
        + ARROW
        + cut(after, List.of(before), both - left, width);
  }

  /** The beginning and the end of a text with as much of both as fits. */
  static String middle(String text, double room, ToDoubleFunction<String> width) {
    int low = 0;
    int high = text.length();
    while (low < high) {
      int letters = (low + high + 1) / 2;
      if (width.applyAsDouble(ends(text, letters)) <= room) {
        low = letters;
      } else {
        high = letters - 1;
      }
    }
    return ends(text, low);
  }

  private static String ends(String text, int letters) {
    int first = (letters + 1) / 2;
    int last = text.length() - letters / 2;
    // Both halves of a character stay together.
    if (first > 0 && Character.isHighSurrogate(text.charAt(first - 1))) {
      first--;
    }
    if (last < text.length() && Character.isLowSurrogate(text.charAt(last))) {
      last++;
    }
    return text.substring(0, first) + GAP + text.substring(last);
  }

  private void choose(List<String> neighbours, double room) {
    List<BitSet> differences = differences(neighbours);
    int[] weights = new int[tokens.size()];
    differences.forEach(own -> own.stream().forEach(at -> weights[at]++));
    List<Integer> telling =
        IntStream.range(0, weights.length)
            .filter(at -> weights[at] > 0)
            .boxed()
            .sorted(Comparator.comparing(at -> -weights[at]))
            .toList();
    if (keep(0, room)) {
      // What opens behind the name belongs to it.
      if (tokens.size() > 1 && !isWord(tokens.get(1))) {
        keep(1, room);
      }
      distinguish(differences, telling, room);
    }
    // A beginning that all share gives way to what distinguishes them.
    long told = told(differences);
    if (told < differences.size()) {
      BitSet before = (BitSet) kept.clone();
      kept.clear();
      distinguish(differences, telling, room);
      if (told(differences) <= told) {
        kept.clear();
        kept.or(before);
      }
    }
    if (kept.isEmpty()) {
      return;
    }
    telling.forEach(at -> keep(at, room));
    keep(tokens.size() - 1, room);
    boolean grown = true;
    while (grown) {
      grown = false;
      for (int at : edges()) {
        grown |= keep(at, room);
      }
    }
  }

  /**
   * Keeps something that each neighbour has not; first where there is little of that, such as a
   * sign.
   */
  private void distinguish(List<BitSet> differences, List<Integer> telling, double room) {
    for (BitSet own : differences) {
      for (int at : telling) {
        if (own.intersects(kept)) {
          break;
        }
        if (own.get(at)) {
          keep(at, room);
        }
      }
    }
  }

  /** From how many neighbours what is kept differs. */
  private long told(List<BitSet> differences) {
    return differences.stream().filter(kept::intersects).count();
  }

  private boolean keep(int at, double room) {
    if (kept.get(at)) {
      return false;
    }
    kept.set(at);
    if (total() > room) {
      kept.clear(at);
      return false;
    }
    return true;
  }

  /** The tokens beside those that are kept: behind each run, then before it. */
  private int[] edges() {
    int[] behind =
        kept.stream().map(at -> at + 1).filter(at -> at < tokens.size() && !kept.get(at)).toArray();
    int[] before = kept.stream().map(at -> at - 1).filter(at -> at >= 0 && !kept.get(at)).toArray();
    return IntStream.concat(Arrays.stream(behind), Arrays.stream(before)).distinct().toArray();
  }

  private double total() {
    double total = 0;
    for (int at = 0; at < widths.length; at++) {
      if (kept.get(at)) {
        total += widths[at];
      } else if (at == 0 || kept.get(at - 1)) {
        total += gap;
      }
    }
    return total;
  }

  /** Returns what is kept, and as much of the token behind the first run as fits. */
  private String text(double room, ToDoubleFunction<String> width) {
    int first = kept.nextClearBit(0);
    String more = "";
    if (first < tokens.size()) {
      String token = tokens.get(first);
      double left = room - total();
      int letters = token.length() - 1;
      while (letters > 0 && width.applyAsDouble(token.substring(0, letters)) > left) {
        letters--;
      }
      if (letters > 0 && Character.isHighSurrogate(token.charAt(letters - 1))) {
        letters--;
      }
      more = token.substring(0, Math.max(0, letters));
    }
    StringBuilder text = new StringBuilder();
    for (int at = 0; at < tokens.size(); at++) {
      if (kept.get(at)) {
        text.append(tokens.get(at));
      } else if (at == 0 || kept.get(at - 1)) {
        text.append(at == first ? more : "").append(GAP);
      }
    }
    return text.toString();
  }

  /**
   * The tokens that each neighbour does not have in their place, signs where no word differs; the
   * fewest first.
   */
  private List<BitSet> differences(List<String> neighbours) {
    List<BitSet> differences = new ArrayList<>();
    for (String neighbour : neighbours) {
      BitSet own = shared(tokens, tokens(neighbour, whole));
      own.flip(0, tokens.size());
      BitSet words = new BitSet();
      own.stream().filter(at -> isWord(tokens.get(at))).forEach(words::set);
      BitSet telling = words.isEmpty() ? own : words;
      if (!telling.isEmpty()) {
        differences.add(telling);
      }
    }
    differences.sort(Comparator.comparing(BitSet::cardinality));
    return differences;
  }

  /** The tokens of a list that another one has in the same order. */
  private static BitSet shared(List<String> some, List<String> others) {
    BitSet shared = new BitSet();
    int from = 0;
    int end = some.size();
    int otherEnd = others.size();
    while (from < Math.min(end, otherEnd) && Objects.equals(some.get(from), others.get(from))) {
      shared.set(from++);
    }
    while (end > from
        && otherEnd > from
        && Objects.equals(some.get(end - 1), others.get(otherEnd - 1))) {
      shared.set(--end);
      otherEnd--;
    }
    int rows = end - from;
    int columns = otherEnd - from;
    if (rows == 0 || columns == 0 || (long) rows * columns > MOST_COMPARED) {
      return shared;
    }
    int[][] longest = new int[rows + 1][columns + 1];
    for (int i = rows - 1; i >= 0; i--) {
      for (int j = columns - 1; j >= 0; j--) {
        longest[i][j] =
            Objects.equals(some.get(from + i), others.get(from + j))
                ? longest[i + 1][j + 1] + 1
                : Math.max(longest[i + 1][j], longest[i][j + 1]);
      }
    }
    int i = 0;
    int j = 0;
    while (i < rows && j < columns) {
      if (Objects.equals(some.get(from + i), others.get(from + j))) {
        shared.set(from + i++);
        j++;
      } else if (longest[i + 1][j] >= longest[i][j + 1]) {
        i++;
      } else {
        j++;
      }
    }
    return shared;
  }

  /**
   * Words of letters, numbers, and each other sign for itself.
   *
   * @param whole whether the name in the beginning is one of them
   */
  private static List<String> tokens(String text, boolean whole) {
    List<String> tokens = new ArrayList<>();
    int from = whole ? name(text).length() : 0;
    if (from > 0) {
      tokens.add(text.substring(0, from));
    }
    while (from < text.length()) {
      int end = text.offsetByCodePoints(from, 1);
      boolean digits = Character.isDigit(text.charAt(from));
      if (Character.isLetterOrDigit(text.charAt(from))) {
        while (end < text.length()
            && Character.isLetterOrDigit(text.charAt(end))
            && Character.isDigit(text.charAt(end)) == digits) {
          end++;
        }
      }
      tokens.add(text.substring(from, end));
      from = end;
    }
    return tokens;
  }

  private static String name(String text) {
    int end = 0;
    while (end < text.length() && isNamePart(text.charAt(end))) {
      end++;
    }
    return text.substring(0, end);
  }

  private static boolean isNamePart(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }

  private static boolean isWord(String token) {
    return Character.isLetterOrDigit(token.codePointAt(0));
  }
}
