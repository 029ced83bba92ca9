package org.kpackworkbench.model.format.elf;

import java.util.List;
import java.util.OptionalLong;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/**
 * Where virtual addresses lie in the file, by the {@code PT_LOAD} segments; where these overlap,
 * the one that starts last wins. Immutable.
 */
public final class AddressMap {

  /** Location at a virtual address. */
  public sealed interface Location {}

  /**
   * Bytes of the file.
   *
   * @param fileOffset from the start of the ELF file; inside it
   */
  public record InFile(long fileOffset, ElfSegment segment) implements Location {}

  /** Memory beyond a segment's bytes in the file, which is zero when loaded. */
  public record ZeroFilled(ElfSegment segment) implements Location {}

  /** Bytes that the segment takes from beyond the end of the file. */
  public record BeyondFile(long fileOffset, ElfSegment segment) implements Location {}

  /** No segment loads anything there. */
  public record Unmapped() implements Location {}

  private static final Unmapped UNMAPPED = new Unmapped();

  private final ByteView file;
  private final List<ElfSegment> segments;
  private final RangeIndex byAddress;
  private final RangeIndex byOffset;

  AddressMap(ByteView file, List<ElfSegment> segments) {
    this.file = file;
    this.segments = segments;
    RangeIndex.Builder addresses = new RangeIndex.Builder();
    RangeIndex.Builder offsets = new RangeIndex.Builder();
    for (ElfSegment segment : segments) {
      if (segment.isLoad()) {
        addresses.add(segment.virtualAddress(), segment.memorySizeBytes(), segment.index());
        offsets.add(segment.fileOffset(), segment.fileSizeBytes(), segment.index());
      }
    }
    this.byAddress = addresses.build();
    this.byOffset = offsets.build();
  }

  /** Returns the location at a virtual address. */
  public Location locate(long virtualAddress) {
    int found = byAddress.find(virtualAddress);
    if (found < 0) {
      return UNMAPPED;
    }
    ElfSegment segment = segments.get(found);
    long inside = virtualAddress - segment.virtualAddress();
    if (Long.compareUnsigned(inside, segment.fileSizeBytes()) >= 0) {
      return new ZeroFilled(segment);
    }
    long fileOffset = segment.fileOffset() + inside;
    return fileOffset >= 0 && fileOffset < file.size()
        ? new InFile(fileOffset, segment)
        : new BeyondFile(fileOffset, segment);
  }

  /** The virtual address at which a byte of the file is loaded; empty if it is not. */
  public OptionalLong addressOf(long fileOffset) {
    int found = byOffset.find(fileOffset);
    if (found < 0) {
      return OptionalLong.empty();
    }
    ElfSegment segment = segments.get(found);
    long inside = fileOffset - segment.fileOffset();
    return Long.compareUnsigned(inside, segment.memorySizeBytes()) < 0
        ? OptionalLong.of(segment.virtualAddress() + inside)
        : OptionalLong.empty();
  }

  /**
   * The bytes from a virtual address to the end of what its segment has in the file.
   *
   * @throws FormatException if there are none in the file
   */
  public ByteView from(long virtualAddress) throws FormatException {
    if (locate(virtualAddress) instanceof InFile(long fileOffset, ElfSegment segment)) {
      long left = segment.fileSizeBytes() - (virtualAddress - segment.virtualAddress());
      long inFile = file.size() - fileOffset;
      return file.slice(fileOffset, left < 0 ? inFile : Math.min(left, inFile));
    }
    throw FormatException.in(file.name(), "address", "", Reason.OUT_OF_BOUNDS)
        .mismatch(
            "an address that is loaded from the file",
            "0x%x, which is %s".formatted(virtualAddress, words(locate(virtualAddress))));
  }

  /** A location in words. */
  public static String words(Location location) {
    return switch (location) {
      case InFile in -> "at file offset 0x%x".formatted(in.fileOffset());
      case ZeroFilled zero -> "in the zero-filled part of %s".formatted(zero.segment().label());
      case BeyondFile beyond -> "beyond the end of the file";
      case Unmapped none -> "not loaded";
    };
  }
}
