package org.kpackworkbench.model.format.offload;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.ZeroScan;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfMachine;

/**
 * Finds the bundles of a section, one after another.
 *
 * <p>A bundle is read where a pointer says that one is, where the one before ends, and behind zero
 * padding. Only where something else stands is a magic searched for, and believed only if what
 * follows it can be read: kernels may contain the magic as data.
 */
final class BundleScan {
  /** A bundle that was found. */
  record Found(ByteRange range, BundleContent content) {}

  private static final int MOST_FOUND = 1 << 16;

  /** Then somebody may want to cancel. */
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
   * @param pointed offsets that wrappers point to; those outside the range are not looked at
   */
  void scan(ByteRange range, NavigableSet<Long> pointed) throws FormatException {
    NavigableSet<Long> inside = pointed.subSet(range.start(), true, range.end(), false);
    NavigableSet<Long> left = new TreeSet<>(inside);
    progress.begin("Reading bundles", range.length());
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
    // What is pointed to in the midst of another bundle.
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

  /** Where to look next: behind zeros, at a pointer, or at a magic that can be believed. */
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
      if (problem.reason() == Reason.FILE_CHANGED || problem.reason() == Reason.CLOSED) {
        throw problem;
      }
      if (magic == BundleMagic.ELF) {
        return null;
      }
      long magicBytes = magic == BundleMagic.PLAIN ? BundleTable.MAGIC.length() : 4;
      return new Found(new ByteRange(offset, magicBytes), new BrokenBundle(problem));
    }
  }
}
