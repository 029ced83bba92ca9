package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.doctor.DoctorPointer;
import org.kpackworkbench.model.analysis.resolve.GfxOverride;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.analysis.resolve.PackedArtifacts;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog;
import org.kpackworkbench.model.analysis.resolve.process.MachineDevices;
import org.kpackworkbench.model.analysis.resolve.process.NeededLibraries;
import org.kpackworkbench.model.analysis.resolve.process.RunningProcess;
import org.kpackworkbench.model.analysis.resolve.report.CompareReport;
import org.kpackworkbench.model.analysis.resolve.report.LogReport;
import org.kpackworkbench.model.analysis.resolve.report.ResolveReport;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.ResolveOptions;
import org.kpackworkbench.model.analysis.resolve.simulate.ResolveSettings;
import org.kpackworkbench.model.analysis.resolve.simulate.ResolveSettings.Other;
import org.kpackworkbench.model.analysis.resolve.simulate.ResolveSettings.Subject;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolver;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.analysis.verify.grid.CoverageScan;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.registration.Original;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.output.OperationNote;

/** {@code resolve}: how a runtime finds code objects, or why it does not. */
final class ResolveCommand extends OperationCommand<ResolveSettings> {
  ResolveCommand(Console console) {
    super(console, ResolveSettings.OPERATION);
  }

  @Override
  int run(ResolveSettings given, Arguments arguments) throws IOException, CliException {
    RunningProcess process =
        given.subject() instanceof Subject.Running running
            ? RunningProcess.of(running.pid())
            : null;
    ResolveSettings asked = process == null ? given : given.over(process.variables());
    ReportOutput output = ReportOutput.ofRows(console(), arguments);
    Path root = root(asked);
    boolean every = asked.devices().isEmpty() && asked.subject() instanceof Subject.Tree;
    ResolveSettings settings = asked.on(every ? every(asked) : devices(asked));
    List<GpuTarget> targets = settings.devices().stream().map(Device::target).toList();
    if (settings.subject() instanceof Subject.Log log) {
      return log(settings, log.name(), targets, output);
    }
    GfxOverride.Taken taken = taken(settings);
    List<Device> devices = taken.devices();
    Set<GpuTarget> found = new LinkedHashSet<>(targets);
    devices.forEach(each -> found.add(each.target()));
    asked.devices().forEach(each -> found.remove(each.target()));
    doubt(found);
    Optional<Path> named =
        switch (settings.subject()) {
          case Subject.Binary binary -> Optional.of(binary.path());
          case Subject.Program program -> Optional.of(file(program));
          default -> Optional.empty();
        };
    if (named.isPresent()) {
      Optional<String> pointer = pointer(named.get(), targets);
      if (pointer.isPresent()) {
        throw CliException.failed(
            "%s: expected a library or program; %s".formatted(named.get(), pointer.get()));
      }
    }
    if (settings.other().isPresent() && settings.subject() instanceof Subject.Binary binary) {
      return compare(settings, settings.other().get(), binary.path(), output);
    }
    LoaderEnvironment environment =
        LoaderEnvironment.of(
            ResolveSettings.variables(
                process == null ? System.getenv() : process.variables(), settings.variables()));
    UnpackBudget budget = UnpackBudget.operation(settings.large());
    Path subject =
        switch (settings.subject()) {
          case Subject.Tree tree ->
              PackedArtifacts.inside(tree.folder(), budget, console().progress());
          case Subject.Binary binary ->
              PackedArtifacts.inside(binary.path(), budget, console().progress());
          case Subject.Program program ->
              PackedArtifacts.inside(file(program), budget, console().progress());
          case Subject.Key key ->
              PackedArtifacts.inside(key.archive(), budget, console().progress());
          default -> Path.of("/");
        };
    LoaderFiles files =
        process != null
            ? process.where()
            : settings.sysroot().isPresent()
                ? new LoaderFiles(root, root)
                : LoaderFiles.around(subject);
    try (Loader loader =
        new Loader(environment, settings.behaviour(), files.reading(settings.system()), budget)) {
      boolean unpacks = !(settings.subject() instanceof Subject.Tree) || settings.load();
      BinaryResolver resolver =
          settings.exact()
              ? BinaryResolver.handing(loader, devices, unpacks)
              : BinaryResolver.everySetting(loader, devices, unpacks);
      ResolvePrinting printing =
          new ResolvePrinting(
              console(),
              new ResolveReport(loader, new Diagnoser(loader), settings.explain(), taken),
              output,
              every,
              settings.printLog(),
              settings.set(LoaderEnvironment.DEBUG).isPresent() && environment.debug());
      return switch (settings.subject()) {
        case Subject.Tree tree -> {
          int status = tree(printing, resolver, subject, null);
          if (printing.nothing) {
            pointer(subject, targets)
                .ifPresent(pointer -> console().note("%s: %s".formatted(tree.folder(), pointer)));
          }
          yield status;
        }
        case Subject.Running running -> tree(printing, resolver, Path.of("/"), process);
        case Subject.Program program -> {
          Optional<NeededLibraries> needed =
              Interruptible.run(
                  progress -> needed(program, subject, root, libraryPath(settings), progress),
                  console());
          yield needed.isPresent()
              ? program(printing, resolver, needed.get(), root)
              : binary(printing, resolver, subject);
        }
        case Subject.Binary binary -> {
          BinaryResolver comparing =
              settings.original().isPresent()
                  ? resolver.with(Original.read(settings.original().get(), Progress.NONE))
                  : resolver;
          yield binary(printing, comparing, subject);
        }
        case Subject.Key key -> key(printing, resolver, subject, key.key());
        case Subject.Log log -> throw new IllegalStateException(log.name());
      };
    }
  }

