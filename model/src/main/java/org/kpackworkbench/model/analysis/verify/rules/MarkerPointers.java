package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperMagic;
import org.kpackworkbench.model.format.offload.WrapperTarget;

/** A HIPK wrapper, and the relocation that sets its pointer, lead to the marker. */
public final class MarkerPointers extends WrapperRule {
  public MarkerPointers() {
    super(
        "wrapper-marker",
        "A HIPK wrapper points to the marker.",
        "A runtime reads whatever is there as a marker; convert the binary anew from the fat one.");
  }

  @Override
  String wrong(HostSubject subject, Wrapper wrapper) {
    if (wrapper.magic() != WrapperMagic.HIPK) {
      return "";
    }
    return switch (wrapper.target()) {
      case WrapperTarget.ToMarker marked -> "";
      case WrapperTarget.ToBundle(int bundle) ->
          "Wrapper %d is HIPK but points to bundle %d.".formatted(wrapper.index(), bundle);
      case WrapperTarget.ToNothing(String why) ->
          "Wrapper %d is HIPK but does not point to the marker: %s."
              .formatted(wrapper.index(), why);
    };
  }
}
