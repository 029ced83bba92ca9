package org.kpackworkbench.model.format.coff;

import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
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
  public void describe(Report report) {
    CoffFile file = document.file();
    report
        .facts()
        .text("type", file.kindName())
        .text("machine", file.machineName())
        .text("deviceCode", deviceCode())
        .address("imageBase", file.imageBase());
    report.values("deviceCode");
    if (file.hasDeviceCode()) {
      report.facts().text("limitation", NOT_YET);
      report.line("  %s", "limitation");
    }
    report.facts().list("sections", file.sections(), this::section);
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
  }

  private void section(CoffSection section, Facts facts) {
    facts
        .number("index", section.index())
        .text("name", section.name())
        .text("role", section.role() == Role.OTHER ? null : section.role().words())
        .shown(section.role().words())
        .text("flags", section.flagWords())
        .address("address", document.file().imageBase() + section.address())
        .offset("offset", section.fileOffset())
        .number("size", section.fileSizeBytes())
        .number("memorySize", section.memorySizeBytes());
  }
}
