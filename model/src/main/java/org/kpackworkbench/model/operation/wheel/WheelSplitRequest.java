package org.kpackworkbench.model.operation.wheel;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.packages.WheelVariants;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.database.LeftDatabases;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind;
import org.kpackworkbench.model.operation.describe.OptionKind.Choice;

/**
 * A wheel that is to be split.
 *
 * @param input the wheel
 * @param output the folder for the new wheels
 * @param overlayRoot the folder in the wheel that gets the archives; empty for the one that holds
 *     fat binaries
 * @param group the archives' group; empty for the wheel's name
 * @param prefix what names of device wheels begin with; empty for {@code amd-NAME-device}
 * @param databases the databases whose files go to device wheels, by the names of recognisers
 * @param requires what device wheels of targets require as well, with {@code @GFXARCH@} in it
 * @param variant the label of a variant of the host wheel that is written as well; empty for none
 * @param options targets to keep and how archives are written
 * @param replace whether wheels that are there already may be replaced
 * @param kpm whether the host wheel gets the manifest of all archives
 */
public record WheelSplitRequest(
    Path input,
    Path output,
    Optional<String> overlayRoot,
    Optional<String> group,
    Optional<String> prefix,
    List<String> databases,
    List<String> requires,
    Optional<String> variant,
    ArchiveOptions options,
    boolean replace,
    boolean kpm) {
  /** The wheel. */
  public static final Option<Path> INPUT =
      Option.of(OptionKind.file(), "--input")
          .positional()
          .label("WHEEL")
          .help("The wheel to split.")
          .title("Wheel")
          .required("Name the wheel to split.");

  /** The folder of the new wheels. */
  public static final Option<Path> OUTPUT =
      Option.of(OptionKind.newFolder(), "-o", "--output")
          .former("--output-dir")
          .label("DIR")
          .help("The folder for the new wheels.")
          .title("Output")
          .required("Choose the folder for the new wheels.");

  /** The folder of the wheel that gets the archives. */
  public static final Option<Optional<String>> OVERLAY_ROOT =
      Option.of(OptionKind.text().optional(), "--overlay-root")
          .label("PKG")
          .help(
              "The folder of the wheel that gets the archives. Default: the package that holds"
                  + " binaries with device code.")
          .title("Package")
          .orElse(Optional.empty());

  private static final Option<Optional<String>> GROUP =
      Option.of(OptionKind.text().optional(), "--group-name")
          .label("G")
          .help("The group of the archives. Default: the wheel's name.")
          .title("Group")
          .orElse(Optional.empty());

  private static final Option<Optional<String>> PREFIX =
      Option.of(OptionKind.text().optional(), "--device-package-prefix")
          .label("P")
          .help("What names of device wheels begin with. Default: amd-NAME-device.")
          .title("Device packages")
          .orElse(Optional.empty());

  /** Databases whose files go to device wheels. */
  public static final Option<List<String>> DATABASES =
      LeftDatabases.option("Databases whose files go to device wheels.")
          .former("--databases")
          .orElse(List.of());

  private static final Option<Optional<WheelType>> TYPE =
      Option.of(
              OptionKind.choice(List.of(new Choice<>(WheelType.TORCH_FAT, "torch-fat", "PyTorch")))
                  .optional(),
              "--wheel-type")
          .label("TYPE")
          .help(
              "A kind of wheel, whose databases go to device wheels as well: torch-fat ("
                  + String.join(", ", WheelType.TORCH_FAT.databases)
                  + ").")
          .noField("Its databases can be chosen.")
          .orElse(Optional.empty());

  private static final Option<Integer> JOBS =
      CommonOptions.jobs(CommonOptions.THREADS, "--jobs", "-j");

  /** Further requirements of each device wheel. */
  public static final Option<List<String>> REQUIRES =
      Option.of(OptionKind.text().several(), "--requires", "--device-requires-dist")
          .label("REQUIREMENT")
          .help(
              "What each device wheel of a target requires as well; "
                  + GpuTarget.PLACEHOLDER
                  + " becomes the target. May be repeated.")
          .title("Also requires")
          .orElse(List.of());

  /** The label of a variant of the host wheel. */
  public static final Option<Optional<String>> VARIANT =
      Option.of(
              OptionKind.of(
                      OptionKind.Shape.TEXT,
                      "a label",
                      WheelSplitRequest::label,
                      Function.identity())
                  .optional(),
              "--variant-label")
          .label("L")
          .help(
              "Experimental: write a variant of the host wheel with this label as well, and an"
                  + " index of variants (PEP 825, a draft).")
          .title("Variant label")
          .orElse(Optional.empty());

  /** Leaves the manifest out of the host wheel. */
  public static final Option<Boolean> NO_KPM =
      Option.flag("--no-kpm", "Do not write the manifest (.kpm) of the archives to the host wheel.")
          .title("Leave the manifest (.kpm) of the archives out")
          .orElse(false);

  private static final Option<TargetFilter> TARGETS =
      TargetFilter.option(
              "Write only code and database files for these GPUs, also under their generic target:",
              "--target")
          .former("--gpu-targets")
          .label("TARGET")
          .title("GPUs")
          .orElse(TargetFilter.ALL);

  /** Replaces existing wheels. */
  public static final Option<Boolean> FORCE = CommonOptions.force("Replace existing wheels");

  private enum WheelType {
    TORCH_FAT(List.of("rocblas", "hipblaslt", "hipsparselt", "aotriton", "miopen"));

    private final List<String> databases;

    WheelType(List<String> databases) {
      this.databases = databases;
    }
  }

  /** Description of the operation. */
  public static final Operation<WheelSplitRequest> OPERATION =
      ArchiveOptions.describe(
              Operation.<WheelSplitRequest>of(
                      "split-wheel", "split a wheel into a host wheel and one for each GPU")
                  .description(
                      """
                      Splits a Python wheel with device code: the host wheel has the same name, its
                      binaries are host-only, and its extras name the device wheels, one for each
                      GPU, with an archive and database files. All wheels appear completely or not
                      at all. The same input gives the same bytes.
                      """)
                  .synopsis("WHEEL -o DIR [OPTIONS]")
                  .examples(
                      """
                        kpack-workbench split-wheel torch-2.9-cp312-cp312-linux_x86_64.whl -o wheels
                        kpack-workbench split-wheel torch-2.9-cp312-cp312-linux_x86_64.whl -o wheels \\
                            --requires 'rocm-sdk-device-@GFXARCH@' --dry-run
                      """)
                  .group("From and to")
                  .option(INPUT, WheelSplitRequest::input)
                  .option(OUTPUT, WheelSplitRequest::output)
                  .group("Wheels")
                  .option(OVERLAY_ROOT, WheelSplitRequest::overlayRoot)
                  .option(GROUP, WheelSplitRequest::group)
                  .option(PREFIX, WheelSplitRequest::prefix)
                  .option(DATABASES, WheelSplitRequest::databases)
                  .option(TYPE)
                  .option(REQUIRES, WheelSplitRequest::requires)
                  .option(VARIANT, WheelSplitRequest::variant)
                  .option(NO_KPM, request -> !request.kpm())
                  .group("Archives"),
              TARGETS,
              JOBS,
              WheelSplitRequest::options)
          .group("Otherwise")
          .option(FORCE, WheelSplitRequest::replace)
          .option(CommonOptions.DRY_RUN)
          .option(CommonOptions.JSON)
          .option(CommonOptions.TMP_DIR)
          .option(CommonOptions.VERBOSE)
          .reads(
              given ->
                  new WheelSplitRequest(
                      given.get(INPUT),
                      given.get(OUTPUT),
                      given.get(OVERLAY_ROOT),
                      given.get(GROUP),
                      given.get(PREFIX),
                      databases(given.get(DATABASES), given.get(TYPE)),
                      given.get(REQUIRES),
                      given.get(VARIANT),
                      ArchiveOptions.read(given, TARGETS, JOBS),
                      given.get(FORCE),
                      !given.get(NO_KPM)));

  public WheelSplitRequest {
    databases = List.copyOf(databases);
    requires = List.copyOf(requires);
  }

  /** With the usual options. */
  public static WheelSplitRequest of(Path input, Path output) {
    return OPERATION.request(new Arguments().with(INPUT, input).with(OUTPUT, output));
  }

  /** Returns this request with another value of an option. */
  public <T> WheelSplitRequest with(Option<T> option, T value) {
    return OPERATION.with(this, given -> given.with(option, value));
  }

  private static List<String> databases(List<String> named, Optional<WheelType> type) {
    return Stream.concat(named.stream(), type.stream().flatMap(each -> each.databases.stream()))
        .distinct()
        .toList();
  }

  private static String label(String text) {
    if (!WheelVariants.isLabel(text) || text.equals(WheelVariants.NULL_LABEL)) {
      throw new IllegalArgumentException(
          "expected lower case letters, digits, _ and ., and not null, found " + text);
    }
    return text;
  }
}
