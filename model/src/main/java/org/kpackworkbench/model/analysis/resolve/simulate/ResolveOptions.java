package org.kpackworkbench.model.analysis.resolve.simulate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.analysis.resolve.GfxOverride;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuNames;
import org.kpackworkbench.model.base.target.GpuNames.NamedDevices;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.Option.InputLimits;
import org.kpackworkbench.model.operation.describe.OptionKind;
import org.kpackworkbench.model.operation.describe.OptionKind.Choice;
import org.kpackworkbench.model.operation.describe.OptionKind.Shape;

/** Options of the operation {@code resolve}. */
public final class ResolveOptions {
  private ResolveOptions() {}

  /** Where the system's linker looks for libraries. */
  public static final String LIBRARY_PATH = "LD_LIBRARY_PATH";

  private static final String CHOSEN = "The window resolves what is open.";

  private static final String PAGES = "The window has a page of its own for it.";

  private static final String BESIDE = "The window shows two set-ups beside one another.";

  static final Option<List<String>> BINARY =
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

  static final Option<Boolean> NEEDED =
      Option.flag(
              "--needed",
              "Resolve BINARY with all libraries that it needs, found as the system's linker finds"
                  + " them; what is not found is an error. Without this option, the same if one of"
                  + " them has device code, or BINARY has none.")
          .noField(PAGES)
          .orElse(false);

  static final Option<Boolean> NO_NEEDED =
      Option.flag("--no-needed", "Resolve only BINARY, whatever it needs.")
          .noField(PAGES)
          .orElse(false);

  static final Option<Optional<Path>> SYSROOT =
      Option.of(OptionKind.folder().optional(), CommonOptions.SYSROOT)
          .label("DIR")
          .help(
              "The root folder for BINARY and its libraries, and for --target native. An absolute"
                  + " BINARY is a path below DIR if it exists there.")
          .noField(PAGES)
          .orElse(Optional.empty());

  static final Option<Optional<String>> KEY =
      Option.of(OptionKind.text().optional(), "--key")
          .label("K")
          .help(
              "Look this key up in BINARY, an archive, as a library does that owns it: without a"
                  + " marker, search paths or an index.")
          .noField("The window's table of an archive shows every key.")
          .orElse(Optional.empty());

  static final Option<Optional<Long>> PID =
      Option.of(
              OptionKind.of(Shape.TEXT, "a process ID", ResolveOptions::process, String::valueOf)
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
          .former("--gpu")
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

  static final Option<List<Device>> COMPARE_TARGET =
      Option.of(gpus(), "--compare-target")
          .label("T")
          .help("Also resolve on this GPU, and show the first difference.")
          .noField(BESIDE)
          .orElse(List.of());

  static final Option<List<String>> COMPARE_ENV =
      Option.of(variable(), "--compare-env")
          .label("K=V")
          .help("Also resolve with this variable, and show the first difference.")
          .noField(BESIDE)
          .orElse(List.of());

  static final Option<Boolean> COMPARE_STRICT =
      Option.flag(
              "--compare-strict",
              "Also resolve with a strict loader, and show the first difference.")
          .noField(BESIDE)
          .orElse(false);

  static final Option<Optional<Path>> ORIGINAL =
      Option.of(OptionKind.file().optional(), "--original")
          .label("FAT")
          .help(
              "The fat binary that BINARY was made from: the code found is compared with its code "
                  + "byte by byte.")
          .noField("Verification compares with originals.")
          .orElse(Optional.empty());

  static final Option<Boolean> EXPLAIN =
      Option.flag("--explain", "Show every step.")
          .noField("The window shows every step.")
          .orElse(false);

  static final Option<Boolean> LOAD =
      Option.flag("--load", "With --tree: also unpack all code objects and print their checksums.")
          .noField("The window unpacks what is opened.")
          .orElse(false);

  static final Option<Boolean> PRINT_LOG =
      Option.flag(
              "--print-log",
              "Print the lines that the loader would log with ROCM_KPACK_DEBUG=1, and nothing"
                  + " else; --log reads them.")
          .noField("The window shows every step.")
          .orElse(false);

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
        ResolveOptions::handed, devices -> devices.stream().map(Device::written).toList());
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
  static void require(Device device, boolean known) {
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
    return OptionKind.of(Shape.TEXT, "K=V", ResolveOptions::setting, text -> text)
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
}
