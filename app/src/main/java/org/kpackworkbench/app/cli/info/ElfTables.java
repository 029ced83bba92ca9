package org.kpackworkbench.app.cli.info;

import java.io.IOException;
import org.kpackworkbench.app.console.Columns;
import org.kpackworkbench.app.console.JsonOut;
import org.kpackworkbench.app.console.TextOut;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;

/** Sections and segments of an ELF file. Offsets are those of the file that it is a part of. */
record ElfTables(ElfFile elf) {

  void json(JsonOut out) {
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

  void text(TextOut out) throws IOException {
    sections(out);
    segments(out);
  }

  private void sections(TextOut out) throws IOException {
    Columns table = new Columns(">#", "name", "type", ">address", ">offset", ">size", "flags");
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
    Columns table =
        new Columns(
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