  /** Options were checked; a process may have any value. */
  private static GfxOverride.Taken taken(ResolveSettings settings) throws CliException {
    try {
      return settings.taken();
    } catch (IllegalArgumentException ofProcess) {
      throw CliException.failed("the process's environment: " + ofProcess.getMessage());
    }
  }

  /** The folder that is {@code /} for what is resolved, without links. */
  private static Path root(ResolveSettings settings) throws IOException, CliException {
    Path root = settings.sysroot().orElse(Path.of("/")).toRealPath();
    if (!Files.isDirectory(root)) {
      throw CliException.failed(
          "%s: expected the root folder of a system, found a file"
              .formatted(settings.sysroot().orElse(root)));
    }
    return root;
  }

  /** A program of another system may be named as it is there. */
  private static Path file(Subject.Program program) {
    return program
        .sysroot()
        .map(root -> NeededLibraries.inSystem(root, program.path()))
        .orElse(program.path());
  }

  /** Every GPU that binaries of a tree have code for, with its usual settings. */
  private List<Device> every(ResolveSettings settings) throws CliException, IOException {
    Path folder = ((Subject.Tree) settings.subject()).folder();
    UnpackBudget budget = UnpackBudget.operation(settings.large());
    CoverageGrid grid =
        Interruptible.run(
            progress ->
                CoverageScan.of(PackedArtifacts.inside(folder, budget, progress), budget, progress),
            console());
    // A setting that GPUs have by default is that of the target without features.
    List<Device> found =
        grid.devices().stream()
            .filter(
                target ->
                    target.features().isEmpty()
                        || !grid.devices().contains(target.bare())
                        || !Device.of(target.bare())
                            .usual()
                            .target()
                            .features()
                            .containsAll(target.features()))
            .map(Device::of)
            .toList();
    for (CoverageGrid.Problem problem : grid.problems()) {
      console()
          .error(
              OperationNote.error("unreadable-file", problem.file(), problem.message()),
              "%s: %s".formatted(problem.file(), problem.message()));
    }
    if (found.isEmpty() && !grid.rows().isEmpty() && grid.problems().isEmpty()) {
      return List.of(Device.of(GpuTarget.ANY));
    }
    if (found.isEmpty()) {
      throw CliException.failed(
          "%s: there is no code for a GPU where its binaries look for it; name one with --target T"
              .formatted(folder));
    }
    return found;
  }

  /** The devices, with those of the machine if requested. */
  private static List<Device> devices(ResolveSettings settings) throws CliException, IOException {
    List<Device> devices = new ArrayList<>();
    for (Device device : settings.devices()) {
      if (!device.written().equals(CommonOptions.NATIVE)) {
        devices.add(device);
        continue;
      }
      boolean byNode = GfxOverride.isByNode(settings.variables());
      machine(settings.sysroot(), ResolveOptions.TARGET + " " + CommonOptions.NATIVE)
          .forEach(found -> devices.add(byNode ? found : found.at(0)));
    }
    return devices.stream().distinct().toList();
  }

  /**
   * The GPUs of this machine.
   *
   * @param root the folder that is {@code /} of another one
   * @param asked what requests them
   * @throws CliException if there are none
   * @throws IOException if what describes them cannot be read
   */
  private static List<Device> machine(Optional<Path> root, String asked)
      throws CliException, IOException {
    List<Device> found =
        root.isPresent()
            ? MachineDevices.devicesBelow(root.get().toAbsolutePath(), System.getenv())
            : MachineDevices.devices(System.getenv());
    if (found.isEmpty()) {
      throw CliException.failed(
          root.isPresent()
              ? ("%s: there is no GPU below %s: no node of a GPU in sys/class/kfd, and no %s"
                      + " with the output of rocminfo")
                  .formatted(asked, root.get(), MachineDevices.SAVED.getFileName())
              : "%s: no GPU was found, neither by the kernel driver nor by rocminfo"
                  .formatted(asked));
    }
    return found;
  }

  /**
   * The processors of this machine's GPUs, each once.
   *
   * @param root as above
   * @param option which option has the value {@code native}
   */
  static List<String> machineProcessors(Optional<Path> root, Option<?> option)
      throws CliException, IOException {
    return machine(root, option + " " + CommonOptions.NATIVE).stream()
        .map(found -> found.target().processor())
        .distinct()
        .toList();
  }

