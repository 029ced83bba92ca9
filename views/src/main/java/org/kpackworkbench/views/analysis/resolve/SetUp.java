package org.kpackworkbench.views.analysis.resolve;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.resolve.simulate.ResolveSettings;
import org.kpackworkbench.model.analysis.resolve.simulate.ResolveSettings.Subject;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.views.kit.copy.CopyFormats;

/**
 * Set-up with which a loader is simulated. Immutable.
 *
 * @param devices the devices, each with its target as it was written
 * @param variables the variables that are set, of those that a loader reads
 * @param behaviour what it does where an archive lacks the code
 * @param exact whether devices are handed over as they are written; otherwise with every setting
 *     that such devices can have
 */
record SetUp(
    List<Device> devices, Map<String, String> variables, LoaderBehaviour behaviour, boolean exact) {
  SetUp {
    devices = List.copyOf(devices);
    variables = Map.copyOf(variables);
  }

  LoaderEnvironment environment() {
    return LoaderEnvironment.of(variables);
  }

  /**
   * A loader for what is at a path, where that is in a shard as if its artifacts were overlaid.
   *
   * @throws IOException if folders around it cannot be read
   */
  Loader loader(Path subject) throws IOException {
    return new Loader(environment(), behaviour, LoaderFiles.around(subject));
  }

  /** Resolves binaries on the devices. */
  BinaryResolver resolver(Loader loader, boolean loads) {
    return exact
        ? BinaryResolver.handing(loader, devices, loads)
        : BinaryResolver.everySetting(loader, devices, loads);
  }

  /** The targets whose outcomes count. */
  List<GpuTarget> targets() {
    return devices.stream()
        .map(device -> exact ? device.target() : device.usual().target())
        .distinct()
        .toList();
  }

  /** For one device: that of this set-up where it has one with the target. */
  SetUp on(GpuTarget target) {
    Device one =
        devices.stream()
            .filter(device -> (exact ? device.target() : device.usual().target()).equals(target))
            .findFirst()
            .orElseGet(() -> Device.of(target));
    return new SetUp(List.of(one), variables, behaviour, exact);
  }

  /** Returns the set-up as a command line. */
  String command(Path subject, boolean tree) {
    return command(tree ? new Subject.Tree(subject) : new Subject.Binary(subject), Map.of());
  }

  /**
   * Returns the set-up as a command line.
   *
   * @param more variables that only the system's linker reads
   */
  String command(Subject subject, Map<String, String> more) {
    Map<String, String> all = new TreeMap<>(variables);
    all.putAll(more);
    ResolveSettings settings = ResolveSettings.explained(subject, devices, all, behaviour, exact);
    return CopyFormats.command(ResolveSettings.OPERATION, settings);
  }
}
