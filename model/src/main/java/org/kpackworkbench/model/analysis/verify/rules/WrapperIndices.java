package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperMagic;

/** The n-th wrapper of a host-only binary states index n, so that each index stands once. */
public final class WrapperIndices extends WrapperRule {
  public WrapperIndices() {
    super(
        "wrapper-index",
        "The n-th wrapper of a host-only binary states index n.",
        "A runtime asks for another translation unit's code; convert the binary anew.");
  }

  @Override
  String wrong(HostSubject subject, Wrapper wrapper) {
    boolean right =
        wrapper.magic() != WrapperMagic.HIPK || wrapper.statedIndex() == wrapper.index();
    return right
        ? ""
        : "Wrapper %d states index %d.".formatted(wrapper.index(), wrapper.statedIndex());
  }
}
