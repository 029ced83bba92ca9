package org.kpackworkbench.model.format.coff;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/**
 * The pointers of 64 bits that a loader changes when an image is not loaded at its own base.
 *
 * <p>The directory is a list of blocks: the address of a page (4 bytes), the size of the block with
 * these eight bytes (4), then entries of 2 bytes: type in the upper 4 bits, offset in the page in
 * the lower 12. Type 10, {@code DIR64}, is the one that such pointers have.
 */
final class BaseRelocations {
  private static final String STRUCTURE = "base relocations";
  private static final int BLOCK_HEADER = 8;
  private static final int DIR64 = 10;

  /** More pointers than programs of 4 GiB have; each takes four times its entry in memory. */
  private static final int MOST_POINTERS = 1 << 23;

  private final long[] addresses;

  private BaseRelocations(long[] addresses) {
    this.addresses = addresses;
  }

  static BaseRelocations none() {
    return new BaseRelocations(new long[0]);
  }

  /** Reads the blocks of a range of the file; what is broken is added to the problems. */
  static BaseRelocations read(ByteView view, ByteRange range, List<FormatException> problems)
      throws FormatException {
    LongStream.Builder found = LongStream.builder();
    int count = 0;
    long at = range.start();
    while (range.end() - at >= BLOCK_HEADER) {
      long page = view.u32(at);
      long size = view.u32(at + 4);
      if (size < BLOCK_HEADER || size > range.end() - at) {
        problems.add(
            FormatException.at(view, at + 4, STRUCTURE, "block size", Reason.OUT_OF_BOUNDS)
                .expected("%d to %d bytes".formatted(BLOCK_HEADER, range.end() - at))
                .found(size)
                .build());
        break;
      }
      for (long entry = at + BLOCK_HEADER; entry + 2 <= at + size; entry += 2) {
        int value = view.u16(entry);
        if (value >>> 12 == DIR64 && count++ < MOST_POINTERS) {
          found.add(page + (value & 0xfff));
        }
      }
      at += size;
    }
    if (count > MOST_POINTERS) {
      problems.add(
          FormatException.at(view, range.start(), STRUCTURE, "entries", Reason.TOO_LARGE)
              .expected("at most %d pointers".formatted(MOST_POINTERS))
              .found(count)
              .build());
    }
    return new BaseRelocations(found.build().sorted().toArray());
  }

  /** Whether the pointer at an address from the image's base is in the list. */
  boolean contains(long address) {
    return Arrays.binarySearch(addresses, address) >= 0;
  }

  /** The addresses of the pointers from the image's base, in their order. */
  LongStream addresses() {
    return Arrays.stream(addresses);
  }
}
