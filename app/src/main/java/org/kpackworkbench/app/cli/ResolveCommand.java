package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.diagnose.TargetWarnings;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog;
import org.kpackworkbench.model.analysis.resolve.process.RunningProcess;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolution;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolver;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.codeobject.Device;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.registration.Original;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code resolve}: how a runtime finds code objects, or why it does not. */
final class ResolveCommand extends Command {
  ResolveCommand(Console console) {
    super(console);
  }

  @Override
  void describe(CommandSpec spec) {
    spec.name(PROGRAM + " resolve");
    spec.usageMessage()
        .description(
            "Shows which code every wrapper of a binary gets on a GPU. It searches paths, archives,",
            "architectures and keys as a loader does. If there is no code, it shows why and how to",
            "fix it. With --log, it reads the log that a loader writes with ROCM_KPACK_DEBUG.",
            "ROCM_KPACK_ARCH_OVERRIDE is used only with --planned.")
        .customSynopsis(
            "kpack-workbench resolve (BINARY | --tree DIR | --pid N) --target T… [OPTIONS]",
            "       kpack-workbench resolve --log FILE [OPTIONS]")
        .footer(
            "  kpack-workbench resolve lib/librocrand.so.1 --target gfx942:sramecc+:xnack- --explain",
            "  kpack-workbench resolve --tree /opt/rocm --target gfx942 --target gfx1100 --json",
            "  kpack-workbench resolve lib/a.so --target gfx90a --env ROCM_KPACK_PATH=/tmp/a.kpack",
            "  kpack-workbench resolve lib/a.so --target gfx942 --compare-target gfx1100",
            "  kpack-workbench resolve lib/a.so --target gfx942 --original fat/a.so",
            "  myprogram 2>&1 | kpack-workbench resolve --log -",
            "",
            "The ROCM_KPACK_… variables of this environment are used, or with --pid those of the",
            "process. --env K=V sets one, --env K= unsets it. The exit status is 0 if every wrapper",
            "finds code, 1 if one finds none or the code of another wrapper, 2 if something could",
            "not be read.");
    spec.addPositional(
            PositionalParamSpec.builder()
                .index("0..*")
                .arity("0..*")
                .paramLabel("BINARY")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description("The library or program to resolve.")
                .build())
        .addOption(value("--tree", "DIR", String.class, "Resolve all binaries below a folder."))
        .addOption(
            value(
                "--pid",
                "N",
                Long.class,
                "Resolve all binaries that a running process has mapped."))
        .addOption(
            value(
                "--log",
                "FILE",
                String.class,
                "A loader's debug log. It may contain other lines; - is standard input. With --target,",
                "only the loads for that target. At most 4 GiB are read from a pipe or device, except",
                "with --allow-large."))
        .addOption(TargetOption.of("--target", "The GPU:"))
        .addOption(many("--env", "K=V", "Set an environment variable of the loader."))
        .addOption(
            flag(
                "--strict",
                "Behave like loaders up to mid-2026: give up at the first archive that lists the",
                "architecture but has no such code object."))
        .addOption(
            flag(
                "--planned",
                "Behave as planned, although no loader does so yet: ROCM_KPACK_ARCH_OVERRIDE, manifests",
                "as search paths, and code that is still in the binary as a last resort."))
        .addOption(
            many(
                "--compare-target",
                "T",
                "Also resolve on this GPU, and show the first difference."))
        .addOption(
            many(
                "--compare-env",
                "K=V",
                "Also resolve with this variable, and show the first difference."))
        .addOption(
            flag(
                "--compare-strict",
                "Also resolve with a strict loader, and show the first difference."))
        .addOption(
            value(
                "--original",
                "FAT",
                String.class,
                "The fat binary that BINARY was made from: the code found is compared with its code byte",
                "by byte."))
        .addOption(flag("--explain", "Show every step."))
        .addOption(
            flag("--load", "With --tree: also unpack all code objects and print their checksums."))
        .addOption(allowLarge())
        .addOption(flag("--json", "Print one JSON document instead of text."));
  }

  private static OptionSpec many(String name, String label, String... description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .type(List.class)
        .auxiliaryTypes(String.class)
        .arity("1")
        .description(description)
        .build();
  }

