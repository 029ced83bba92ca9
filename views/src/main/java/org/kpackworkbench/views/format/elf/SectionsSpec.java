package org.kpackworkbench.views.format.elf;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.elf.ElfMachine;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.SectionFlags;
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.offload.FatSections;
import org.kpackworkbench.views.format.elf.SegmentsSpec.Membership;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowMark;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;

/** The table of sections. */
final class SectionsSpec implements RowsSpec<SectionsSpec.SectionRow> {
  private final ElfSubject subject;

  SectionsSpec(ElfSubject subject) {
    this.subject = subject;
  }

  @Override
  public String id() {
    return "sections";
  }

  @Override
  public String title() {
    return "Sections";
  }

  @Override
  public String empty() {
    return "The file has no section headers; its segments are still there.";
  }

  @Override
  public List<RowColumn<SectionRow>> columns() {
    return List.of(
        RowColumn.count("#", row -> row.section().index()),
        RowColumn.mono("Name", SectionRow::name),
        RowColumn.text("Type", row -> row.section().typeName()),
        RowColumn.address(
            "Address", row -> row.section().isAllocated() ? row.section().address() : -1),
        RowColumn.address("Offset", row -> row.section().fileOffset()),
        RowColumn.size("Size", row -> row.section().sizeBytes()),
        RowColumn.text("Flags", row -> row.section().flagWords()),
        RowColumn.count("Alignment", row -> row.section().alignment()),
        RowColumn.text("Segments", SectionRow::segments),
        RowColumn.size("In file", row -> row.section().storedSizeBytes()),
        RowColumn.<SectionRow>size("Entry size", row -> row.section().entrySizeBytes()).hidden(),
        RowColumn.text("Link", SectionRow::link),
        RowColumn.text("Info", SectionRow::info));
  }

  @Override
  public RowSource<SectionRow> load() {
    return RowSource.of(SectionRow.of(subject));
  }

  @Override
  public Place place(SectionRow row) {
    return row.place();
  }

  @Override
  public boolean shows(Place place) {
    return place.equals(subject.sectionHeaders())
        || (place instanceof Place.Section section && section.parent().equals(subject.place()));
  }

  @Override
  public boolean marked() {
    return true;
  }

  @Override
  public RowMark mark(SectionRow row) {
    boolean cut =
        !row.section().isNoBits()
            && row.place().range().length() != row.section().storedSizeBytes();
    return RowMark.of(row.kind())
        .problem(cut ? "The section reaches beyond the end of the file." : "");
  }

  @Override
  public String status(RowSource<SectionRow> rows) {
    long loaded =
        subject.elf().sections().stream()
            .filter(section -> section.isAllocated())
            .mapToLong(section -> Math.max(0, section.sizeBytes()))
            .sum();
    return "%s · %s in memory"
        .formatted(CountText.of(rows.size(), "section"), ElfNumbers.size(loaded));
  }

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

    /** The name, or a note that it has none. */
    String name() {
      return section.name().isEmpty() ? "(no name)" : section.name();
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
        return CountText.of(info, "record");
      }
      return info == 0 ? "" : Long.toString(info);
    }

    private static String named(ElfSubject subject, long index) {
      @Nullable ElfSection other = subject.section(index);
      return other == null ? "section " + index + ", which does not exist" : other.label();
    }
  }
}
