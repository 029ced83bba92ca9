package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperMagic;

/** A wrapper starts with HIPF or HIPK, and states version 1. */
public final class WrapperMagicKnown extends WrapperRule {
  public WrapperMagicKnown() {
    super(
        "wrapper-magic",
        "A wrapper starts with HIPF or HIPK and states version 1.",
        "A runtime does not know it; the section was damaged, or is no array of wrappers.");
  }

  @Override
  String wrong(HostSubject subject, Wrapper wrapper) {
    if (wrapper.magic() == WrapperMagic.OTHER) {
      return "Wrapper %d starts with %s.".formatted(wrapper.index(), wrapper.magicWords());
    }
    return wrapper.version() == 1
        ? ""
        : "Wrapper %d states version %d, not 1.".formatted(wrapper.index(), wrapper.version());
  }
}
