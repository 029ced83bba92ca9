package org.kpackworkbench.model.format.elf;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/**
 * {@code RELR}: words of 64 bits. An even one is the address of a relative relocation, and the next
 * word of memory follows it. An odd one is a bitmap: bit i (1–63) says that the (i−1)-th following
 * word has a relocation too; then 63 words are passed (gABI, "Relative relocation table").
 *
 * <p>Every {@value #STRIDE}th word's state is noted when the table is first gone through, so that a
 * relocation is found by its number without unpacking the table.
 */
final class PackedRelocations implements RelocationTable {
  static final int WORD_BYTES = 8;
  private static final int STRIDE = 16;
  private static final int BITS = 63;

  private final RelocationContext context;
  private final ByteView bytes;
  private @Nullable Stops stops;

  /** For each stop, how many relocations precede it and the next address there. */
  private record Stops(int[] counts, long[] bases, int size) {}

  PackedRelocations(RelocationContext context, ByteView bytes) {
    this.context = context;
    this.bytes = bytes;
  }

  @Override
  public Kind kind() {
    return Kind.RELR;
  }

  @Override
  public int machine() {
    return context.machine();
  }

  @Override
  public @Nullable ElfSection section() {
    return context.section();
  }

  @Override
  public @Nullable ElfSection target() {
    return null;
  }

  @Override
  public @Nullable SymbolTable symbols() {
    return null;
  }

  @Override
  public boolean isDynamic() {
    return context.dynamic();
  }

  @Override
  public int size() throws FormatException {
    return stops().size;
  }

  @Override
  public Relocation relocation(int index) throws FormatException {
    Stops known = stops();
    Objects.checkIndex(index, known.size);
    int stop = Arrays.binarySearch(known.counts, index);
    stop = stop < 0 ? -stop - 2 : lastOfEqual(known.counts, stop);
    int seen = known.counts[stop];
    long next = known.bases[stop];
    for (long word = (long) stop * STRIDE; ; word++) {
      long value = bytes.u64(word * WORD_BYTES);
      int count = count(value);
      if (index < seen + count) {
        return relocation(index, address(value, next, index - seen));
      }
      seen += count;
      next = advance(value, next);
    }
  }

  @Override
  public void forEachOffset(OffsetVisitor visitor) throws FormatException {
    long words = bytes.size() / WORD_BYTES;
    int index = 0;
    long next = 0;
    for (long word = 0; word < words; word++) {
      long value = bytes.u64(word * WORD_BYTES);
      int count = count(value);
      for (int i = 0; i < count; i++) {
        visitor.visit(index++, address(value, next, i));
      }
      next = advance(value, next);
    }
  }

  private Relocation relocation(int index, long address) throws FormatException {
    long type = RelocationType.relative(machine());
    return new Relocation(this, index, address, type, 0, context.storedWord(address));
  }

  private static int count(long word) {
    return (word & 1) == 0 ? 1 : Long.bitCount(word >>> 1);
  }

  private static long advance(long word, long next) {
    return (word & 1) == 0 ? word + WORD_BYTES : next + (long) BITS * WORD_BYTES;
  }

  /** The {@code n}-th address that a word stands for. */
  private static long address(long word, long next, int n) {
    if ((word & 1) == 0) {
      return word;
    }
    long bits = word >>> 1;
    for (int i = 0; i < n; i++) {
      bits &= bits - 1;
    }
    return next + (long) Long.numberOfTrailingZeros(bits) * WORD_BYTES;
  }

  private static int lastOfEqual(int[] counts, int at) {
    int last = at;
    while (last + 1 < counts.length && counts[last + 1] == counts[at]) {
      last++;
    }
    return last;
  }

  private synchronized Stops stops() throws FormatException {
    Stops known = stops;
    if (known == null) {
      known = walk();
      stops = known;
    }
    return known;
  }

  private Stops walk() throws FormatException {
    long words = bytes.size() / WORD_BYTES;
    if (words > (long) Integer.MAX_VALUE / BITS) {
      throw FormatException.at(bytes, 0, label(), "size", Reason.TOO_LARGE)
          .expected("at most %d words".formatted(Integer.MAX_VALUE / BITS))
          .found(words)
          .build();
    }
    int stopCount = (int) ((words + STRIDE - 1) / STRIDE);
    int[] counts = new int[stopCount];
    long[] bases = new long[stopCount];
    int seen = 0;
    long next = 0;
    for (int word = 0; word < words; word++) {
      if (word % STRIDE == 0) {
        counts[word / STRIDE] = seen;
        bases[word / STRIDE] = next;
      }
      long value = bytes.u64((long) word * WORD_BYTES);
      seen += count(value);
      next = advance(value, next);
    }
    return new Stops(counts, bases, seen);
  }
}
