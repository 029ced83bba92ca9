package org.kpackworkbench.views.analysis.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.process.DeviceBinaries;
import org.kpackworkbench.model.analysis.resolve.process.MachineDevices;
import org.kpackworkbench.model.analysis.resolve.process.MappedBinary;
import org.kpackworkbench.model.analysis.resolve.process.ProcFolder;
import org.kpackworkbench.model.analysis.resolve.process.RunningProcess;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.Devices;
import org.kpackworkbench.views.analysis.resolve.Trace;
import org.kpackworkbench.views.analysis.resolve.TraceMark;
import org.kpackworkbench.views.analysis.resolve.Traces;

/**
 * A process with what its libraries would load. Immutable; made in the background.
 *
 * @param process the process as it was
 * @param targets for which GPUs; empty where nobody knows
 * @param trace what is loaded, binary by binary
 * @param notes what else is to be known, in sentences
 */
record ProcessResult(
    RunningProcess process, List<GpuTarget> targets, Trace trace, List<String> notes) {

  /**
   * Looks at a process.
   *
   * @param targets as the user wrote them; blank for the GPUs of this machine
   * @throws IllegalArgumentException where a target is none
   */
  static ProcessResult of(
      ProcFolder processes,
      long pid,
      String targets,
      LoaderBehaviour behaviour,
      DeviceBinaries known,
      Progress progress)
      throws IOException {
    RunningProcess process = processes.process(pid);
    List<GpuTarget> devices =
        targets.isBlank() ? MachineDevices.of(process.variables()) : named(targets);
    List<String> notes = notes(process);
    List<MappedBinary> binaries = known.in(process.mapped());
    if (binaries.isEmpty()) {
      return new ProcessResult(
          process, devices, nothing("The process has no library with device code mapped."), notes);
    }
    if (devices.isEmpty()) {
      String words =
          "The process has %s with device code mapped. The driver names no GPU of this machine: write"
              + " above for which one, such as MI300X or gfx942:sramecc+:xnack-.";
      return new ProcessResult(
          process,
          devices,
          nothing(
              words.formatted(binaries.size() == 1 ? "a library" : binaries.size() + " libraries")),
          notes);
    }
    LoaderEnvironment environment = LoaderEnvironment.of(process.variables());
    notes.addAll(environment.warnings());
    try (Loader loader = new Loader(environment, behaviour, process.where())) {
      BinaryResolver resolver = new BinaryResolver(loader, devices, false);
      List<BinaryResolution> resolved = new ArrayList<>();
      Map<Place, String> names = new HashMap<>();
      for (MappedBinary binary : binaries) {
        progress.step(0);
        try {
          BinaryResolution one = resolver.resolve(binary.path(), progress);
          names.put(one.binary(), binary.name());
          resolved.add(one);
        } catch (IOException unreadable) {
          notes.add("%s cannot be read: %s".formatted(binary.name(), unreadable.getMessage()));
        }
      }
      Trace trace =
          Traces.of(
              resolved,
              new Diagnoser(loader),
              binary -> names.getOrDefault(binary.binary(), binary.binary().label()));
      return new ProcessResult(process, devices, trace, notes);
    }
  }

  private static Trace nothing(String words) {
    return new Trace(words, TraceMark.NOTE, List.of(), List.of());
  }

  private static List<GpuTarget> named(String text) {
    List<GpuTarget> targets = new ArrayList<>();
    for (String one : text.split("[,\\n]", -1)) {
      if (!one.isBlank()) {
        Devices.named(one).stream().filter(each -> !targets.contains(each)).forEach(targets::add);
      }
    }
    return targets;
  }

  private static List<String> notes(RunningProcess process) {
    List<String> notes = new ArrayList<>();
    if (process.inContainer()) {
      notes.add(
          "It runs in a container or below another root: its files are looked at in %s."
              .formatted(process.where().root()));
    }
    for (FolderWalk.Unreadable replaced : process.replaced()) {
      notes.add(
          "%s was deleted or replaced since it was mapped: what runs is no longer on the disk."
              .formatted(replaced.path()));
    }
    return notes;
  }

  /** The variables that a loader reads, as the process has them. */
  String variables() {
    String set =
        LoaderEnvironment.VARIABLES.stream()
            .filter(process.variables()::containsKey)
            .map(name -> name + "=" + process.variables().get(name))
            .collect(Collectors.joining("  "));
    return set.isEmpty() ? "no ROCM_KPACK_… variable is set" : set;
  }
}
