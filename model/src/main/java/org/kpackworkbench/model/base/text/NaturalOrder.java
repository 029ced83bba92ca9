package org.kpackworkbench.model.base.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** The order people expect: numbers in names count as numbers, upper and lower case are alike. */
public final class NaturalOrder implements Comparator<String> {
  public static final NaturalOrder INSTANCE = new NaturalOrder(0);

  /** How many letters all names begin with alike. */
  private final int common;

  private NaturalOrder(int common) {
    this.common = common;
  }

  /**
   * The order of some names among themselves, quicker than that of any: a library's kernels are all
   * called alike for dozens of letters.
   */
  public static NaturalOrder among(Collection<String> names) {
    Iterator<String> all = names.iterator();
    String first = all.hasNext() ? all.next() : "";
    int common = first.length();
    while (all.hasNext() && common > 0) {
      String name = all.next();
      if (!name.regionMatches(0, first, 0, common)) {
        common = alike(first, name, 0);
      }
    }
    return new NaturalOrder(common);
  }

  @Override
  public int compare(@Nullable String a, @Nullable String b) {
    if (a == null || b == null) {
      return Boolean.compare(a != null, b != null);
    }
    // Names of kernels begin alike for dozens of letters, which need not be understood.
    int alike = startOfNumber(a, alike(a, b, common));
    int i = alike;
    int j = alike;
    while (i < a.length() && j < b.length()) {
      char left = a.charAt(i);
      char right = b.charAt(j);
      if (isDigit(left) && isDigit(right)) {
        int leftEnd = endOfDigits(a, i);
        int rightEnd = endOfDigits(b, j);
        int byNumber = compareNumbers(a, i, leftEnd, b, j, rightEnd);
        if (byNumber != 0) {
          return byNumber;
        }
        i = leftEnd;
        j = rightEnd;
      } else {
        int byLetter = Character.compare(Character.toLowerCase(left), Character.toLowerCase(right));
        if (byLetter != 0) {
          return byLetter;
        }
        i++;
        j++;
      }
    }
    int byRest = Integer.compare(a.length() - i, b.length() - j);
    return byRest != 0 ? byRest : a.compareTo(b);
  }

  /** How many letters are the same in both from the start, of which some are known to be. */
  private static int alike(String a, String b, int known) {
    int end = Math.min(a.length(), b.length());
    int at = known;
    while (at < end && a.charAt(at) == b.charAt(at)) {
      at++;
    }
    return at;
  }

  /** Where a number starts that goes on at a letter; else that letter. */
  private static int startOfNumber(String text, int letter) {
    int at = letter;
    while (at > 0 && isDigit(text.charAt(at - 1))) {
      at--;
    }
    return at;
  }

  private static int compareNumbers(
      String a, int aStart, int aEnd, String b, int bStart, int bEnd) {
    int left = skipZeros(a, aStart, aEnd);
    int right = skipZeros(b, bStart, bEnd);
    int byLength = Integer.compare(aEnd - left, bEnd - right);
    while (byLength == 0 && left < aEnd) {
      byLength = Character.compare(a.charAt(left++), b.charAt(right++));
    }
    return byLength;
  }

  private static int skipZeros(String text, int from, int end) {
    int at = from;
    while (at < end - 1 && text.charAt(at) == '0') {
      at++;
    }
    return at;
  }

  private static int endOfDigits(String text, int from) {
    int end = from;
    while (end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isDigit(char letter) {
    return letter >= '0' && letter <= '9';
  }
}
