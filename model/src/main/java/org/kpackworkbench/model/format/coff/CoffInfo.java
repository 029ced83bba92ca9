package org.kpackworkbench.model.format.coff;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.output.Cells;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.TextColumns;
import org.kpackworkbench.model.base.output.TextFacts;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.format.coff.CoffSection.Role;
import org.kpackworkbench.model.format.registry.FileInfo;

/** A Windows file: what it is, its sections, and what cannot be done with it. */
record CoffInfo(CoffDocument document) implements FileInfo {
  private static final String NOT_YET =
      "Device code of Windows binaries is found by its sections but cannot be listed or extracted.";

  @Override
  public String words() {
    return "%s for %s".formatted(document.file().kindName(), document.file().machineName());
  }

  @Override
  public List<FormatException> problems() {
    return document.problems();
  }

  private boolean has(Role role) {
    return document.file().sections().stream().anyMatch(section -> section.role() == role);
  }

  private String deviceCode() {
    boolean fat = has(Role.BUNDLES);
    boolean marker = has(Role.MARKER);
    if (fat && marker) {
      return "half-converted";
    }
    return marker ? "host-only" : fat ? "fat" : "none";
  }

  @Override
  public void json(JsonOut out) {
    CoffFile file = document.file();
    out.field("type", file.kindName())
        .field("machine", file.machineName())
        .field("deviceCode", deviceCode())
        .address("imageBase", file.imageBase());
    if (file.hasDeviceCode()) {
      out.field("limitation", NOT_YET);
    }
    out.list("sections");
    for (CoffSection section : file.sections()) {
      out.object()
          .field("index", section.index())
          .field("name", section.name())
          .field("role", section.role() == Role.OTHER ? null : section.role().words())
          .field("flags", section.flagWords())
          .address("address", file.imageBase() + section.address())
          .field("offset", section.fileOffset())
          .field("size", section.fileSizeBytes())
          .field("memorySize", section.memorySizeBytes())
          .endObject();
    }
    out.endList();
  }

  @Override
  public void text(TextOut out) throws IOException {
    CoffFile file = document.file();
    new TextFacts().add("device code", deviceCode()).print(out);
    if (file.hasDeviceCode()) {
      out.line("  " + NOT_YET);
    }
    TextColumns table =
        new TextColumns(">#", "name", ">address", ">offset", ">size", "flags", "holds");
    for (CoffSection section : file.sections()) {
      table.row(
          Integer.toString(section.index()),
          section.name(),
          Cells.hex(file.imageBase() + section.address()),
          Cells.hex(section.fileOffset()),
          Long.toString(section.fileSizeBytes()),
          section.flagWords(),
          section.role().words());
    }
    if (!table.isEmpty()) {
      table.print(out.line().line("Sections"), "  ");
    }
  }
}
