package org.kpackworkbench.model.format.host;

import java.io.IOException;
import org.kpackworkbench.model.base.output.Cells;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.TextColumns;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.PointerValue;
import org.kpackworkbench.model.format.elf.Relocation;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperMagic;
import org.kpackworkbench.model.format.offload.WrapperTarget;

/** The wrappers of a host binary, each with its effective pointer and what is there. */
record Wrappers(FatBinary fat) {

  void json(JsonOut out) {
    out.list("wrappers");
    for (Wrapper wrapper : fat.wrappers()) {
      PointerValue pointer = wrapper.pointer();
      ElfSection section = wrapper.pointedSection();
      Relocation relocation = pointer.relocation();
      out.object()
          .field("index", wrapper.index())
          .field("magic", wrapper.magicWords())
          .field("version", wrapper.version());
      if (pointer.isKnown()) {
        out.address("pointer", pointer.value());
      } else {
        out.nothing("pointer");
      }
      out.field("section", section == null ? null : section.name())
          .field("relocation", relocation == null ? null : relocation.typeName())
          .field("offset", fat.elf().view().fileOffset(wrapper.range().start()))
          .address("address", wrapper.address())
          .field("pointerWords", pointer.words());
      if (wrapper.magic() == WrapperMagic.HIPK) {
        out.field("statedIndex", wrapper.statedIndex());
      }
      target(out, wrapper.target());
      out.endObject();
    }
    out.endList();
  }

  private void target(JsonOut out, WrapperTarget target) {
    out.object("target");
    switch (target) {
      case WrapperTarget.ToBundle(int bundle) ->
          out.field("kind", "bundle")
              .field("bundle", bundle)
              .field("offset", offset(fat.bundles().get(bundle).range().start()));
      case WrapperTarget.ToMarker() -> {
        out.field("kind", "marker");
        if (fat.marker() != null) {
          out.field("offset", offset(fat.marker().range().start()));
        }
      }
      case WrapperTarget.ToNothing(String why) -> out.field("kind", "nothing").field("why", why);
    }
    out.endObject();
  }

  private long offset(long inFile) {
    return fat.elf().view().fileOffset(inFile);
  }

  void text(TextOut out) throws IOException {
    if (fat.wrappers().isEmpty()) {
      return;
    }
    out.line().line("Wrappers");
    TextColumns table =
        new TextColumns(
            ">#", "magic", ">version", ">pointer", "section", "what is there", "set by");
    for (Wrapper wrapper : fat.wrappers()) {
      PointerValue pointer = wrapper.pointer();
      ElfSection section = wrapper.pointedSection();
      table.row(
          Integer.toString(wrapper.index()),
          wrapper.magicWords(),
          Long.toString(wrapper.version()),
          pointer.isKnown() ? Cells.hex(pointer.value()) : "unknown",
          section == null ? "none" : section.label(),
          words(wrapper.target()),
          pointer.words());
    }
    table.print(out, "  ");
  }

  private static String words(WrapperTarget target) {
    return switch (target) {
      case WrapperTarget.ToBundle(int bundle) -> "bundle " + bundle;
      case WrapperTarget.ToMarker() -> "marker";
      case WrapperTarget.ToNothing(String why) -> why;
    };
  }
}
