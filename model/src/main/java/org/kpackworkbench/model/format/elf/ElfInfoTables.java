package org.kpackworkbench.model.format.elf;

import java.io.IOException;
import org.kpackworkbench.model.base.output.Cells;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.TextColumns;
import org.kpackworkbench.model.base.output.TextOut;

/** Sections and segments of an ELF file. Offsets are those of the file that it is a part of. */
public record ElfInfoTables(ElfFile elf) {

  /** Fields {@code sections} and {@code segments}. */
  public void json(JsonOut out) {
    out.list("sections");
    for (ElfSection section : elf.sections()) {
      out.object()
          .field("index", section.index())
          .field("name", section.name())
          .field("type", section.typeName())
          .field("flags", section.flagWords())
          .address("address", section.address())
          .field("offset", elf.view().fileOffset(section.fileOffset()))
          .field("size", section.sizeBytes())
          .field("storedSize", section.storedSizeBytes())
          .field("alignment", section.alignment())
          .endObject();
    }
    out.endList().list("segments");
    for (ElfSegment segment : elf.segments()) {
      out.object()
          .field("index", segment.index())
          .field("type", segment.typeName())
          .field("flags", segment.flagWords())
          .address("address", segment.virtualAddress())
          .field("offset", elf.view().fileOffset(segment.fileOffset()))
          .field("fileSize", segment.fileSizeBytes())
          .field("memorySize", segment.memorySizeBytes())
          .field("alignment", segment.alignment())
          .endObject();
    }
    out.endList();
  }

  /** Tables of sections and segments. */
  public void text(TextOut out) throws IOException {
    sections(out);
    segments(out);
  }

  private void sections(TextOut out) throws IOException {
    TextColumns table =
        new TextColumns(">#", "name", "type", ">address", ">offset", ">size", "flags");
    for (ElfSection section : elf.sections()) {
      // The first one is empty in every file.
      if (section.index() > 0) {
        table.row(
            Integer.toString(section.index()),
            section.name(),
            section.typeName(),
            Cells.hex(section.address()),
            Cells.hex(elf.view().fileOffset(section.fileOffset())),
            Long.toString(section.sizeBytes()),
            section.flagWords());
      }
    }
    if (!table.isEmpty()) {
      table.print(out.line().line("Sections"), "  ");
    }
  }

  private void segments(TextOut out) throws IOException {
    TextColumns table =
        new TextColumns(
            ">#", "type", ">address", ">offset", ">in file", ">in memory", ">alignment", "flags");
    for (ElfSegment segment : elf.segments()) {
      table.row(
          Integer.toString(segment.index()),
          segment.typeName(),
          Cells.hex(segment.virtualAddress()),
          Cells.hex(elf.view().fileOffset(segment.fileOffset())),
          Long.toString(segment.fileSizeBytes()),
          Long.toString(segment.memorySizeBytes()),
          Cells.hex(segment.alignment()),
          segment.flagWords());
    }
    if (!table.isEmpty()) {
      table.print(out.line().line("Segments"), "  ");
    }
  }
}
