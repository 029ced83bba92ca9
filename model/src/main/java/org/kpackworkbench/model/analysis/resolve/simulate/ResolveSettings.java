package org.kpackworkbench.model.analysis.resolve.simulate;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.kpackworkbench.model.analysis.resolve.GfxOverride;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.Arguments.WrongOptionException;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;

/**
 * The request to the simulated loader, or the log of a loader to read. Immutable.
 *
 * @param subject what is resolved
 * @param devices the devices, handed to a loader just as they are written
 * @param variables the variables that are set or unset, each as {@code K=V}
 * @param system how paths are read; empty for as the system of each binary does
 * @param behaviour which loaders it does as
 * @param other what it is compared with; empty for no comparison
 * @param original the fat binary that the binary was made from
 * @param explain whether every step is shown
 * @param load whether code objects of a tree are unpacked, too
 * @param large whether more may be unpacked or read than is plausible
 * @param exact whether devices are handed over as they are written; otherwise with every setting of
 *     features that such devices can have
 * @param printLog whether the lines that a loader would log are the output
 */
public record ResolveSettings(
    Subject subject,
    List<Device> devices,
    List<String> variables,
    Optional<PathRules> system,
    LoaderBehaviour behaviour,
    Optional<Other> other,
    Optional<Path> original,
    boolean explain,
    boolean load,
    boolean large,
    boolean exact,
    boolean printLog) {
  /** The subject of a resolution. */
  public sealed interface Subject {
    /** One binary, without the libraries that it needs. */
    record Binary(Path path) implements Subject {}

    /** All binaries below a folder. */
    record Tree(Path folder) implements Subject {}

    /**
     * A program or a library, and the libraries that it needs.
     *
     * @param sysroot the folder that is {@code /} for it
     * @param always whether it is so also where it alone has device code; otherwise it is then
     *     resolved as a {@link Binary}
     */
    record Program(Path path, Optional<Path> sysroot, boolean always) implements Subject {}

    /** A code object that a library looks up in an archive of its own. */
    record Key(Path archive, String key) implements Subject {}

    /** All binaries that a process has mapped. */
    record Running(long pid) implements Subject {}

    /**
     * The log of a loader.
     *
     * @param name the path of a file or a pipe, as it was written
     */
    record Log(String name) implements Subject {}
  }

  /**
   * Settings that differ in the second of two resolutions.
   *
   * @param devices the devices; empty for the same
   * @param variables the variables that are set or unset beside those of the first
   * @param strict whether its loader is a strict one
   */
  public record Other(List<Device> devices, List<String> variables, boolean strict) {
    private static final Other SAME = new Other(List.of(), List.of(), false);

    public Other {
      devices = List.copyOf(devices);
      variables = List.copyOf(variables);
    }
  }

  /** The operation {@code resolve}. */
  public static final Operation<ResolveSettings> OPERATION =
      Operation.<ResolveSettings>of("resolve", "show how a runtime finds a binary's code")
          .description(
              """
              Shows which code every wrapper of a binary gets on a GPU. It searches paths, archives,
              architectures and keys as a loader does. If there is no code, it shows why and how to
              fix it. With --log, it reads the log that a loader writes with ROCM_KPACK_DEBUG.
              ROCM_KPACK_ARCH_OVERRIDE is used only with --planned.
              """)
          .synopsis(
              """
              (BINARY | --pid N) --target T… [OPTIONS]
              ARCHIVE --key K --target T… [OPTIONS]
              --tree DIR [--target T…] [OPTIONS]
              --log FILE [OPTIONS]
              """)
          .examples(
              """
                kpack-workbench resolve lib/librocrand.so.1 --target gfx942:sramecc+:xnack- --explain
                kpack-workbench resolve --tree /opt/rocm
                kpack-workbench resolve --tree /opt/rocm --target gfx942 --target gfx1100 --json
                kpack-workbench resolve /usr/bin/train --target gfx942 --sysroot /mnt/image
                kpack-workbench resolve lib/a.so --target gfx90a --env ROCM_KPACK_PATH=/tmp/a.kpack
                kpack-workbench resolve lib/a.so --target gfx942 --compare-target gfx1100
                kpack-workbench resolve lib/a.so --target gfx942 --original fat/a.so
                kpack-workbench resolve kernels.kpack --key pointwise_add_f32 --target gfx942
                myprogram 2>&1 | kpack-workbench resolve --log -

              The ROCM_KPACK_… variables of this environment are used, or with --pid those of the
              process. --env K=V sets one, --env K= unsets it. The exit status is 0 if every wrapper
              finds code, 1 if one finds none or the code of another wrapper, 2 if something could
              not be read. With --tree and without --target it is 1 if a binary has all its code on
              no GPU, or a part of it on one.
              """)
          .option(
              ResolveOptions.BINARY,
              settings ->
                  switch (settings.subject) {
                    case Subject.Binary binary -> List.of(binary.path().toString());
                    case Subject.Program program -> List.of(program.path().toString());
                    case Subject.Key key -> List.of(key.archive().toString());
                    default -> List.of();
                  })
          .option(
              ResolveOptions.TREE,
              settings ->
                  settings.subject instanceof Subject.Tree tree
                      ? Optional.of(tree.folder())
                      : Optional.empty())
          .option(
              ResolveOptions.NEEDED,
              settings -> settings.subject instanceof Subject.Program program && program.always())
          .option(ResolveOptions.NO_NEEDED, ResolveSettings::saysAlone)
          .option(ResolveOptions.SYSROOT, ResolveSettings::sysroot)
          .option(
              ResolveOptions.KEY,
              settings ->
                  settings.subject instanceof Subject.Key key
                      ? Optional.of(key.key())
                      : Optional.empty())
          .option(
              ResolveOptions.PID,
              settings ->
                  settings.subject instanceof Subject.Running running
                      ? Optional.of(running.pid())
                      : Optional.empty())
          .option(
              ResolveOptions.LOG,
              settings ->
                  settings.subject instanceof Subject.Log log
                      ? Optional.of(log.name())
                      : Optional.empty())
          .option(ResolveOptions.TARGET, ResolveSettings::devices)
          .option(ResolveOptions.ENV, ResolveSettings::variables)
          .option(ResolveOptions.SYSTEM, ResolveSettings::system)
          .option(ResolveOptions.STRICT, settings -> settings.behaviour == LoaderBehaviour.STRICT)
          .option(ResolveOptions.PLANNED, settings -> settings.behaviour == LoaderBehaviour.PLANNED)
          .option(ResolveOptions.EXACT, ResolveSettings::exact)
          .option(
              ResolveOptions.COMPARE_TARGET,
              settings -> settings.other.orElse(Other.SAME).devices())
          .option(
              ResolveOptions.COMPARE_ENV, settings -> settings.other.orElse(Other.SAME).variables())
          .option(
              ResolveOptions.COMPARE_STRICT, settings -> settings.other.orElse(Other.SAME).strict())
          .option(ResolveOptions.ORIGINAL, ResolveSettings::original)
          .option(ResolveOptions.EXPLAIN, ResolveSettings::explain)
          .option(ResolveOptions.LOAD, ResolveSettings::load)
          .option(ResolveOptions.PRINT_LOG, ResolveSettings::printLog)
          .option(CommonOptions.ALLOW_LARGE, ResolveSettings::large)
          .option(CommonOptions.JSON)
          .option(CommonOptions.JSON_LINES)
          .reads(ResolveSettings::read);

  public ResolveSettings {
    devices = List.copyOf(devices);
    variables = List.copyOf(variables);
  }

  /** Returns the settings for other devices. */
  public ResolveSettings on(List<Device> others) {
    return new ResolveSettings(
        subject, others, variables, system, behaviour, other, original, explain, load, large, exact,
        printLog);
  }

  /** Returns these settings over what a process has of the runtime's overrides. */
  public ResolveSettings over(Map<String, String> process) {
    List<String> all = new ArrayList<>(GfxOverride.settings(process));
    all.addAll(variables);
    return new ResolveSettings(
        subject, devices, all, system, behaviour, other, original, explain, load, large, exact,
        printLog);
  }

  /** The devices with the settings whose outcomes count. */
  public List<Device> usual(List<Device> named) {
    return exact ? named : named.stream().map(Device::usual).distinct().toList();
  }

  /** The value that a variable is set to; empty if it is not. */
  public Optional<String> set(String name) {
    return variables.stream()
        .filter(setting -> setting.startsWith(name + "="))
        .reduce((first, last) -> last)
        .map(setting -> setting.substring(name.length() + 1));
  }

  /** Returns the devices as a runtime takes them. */
  public GfxOverride.Taken taken() {
    return GfxOverride.taken(devices, variables(Map.of(), variables));
  }

  /** A resolution whose steps are all shown. */
  public static ResolveSettings explained(
      Subject subject,
      List<Device> devices,
      Map<String, String> variables,
      Optional<PathRules> system,
      LoaderBehaviour behaviour,
      boolean exact) {
    List<String> settings = new ArrayList<>();
    variables.forEach((name, value) -> settings.add(name + "=" + value));
    return new ResolveSettings(
        subject,
        devices,
        settings,
        system,
        behaviour,
        Optional.empty(),
        Optional.empty(),
        true,
        false,
        false,
        exact,
        false);
  }

  /**
   * The variables of {@link LoaderEnvironment#VARIABLES} that are set after some settings.
   *
   * @param inherited those before
   * @param settings texts as {@code K=V}
   */
  public static Map<String, String> variables(
      Map<String, String> inherited, List<String> settings) {
    Map<String, String> variables = new LinkedHashMap<>();
    for (String name : LoaderEnvironment.VARIABLES) {
      String value = inherited.get(name);
      if (value != null) {
        variables.put(name, value);
      }
    }
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      variables.put(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return variables;
  }

  /** Targets behind one, as in {@code --target A B}, count as well. */
  private static boolean isTarget(String text) {
    return text.startsWith("gfx") && !Files.exists(Path.of(text));
  }

  private static ResolveSettings read(Arguments given) {
    List<String> binaries = new ArrayList<>(given.get(ResolveOptions.BINARY));
    List<Device> devices = new ArrayList<>(given.get(ResolveOptions.TARGET));
    if (given.has(ResolveOptions.TARGET)) {
      List<String> more = binaries.stream().filter(ResolveSettings::isTarget).toList();
      binaries.removeAll(more);
      if (!more.isEmpty()) {
        devices.addAll(
            new Arguments().read(ResolveOptions.TARGET, more).get(ResolveOptions.TARGET));
      }
    }
    ResolveSettings settings =
        new ResolveSettings(
            subject(given, binaries),
            devices.stream().distinct().toList(),
            given.get(ResolveOptions.ENV),
            given.get(ResolveOptions.SYSTEM),
            behaviour(given),
            other(given),
            given.get(ResolveOptions.ORIGINAL),
            given.get(ResolveOptions.EXPLAIN),
            given.get(ResolveOptions.LOAD),
            given.get(CommonOptions.ALLOW_LARGE),
            given.get(ResolveOptions.EXACT),
            given.get(ResolveOptions.PRINT_LOG));
    settings.check(given);
    return settings;
  }

  /** The folder that is {@code /} for the program; empty if that is this system's. */
  public Optional<Path> sysroot() {
    return subject instanceof Subject.Program program ? program.sysroot() : Optional.empty();
  }

  /** Whether only {@code --no-needed} keeps the binary's libraries out. */
  private boolean saysAlone() {
    return subject instanceof Subject.Binary && original.isEmpty() && other.isEmpty();
  }

  private static Subject subject(Arguments given, List<String> binaries) {
    if (given.get(ResolveOptions.NEEDED) && given.get(ResolveOptions.NO_NEEDED)) {
      throw new WrongOptionException("--needed and --no-needed cannot be combined");
    }
    boolean alone =
        given.get(ResolveOptions.NO_NEEDED)
            || (!given.get(ResolveOptions.NEEDED)
                && (given.has(ResolveOptions.ORIGINAL) || other(given).isPresent()));
    String key = given.get(ResolveOptions.KEY).orElse(null);
    List<Subject> subjects = new ArrayList<>();
    for (String binary : binaries) {
      subjects.add(
          key != null
              ? new Subject.Key(Path.of(binary), key)
              : alone
                  ? new Subject.Binary(Path.of(binary))
                  : new Subject.Program(
                      Path.of(binary),
                      given.get(ResolveOptions.SYSROOT),
                      given.get(ResolveOptions.NEEDED)));
    }
    given.get(ResolveOptions.TREE).ifPresent(folder -> subjects.add(new Subject.Tree(folder)));
    given.get(ResolveOptions.PID).ifPresent(pid -> subjects.add(new Subject.Running(pid)));
    given.get(ResolveOptions.LOG).ifPresent(name -> subjects.add(new Subject.Log(name)));
    if (subjects.size() != 1) {
      throw new WrongOptionException("give one of BINARY, --tree DIR, --pid N or --log FILE");
    }
    for (Option<?> option :
        List.of(ResolveOptions.NEEDED, ResolveOptions.NO_NEEDED, ResolveOptions.KEY)) {
      if (given.has(option) && binaries.isEmpty()) {
        throw new WrongOptionException(option + " needs a BINARY");
      }
    }
    if (given.get(ResolveOptions.SYSROOT).isPresent()
        && !(subjects.getFirst() instanceof Subject.Program)) {
      throw new WrongOptionException(
          "--sysroot needs a BINARY whose libraries are resolved, too: it cannot be combined with"
              + " --no-needed, --original or --compare-…");
    }
    return subjects.getFirst();
  }

  private static LoaderBehaviour behaviour(Arguments given) {
    boolean strict = given.get(ResolveOptions.STRICT);
    boolean planned = given.get(ResolveOptions.PLANNED);
    if (strict && planned) {
      throw new WrongOptionException("--strict and --planned cannot be combined");
    }
    return planned
        ? LoaderBehaviour.PLANNED
        : strict ? LoaderBehaviour.STRICT : LoaderBehaviour.TOLERANT;
  }

  private static Optional<Other> other(Arguments given) {
    Other other =
        new Other(
            given.get(ResolveOptions.COMPARE_TARGET),
            given.get(ResolveOptions.COMPARE_ENV),
            given.get(ResolveOptions.COMPARE_STRICT));
    return other.equals(Other.SAME) ? Optional.empty() : Optional.of(other);
  }

  private void check(Arguments given) {
    if (!exact) {
      // The targets of a log are those of a loader, whatever they are.
      boolean known = !(subject instanceof Subject.Log);
      try {
        Stream.concat(devices.stream(), other.orElse(Other.SAME).devices().stream())
            .forEach(each -> ResolveOptions.require(each, known));
      } catch (IllegalArgumentException unknown) {
        throw new WrongOptionException(
            "%s (%s compares a target as it is written)"
                .formatted(unknown.getMessage(), ResolveOptions.EXACT));
      }
    }
    if (subject instanceof Subject.Log) {
      Stream.of(
              ResolveOptions.ENV,
              ResolveOptions.SYSTEM,
              ResolveOptions.STRICT,
              ResolveOptions.PLANNED,
              ResolveOptions.LOAD,
              ResolveOptions.ORIGINAL,
              ResolveOptions.PRINT_LOG)
          .filter(given::has)
          .findFirst()
          .ifPresent(
              option -> {
                throw new WrongOptionException(
                    option + " cannot be combined with --log, which shows what a loader did");
              });
      return;
    }
    if (subject instanceof Subject.Key) {
      Stream.of(
              ResolveOptions.NEEDED,
              ResolveOptions.NO_NEEDED,
              ResolveOptions.SYSROOT,
              ResolveOptions.SYSTEM,
              ResolveOptions.PLANNED,
              ResolveOptions.ORIGINAL,
              ResolveOptions.LOAD)
          .filter(given::has)
          .findFirst()
          .ifPresent(
              option -> {
                throw new WrongOptionException(
                    option + " cannot be combined with " + ResolveOptions.KEY);
              });
      LoaderEnvironment.VARIABLES.stream()
          .filter(name -> set(name).isPresent())
          .findFirst()
          .ifPresent(
              name -> {
                throw new WrongOptionException(
                    "%s looks into the archive that is named; %s has no say there"
                        .formatted(ResolveOptions.KEY, name));
              });
    }
    if (devices.isEmpty() && !(subject instanceof Subject.Tree)) {
      throw new WrongOptionException(
          "no GPU is given; give one with --target T, such as gfx942:sramecc+:xnack-");
    }
    boolean alone = subject instanceof Subject.Binary;
    if (printLog && (given.get(CommonOptions.JSON) || explain || other.isPresent())) {
      throw new WrongOptionException(
          ResolveOptions.PRINT_LOG + " cannot be combined with --json, --explain or --compare-…");
    }
    if (original.isPresent() && (!alone || other.isPresent())) {
      throw new WrongOptionException(
          "--original needs one BINARY and cannot be combined with --compare-…");
    }
    if (other.isPresent() && !alone) {
      throw new WrongOptionException("--compare-… needs one BINARY");
    }
  }
}
