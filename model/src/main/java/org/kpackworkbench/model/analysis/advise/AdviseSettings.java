package org.kpackworkbench.model.analysis.advise;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.kpackworkbench.model.analysis.resolve.process.MachineDevices;
import org.kpackworkbench.model.analysis.resolve.simulate.ResolveOptions;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuNames;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.describe.Arguments.WrongOptionException;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind;

/**
 * The packages to choose from, and the GPUs to choose for. Immutable.
 *
 * @param packages wheels, packages, tar files, artifacts, folders with some of them or with
 *     installed packages, or indices of packages; at least one
 * @param gpus the GPUs that are named
 * @param rocminfo a file with what {@code rocminfo} prints
 * @param thisMachine whether the GPUs of this machine count, too
 */
public record AdviseSettings(
    List<Path> packages, List<Device> gpus, Optional<Path> rocminfo, boolean thisMachine) {
  private static final Option<List<Path>> PACKAGES =
      Option.of(OptionKind.file().several())
          .positional()
          .label("PACKAGE")
          .help(
              "A wheel, a .deb, an .rpm, a tar file, an artifact, a folder with some of them; a folder"
                  + " that packages are installed in (site-packages, the root of a Debian system);"
                  + " or an index: Packages of a Debian repository, a page of a Python index (JSON"
                  + " or HTML).")
          .noField("They are the open files.")
          .required("Name the packages to choose from.");

  private static final Option<List<Device>> GPU =
      Option.of(ResolveOptions.knownGpus(), "--target")
          .former("--gpu")
          .label("T")
          .help("The GPU: " + TargetFilter.NAMES)
          .noField(CommonOptions.COMMAND_ONLY)
          .orElse(List.of());

  private static final Option<Optional<Path>> ROCMINFO =
      Option.of(OptionKind.file().optional(), "--rocminfo")
          .label("FILE")
          .help("A file with the output of rocminfo on the target machine.")
          .noField(CommonOptions.COMMAND_ONLY)
          .orElse(Optional.empty());

  private static final Option<Boolean> THIS_MACHINE =
      Option.flag("--this-machine", "The GPUs of this machine.")
          .noField(CommonOptions.COMMAND_ONLY)
          .orElse(false);

  /** The operation {@code advise}. */
  public static final Operation<AdviseSettings> OPERATION =
      Operation.<AdviseSettings>of("advise", "list the packages that some GPUs need")
          .description(
              """
              Finds the fewest wheels, packages or artifacts that some GPUs need: what to install,
              its size, which files have no code for a GPU, and which code is used instead. A loader
              is simulated with all packages installed together; those that it opens are needed.
              """)
          .synopsis("PACKAGE... (--target T... | --rocminfo FILE | --this-machine) [OPTIONS]")
          .examples(
              """
                kpack-workbench advise wheels --target gfx942
                kpack-workbench advise torch-*.whl amd_torch_device_*.whl --target MI300X --target gfx1100
                kpack-workbench advise debs --rocminfo rocminfo.txt --json

              The exit status is 1 if a GPU gets no code for something.
              """)
          .option(PACKAGES, AdviseSettings::packages)
          .option(GPU, AdviseSettings::gpus)
          .option(ROCMINFO, AdviseSettings::rocminfo)
          .option(THIS_MACHINE, AdviseSettings::thisMachine)
          .option(CommonOptions.JSON)
          .option(CommonOptions.JSON_LINES)
          .reads(
              given ->
                  new AdviseSettings(
                      given.get(PACKAGES),
                      given.get(GPU),
                      given.get(ROCMINFO),
                      given.get(THIS_MACHINE)));

  public AdviseSettings {
    packages = List.copyOf(packages);
    gpus = List.copyOf(gpus);
    if (gpus.isEmpty() && rocminfo.isEmpty() && !thisMachine) {
      throw new WrongOptionException(
          "no GPU is given; give one with --target T, such as gfx942 or MI300X, with --rocminfo FILE"
              + " or with --this-machine");
    }
  }

  /**
   * The GPUs, each once.
   *
   * @throws IOException if the file cannot be read, or names no GPU; where this machine has none
   */
  List<Device> devices(Map<String, String> variables) throws IOException {
    List<Device> all = new ArrayList<>(gpus);
    if (rocminfo.isPresent()) {
      Path file = rocminfo.get();
      List<Device> found =
          GpuNames.read(new String(Files.readAllBytes(file), StandardCharsets.UTF_8)).devices();
      if (found.isEmpty()) {
        throw new IOException(
            "%s: expected what rocminfo prints, with a line such as \"Name: gfx942\"; found no GPU"
                .formatted(file));
      }
      all.addAll(found);
    }
    if (thisMachine) {
      List<Device> found = MachineDevices.of(variables).stream().map(Device::of).toList();
      if (found.isEmpty()) {
        throw new IOException(
            "this machine has no GPU that the kernel driver describes; use --target");
      }
      all.addAll(found);
    }
    return all.stream().distinct().toList();
  }
}
