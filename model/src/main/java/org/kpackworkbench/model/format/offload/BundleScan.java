package org.kpackworkbench.model.format.offload;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.ZeroScan;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfMachine;

/**
 * Finds the bundles of a section, one after another.
 *
 * <p>A bundle is read where a pointer says that one is, where the one before ends, and behind zero
 * padding. Only at other bytes is a magic searched for, and accepted only if what follows it can be
 * read: kernels may contain the magic as data.
 */
final class BundleScan {
  /** A bundle that was found. */
  record Found(ByteRange range, BundleContent content) {}

  private static final int MOST_FOUND = 1 << 16;

  /** After so many, cancellation is checked. */
  private static final long MOST_ZEROS_AT_ONCE = 4L << 20;

  private final ByteView view;
  private final Progress progress;
  private final List<Found> found = new ArrayList<>();
  private final Set<Long> starts = new HashSet<>();

  BundleScan(ByteView view, Progress progress) {
    this.view = view;
    this.progress = progress;
  }

  List<Found> found() {
    return found;
  }

  /**
   * Reads a range.
   *
   * @param pointed offsets that wrappers point to; those outside the range are not examined
   */
  void scan(ByteRange range, NavigableSet<Long> pointed) throws FormatException {
    NavigableSet<Long> inside = pointed.subSet(range.start(), true, range.end(), false);
    NavigableSet<Long> left = new TreeSet<>(inside);
    progress.begin("Reading bundles", range.length(), Unit.BYTES);
    long at = range.start();
    while (at < range.end() && found.size() < MOST_FOUND) {
      left.remove(at);
      Found here = read(at, range.end());
      long next;
      if (here == null) {
        next = next(new ByteRange(at, range.end() - at), left);
      } else {
        add(here);
        next = here.range().end();
      }
      progress.step(next - at);
      at = next;
    }
    // What is pointed to in the middle of another bundle.
    for (long offset : inside) {
      readPointed(offset, range.end());
    }
  }

  /** Reads what is at an offset that a wrapper points to, up to {@code end}. */
  void readPointed(long offset, long end) throws FormatException {
    if (!starts.contains(offset) && found.size() < MOST_FOUND) {
      Found here = read(offset, end);
      if (here != null) {
        add(here);
      }
    }
  }

  private void add(Found here) {
    starts.add(here.range().start());
    found.add(here);
  }

  /** Where to look next: behind zeros, at a pointer, or at a magic that is plausible. */
  private long next(ByteRange rest, NavigableSet<Long> pointed) throws FormatException {
    Long pointer = pointed.higher(rest.start());
    long limit = pointer == null ? rest.end() : pointer;
    long from = rest.start();
    if (view.u8(from) == 0) {
      long part = Math.min(limit, from + MOST_ZEROS_AT_ONCE);
      return ZeroScan.firstNonZero(view, ByteRange.between(from, part));
    }
    while (from < limit) {
      from = BundleMagic.find(view, ByteRange.between(from + 1, limit), progress);
      if (from < limit) {
        Found candidate = read(from, rest.end());
        if (candidate != null && !(candidate.content() instanceof BrokenBundle)) {
          return from;
        }
      }
    }
    return limit;
  }

  private @Nullable Found read(long offset, long end) throws FormatException {
    ByteView bytes = view.slice(offset, end - offset);
    BundleMagic magic = BundleMagic.at(bytes, 0);
    try {
      return switch (magic) {
        case NONE -> null;
        case PLAIN -> {
          OffloadBundle bundle = OffloadBundle.read(bytes);
          yield new Found(new ByteRange(offset, bundle.bytes().size()), bundle);
        }
        case COMPRESSED -> {
          CompressedBundle bundle = CompressedBundle.read(bytes);
          yield new Found(new ByteRange(offset, bundle.bytes().size()), bundle);
        }
        case ELF -> {
          ElfFile elf = ElfFile.read(bytes);
          if (elf.header().machine() != ElfMachine.AMDGPU) {
            yield null;
          }
          long size = elf.extentBytes();
          yield new Found(
              new ByteRange(offset, size), new BareCodeObject(ElfFile.read(bytes.slice(0, size))));
        }
      };
    } catch (FormatException problem) {
      problem.throwIfFileChanged();
      if (magic == BundleMagic.ELF) {
        return null;
      }
      long magicBytes = magic == BundleMagic.PLAIN ? BundleTable.MAGIC.length() : 4;
      return new Found(new ByteRange(offset, magicBytes), new BrokenBundle(problem));
    }
  }

  /** Recognises what may start at an offset. */
  enum BundleMagic {
    NONE,
    PLAIN,
    COMPRESSED,
    ELF;

    private static final byte[] PLAIN_BYTES = BundleTable.MAGIC.getBytes(StandardCharsets.US_ASCII);
    private static final byte[] COMPRESSED_BYTES = "CCOB".getBytes(StandardCharsets.US_ASCII);
    private static final long ELF_VALUE = 0x464c457fL;

    static BundleMagic at(ByteView view, long offset) throws FormatException {
      if (view.size() - offset < 4) {
        return NONE;
      }
      long first = view.u32(offset);
      if (first == CompressedBundle.MAGIC) {
        return COMPRESSED;
      }
      if (first == ELF_VALUE) {
        return ELF;
      }
      boolean plain =
          first == 0x4c435f5fL
              && view.size() - offset >= PLAIN_BYTES.length
              && Arrays.equals(view.bytes(offset, PLAIN_BYTES.length), PLAIN_BYTES);
      return plain ? PLAIN : NONE;
    }

    /** The first offset in a range of a bundle's magic; the range's end where there is none. */
    static long find(ByteView view, ByteRange range, Progress progress) throws FormatException {
      int overlap = PLAIN_BYTES.length - 1;
      byte[] window = new byte[(int) Math.min(ZeroScan.WINDOW_BYTES, range.length())];
      for (long at = range.start(); at < range.end(); ) {
        int count = (int) Math.min(window.length, range.end() - at);
        view.copyTo(at, window, 0, count);
        for (int i = 0; i < count; i++) {
          if (startsWith(window, i, count, PLAIN_BYTES)
              || startsWith(window, i, count, COMPRESSED_BYTES)) {
            return at + i;
          }
        }
        if (at + count == range.end()) {
          break;
        }
        at += count - overlap;
        progress.step(0);
      }
      return range.end();
    }

    private static boolean startsWith(byte[] bytes, int start, int end, byte[] magic) {
      return bytes[start] == magic[0]
          && end - start >= magic.length
          && Arrays.equals(bytes, start, start + magic.length, magic, 0, magic.length);
    }
  }
}
