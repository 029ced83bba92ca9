package org.kpackworkbench.model.format.ar;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.output.Cells;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.TextColumns;
import org.kpackworkbench.model.base.output.TextFacts;
import org.kpackworkbench.model.base.output.TextOut;
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

  @Override
  public List<FormatException> problems() {
    return document.problems();
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

  private static String deviceCodeWords(@Nullable Document member) throws FormatException {
    if (member == null) {
      return "not looked into";
    }
    return member instanceof ElfDocument elf ? elf.fat().state().words() : member.summary().words();
  }

  /** What the members have, taken together. */
  private String deviceCode() {
    return document.members().stream()
        .map(StaticLibraryInfo::deviceCode)
        .filter(state -> state != null && state != DeviceCode.NONE)
        .map(DeviceCode::id)
        .findFirst()
        .orElse(document.library().thin() ? "unknown" : "none");
  }

  @Override
  public void json(JsonOut out) {
    Map<Integer, Document> documents = documents();
    out.field("deviceCode", deviceCode()).field("thin", document.library().thin()).list("members");
    for (ArMember member : document.library().members()) {
      Document known = documents.get(member.index());
      DeviceCode state = deviceCode(known);
      out.object()
          .field("index", member.index())
          .field("name", member.name())
          .field("offset", member.range().start())
          .field("size", member.sizeBytes())
          .field("format", known == null ? null : known.format().id())
          .field("deviceCode", state == null ? null : state.id())
          .field("codeObjects", known == null ? 0 : known.codeObjects().size())
          .endObject();
    }
    out.endList();
  }

  @Override
  public void text(TextOut out) throws IOException {
    Map<Integer, Document> documents = documents();
    new TextFacts()
        .add("members", Integer.toString(document.library().members().size()))
        .add("code objects", Integer.toString(document.codeObjects().size()))
        .print(out);
    TextColumns table =
        new TextColumns(">#", "member", ">offset", ">size", ">code objects", "device code");
    for (ArMember member : document.library().members()) {
      Document known = documents.get(member.index());
      table.row(
          Integer.toString(member.index()),
          member.name(),
          document.library().thin() ? "-" : Cells.hex(member.range().start()),
          Long.toString(member.sizeBytes()),
          known == null ? "-" : Integer.toString(known.codeObjects().size()),
          deviceCodeWords(known));
    }
    if (!table.isEmpty()) {
      table.print(out.line(), "  ");
    }
  }
}
