package org.kpackworkbench.model.base.unpack;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Optional;

/**
 * Packs as the library of bzip2 does, to the same bytes, so that what was packed by it can be made
 * again from its content. The format leaves open how long codes are and which of equal rotations
 * comes first: here lengths are those that the library's four rounds give. Where all of a block is
 * one part many times, the rotation that it names may be another one than the library's.
 */
public final class Bzip2 {
  /** The library's highest level, in units of 100,000 bytes in a block. */
  public static final int MOST_LEVEL = 9;

  private static final int LEVEL_BYTES = 100_000;
  private static final int SPARE_BYTES = 19;
  private static final int LONGEST_RUN = 255;
  private static final int COUNTED_RUN = 4;
  private static final int POLYNOMIAL = 0x04c11db7;
  private static final int[] CRC = crcTable();

  private final Bits out = new Bits();
  private final byte[] block;
  private final boolean[] used = new boolean[256];
  private int length;
  private int crc = -1;
  private int allCrc;

  private Bzip2(int level) {
    block = new byte[level * LEVEL_BYTES + SPARE_BYTES];
  }

  /**
   * Packs.
   *
   * @param level from 1 to {@link #MOST_LEVEL}
   */
  public static byte[] pack(byte[] bytes, int level) {
    return new Bzip2(level).packed(bytes, level);
  }

  /** The level that something was packed with, as its first bytes say; empty if they say none. */
  public static Optional<Integer> level(byte[] packed) {
    int level = packed.length > 3 ? packed[3] - '0' : 0;
    return level >= 1 && level <= MOST_LEVEL && packed[0] == 'B' && packed[1] == 'Z'
        ? Optional.of(level)
        : Optional.empty();
  }