  @Override
  int run(ParseResult parsed) throws IOException, CliException {
    List<String> positionals = new ArrayList<>(parsed.matchedPositionalValue(0, List.<String>of()));
    List<Device> devices = targets(parsed, positionals);
    List<GpuTarget> targets = devices.stream().map(Device::target).toList();
    long asked =
        Stream.of("--tree", "--pid", "--log").filter(parsed::hasMatchedOption).count()
            + positionals.size();
    if (asked != 1) {
      throw usage(parsed, "give one of BINARY, --tree DIR, --pid N or --log FILE");
    }
    ResolveOutput report =
        new ResolveOutput(
            console(), parsed.hasMatchedOption("--json"), parsed.hasMatchedOption("--explain"));
    if (parsed.hasMatchedOption("--log")) {
      for (String option : List.of("--env", "--strict", "--planned", "--load", "--original")) {
        if (parsed.hasMatchedOption(option)) {
          throw usage(
              parsed, option + " cannot be combined with --log, which shows what a loader did");
        }
      }
      return log(report, parsed, targets);
    }
    for (GpuTarget target : targets) {
      // What is not known may be new; who has mistyped it wants to hear that.
      TargetWarnings.of(target).forEach(console()::error);
    }
    if (targets.isEmpty()) {
      throw usage(
          parsed, "no GPU is given; give one with --target T, such as gfx942:sramecc+:xnack-");
    }
    @Nullable Long pid = parsed.matchedOptionValue("--pid", null);
    RunningProcess process = pid == null ? null : RunningProcess.of(pid);
    LoaderEnvironment environment =
        environment(parsed, process == null ? System.getenv() : process.variables());
    boolean tree = parsed.hasMatchedOption("--tree");
    boolean strict = parsed.hasMatchedOption("--strict");
    boolean planned = parsed.hasMatchedOption("--planned");
    if (strict && planned) {
      throw usage(parsed, "--strict and --planned cannot be combined");
    }
    LoaderBehaviour behaviour =
        planned
            ? LoaderBehaviour.PLANNED
            : strict ? LoaderBehaviour.STRICT : LoaderBehaviour.TOLERANT;
    boolean original = parsed.hasMatchedOption("--original");
    if (original && (tree || process != null || compares(parsed))) {
      throw usage(parsed, "--original needs one BINARY and cannot be combined with --compare-…");
    }
    if (compares(parsed)) {
      if (tree || process != null) {
        throw usage(parsed, "--compare-… needs one BINARY");
      }
      return compare(parsed, devices, behaviour, Path.of(positionals.getFirst()));
    }
    LoaderFiles files = process == null ? LoaderFiles.own() : process.where();
    try (Loader loader =
        new Loader(environment, behaviour, files, UnpackBudget.operation(allowsLarge(parsed)))) {
      BinaryResolver resolver =
          BinaryResolver.handing(loader, devices, !tree || parsed.hasMatchedOption("--load"));
      report.with(loader, new Diagnoser(loader));
      if (tree || process != null) {
        Path root = Path.of(tree ? parsed.matchedOptionValue("--tree", "") : "/");
        return tree(report, resolver, root, process);
      }
      return binary(
          report,
          original
              ? resolver.with(
                  Original.read(
                      Path.of(parsed.matchedOptionValue("--original", "")), Progress.NONE))
              : resolver,
          Path.of(positionals.getFirst()));
    }
  }

  private static boolean compares(ParseResult parsed) {
    return Stream.of("--compare-target", "--compare-env", "--compare-strict")
        .anyMatch(parsed::hasMatchedOption);
  }

  private int compare(
      ParseResult parsed, List<Device> devices, LoaderBehaviour behaviour, Path file)
      throws IOException {
    List<Device> others =
        TargetOption.devices(
            parsed, "--compare-target", parsed.matchedOptionValue("--compare-target", List.of()));
    Map<String, String> variables = variables(parsed, System.getenv(), "--env");
    ResolveCompare.SetUp left = new ResolveCompare.SetUp(devices, variables, behaviour);
    ResolveCompare.SetUp right =
        new ResolveCompare.SetUp(
            others.isEmpty() ? devices : others,
            variables(parsed, variables, "--compare-env"),
            parsed.hasMatchedOption("--compare-strict") ? LoaderBehaviour.STRICT : behaviour);
    return new ResolveCompare(console(), parsed.hasMatchedOption("--json"))
        .run(file, left, right, UnpackBudget.operation(allowsLarge(parsed)));
  }

  private int binary(ResolveOutput report, BinaryResolver resolver, Path file)
      throws IOException, CliException {
    BinaryResolution binary =
        Interruptible.run(progress -> resolver.resolve(file, progress), console().progress());
    if (binary.state() == DeviceCode.NO_SECTION_HEADERS) {
      throw CliException.failed(
          "%s: %s".formatted(file, String.join(" ", binary.contradictions())));
    }
    return report.binary(binary);
  }