  private static String libraryPath(ResolveSettings settings) {
    // What is set here says nothing of another system.
    return settings
        .set(ResolveOptions.LIBRARY_PATH)
        .orElseGet(
            () ->
                settings.sysroot().isPresent()
                    ? ""
                    : System.getenv().getOrDefault(ResolveOptions.LIBRARY_PATH, ""));
  }

  /** The program and its libraries; empty where the program alone is resolved. */
  private static Optional<NeededLibraries> needed(
      Subject.Program program, Path file, Path root, String libraryPath, Progress progress)
      throws IOException {
    // In a package, the system's linker cannot look for any.
    if (!program.always() && !file.getFileSystem().equals(root.getFileSystem())) {
      return Optional.empty();
    }
    NeededLibraries needed = NeededLibraries.of(file, root, libraryPath, progress);
    return !program.always() && needed.programIsAll(progress)
        ? Optional.empty()
        : Optional.of(needed);
  }

  private int program(
      ResolvePrinting printing, BinaryResolver resolver, NeededLibraries needed, Path root)
      throws IOException {
    if (!needed.words().isEmpty()) {
      console().note(needed.words());
    }
    return printing.tree(
        progress ->
            new TreeResolver(resolver)
                .resolve(root, needed.files(), needed.missing(), printing::visit, progress));
  }

  private int compare(ResolveSettings settings, Other other, Path file, ReportOutput output)
      throws IOException {
    CompareReport report =
        Interruptible.run(
            progress -> CompareReport.of(file, settings, other, System.getenv(), progress),
            console());
    output.print(report.describe());
    return report.isSame() ? ExitStatus.DONE : ExitStatus.FINDINGS;
  }

  private int binary(ResolvePrinting printing, BinaryResolver resolver, Path file)
      throws IOException, CliException {
    BinaryResolution binary =
        Interruptible.run(progress -> resolver.resolve(file, progress), console());
    if (binary.state() == DeviceCode.NO_SECTION_HEADERS) {
      throw CliException.failed(
          "%s: %s".formatted(file, String.join(" ", binary.contradictions())));
    }
    printing.log(binary);
    int status = printing.status(binary, file);
    if (!printing.onlyLog) {
      printing.output.print(printing.report.binary(binary));
    }
    return status;
  }

  private int key(ResolvePrinting printing, BinaryResolver resolver, Path archive, String key)
      throws IOException {
    if (!Files.isRegularFile(archive)) {
      throw Files.exists(archive)
          ? new FileSystemException(
              archive.toString(), null, "expected an archive, found no regular file")
          : new NoSuchFileException(archive.toString());
    }
    BinaryResolution found =
        Interruptible.run(progress -> resolver.lookUp(archive, key, progress), console());
    printing.log(found);
    int status = printing.status(found, archive);
    if (!printing.onlyLog) {
      printing.output.print(printing.report.key(found, key));
    }
    return status;
  }

  /** Where else to look if it is a kernel database. */
  private Optional<String> pointer(Path subject, List<GpuTarget> targets) throws IOException {
    return Interruptible.run(progress -> DoctorPointer.of(subject, targets, progress), console());
  }

  private int tree(
      ResolvePrinting printing,
      BinaryResolver resolver,
      Path root,
      @Nullable RunningProcess process)
      throws IOException {
    if (process == null && (root.toString().isEmpty() || Files.isRegularFile(root))) {
      throw new FileSystemException(
          root.toString().isEmpty() ? ResolveOptions.TREE.toString() : root.toString(),
          null,
          root.toString().isEmpty()
              ? "expected a folder, found nothing"
              : "expected a folder, found a file; for a binary, omit " + ResolveOptions.TREE);
    }
    if (process == null && !Files.exists(root)) {
      // Nothing that is not there has code on all targets.
      throw new NoSuchFileException(root.toString());
    }
    TreeResolver trees = new TreeResolver(resolver);
    return printing.tree(
        progress ->
            process == null
                ? trees.resolve(root, printing::visit, progress)
                : trees.resolve(
                    root, process.files(), process.replaced(), printing::visit, progress));
  }

  private int log(
      ResolveSettings settings, String name, List<GpuTarget> targets, ReportOutput output)
      throws IOException {
    try (LogSource source = LogSource.open(name, settings.large(), console().progress())) {
      DebugLog log =
          Interruptible.run(progress -> DebugLog.read(source.bytes(), progress), console());
      Map<String, Boolean> wanted = new HashMap<>();
      LogReport report =
          new LogReport(
              log,
              load ->
                  targets.isEmpty()
                      || (load.target() != null
                          && wanted.computeIfAbsent(
                              load.target(), each -> isAny(GpuTarget.lenient(each), targets))),
              settings.explain());
      output.print(report.describe());
      return report.complete() ? ExitStatus.DONE : ExitStatus.FINDINGS;
    }
  }

  /** A target without features is that of devices with any. */
  private static boolean isAny(GpuTarget target, List<GpuTarget> targets) {
    return targets.contains(target) || targets.contains(target.bare());
  }
}