  private byte[] packed(byte[] bytes, int level) {
    out.put(8, 'B');
    out.put(8, 'Z');
    out.put(8, 'h');
    out.put(8, '0' + level);
    int fullAt = level * LEVEL_BYTES - SPARE_BYTES;
    int run = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (length >= fullAt) {
        // A run that is not over goes on in the next block.
        write();
      }
      if (run > 0 && (bytes[i] != bytes[i - 1] || run == LONGEST_RUN)) {
        add(bytes[i - 1], run);
        run = 0;
      }
      run++;
    }
    if (run > 0) {
      add(bytes[bytes.length - 1], run);
    }
    write();
    out.put(24, 0x177245);
    out.put(24, 0x385090);
    out.put(32, allCrc);
    return out.bytes();
  }

  /** A run of one byte; a long one is four of it and how many more. */
  private void add(byte value, int run) {
    for (int i = 0; i < run; i++) {
      crc = (crc << 8) ^ CRC[(crc >>> 24) ^ (value & 0xff)];
    }
    for (int i = 0; i < Math.min(run, COUNTED_RUN); i++) {
      put(value);
    }
    if (run >= COUNTED_RUN) {
      put((byte) (run - COUNTED_RUN));
    }
  }

  private void put(byte value) {
    used[value & 0xff] = true;
    block[length++] = value;
  }

  private void write() {
    if (length == 0) {
      return;
    }
    allCrc = Integer.rotateLeft(allCrc, 1) ^ ~crc;
    out.put(24, 0x314159);
    out.put(24, 0x265359);
    out.put(32, ~crc);
    out.put(1, 0);
    int[] order = rotations(block, length);
    int first = 0;
    while (order[first] != 0) {
      first++;
    }
    out.put(24, first);
    writeUsed();
    new Symbols(order).write();
    Arrays.fill(used, false);
    length = 0;
    crc = -1;
  }

  private void writeUsed() {
    int groups = 0;
    for (int i = 0; i < used.length; i++) {
      groups |= used[i] ? 0x8000 >>> (i >>> 4) : 0;
    }
    out.put(16, groups);
    for (int group = 0; group < 16; group++) {
      if ((groups & (0x8000 >>> group)) != 0) {
        for (int i = 0; i < 16; i++) {
          out.put(1, used[16 * group + i] ? 1 : 0);
        }
      }
    }
  }

  /** Where the rotations of a block begin, in the order of their bytes. */
  private static int[] rotations(byte[] block, int length) {
    int[] order = new int[length];
    int[] rank = new int[length];
    int[] other = new int[length];
    int[] starts = new int[Math.max(length, 256) + 1];
    for (int i = 0; i < length; i++) {
      rank[i] = block[i] & 0xff;
      other[i] = i;
    }
    int ranks = 256;
    // Sorted by twice as many bytes each time: those behind are sorted already.
    for (int bytes = 0; ; bytes = Math.max(1, 2 * bytes)) {
      for (int i = 0; bytes > 0 && i < length; i++) {
        other[i] = order[i] >= bytes ? order[i] - bytes : order[i] - bytes + length;
      }
      Arrays.fill(starts, 0, ranks + 1, 0);
      for (int i = 0; i < length; i++) {
        starts[rank[i] + 1]++;
      }
      for (int i = 1; i <= ranks; i++) {
        starts[i] += starts[i - 1];
      }
      for (int i = 0; i < length; i++) {
        order[starts[rank[other[i]]]++] = other[i];
      }
      ranks = 0;
      for (int i = 0; i < length; i++) {
        if (i > 0 && differ(rank, order[i - 1], order[i], bytes, length)) {
          ranks++;
        }
        other[order[i]] = ranks;
      }
      ranks++;
      int[] swap = rank;
      rank = other;
      other = swap;
      if (ranks == length || 2L * bytes >= length) {
        return order;
      }
    }
  }

  private static boolean differ(int[] rank, int one, int two, int bytes, int length) {
    return rank[one] != rank[two] || rank[(one + bytes) % length] != rank[(two + bytes) % length];
  }

  private static int[] crcTable() {
    int[] table = new int[256];
    for (int i = 0; i < table.length; i++) {
      int value = i << 24;
      for (int bit = 0; bit < 8; bit++) {
        value = (value << 1) ^ (value < 0 ? POLYNOMIAL : 0);
      }
      table[i] = value;
    }
    return table;
  }

  /** What a block is after it was sorted: numbers of bytes not seen for long, runs, and an end. */
  private final class Symbols {
    private static final int GROUP = 50;
    private static final int ROUNDS = 4;
    private static final int MOST_BITS = 17;
    private static final int UNLIKELY_BITS = 15;

    /** From how many symbols on there is another table. */
    private static final int[] MORE_TABLES = {200, 600, 1200, 2400};

    private final char[] symbols;
    private final int[] times;
    private int count;

    Symbols(int[] order) {
      byte[] recent = new byte[256];
      int kinds = 0;
      for (int i = 0; i < used.length; i++) {
        if (used[i]) {
          recent[kinds++] = (byte) i;
        }
      }
      symbols = new char[length + 1];
      times = new int[kinds + 2];
      int run = 0;
      for (int i = 0; i < length; i++) {
        byte last = block[order[i] == 0 ? length - 1 : order[i] - 1];
        if (recent[0] == last) {
          run++;
          continue;
        }
        addRun(run);
        run = 0;
        int at = 1;
        while (recent[at] != last) {
          at++;
        }
        System.arraycopy(recent, 0, recent, 1, at);
        recent[0] = last;
        add(at + 1);
      }
      addRun(run);
      add(kinds + 1);
    }

    /** The length of a run in two digits, of 1 and 2. */
    private void addRun(int run) {
      for (int left = run; left > 0; left = (left - 1) / 2) {
        add((left - 1) % 2);
      }
    }

    private void add(int symbol) {
      symbols[count++] = (char) symbol;
      times[symbol]++;
    }

    void write() {
      int tables = 2;
      for (int most : MORE_TABLES) {
        tables += count >= most ? 1 : 0;
      }
      int[][] bits = firstTables(tables);
      int[] selected = new int[(count + GROUP - 1) / GROUP];
      for (int round = 0; round < ROUNDS; round++) {
        int[][] there = new int[tables][times.length];
        for (int group = 0; group < selected.length; group++) {
          selected[group] = best(bits, group);
          for (int i = GROUP * group; i < end(group); i++) {
            there[selected[group]][symbols[i]]++;
          }
        }
        for (int table = 0; table < tables; table++) {
          bits[table] = codeBits(there[table]);
        }
      }
      out.put(3, tables);
      out.put(15, selected.length);
      writeSelected(selected, tables);
      for (int[] table : bits) {
        writeTable(table);
      }
      int[][] codes = Arrays.stream(bits).map(Symbols::codes).toArray(int[][]::new);
      for (int group = 0; group < selected.length; group++) {
        for (int i = GROUP * group; i < end(group); i++) {
          out.put(bits[selected[group]][symbols[i]], codes[selected[group]][symbols[i]]);
        }
      }
    }

    private int end(int group) {
      return Math.min(count, GROUP * (group + 1));
    }

    /** Each table is for some neighbouring symbols, which occur about as often together. */
    private int[][] firstTables(int tables) {
      int[][] bits = new int[tables][times.length];
      int left = count;
      int from = 0;
      for (int table = tables; table > 0; table--) {
        int wanted = left / table;
        int to = from - 1;
        int sum = 0;
        while (sum < wanted && to < times.length - 1) {
          sum += times[++to];
        }
        if (to > from && table != tables && table != 1 && (tables - table) % 2 == 1) {
          sum -= times[to--];
        }
        Arrays.fill(bits[table - 1], UNLIKELY_BITS);
        Arrays.fill(bits[table - 1], from, to + 1, 0);
        from = to + 1;
        left -= sum;
      }
      return bits;
    }

    /** The table with which a group needs the fewest bits; the first of several. */
    private int best(int[][] bits, int group) {
      int best = 0;
      int fewest = Integer.MAX_VALUE;
      for (int table = 0; table < bits.length; table++) {
        int sum = 0;
        for (int i = GROUP * group; i < end(group); i++) {
          sum += bits[table][symbols[i]];
        }
        if (sum < fewest) {
          fewest = sum;
          best = table;
        }
      }
      return best;
    }

    private static int[] codeBits(int[] times) {
      int[] weights = Arrays.stream(times).map(each -> Math.max(1, each)).toArray();
      while (true) {
        int[] bits = new CodeTree(weights).bits();
        if (Arrays.stream(bits).allMatch(each -> each <= MOST_BITS)) {
          return bits;
        }
        // Less difference makes shorter codes.
        weights = Arrays.stream(weights).map(each -> 1 + each / 2).toArray();
      }
    }

    private void writeSelected(int[] selected, int tables) {
      int[] recent = new int[tables];
      Arrays.setAll(recent, i -> i);
      for (int table : selected) {
        int at = 0;
        while (recent[at] != table) {
          out.put(1, 1);
          at++;
        }
        out.put(1, 0);
        System.arraycopy(recent, 0, recent, 1, at);
        recent[0] = table;
      }
    }

    private void writeTable(int[] bits) {
      int now = bits[0];
      out.put(5, now);
      for (int wanted : bits) {
        while (now != wanted) {
          out.put(2, now < wanted ? 2 : 3);
          now += now < wanted ? 1 : -1;
        }
        out.put(1, 0);
      }
    }

    private static int[] codes(int[] bits) {
      int[] codes = new int[bits.length];
      int next = 0;
      for (int length = 1; length <= MOST_BITS; length++) {
        for (int i = 0; i < bits.length; i++) {
          if (bits[i] == length) {
            codes[i] = next++;
          }
        }
        next <<= 1;
      }
      return codes;
    }
  }

  /** Huffman's tree, whose order among equal weights is that of the library's heap. */
  private static final class CodeTree {
    private static final int DEPTH_BITS = 8;
    private static final int DEPTH = 0xff;

    private final int leaves;
    private final int[] weights;
    private final int[] parents;
    private final int[] heap;
    private int size;

    CodeTree(int[] leafWeights) {
      leaves = leafWeights.length;
      weights = new int[2 * leaves];
      parents = new int[2 * leaves];
      heap = new int[leaves + 1];
      // Nodes count from 1: the first place is below all in the heap.
      for (int node = 1; node <= leaves; node++) {
        weights[node] = leafWeights[node - 1] << DEPTH_BITS;
        push(node);
      }
      for (int node = leaves + 1; size > 1; node++) {
        int one = pop();
        int two = pop();
        parents[one] = node;
        parents[two] = node;
        weights[node] =
            ((weights[one] & ~DEPTH) + (weights[two] & ~DEPTH))
                | (1 + Math.max(weights[one] & DEPTH, weights[two] & DEPTH));
        push(node);
      }
    }

    private void push(int node) {
      int at = ++size;
      while (at > 1 && weights[node] < weights[heap[at / 2]]) {
        heap[at] = heap[at / 2];
        at /= 2;
      }
      heap[at] = node;
    }

    private int pop() {
      int top = heap[1];
      int node = heap[size--];
      int at = 1;
      for (int below = 2; below <= size; below = 2 * at) {
        if (below < size && weights[heap[below + 1]] < weights[heap[below]]) {
          below++;
        }
        if (weights[node] < weights[heap[below]]) {
          break;
        }
        heap[at] = heap[below];
        at = below;
      }
      heap[at] = node;
      return top;
    }

    int[] bits() {
      int[] bits = new int[leaves];
      for (int leaf = 1; leaf <= leaves; leaf++) {
        for (int node = leaf; parents[node] > 0; node = parents[node]) {
          bits[leaf - 1]++;
        }
      }
      return bits;
    }
  }

  /** Bits, the highest first. */
  private static final class Bits {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long waiting;
    private int count;

    void put(int bits, int value) {
      waiting = (waiting << bits) | (value & (0xffff_ffffL >>> (32 - bits)));
      count += bits;
      while (count >= 8) {
        count -= 8;
        bytes.write((int) (waiting >>> count));
      }
    }

    byte[] bytes() {
      if (count > 0) {
        bytes.write((int) (waiting << (8 - count)));
      }
      return bytes.toByteArray();
    }
  }
}
