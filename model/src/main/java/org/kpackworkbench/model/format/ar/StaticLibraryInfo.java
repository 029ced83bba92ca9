package org.kpackworkbench.model.format.ar;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.host.ElfDocument;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.FileInfo;

/** A static library, with the device code of each member. */
record StaticLibraryInfo(StaticLibraryDocument document) implements FileInfo {

  @Override
  public String words() {
    return document.library().thin() ? "thin: its members are files of their own" : "";
  }

  private Map<Integer, Document> documents() {
    Map<Integer, Document> byIndex = new HashMap<>();
    for (Document member : document.members()) {
      if (member.place() instanceof Place.Member place) {
        byIndex.put(place.index(), member);
      }
    }
    return byIndex;
  }

  private static @Nullable DeviceCode deviceCode(@Nullable Document member) {
    return member instanceof ElfDocument elf ? elf.fat().state() : null;
  }

  private String deviceCodeWords(ArMember stored, @Nullable Document member)
      throws FormatException {
    if (member == null) {
      return !document.library().thin()
              && StaticLibrary.isImport(document.library().content(stored))
          ? "none: the name of an export"
          : "not examined";
    }
    return member instanceof ElfDocument elf ? elf.fat().stateWords() : member.summary().words();
  }

  /** Returns the device code of all members together. */
  private String deviceCode() {
    return document.members().stream()
        .map(StaticLibraryInfo::deviceCode)
        .filter(state -> state != null && state != DeviceCode.NONE)
        .map(DeviceCode::id)
        .findFirst()
        .orElse(document.library().thin() ? "unknown" : "none");
  }

  @Override
  public void describe(Report report) {
    Map<Integer, Document> documents = documents();
    report
        .facts()
        .aside("count", document.library().members().size())
        .aside("code objects", document.codeObjects().size())
        .text("deviceCode", deviceCode())
        .flag("thin", document.library().thin())
        .list(
            "members",
            document.library().members(),
            (member, row) -> member(member, documents.get(member.index()), row));
    report
        .values("count as members", "code objects")
        .section(
            "",
            "members",
            "index",
            "name as member",
            "offset",
            "size",
            "codeObjects",
            "deviceCode");
  }

  private void member(ArMember member, @Nullable Document known, Facts facts)
      throws FormatException {
    DeviceCode state = deviceCode(known);
    facts
        .number("index", member.index())
        .text("name", member.name())
        .offset("offset", member.range().start());
    if (document.library().thin()) {
      facts.shown("-");
    }
    facts
        .number("size", member.sizeBytes())
        .text("format", known == null ? null : known.format().id())
        .text("deviceCode", state == null ? null : state.id())
        .shown(deviceCodeWords(member, known))
        .number("codeObjects", known == null ? 0 : known.codeObjects().size());
    if (known == null) {
      facts.shown("-");
    }
  }
}
