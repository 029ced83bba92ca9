package org.kpackworkbench.views.format.elf;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.elf.ElfMachine;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.SectionFlags;
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.offload.FatSections;

/**
 * A section as the table shows it.
 *
 * @param section the section
 * @param place where it is
 * @param kind what it holds
 * @param segments the segments that hold it, as words
 * @param link what {@code sh_link} names, as words
 * @param info what {@code sh_info} says, as words
 */
record SectionRow(
    ElfSection section,
    Place.Section place,
    OwnerKind kind,
    String segments,
    String link,
    String info) {

  /** The rows of all sections but the empty first one. */
  static List<SectionRow> of(ElfSubject subject) {
    List<SectionRow> rows = new ArrayList<>();
    for (ElfSection section : subject.elf().sections()) {
      if (section.index() > 0 || section.type() != SectionType.NULL) {
        rows.add(row(subject, section));
      }
    }
    return List.copyOf(rows);
  }

  private static SectionRow row(ElfSubject subject, ElfSection section) {
    String segments =
        Membership.segmentsOf(subject.elf(), section).stream()
            .map(ElfSegment::label)
            .collect(Collectors.joining(", "));
    return new SectionRow(
        section,
        subject.places().section(section),
        kind(subject, section),
        segments,
        link(subject, section),
        info(subject, section));
  }

  /** The virtual address; empty where it is not loaded. */
  String address() {
    return section.isAllocated() ? Words.hex(section.address()) : "";
  }

  /** The name, or a note that it has none. */
  String name() {
    return section.name().isEmpty() ? "(no name)" : section.name();
  }

  /** What it has in the file, where that differs from its size. */
  String inFile() {
    return section.isNoBits() ? "nothing: zero-filled" : Words.size(section.storedSizeBytes());
  }

  private static OwnerKind kind(ElfSubject subject, ElfSection section) {
    switch (section.name()) {
      case FatSections.FAT -> {
        return section.isNoBits() ? OwnerKind.ZERO_FILLED : OwnerKind.DEVICE_CODE;
      }
      case FatSections.WRAPPERS -> {
        return OwnerKind.WRAPPER;
      }
      case FatSections.MARKER, FatSections.OLD_MARKER -> {
        return OwnerKind.MARKER;
      }
      default -> {}
    }
    if (section.name().startsWith(FatSections.RELOCATABLE_PREFIX)
        || section.type() == SectionType.LLVM_OFFLOADING) {
      return OwnerKind.DEVICE_CODE;
    }
    if (section.isNoBits()) {
      return OwnerKind.ZERO_FILLED;
    }
    if (SectionType.isMetadata(section.type()) || !section.isAllocated()) {
      return OwnerKind.METADATA;
    }
    if (subject.elf().header().machine() == ElfMachine.AMDGPU) {
      return OwnerKind.DEVICE_CODE;
    }
    return section.isExecutable() ? OwnerKind.HOST_CODE : OwnerKind.HOST_DATA;
  }

  private static String link(ElfSubject subject, ElfSection section) {
    if (section.link() == 0) {
      return "";
    }
    return named(subject, section.link());
  }

  private static String info(ElfSubject subject, ElfSection section) {
    long info = section.info();
    boolean relocations = section.type() == SectionType.RELA || section.type() == SectionType.REL;
    if (relocations || (section.flags() & SectionFlags.INFO_LINK) != 0) {
      return info == 0 ? "" : "applies to " + named(subject, info);
    }
    if (section.type() == SectionType.SYMTAB || section.type() == SectionType.DYNSYM) {
      return "first global symbol: " + info;
    }
    if (section.type() == SectionType.GROUP) {
      return "signature: symbol " + info;
    }
    if (section.type() == SectionType.GNU_VERDEF || section.type() == SectionType.GNU_VERNEED) {
      return info == 1 ? "1 record" : info + " records";
    }
    return info == 0 ? "" : Long.toString(info);
  }

  private static String named(ElfSubject subject, long index) {
    @Nullable ElfSection other = subject.section(index);
    return other == null ? "section " + index + ", which is not there" : other.label();
  }
}
