package org.kpackworkbench.model.analysis.resolve.simulate;

import java.io.ByteArrayOutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSegment;

/**
 * A binary as it lies in memory, without what relocations change: whole pages of its file, as
 * segments say, the later over the earlier.
 */
final class LoadedImage {
  private static final long PAGE_BYTES = 4096;

  private final ElfFile elf;
  private final List<ElfSegment> loaded;

  LoadedImage(ElfFile elf) {
    this.elf = elf;
    loaded = elf.segments().stream().filter(ElfSegment::isLoad).toList();
  }

  /**
   * Memory from an address on.
   *
   * @param most how many bytes at most; fewer where the mapped memory ends
   * @return empty where nothing is mapped
   * @throws FormatException where the file changes meanwhile
   */
  ByteView from(long address, int most) throws FormatException {
    ByteArrayOutputStream memory = new ByteArrayOutputStream();
    long at = address;
    while (memory.size() < most) {
      ElfSegment segment = mapped(at);
      if (segment == null) {
        break;
      }
      int length = (int) Math.min(most - memory.size(), PAGE_BYTES - (at & (PAGE_BYTES - 1)));
      byte[] bytes = page(segment, at, length);
      if (bytes == null) {
        break;
      }
      memory.writeBytes(bytes);
      at += length;
    }
    return ByteView.of(elf.view().name(), memory.toByteArray());
  }

  private @Nullable ElfSegment mapped(long address) {
    ElfSegment found = null;
    for (ElfSegment segment : loaded) {
      long start = segment.virtualAddress() & -PAGE_BYTES;
      long end =
          (segment.virtualAddress() + segment.memorySizeBytes() + PAGE_BYTES - 1) & -PAGE_BYTES;
      if (segment.memorySizeBytes() > 0
          && Long.compareUnsigned(address, start) >= 0
          && Long.compareUnsigned(address, end) < 0) {
        found = segment;
      }
    }
    return found;
  }

  /** Bytes of one page; null where the file ends before it. */
  private byte @Nullable [] page(ElfSegment segment, long address, int length)
      throws FormatException {
    byte[] bytes = new byte[length];
    long within = address - segment.virtualAddress();
    boolean zeroed = segment.memorySizeBytes() > segment.fileSizeBytes();
    long stored = zeroed ? Math.max(0, Math.min(length, segment.fileSizeBytes() - within)) : length;
    if (stored == 0) {
      return bytes;
    }
    long offset = segment.fileOffset() + within;
    long fileEnd = elf.view().size();
    if (offset < 0 || (offset & -PAGE_BYTES) >= fileEnd) {
      return null;
    }
    // The rest of the file's last page is zero.
    int count = (int) Math.max(0, Math.min(stored, fileEnd - offset));
    elf.view().copyTo(offset, bytes, 0, count);
    return bytes;
  }
}