  private int tree(
      ResolveOutput report, BinaryResolver resolver, Path root, @Nullable RunningProcess process)
      throws IOException {
    if (process == null && (root.toString().isEmpty() || Files.isRegularFile(root))) {
      throw new FileSystemException(
          root.toString().isEmpty() ? "--tree" : root.toString(),
          null,
          root.toString().isEmpty()
              ? "expected a folder, found nothing"
              : "expected a folder, found a file; a binary is named without --tree");
    }
    if (process == null && !Files.exists(root)) {
      // Nothing that is not there has code on all targets.
      throw new NoSuchFileException(root.toString());
    }
    TreeResolver trees = new TreeResolver(resolver);
    report.begin();
    TreeResolution tree =
        Interruptible.run(
            progress ->
                process == null
                    ? trees.resolve(root, report::visit, progress)
                    : trees.resolve(
                        root, process.files(), process.replaced(), report::visit, progress),
            console().progress());
    return report.end(tree);
  }

  private int log(ResolveOutput report, ParseResult parsed, List<GpuTarget> targets)
      throws IOException {
    String name = parsed.matchedOptionValue("--log", "");
    try (LogSource source = LogSource.open(name, allowsLarge(parsed), console().progress())) {
      DebugLog log =
          Interruptible.run(
              progress -> DebugLog.read(source.bytes(), progress), console().progress());
      return report.log(
          log,
          load ->
              targets.isEmpty()
                  || (load.target() != null && targets.contains(GpuTarget.lenient(load.target()))));
    }
  }

  /** The targets of the options; those behind one, as in {@code --target A B}, count as well. */
  private static List<Device> targets(ParseResult parsed, List<String> positionals) {
    List<String> texts = new ArrayList<>(parsed.matchedOptionValue("--target", List.<String>of()));
    if (!texts.isEmpty()) {
      List<String> more =
          positionals.stream()
              .filter(text -> text.startsWith("gfx") && !Files.exists(Path.of(text)))
              .toList();
      texts.addAll(more);
      positionals.removeAll(more);
    }
    return TargetOption.devices(parsed, "--target", texts);
  }

  private static LoaderEnvironment environment(ParseResult parsed, Map<String, String> inherited) {
    return LoaderEnvironment.of(variables(parsed, inherited, "--env"));
  }

  private static Map<String, String> variables(
      ParseResult parsed, Map<String, String> inherited, String option) {
    Map<String, String> variables = new LinkedHashMap<>();
    for (String name : LoaderEnvironment.VARIABLES) {
      String value = inherited.get(name);
      if (value != null) {
        variables.put(name, value);
      }
    }
    for (String setting : parsed.matchedOptionValue(option, List.<String>of())) {
      int equals = setting.indexOf('=');
      String name = equals < 0 ? setting : setting.substring(0, equals);
      if (equals < 0 || !LoaderEnvironment.VARIABLES.contains(name)) {
        throw usage(
            parsed,
            "%s: expected K=V with one of %s, found \"%s\""
                .formatted(option, String.join(", ", LoaderEnvironment.VARIABLES), setting));
      }
      variables.put(name, setting.substring(equals + 1));
    }
    return variables;
  }

  /** A log of any size: a file, or what comes through a pipe, which is kept in a file meanwhile. */
  static final class LogSource implements AutoCloseable {
    private final MappedFile file;
    private final @Nullable Spool spool;

    private LogSource(MappedFile file, @Nullable Spool spool) {
      this.file = file;
      this.spool = spool;
    }

    /**
     * Opens a log.
     *
     * @param name a file's path, also of a pipe
     * @param large whether what comes through a pipe may have any size
     * @throws org.kpackworkbench.model.base.files.DiskRoom.TooMuchException where it is no log, or
     *     does not end
     * @throws IOException where it cannot be read
     */
    static LogSource open(String name, boolean large, Progress progress) throws IOException {
      Path path = Path.of(name);
      if (name.isEmpty() || Files.isDirectory(path)) {
        throw new FileSystemException(
            name.isEmpty() ? "--log" : name,
            null,
            "expected a file, found " + (name.isEmpty() ? "nothing" : "a folder"));
      }
      if (!Files.exists(path) || Files.isRegularFile(path)) {
        return new LogSource(MappedFile.open(path), null);
      }
      try (InputStream pipe = Files.newInputStream(path)) {
        return copied(pipe, name, large ? Spool.Limits.NONE : Spool.Limits.LOG, progress);
      }
    }

    private static LogSource copied(
        InputStream pipe, String name, Spool.Limits limits, Progress progress) throws IOException {
      Spool spool = Spool.open();
      boolean opened = false;
      try {
        Path log = spool.take(pipe, "log", name, limits, progress);
        LogSource source = new LogSource(MappedFile.open(log), spool);
        opened = true;
        return source;
      } finally {
        if (!opened) {
          spool.close();
        }
      }
    }

    ByteView bytes() {
      return file.view();
    }

    @Override
    public void close() throws IOException {
      file.close();
      if (spool != null) {
        spool.close();
      }
    }
  }
}
