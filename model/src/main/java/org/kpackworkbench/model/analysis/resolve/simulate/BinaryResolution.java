package org.kpackworkbench.model.analysis.resolve.simulate;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.Marker;

/**
 * What all wrappers of a binary lead to on some devices. Immutable.
 *
 * @param binary the binary
 * @param state what it has of device code
 * @param contradictions why it is in that state, in sentences, where that needs saying
 * @param marker its marker; null where it has none
 * @param devices the devices' targets
 * @param outcomes device by device, wrapper by wrapper
 */
public record BinaryResolution(
    Place binary,
    DeviceCode state,
    List<String> contradictions,
    @Nullable Marker marker,
    List<GpuTarget> devices,
    List<WrapperOutcome> outcomes) {

  public BinaryResolution {
    contradictions = List.copyOf(contradictions);
    devices = List.copyOf(devices);
    outcomes = List.copyOf(outcomes);
  }

  /**
   * Whether every wrapper has code on every device, and none another wrapper's; true where there
   * are no wrappers.
   */
  public boolean complete() {
    return outcomes.stream().allMatch(WrapperOutcome::right);
  }

  /** What the wrappers lead to on one device. */
  public List<WrapperOutcome> on(GpuTarget device) {
    return outcomes.stream().filter(outcome -> outcome.device().equals(device)).toList();
  }
}
