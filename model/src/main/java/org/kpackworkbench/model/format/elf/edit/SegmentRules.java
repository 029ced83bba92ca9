package org.kpackworkbench.model.format.elf.edit;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.SegmentType;

/** The rules about program headers. */
final class SegmentRules {
  private final ElfFile elf;
  private final List<LayoutFinding> findings;
  private final List<ElfSegment> loads;

  SegmentRules(ElfFile elf, List<LayoutFinding> findings) {
    this.elf = elf;
    this.findings = findings;
    this.loads = elf.segments().stream().filter(ElfSegment::isLoad).toList();
  }

  void check() {
    loads();
    for (ElfSegment segment : elf.segments()) {
      alone(segment);
    }
    headers();
  }

  private void loads() {
    for (int i = 0; i < loads.size(); i++) {
      ElfSegment segment = loads.get(i);
      for (int j = 0; j < i; j++) {
        ElfSegment before = loads.get(j);
        boolean ascend = before.virtualAddress() <= segment.virtualAddress();
        if (j == i - 1 && !ascend) {
          add(LayoutRule.LOADS_ASCEND, segment, "lower than the one before");
        }
        if (overlap(
            before.virtualAddress(),
            before.memorySizeBytes(),
            segment.virtualAddress(),
            segment.memorySizeBytes())) {
          add(LayoutRule.LOADS_APART_IN_MEMORY, segment, "overlaps segment " + before.index());
        }
        if (overlap(
            before.fileOffset(),
            before.fileSizeBytes(),
            segment.fileOffset(),
            segment.fileSizeBytes())) {
          add(LayoutRule.LOADS_APART_IN_FILE, segment, "overlaps segment " + before.index());
        }
      }
    }
  }

  private void alone(ElfSegment segment) {
    long alignment = segment.alignment();
    if (alignment != 0 && Long.bitCount(alignment) != 1) {
      add(LayoutRule.ALIGNMENT_POWER, segment, "alignment 0x%x".formatted(alignment));
    } else if (segment.isLoad()
        && alignment > 1
        && (segment.fileOffset() - segment.virtualAddress()) % alignment != 0) {
      add(LayoutRule.OFFSET_CONGRUENT, segment, "alignment 0x%x".formatted(alignment));
    }
    long size = elf.view().size();
    boolean inFile =
        segment.fileSizeBytes() == 0
            || (segment.fileOffset() >= 0
                && segment.fileSizeBytes() > 0
                && segment.fileOffset() <= size
                && segment.fileSizeBytes() <= size - segment.fileOffset());
    boolean inMemory =
        Long.compareUnsigned(segment.fileSizeBytes(), segment.memorySizeBytes()) <= 0;
    if (!inFile || !inMemory) {
      add(LayoutRule.SEGMENT_IN_FILE, segment, "of a file of 0x%x bytes".formatted(size));
    }
    if (needsLoading(segment.type()) && segment.fileSizeBytes() > 0) {
      ElfSegment load = loading(segment);
      if (load == null) {
        add(LayoutRule.SEGMENT_LOADED, segment, "in no loaded segment");
      }
    }
  }

  private static boolean needsLoading(long type) {
    return type == SegmentType.INTERP
        || type == SegmentType.DYNAMIC
        || type == SegmentType.NOTE
        || type == SegmentType.PHDR
        || type == SegmentType.TLS
        || type == SegmentType.GNU_EH_FRAME
        || type == SegmentType.GNU_PROPERTY
        || type == SegmentType.GNU_RELRO;
  }

  /** The segment that loads all of another's bytes from where that one says they are. */
  private @Nullable ElfSegment loading(ElfSegment segment) {
    for (ElfSegment load : loads) {
      long inside = segment.virtualAddress() - load.virtualAddress();
      if (inside >= 0
          && inside + segment.fileSizeBytes() <= load.fileSizeBytes()
          && segment.fileOffset() - load.fileOffset() == inside) {
        return load;
      }
    }
    return null;
  }

  private void headers() {
    if (elf.segments().isEmpty()) {
      return;
    }
    long start = elf.header().programHeadersOffset();
    long size = (long) elf.segments().size() * ElfSegment.HEADER_SIZE_BYTES;
    ElfSegment holder = null;
    for (ElfSegment load : loads) {
      if (load.containsOffset(start) && load.containsOffset(start + size - 1)) {
        holder = load;
      }
    }
    if (holder == null) {
      findings.add(
          new LayoutFinding(
              LayoutRule.HEADERS_LOADED, start, "0x%x bytes of program headers".formatted(size)));
    }
    for (ElfSegment segment : elf.segments()) {
      long address =
          holder == null
              ? segment.virtualAddress()
              : holder.virtualAddress() + start - holder.fileOffset();
      if (segment.type() == SegmentType.PHDR
          && (segment.fileOffset() != start
              || segment.fileSizeBytes() != size
              || segment.virtualAddress() != address)) {
        add(
            LayoutRule.PHDR_MATCHES,
            segment,
            "headers at 0x%x, address 0x%x, 0x%x bytes".formatted(start, address, size));
      }
    }
  }

  private static boolean overlap(long start, long size, long otherStart, long otherSize) {
    return size > 0 && otherSize > 0 && start < otherStart + otherSize && otherStart < start + size;
  }

  private void add(LayoutRule rule, ElfSegment segment, String what) {
    if (findings.size() < LayoutVerifier.MOST_FINDINGS) {
      findings.add(
          new LayoutFinding(
              rule,
              segment.headerOffset(),
              "segment %d (%s, offset 0x%x, address 0x%x, 0x%x bytes, 0x%x in memory): %s"
                  .formatted(
                      segment.index(),
                      segment.typeName(),
                      segment.fileOffset(),
                      segment.virtualAddress(),
                      segment.fileSizeBytes(),
                      segment.memorySizeBytes(),
                      what)));
    }
  }
}
