package org.kpackworkbench.views.table;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** The order people expect: numbers in names count as numbers, upper and lower case are alike. */
public final class NaturalOrder implements Comparator<String> {
  public static final NaturalOrder INSTANCE = new NaturalOrder();

  private NaturalOrder() {}

  @Override
  public int compare(@Nullable String a, @Nullable String b) {
    if (a == null || b == null) {
      return Boolean.compare(a != null, b != null);
    }
    // Names of kernels begin alike for dozens of letters, which need not be understood.
    int alike = alike(a, b);
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

  /** How many letters are the same in both from the start, but for a number that goes on there. */
  private static int alike(String a, String b) {
    int end = Math.min(a.length(), b.length());
    int at = 0;
    while (at < end && a.charAt(at) == b.charAt(at)) {
      at++;
    }
    while (at > 0 && isDigit(a.charAt(at - 1))) {
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
