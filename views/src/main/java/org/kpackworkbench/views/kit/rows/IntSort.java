package org.kpackworkbench.views.kit.rows;

import java.util.Arrays;

/** Sorts numbers of rows by their values, without an object for each. */
public final class IntSort {
  private static final int SMALL = 8;

  private IntSort() {}

  /** The order of two rows. */
  @FunctionalInterface
  public interface Order {
    /** Negative if row {@code a} comes first, positive if {@code b} does, else 0. */
    int compare(int a, int b);

    /** This order, and {@code next} where it sees no difference. */
    default Order then(Order next) {
      return (a, b) -> {
        int first = compare(a, b);
        return first != 0 ? first : next.compare(a, b);
      };
    }

    /** The order the other way round. */
    default Order reversed() {
      return (a, b) -> compare(b, a);
    }
  }

  /** Sorts all of an array; what is equal stays in its order. */
  public static void sort(int[] items, Order order) {
    sort(items, 0, items.length, order);
  }

  /** Sorts the part from {@code from} up to, not including, {@code to}. */
  public static void sort(int[] items, int from, int to, Order order) {
    if (to - from < 2) {
      return;
    }
    merge(Arrays.copyOfRange(items, from, to), 0, to - from, items, from, order);
  }

  /** Sorts {@code source[low, high)}, which is also what is in target, into target. */
  private static void merge(int[] source, int low, int high, int[] target, int shift, Order order) {
    if (high - low < SMALL) {
      insert(target, low + shift, high + shift, order);
      return;
    }
    int middle = (low + high) >>> 1;
    // The halves are sorted into the source, which then is merged into the target.
    merge(target, low + shift, middle + shift, source, -shift, order);
    merge(target, middle + shift, high + shift, source, -shift, order);
    if (order.compare(source[middle - 1], source[middle]) <= 0) {
      // Input that is already sorted, as in most tables, needs only one comparison for each row.
      System.arraycopy(source, low, target, low + shift, high - low);
      return;
    }
    int left = low;
    int right = middle;
    for (int i = low; i < high; i++) {
      boolean takeLeft =
          left < middle && (right >= high || order.compare(source[left], source[right]) <= 0);
      target[i + shift] = takeLeft ? source[left++] : source[right++];
    }
  }

  private static void insert(int[] items, int from, int to, Order order) {
    for (int i = from + 1; i < to; i++) {
      int item = items[i];
      int at = i;
      while (at > from && order.compare(items[at - 1], item) > 0) {
        items[at] = items[at - 1];
        at--;
      }
      items[at] = item;
    }
  }
}
