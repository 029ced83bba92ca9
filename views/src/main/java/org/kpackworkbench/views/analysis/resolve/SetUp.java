package org.kpackworkbench.views.analysis.resolve;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.kpackworkbench.model.analysis.resolve.GfxOverride;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.resolve.simulate.ResolveSettings;
import org.kpackworkbench.model.analysis.resolve.simulate.ResolveSettings.Subject;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.views.kit.copy.CopyFormats;

/**
 * Set-up with which a loader is simulated. Immutable.
 *
 * @param devices the devices, each with its target as it was written
 * @param variables the variables that are set, of those that a loader, the system's linker or the
 *     runtime reads
 * @param system how paths are read; empty for as the system of each binary does
 * @param behaviour what it does where an archive lacks the code
 * @param exact whether devices are handed over as they are written; otherwise with every setting
 *     that such devices can have
 */
record SetUp(
    List<Device> devices,
    Map<String, String> variables,
    Optional<PathRules> system,
    LoaderBehaviour behaviour,
    boolean exact) {
  SetUp {
    devices = List.copyOf(devices);
    variables = Map.copyOf(variables);
  }

  LoaderEnvironment environment() {
    return LoaderEnvironment.of(variables);
  }

  /** Returns a loader that finds some files, also in artifacts of a shard as if overlaid. */
  Loader loader(LoaderFiles files) {
    return new Loader(environment(), behaviour, files.reading(system));
  }

  /** Resolves binaries on the devices. */
  BinaryResolver resolver(Loader loader, boolean loads) {
    return exact
        ? BinaryResolver.handing(loader, taken(), loads)
        : BinaryResolver.everySetting(loader, taken(), loads);
  }

  /** The devices as the runtime takes them: a variable may override what they are. */
  private List<Device> taken() {
    return GfxOverride.taken(devices, variables).devices();
  }

  /** The targets whose outcomes count. */
  List<GpuTarget> targets() {
    return taken().stream()
        .map(device -> exact ? device.target() : device.usual().target())
        .distinct()
        .toList();
  }

  /** For one device: that of this set-up where it has one with the target. */
  SetUp on(GpuTarget target) {
    Device one =
        taken().stream()
            .filter(device -> (exact ? device.target() : device.usual().target()).equals(target))
            .findFirst()
            .orElseGet(() -> Device.of(target));
    return new SetUp(List.of(one), variables, system, behaviour, exact);
  }

  /** Returns the set-up as a command line. */
  String command(Path subject, boolean tree) {
    return command(tree ? new Subject.Tree(subject) : new Subject.Binary(subject));
  }

  /** Returns the set-up as a command line. */
  String command(Subject subject) {
    ResolveSettings settings =
        ResolveSettings.explained(
            subject, devices, new TreeMap<>(variables), system, behaviour, exact);
    return CopyFormats.command(ResolveSettings.OPERATION, settings);
  }
}
