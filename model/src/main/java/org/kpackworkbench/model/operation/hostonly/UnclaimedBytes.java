package org.kpackworkbench.model.operation.hostonly;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.ZeroScan;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.offload.BrokenBundle;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.BundleTable;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.offload.UnpackedBundle;

/**
 * Looks for bytes among the device code that no bundle says anything of: a bundle that counts too
 * few entries would lose the others without a word. Zeros are padding.
 */
final class UnclaimedBytes {
  private final ByteView view;
  private final List<ByteRange> claimed = new ArrayList<>();

  private UnclaimedBytes(ByteView view) {
    this.view = view;
  }

  /** Checks all sections that hold bundles. */
  static void check(FatBinary fat) throws Refused, FormatException {
    UnclaimedBytes unclaimed = new UnclaimedBytes(fat.elf().view());
    for (StoredBundle bundle : fat.bundles()) {
      unclaimed.claim(bundle);
    }
    for (ElfSection section : fat.fatSections()) {
      ByteRange found = unclaimed.in(fat.elf().rangeOf(section));
      if (found != null) {
        throw new Refused(
            Refusal.UNCLAIMED_BYTES,
            "%d bytes of %s, from file offset 0x%x on"
                .formatted(found.length(), section.label(), found.start()));
      }
    }
  }

  /** Checks what a compressed bundle was decompressed to. */
  static void check(UnpackedBundle unpacked, String where) throws Refused, FormatException {
    UnclaimedBytes unclaimed = new UnclaimedBytes(unpacked.bytes());
    unclaimed.claim(unpacked.bundle().table(), 0);
    ByteRange found = unclaimed.in(new ByteRange(0, unpacked.bytes().size()));
    if (found != null) {
      throw new Refused(
          Refusal.UNCLAIMED_BYTES,
          "%s, %d bytes from offset 0x%x of what it decompresses to"
              .formatted(where, found.length(), found.start()));
    }
  }

  private void claim(StoredBundle bundle) {
    switch (bundle.content()) {
      case OffloadBundle plain -> claim(plain.table(), bundle.range().start());
      case BrokenBundle broken -> {}
      default -> claimed.add(bundle.range());
    }
  }

  private void claim(BundleTable table, long start) {
    claimed.add(new ByteRange(start, table.headerSizeBytes()));
    for (BundleEntry entry : table.entries()) {
      long offset = start + entry.offset();
      boolean inside =
          entry.offset() >= 0 && entry.sizeBytes() > 0 && entry.sizeBytes() <= table.endBytes();
      if (inside && offset >= 0 && offset <= view.size()) {
        claimed.add(new ByteRange(offset, Math.min(entry.sizeBytes(), view.size() - offset)));
      }
    }
  }

  /** The first range that nothing claims, from its first byte that is not zero; null for none. */
  private @Nullable ByteRange in(ByteRange whole) throws FormatException {
    claimed.sort(null);
    long at = whole.start();
    for (ByteRange each : claimed) {
      if (each.start() > at && at < whole.end()) {
        ByteRange found = gap(at, Math.min(each.start(), whole.end()));
        if (found != null) {
          return found;
        }
      }
      at = Math.max(at, each.end());
    }
    return at < whole.end() ? gap(at, whole.end()) : null;
  }

  private @Nullable ByteRange gap(long start, long end) throws FormatException {
    ByteRange range = ByteRange.between(start, end);
    long first = ZeroScan.firstNonZero(view, range);
    return first < end ? ByteRange.between(first, end) : null;
  }
}
