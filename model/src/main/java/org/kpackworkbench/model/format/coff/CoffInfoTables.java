package org.kpackworkbench.model.format.coff;

import java.util.List;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.format.coff.CoffSection.Role;
import org.kpackworkbench.model.format.coff.ImageHeader.Directory;
import org.kpackworkbench.model.format.coff.ImageTables.Export;
import org.kpackworkbench.model.format.coff.ImageTables.Import;

/** Headers, sections, directories, exports and imports of a Windows file. */
public record CoffInfoTables(CoffFile file, ImageTables tables) {

  /** Adds them to a report. */
  public void describe(Report report) {
    Facts facts = report.facts();
    facts.address("imageBase", file.imageBase());
    facts.part("header", file.header() == null ? null : header(file.header()));
    facts.list("sections", file.sections(), this::section);
    report.section(
        "Sections",
        "sections",
        "index",
        "name",
        "address",
        "offset",
        "size",
        "flags",
        "role as holds");
    List<Directory> directories =
        file.header() == null
            ? List.of()
            : file.header().directories().stream().filter(each -> each.sizeBytes() > 0).toList();
    facts.list("directories", directories, CoffInfoTables::directory);
    report.section("Directories", "directories", "kind as holds", "address", "size");
    facts.list("parts", tables.parts(), CoffInfoTables::part);
    report.section("Parts", "parts", "kind", "name", "offset", "size", "details as states");
    facts.list("exports", tables.exports(), CoffInfoTables::export);
    report.section("Exports", "exports", "ordinal", "name", "address", "forwarder as forwarded to");
    facts.list("imports", tables.imports(), CoffInfoTables::imported);
    report.section("Imports", "imports", "library", "delayed", "functions");
  }

  private static Facts header(ImageHeader header) {
    return new Facts()
        .address(
            "entryPoint", header.entryPoint() == 0 ? 0 : header.imageBase() + header.entryPoint())
        .number("sectionAlignment", header.sectionAlignment())
        .number("fileAlignment", header.fileAlignment())
        .number("imageSize", header.imageSizeBytes())
        .number("headersSize", header.headersSizeBytes())
        .number("checkSum", header.checkSum())
        .text("subsystem", header.subsystemName());
  }

  private void section(CoffSection section, Facts facts) {
    facts
        .number("index", section.index())
        .text("name", section.name())
        .text("role", section.role() == Role.OTHER ? null : section.role().words())
        .shown(section.holds())
        .text("flags", section.flagWords())
        .address("address", section.address())
        .offset("offset", section.fileOffset())
        .number("size", section.fileSizeBytes())
        .number("memorySize", section.memorySizeBytes());
  }

  private static void directory(Directory directory, Facts facts) {
    facts
        .text("kind", directory.kind().words())
        .address("address", directory.address())
        .number("size", directory.sizeBytes());
  }

  private static void part(ImagePart part, Facts facts) {
    Facts details = new Facts();
    part.details().forEach(details::text);
    facts
        .text("kind", part.kind())
        .text("name", part.name())
        .offset("offset", part.range().start())
        .number("size", part.range().length())
        .part("details", details)
        .shown(part.detailWords());
  }

  private static void export(Export export, Facts facts) {
    facts
        .number("ordinal", export.ordinal())
        .text("name", export.name())
        .address("address", export.address())
        .text("forwarder", export.forwarder().isEmpty() ? null : export.forwarder())
        .shown(export.forwarder());
  }

  private static void imported(Import imported, Facts facts) {
    facts
        .text("library", imported.library())
        .flag("delayed", imported.delayed())
        .shown(imported.delayed() ? "at the first call" : "at the start")
        .texts("functions", imported.functions());
  }
}
