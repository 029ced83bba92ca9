package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.artifact.TreePosition;
import org.kpackworkbench.model.format.offload.DeviceCode;

/** Every binary of the artifact for every GPU that can be converted was converted. */
public final class GenericFat extends HostRule {
  public GenericFat() {
    super("generic-fat-binary", "The generic artifact has no fat binaries.");
  }

  @Override
  public void check(HostSubject subject, Sink sink) {
    TreePosition position = subject.position();
    if (position != null
        && position.home().generic()
        && subject.fat().state() == DeviceCode.FAT
        && !subject.elf().header().isObject()) {
      sink.error(
          subject.place(),
          -1,
          "Fat, not converted, in the artifact for every GPU: its device code is inside.",
          "Split the artifact anew; everybody gets the code of all architectures with it.");
    }
  }
}
