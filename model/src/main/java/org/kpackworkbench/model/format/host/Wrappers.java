package org.kpackworkbench.model.format.host;

import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperMagic;
import org.kpackworkbench.model.format.offload.WrapperTarget;

/** The wrappers of a host binary, each with its effective pointer and what it points to. */
record Wrappers(FatBinary fat) {

  void describe(Report report) {
    report.facts().list("wrappers", fat.wrappers(), this::wrapper);
    report.section(
        "Wrappers",
        "wrappers",
        "index",
        "magic",
        "version",
        "pointer",
        "section",
        "target as points to",
        "pointerWords as set by");
  }

  private void wrapper(Wrapper wrapper, Facts facts) {
    HostImage.Pointer pointer = wrapper.pointer();
    HostImage.Section section = wrapper.pointedSection();
    facts
        .number("index", wrapper.index())
        .text("magic", wrapper.magicWords())
        .number("version", wrapper.version())
        .address("pointer", pointer.isKnown() ? pointer.value() : 0, pointer.isKnown())
        .shown(pointer.isKnown() ? "0x" + Long.toHexString(pointer.value()) : "unknown")
        .text("section", section == null ? null : section.name())
        .shown(section == null ? "none" : section.label())
        .text("relocation", pointer.relocationName())
        .number("offset", fat.image().view().fileOffset(wrapper.range().start()))
        .address("address", wrapper.address())
        .text("pointerWords", pointer.words());
    if (wrapper.magic() == WrapperMagic.HIPK) {
      facts.number("statedIndex", wrapper.statedIndex());
    }
    facts.part("target", target(wrapper.target())).shown(words(wrapper.target()));
  }

  private Facts target(WrapperTarget target) {
    Facts facts = new Facts();
    switch (target) {
      case WrapperTarget.ToBundle(int bundle) ->
          facts
              .text("kind", "bundle")
              .number("bundle", bundle)
              .number("offset", offset(fat.bundles().get(bundle).range().start()));
      case WrapperTarget.ToMarker() -> {
        facts.text("kind", "marker");
        if (fat.marker() != null) {
          facts.number("offset", offset(fat.marker().range().start()));
        }
      }
      case WrapperTarget.ToNothing(String why) -> facts.text("kind", "nothing").text("why", why);
    }
    return facts;
  }

  private long offset(long inFile) {
    return fat.image().view().fileOffset(inFile);
  }

  private static String words(WrapperTarget target) {
    return switch (target) {
      case WrapperTarget.ToBundle(int bundle) -> "bundle " + bundle;
      case WrapperTarget.ToMarker() -> "marker";
      case WrapperTarget.ToNothing(String why) -> why;
    };
  }
}
