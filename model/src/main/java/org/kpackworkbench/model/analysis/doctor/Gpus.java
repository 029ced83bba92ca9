package org.kpackworkbench.model.analysis.doctor;

import java.util.List;
import java.util.OptionalInt;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.operation.archives.TargetFilter;

/** Which GPUs names mean. Stateless. */
final class Gpus {
  private Gpus() {}

  static List<Gpu> of(TargetFilter filter) {
    return filter.names().stream()
        .flatMap(name -> name.devices().stream())
        .map(Gpus::of)
        .distinct()
        .toList();
  }

  private static Gpu of(Device device) {
    return new Gpu(
        device.target(), device.units() > 0 ? OptionalInt.of(device.units()) : OptionalInt.empty());
  }

  /** Every setting that devices of a target can have, the usual one first. */
  static List<Gpu> settings(Gpu gpu) {
    return GpuTable.settings(gpu.named()).stream().map(gpu::as).toList();
  }

  static Gpu of(GpuTarget target) {
    return new Gpu(target, OptionalInt.empty());
  }

  /** The GPUs that a name in a database represents. */
  static List<GpuTarget> members(GpuTarget name) {
    return GpuTable.isGroup(name.processor())
        ? GpuTable.members(name.processor()).stream().map(GpuTarget::of).toList()
        : GpuTable.served(name);
  }
}
