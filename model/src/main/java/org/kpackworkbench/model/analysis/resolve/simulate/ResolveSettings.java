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
import org.kpackworkbench.model.base.target.GpuNames;
import org.kpackworkbench.model.base.target.GpuNames.NamedDevices;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.Arguments.WrongOptionException;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.Option.InputLimits;
import org.kpackworkbench.model.operation.describe.OptionKind;
import org.kpackworkbench.model.operation.describe.OptionKind.Choice;
import org.kpackworkbench.model.operation.describe.OptionKind.Shape;

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

  /** Where the system's linker looks for libraries. */
  public static final String LIBRARY_PATH = "LD_LIBRARY_PATH";

  private static final String CHOSEN = "The window resolves what is open.";
  private static final String PAGES = "The window has a page of its own for it.";
  private static final String BESIDE = "The window shows two set-ups beside one another.";

  private static final Option<List<String>> BINARY =
      Option.of(OptionKind.of(Shape.FILE, "a path", OptionKind::noUri, text -> text).several())
          .positional()
          .label("BINARY")
          .help("The library or program to resolve.")
          .noField(CHOSEN)
          .orElse(List.of());

  /** A folder with binaries. */
  public static final Option<Optional<Path>> TREE =
      Option.of(OptionKind.folder().optional(), "--tree")
          .label("DIR")
          .help(
              "Resolve all binaries below a folder; without --target, on every GPU that there is"
                  + " code for.")
          .noField(CHOSEN)
          .orElse(Optional.empty());

  private static final Option<Boolean> NEEDED =
      Option.flag(
              "--needed",
              "Resolve BINARY with all libraries that it needs, found as the system's linker finds"
                  + " them; what is not found is an error. Without this option, the same if one of"
                  + " them has device code, or BINARY has none.")
          .noField(PAGES)
          .orElse(false);

  private static final Option<Boolean> NO_NEEDED =
      Option.flag("--no-needed", "Resolve only BINARY, whatever it needs.")
          .noField(PAGES)
          .orElse(false);

  private static final Option<Optional<Path>> SYSROOT =
      Option.of(OptionKind.folder().optional(), CommonOptions.SYSROOT)
          .label("DIR")
          .help(
              "The root folder for BINARY and its libraries, and for --target native. An absolute"
                  + " BINARY is a path below DIR if it exists there.")
          .noField(PAGES)
          .orElse(Optional.empty());

  private static final Option<Optional<String>> KEY =
      Option.of(OptionKind.text().optional(), "--key")
          .label("K")
          .help(
              "Look this key up in BINARY, an archive, as a library does that owns it: without a"
                  + " marker, search paths or an index.")
          .noField("The window's table of an archive shows every key.")
          .orElse(Optional.empty());

  private static final Option<Optional<Long>> PID =
      Option.of(
              OptionKind.of(Shape.TEXT, "a process ID", ResolveSettings::process, String::valueOf)
                  .optional(),
              "--pid")
          .label("N")
          .help("Resolve all binaries that a running process has mapped.")
          .noField(PAGES)
          .orElse(Optional.empty());

  /** A loader's debug log. */
  public static final Option<Optional<String>> LOG =
      Option.of(OptionKind.of(Shape.FILE, "a path", text -> text, text -> text).optional(), "--log")
          .label("FILE")
          .help(
              "A loader's debug log. It may contain other lines; - is standard input. With "
                  + "--target, only the loads for that target. At most 4 GiB are read from a pipe "
                  + "or device, except with --allow-large.")
          .noField(PAGES)
          .inputLimits(InputLimits.LOG)
          .orElse(Optional.empty());

  /** The devices. */
  public static final Option<List<Device>> TARGET =
      Option.of(gpus(), "--target")
          .label("T")
          .help("The GPU: " + TargetFilter.NAMES)
          .title("Add a GPU by target, product or family")
          .orElse(List.of());

  /** The variables that a loader reads. */
  public static final Option<List<String>> ENV =
      Option.of(variable(), "--env")
          .label("K=V")
          .help(
              "Set an environment variable of the loader, of the system's linker (LD_LIBRARY_PATH)"
                  + " or of the runtime (HSA_OVERRIDE_GFX_VERSION, or HSA_OVERRIDE_GFX_VERSION_N for"
                  + " the GPU of node N: unsupported workarounds). With ROCM_KPACK_DEBUG=1, the"
                  + " loader's log goes to standard error.")
          .title("Environment")
          .orElse(List.of());

  /** The system whose paths count. */
  public static final Option<Optional<PathRules>> SYSTEM =
      Option.of(
              OptionKind.choice(
                      List.of(
                          new Choice<>(PathRules.LINUX, "linux", PathRules.LINUX.words()),
                          new Choice<>(PathRules.WINDOWS, "windows", PathRules.WINDOWS.words())))
                  .optional(),
              "--system")
          .label("SYSTEM")
          .help(
              "Read paths as on linux or windows. Default: as on the system of each binary. On"
                  + " Windows, names ignore case, ; separates lists, \\ and / separate names.")
          .title("Paths")
          .orElse(Optional.empty());

  /** Loaders up to mid-2026. */
  public static final Option<Boolean> STRICT =
      Option.flag(
              "--strict",
              "Behave like loaders up to mid-2026: give up at the first archive that lists the "
                  + "architecture but has no such code object.")
          .title("Strict", "Gives up at the first archive that lacks the code, as up to mid-2026")
          .orElse(false);

  /** The option for features that no loader has yet. */
  public static final Option<Boolean> PLANNED =
      Option.flag(
              "--planned",
              "Behave as planned, although no loader does so yet: ROCM_KPACK_ARCH_OVERRIDE, "
                  + "manifests as search paths, and code that is still in the binary as a last "
                  + "resort.")
          .title(
              "Planned",
              "Planned features that no loader has: a variable for the target, manifests as"
                  + " search paths, code in the binary as a last resort")
          .orElse(false);

  /** Targets as texts. */
  public static final Option<Boolean> EXACT =
      Option.flag(
              "--exact",
              "Compare targets as they are written, known or not. Without this option, a target"
                  + " without features, a product or a family represents every setting that such"
                  + " devices can have: results are those of the default setting"
                  + " (sramecc+:xnack-), with the others beside them.")
          .title("Exact", "Compares targets as they are written, without their usual features")
          .orElse(false);

  private static final Option<List<Device>> COMPARE_TARGET =
      Option.of(gpus(), "--compare-target")
          .label("T")
          .help("Also resolve on this GPU, and show the first difference.")
          .noField(BESIDE)
          .orElse(List.of());

  private static final Option<List<String>> COMPARE_ENV =
      Option.of(variable(), "--compare-env")
          .label("K=V")
          .help("Also resolve with this variable, and show the first difference.")
          .noField(BESIDE)
          .orElse(List.of());

  private static final Option<Boolean> COMPARE_STRICT =
      Option.flag(
              "--compare-strict",
              "Also resolve with a strict loader, and show the first difference.")
          .noField(BESIDE)
          .orElse(false);

  private static final Option<Optional<Path>> ORIGINAL =
      Option.of(OptionKind.file().optional(), "--original")
          .label("FAT")
          .help(
              "The fat binary that BINARY was made from: the code found is compared with its code "
                  + "byte by byte.")
          .noField("Verification compares with originals.")
          .orElse(Optional.empty());

  private static final Option<Boolean> EXPLAIN =
      Option.flag("--explain", "Show every step.")
          .noField("The window shows every step.")
          .orElse(false);

  private static final Option<Boolean> LOAD =
      Option.flag("--load", "With --tree: also unpack all code objects and print their checksums.")
          .noField("The window unpacks what is opened.")
          .orElse(false);

  private static final Option<Boolean> PRINT_LOG =
      Option.flag(
              "--print-log",
              "Print the lines that the loader would log with ROCM_KPACK_DEBUG=1, and nothing"
                  + " else; --log reads them.")
          .noField("The window shows every step.")
          .orElse(false);

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
              BINARY,
              settings ->
                  switch (settings.subject) {
                    case Subject.Binary binary -> List.of(binary.path().toString());
                    case Subject.Program program -> List.of(program.path().toString());
                    case Subject.Key key -> List.of(key.archive().toString());
                    default -> List.of();
                  })
          .option(
              TREE,
              settings ->
                  settings.subject instanceof Subject.Tree tree
                      ? Optional.of(tree.folder())
                      : Optional.empty())
          .option(
              NEEDED,
              settings -> settings.subject instanceof Subject.Program program && program.always())
          .option(NO_NEEDED, ResolveSettings::saysAlone)
          .option(SYSROOT, ResolveSettings::sysroot)
          .option(
              KEY,
              settings ->
                  settings.subject instanceof Subject.Key key
                      ? Optional.of(key.key())
                      : Optional.empty())
          .option(
              PID,
              settings ->
                  settings.subject instanceof Subject.Running running
                      ? Optional.of(running.pid())
                      : Optional.empty())
          .option(
              LOG,
              settings ->
                  settings.subject instanceof Subject.Log log
                      ? Optional.of(log.name())
                      : Optional.empty())
          .option(TARGET, ResolveSettings::devices)
          .option(ENV, ResolveSettings::variables)
          .option(SYSTEM, ResolveSettings::system)
          .option(STRICT, settings -> settings.behaviour == LoaderBehaviour.STRICT)
          .option(PLANNED, settings -> settings.behaviour == LoaderBehaviour.PLANNED)
          .option(EXACT, ResolveSettings::exact)
          .option(COMPARE_TARGET, settings -> settings.other.orElse(Other.SAME).devices())
          .option(COMPARE_ENV, settings -> settings.other.orElse(Other.SAME).variables())
          .option(COMPARE_STRICT, settings -> settings.other.orElse(Other.SAME).strict())
          .option(ORIGINAL, ResolveSettings::original)
          .option(EXPLAIN, ResolveSettings::explain)
          .option(LOAD, ResolveSettings::load)
          .option(PRINT_LOG, ResolveSettings::printLog)
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

  private static long process(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException none) {
      throw new IllegalArgumentException("expected a process ID, found " + text, none);
    }
  }

  /** Names of GPUs as they are written in options; whether they are known is checked later. */
  private static OptionKind<List<Device>> gpus() {
    return OptionKind.targets(
        ResolveSettings::handed, devices -> devices.stream().map(Device::written).toList());
  }

  /** Names of known GPUs. */
  public static OptionKind<List<Device>> knownGpus() {
    return OptionKind.targets(
        texts -> {
          List<Device> devices = handed(texts);
          devices.forEach(each -> require(each, true));
          return devices;
        },
        devices -> devices.stream().map(Device::written).toList());
  }

  /**
   * @param known whether its processor must be one of the table
   */
  private static void require(Device device, boolean known) {
    if (!device.written().equals(CommonOptions.NATIVE)) {
      var unused = GpuNames.handed(device.written());
      if (known) {
        GpuNames.requireKnown(device);
      }
    }
  }

  /** The devices of a name; of a text that is none, one that gets it as it is written. */
  private static List<Device> handed(String name) {
    try {
      return GpuNames.handed(name);
    } catch (IllegalArgumentException unknown) {
      return List.of(Device.written(name));
    }
  }

  private static List<Device> handed(List<String> texts) {
    List<Device> devices = new ArrayList<>();
    for (String text : texts) {
      NamedDevices read = GpuNames.read(text);
      if (read.printed()) {
        devices.addAll(read.devices());
      } else {
        for (String name : GpuNames.names(text)) {
          if (name.equals(CommonOptions.NATIVE)) {
            devices.add(Device.written(CommonOptions.NATIVE));
          } else {
            devices.addAll(handed(name));
          }
        }
      }
    }
    if (devices.isEmpty()) {
      throw new IllegalArgumentException("no GPU is named");
    }
    // Loaders do not count compute units.
    return devices.stream().map(device -> device.with(0)).distinct().toList();
  }

  private static OptionKind<List<String>> variable() {
    return OptionKind.of(Shape.TEXT, "K=V", ResolveSettings::setting, text -> text)
        .completing(() -> settable().stream().map(name -> name + "=").toList())
        .several();
  }

  /** The variables that can be set; there is one more for each node of a GPU. */
  public static List<String> settable() {
    List<String> names = new ArrayList<>(LoaderEnvironment.VARIABLES);
    names.add(LIBRARY_PATH);
    names.add(GfxOverride.VARIABLE);
    return names;
  }

  private static String setting(String text) {
    int equals = text.indexOf('=');
    String name = equals < 0 ? text : text.substring(0, equals);
    if (equals < 0 || !(settable().contains(name) || GfxOverride.isVariable(name))) {
      throw new IllegalArgumentException(
          "expected K=V with one of %s, found \"%s\""
              .formatted(String.join(", ", settable()), text));
    }
    if (GfxOverride.isVariable(name)) {
      GfxOverride.checked(name, text.substring(equals + 1));
    }
    return text;
  }

  /** Targets behind one, as in {@code --target A B}, count as well. */
  private static boolean isTarget(String text) {
    return text.startsWith("gfx") && !Files.exists(Path.of(text));
  }

  private static ResolveSettings read(Arguments given) {
    List<String> binaries = new ArrayList<>(given.get(BINARY));
    List<Device> devices = new ArrayList<>(given.get(TARGET));
    if (given.has(TARGET)) {
      List<String> more = binaries.stream().filter(ResolveSettings::isTarget).toList();
      binaries.removeAll(more);
      if (!more.isEmpty()) {
        devices.addAll(new Arguments().read(TARGET, more).get(TARGET));
      }
    }
    ResolveSettings settings =
        new ResolveSettings(
            subject(given, binaries),
            devices.stream().distinct().toList(),
            given.get(ENV),
            given.get(SYSTEM),
            behaviour(given),
            other(given),
            given.get(ORIGINAL),
            given.get(EXPLAIN),
            given.get(LOAD),
            given.get(CommonOptions.ALLOW_LARGE),
            given.get(EXACT),
            given.get(PRINT_LOG));
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
    if (given.get(NEEDED) && given.get(NO_NEEDED)) {
      throw new WrongOptionException("--needed and --no-needed cannot be combined");
    }
    boolean alone =
        given.get(NO_NEEDED)
            || (!given.get(NEEDED) && (given.has(ORIGINAL) || other(given).isPresent()));
    String key = given.get(KEY).orElse(null);
    List<Subject> subjects = new ArrayList<>();
    for (String binary : binaries) {
      subjects.add(
          key != null
              ? new Subject.Key(Path.of(binary), key)
              : alone
                  ? new Subject.Binary(Path.of(binary))
                  : new Subject.Program(Path.of(binary), given.get(SYSROOT), given.get(NEEDED)));
    }
    given.get(TREE).ifPresent(folder -> subjects.add(new Subject.Tree(folder)));
    given.get(PID).ifPresent(pid -> subjects.add(new Subject.Running(pid)));
    given.get(LOG).ifPresent(name -> subjects.add(new Subject.Log(name)));
    if (subjects.size() != 1) {
      throw new WrongOptionException("give one of BINARY, --tree DIR, --pid N or --log FILE");
    }
    for (Option<?> option : List.of(NEEDED, NO_NEEDED, KEY)) {
      if (given.has(option) && binaries.isEmpty()) {
        throw new WrongOptionException(option + " needs a BINARY");
      }
    }
    if (given.get(SYSROOT).isPresent() && !(subjects.getFirst() instanceof Subject.Program)) {
      throw new WrongOptionException(
          "--sysroot needs a BINARY whose libraries are resolved, too: it cannot be combined with"
              + " --no-needed, --original or --compare-…");
    }
    return subjects.getFirst();
  }

  private static LoaderBehaviour behaviour(Arguments given) {
    boolean strict = given.get(STRICT);
    boolean planned = given.get(PLANNED);
    if (strict && planned) {
      throw new WrongOptionException("--strict and --planned cannot be combined");
    }
    return planned
        ? LoaderBehaviour.PLANNED
        : strict ? LoaderBehaviour.STRICT : LoaderBehaviour.TOLERANT;
  }

  private static Optional<Other> other(Arguments given) {
    Other other =
        new Other(given.get(COMPARE_TARGET), given.get(COMPARE_ENV), given.get(COMPARE_STRICT));
    return other.equals(Other.SAME) ? Optional.empty() : Optional.of(other);
  }

  private void check(Arguments given) {
    if (!exact) {
      // The targets of a log are those of a loader, whatever they are.
      boolean known = !(subject instanceof Subject.Log);
      try {
        Stream.concat(devices.stream(), other.orElse(Other.SAME).devices().stream())
            .forEach(each -> require(each, known));
      } catch (IllegalArgumentException unknown) {
        throw new WrongOptionException(
            "%s (%s compares a target as it is written)".formatted(unknown.getMessage(), EXACT));
      }
    }
    if (subject instanceof Subject.Log) {
      Stream.of(ENV, SYSTEM, STRICT, PLANNED, LOAD, ORIGINAL, PRINT_LOG)
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
      Stream.of(NEEDED, NO_NEEDED, SYSROOT, SYSTEM, PLANNED, ORIGINAL, LOAD)
          .filter(given::has)
          .findFirst()
          .ifPresent(
              option -> {
                throw new WrongOptionException(option + " cannot be combined with " + KEY);
              });
      LoaderEnvironment.VARIABLES.stream()
          .filter(name -> set(name).isPresent())
          .findFirst()
          .ifPresent(
              name -> {
                throw new WrongOptionException(
                    "%s looks into the archive that is named; %s has no say there"
                        .formatted(KEY, name));
              });
    }
    if (devices.isEmpty() && !(subject instanceof Subject.Tree)) {
      throw new WrongOptionException(
          "no GPU is given; give one with --target T, such as gfx942:sramecc+:xnack-");
    }
    boolean alone = subject instanceof Subject.Binary;
    if (printLog && (given.get(CommonOptions.JSON) || explain || other.isPresent())) {
      throw new WrongOptionException(
          PRINT_LOG + " cannot be combined with --json, --explain or --compare-…");
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
