package org.kpackworkbench.model.format.elf;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.Gaps;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;

/**
 * Claims of an ELF file on its bytes: headers, sections, and the gaps between them, which are
 * padding where they are zero. The contents of the fat section are for others to claim.
 */
public final class ElfClaims {
  /** A table with more entries than this is one claim. */
  private static final int MOST_ENTRIES = 10_000;

  private final ElfFile elf;
  private final ElfPlaces places;
  private final @Nullable String target;
  private final List<Claim> claims = new ArrayList<>();

  private ElfClaims(ElfFile elf, Place parent, @Nullable String target) {
    this.elf = elf;
    this.places = new ElfPlaces(elf, parent);
    this.target = target;
  }

  /**
   * Lists the claims; ranges count in the file that the ELF file is a part of.
   *
   * @param parent the place of the ELF file
   * @param target of a code object, the target it is for; null for host files
   * @throws FormatException if the file changed meanwhile
   */
  public static List<Claim> of(ElfFile elf, Place parent, @Nullable String target)
      throws FormatException {
    ElfClaims all = new ElfClaims(elf, parent, target);
    all.headers();
    if (elf.sections().isEmpty()) {
      all.segments();
    } else {
      all.sections();
    }
    all.gaps();
    return List.copyOf(all.claims);
  }

  private void headers() {
    metadata(places.header());
    ElfHeader header = elf.header();
    int segments = elf.segments().size();
    table(
        "program headers",
        header.programHeadersOffset(),
        (long) segments * header.programHeaderSizeBytes());
    if (segments <= MOST_ENTRIES) {
      for (ElfSegment segment : elf.segments()) {
        String label = "program header %d (%s)".formatted(segment.index(), segment.typeName());
        entry(
            label,
            segment.headerOffset(),
            header.programHeaderSizeBytes(),
            places.segment(segment));
      }
    }
    int sections = elf.sections().size();
    table(
        "section headers",
        header.sectionHeadersOffset(),
        (long) sections * header.sectionHeaderSizeBytes());
    if (sections <= MOST_ENTRIES) {
      for (ElfSection section : elf.sections()) {
        String label = "section header %d (%s)".formatted(section.index(), section.label());
        entry(
            label,
            section.headerOffset(),
            header.sectionHeaderSizeBytes(),
            places.section(section));
      }
    }
  }

  private void table(String label, long offset, long sizeBytes) {
    if (sizeBytes > 0) {
      metadata(places.part(label, offset, sizeBytes));
    }
  }

  private void entry(String label, long offset, long sizeBytes, Place leadsTo) {
    ByteRange range = places.part(label, offset, sizeBytes).range();
    claims.add(new Claim(range, OwnerKind.METADATA, label, leadsTo));
  }

  private void metadata(Place.Part part) {
    claims.add(new Claim(part.range(), OwnerKind.METADATA, part.label(), part));
  }

  private void sections() {
    for (ElfSection section : elf.sections()) {
      Place.Section place = places.section(section);
      if (!place.range().isEmpty()) {
        claim(place.range(), kindOf(section), section.label(), place);
      }
    }
  }

  private void segments() {
    for (ElfSegment segment : elf.segments()) {
      Place.Segment place = places.segment(segment);
      if (!place.range().isEmpty() && segment.type() != SegmentType.PHDR) {
        claim(place.range(), kindOf(segment), segment.label(), place);
      }
    }
  }

  private void claim(ByteRange range, OwnerKind kind, String label, Place place) {
    claims.add(new Claim(range, kind, label, place, kind == OwnerKind.DEVICE_CODE ? target : null));
  }

  private OwnerKind kindOf(ElfSection section) {
    if (section.name().equals(".hip_fatbin")) {
      return OwnerKind.DEVICE_CODE;
    }
    if (section.name().equals(".rocm_kpack_ref") || section.name().equals(".rocm_kpack_manifest")) {
      return OwnerKind.MARKER;
    }
    if (SectionType.isMetadata(section.type()) || !section.isAllocated()) {
      return OwnerKind.METADATA;
    }
    return code(section.isExecutable());
  }

  private OwnerKind kindOf(ElfSegment segment) {
    return segment.isLoad()
        ? code((segment.flags() & SegmentFlags.EXECUTE) != 0)
        : segment.type() == SegmentType.DYNAMIC || segment.type() == SegmentType.NOTE
            ? OwnerKind.METADATA
            : code(false);
  }

  private OwnerKind code(boolean executable) {
    if (elf.header().machine() == ElfMachine.AMDGPU) {
      return OwnerKind.DEVICE_CODE;
    }
    return executable ? OwnerKind.HOST_CODE : OwnerKind.HOST_DATA;
  }

  private void gaps() throws FormatException {
    long start = elf.view().fileOffset(0);
    List<ByteRange> taken =
        claims.stream()
            .map(Claim::range)
            .map(range -> new ByteRange(range.start() - start, range.length()))
            .toList();
    ByteRange whole = new ByteRange(0, elf.view().size());
    claims.addAll(Gaps.of(elf.view(), whole, taken, "bytes that no section holds"));
  }
}
