package org.kpackworkbench.model.format.elf;

import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;

/** Sections and segments of an ELF file. Offsets are those of the file that it is a part of. */
public record ElfInfoTables(ElfFile elf) {

  /** The lists {@code sections} and {@code segments}, and tables of them. */
  public void describe(Report report) {
    report
        .facts()
        .list("sections", elf.sections(), this::section)
        // The first one is empty in every file.
        .asides(
            "real sections",
            elf.sections().stream().filter(section -> section.index() > 0).toList(),
            this::section)
        .list("segments", elf.segments(), this::segment);
    report
        .section(
            "Sections",
            "real sections",
            "index",
            "name",
            "type",
            "address",
            "offset",
            "size",
            "flags")
        .section(
            "Segments",
            "segments",
            "index",
            "type",
            "address",
            "offset",
            "fileSize as in file",
            "memorySize as in memory",
            "alignment",
            "flags");
  }

  private void section(ElfSection section, Facts facts) {
    facts
        .number("index", section.index())
        .text("name", section.name())
        .text("type", section.typeName())
        .text("flags", section.flagWords())
        .address("address", section.address())
        .offset("offset", elf.view().fileOffset(section.fileOffset()))
        .number("size", section.sizeBytes())
        .number("storedSize", section.storedSizeBytes())
        .number("alignment", section.alignment());
  }

  private void segment(ElfSegment segment, Facts facts) {
    facts
        .number("index", segment.index())
        .text("type", segment.typeName())
        .text("flags", segment.flagWords())
        .address("address", segment.virtualAddress())
        .offset("offset", elf.view().fileOffset(segment.fileOffset()))
        .number("fileSize", segment.fileSizeBytes())
        .number("memorySize", segment.memorySizeBytes())
        .offset("alignment", segment.alignment());
  }
}
