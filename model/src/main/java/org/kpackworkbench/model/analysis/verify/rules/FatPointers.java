package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.format.offload.FatSections;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperMagic;
import org.kpackworkbench.model.format.offload.WrapperTarget;

/** A HIPF wrapper points to a bundle in {@code .hip_fatbin}. */
public final class FatPointers extends WrapperRule {
  public FatPointers() {
    super(
        "wrapper-bundle",
        "A HIPF wrapper points to a bundle in .hip_fatbin.",
        "A runtime finds no code for it; link the binary anew, or convert it anew from the fat one.");
  }

  @Override
  String wrong(HostSubject subject, Wrapper wrapper) {
    if (wrapper.magic() != WrapperMagic.HIPF) {
      return "";
    }
    return switch (wrapper.target()) {
      case WrapperTarget.ToNothing(String why) ->
          "Wrapper %d points to no bundle: %s.".formatted(wrapper.index(), why);
      case WrapperTarget.ToMarker marked ->
          "Wrapper %d is HIPF but points to the marker.".formatted(wrapper.index());
      case WrapperTarget.ToBundle bundle -> {
        boolean inside =
            wrapper.pointedSection() != null
                && wrapper.pointedSection().name().equals(FatSections.FAT);
        yield inside
            ? ""
            : "Wrapper %d points to a bundle outside %s, at 0x%x."
                .formatted(wrapper.index(), FatSections.FAT, wrapper.pointer().value());
      }
    };
  }
}
