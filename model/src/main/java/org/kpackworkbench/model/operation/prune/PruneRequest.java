package org.kpackworkbench.model.operation.prune;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.Arguments.WrongOptionException;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind;
import org.kpackworkbench.model.operation.describe.OptionKind.Shape;

/**
 * Request to keep only the code that some GPUs need.
 *
 * @param inputs fat binaries, objects, static libraries, bundles, archives, manifests and trees;
 *     one where there is an output
 * @param output where the result of the one input goes; empty where inputs are changed in place
 * @param keep the GPUs whose code stays; none where {@code drop} says which goes
 * @param drop the GPUs whose code goes, unless other GPUs can load it, too
 * @param fallbacks whether code stays that a kept GPU could run, but does not, since there is
 *     better
 * @param allowEmpty whether a binary may be left without any code
 * @param replace whether an output that is there already may be replaced, and in place files that
 *     installed packages own
 * @param threads how many bundles are compressed at one time, from 1
 * @param large whether more may be unpacked than is plausible
 * @param labels what distinguishes a wheel that is written
 * @param databases whether kernel databases in folders are pruned, too
 */
public record PruneRequest(
    List<Path> inputs,
    Optional<Path> output,
    TargetFilter keep,
    TargetFilter drop,
    boolean fallbacks,
    boolean allowEmpty,
    boolean replace,
    int threads,
    boolean large,
    WheelLabels labels,
    boolean databases) {
  /** The files and folders to prune. */
  public static final Option<List<Path>> INPUTS =
      Option.of(OptionKind.file().several())
          .positional()
          .label("INPUT")
          .help(
              "A fat binary, an object, a static library, a bundle, a code object, an archive, a"
                  + " manifest, rocFFT's kernel cache, a folder with any of these, a wheel, a ZIP"
                  + " archive, a tar file, or a .deb or .rpm. Of these two the contents are written"
                  + " to a folder, but of a .deb to another one where OUT ends with .deb.")
          .noField("The form uses the file or folder that is selected.")
          .required(
              "Name a fat binary, an object, a static library, a bundle, a code object, an archive,"
                  + " a manifest, a package or a folder.");

  /** Where it goes. */
  public static final Option<Optional<Path>> OUTPUT =
      Option.of(OptionKind.newFile().optional(), "-o", "--output")
          .label("OUT")
          .help("The file or folder to write, for exactly one INPUT.")
          .title("Output")
          .orElse(Optional.empty());

  /** Whether inputs are changed. */
  public static final Option<Boolean> IN_PLACE =
      Option.flag("--in-place", "Change the inputs instead of writing another file or folder.")
          .noField("A form writes to an output.")
          .orElse(false);

  /** The GPUs whose code stays. */
  public static final Option<TargetFilter> KEEP =
      TargetFilter.option("Keep what these GPUs run, and remove the rest:", "--keep", "--target")
          .label("TARGET")
          .title("Keep code for")
          .orElse(TargetFilter.ALL);

  /** The GPUs whose code goes. */
  public static final Option<TargetFilter> DROP =
      TargetFilter.option("Remove code that only these GPUs can load, and keep the rest:", "--drop")
          .label("TARGET")
          .noField("The form's field lists the targets to keep.")
          .orElse(TargetFilter.ALL);

  private static final Option<Boolean> THIS_MACHINE =
      Option.flag(
              "--this-machine",
              "The same as --keep native: keep what this machine's GPUs run, with all settings of"
                  + " their features.")
          .noField("The form's field lists the targets to keep.")
          .orElse(false);

  /** Where the system of that machine is. */
  public static final Option<Optional<Path>> SYSROOT =
      Option.of(OptionKind.folder().optional(), CommonOptions.SYSROOT)
          .label("DIR")
          .help("The root folder of the machine's system, for --this-machine.")
          .noField("The form's field lists the targets to keep.")
          .orElse(Optional.empty());

  private static final Option<Boolean> FALLBACKS =
      Option.flag(
              "--keep-fallbacks",
              "Also keep generic and SPIR-V code that a kept GPU could run, but does not run.")
          .title("Keep generic and SPIR-V code that is not used")
          .orElse(false);

  static final Option<Boolean> DATABASES =
      Option.of(
              OptionKind.choice(
                  List.of(
                      new OptionKind.Choice<>(true, "prune", "prune in folders"),
                      new OptionKind.Choice<>(false, "keep", "keep"))),
              "--databases")
          .label("ACTION")
          .help("prune or keep: what to do with kernel databases in folders. Default: prune.")
          .title("Kernel databases")
          .orElse(true);

  /** Whether binaries may be left without any code. */
  public static final Option<Boolean> ALLOW_EMPTY =
      Option.flag("--allow-empty", "Allow binaries that are left without any code.")
          .title("Allow binaries without any code")
          .orElse(false);

  private static final String SAME_WHEEL = "The form keeps a wheel's version and build tag.";

  static final Option<Optional<String>> BUILD_TAG =
      Option.of(
              OptionKind.of(Shape.TEXT, "a build tag", WheelLabels::buildTag, text -> text)
                  .optional(),
              "--build-tag")
          .label("TAG")
          .help("The build tag of the written wheel, such as 1gfx942.")
          .noField(SAME_WHEEL)
          .orElse(Optional.empty());

  static final Option<Optional<String>> LOCAL_VERSION =
      Option.of(
              OptionKind.of(Shape.TEXT, "a local version", WheelLabels::localVersion, text -> text)
                  .optional(),
              "--local-version")
          .label("LABEL")
          .help("The local version of the written wheel: 2.9 becomes 2.9+LABEL.")
          .noField(SAME_WHEEL)
          .orElse(Optional.empty());

  /** Whether an output is replaced, and in place files of installed packages are changed. */
  public static final Option<Boolean> FORCE =
      CommonOptions.force(
          "Replace an existing output", "With --in-place, change files of installed packages.");

  /** Description of the operation. */
  public static final Operation<PruneRequest> OPERATION =
      Operation.<PruneRequest>of("prune", "keep only the code that some GPUs need")
          .description(
              """
              Removes the code that the named GPUs do not need: from fat binaries, objects, static
              libraries, bundles, offload containers, archives and manifests, and from folders with
              these and with kernel databases. It keeps the code that a loader would choose for each
              of the GPUs. With --drop, code that other GPUs can load, too, stays: gfx90a with
              --drop gfx90a:xnack+, generic code. Code objects in files of their own are kept or
              removed as a whole. Other files are not changed.
              """)
          .synopsis(
              "INPUT... (--keep TARGET | --drop TARGET | --this-machine) (-o OUT | --in-place)"
                  + " [OPTIONS]")
          .examples(
              """
                kpack-workbench prune /opt/rocm --keep gfx942 --dry-run
                kpack-workbench prune lib/librocrand.so.1.1 --keep MI300X -o small/librocrand.so.1.1
                kpack-workbench prune build/dist --keep gfx1100,gfx1101 --in-place
                kpack-workbench prune venv/lib --this-machine --in-place

              In place, each file is old or new at any time. If a run is interrupted, the next run on
              the same folder completes or undoes it. The exit status is 1 if there is no code for one
              of several named targets, or a file could not be pruned. It is 2, and nothing is written,
              if there is no code for any of them, or a binary would be left without any code and
              --allow-empty is not given.
              """)
          .group("From and to")
          .option(INPUTS, PruneRequest::inputs)
          .option(OUTPUT, PruneRequest::output)
          .option(IN_PLACE, request -> request.output().isEmpty())
          .group("Code")
          .option(KEEP, PruneRequest::keep)
          .option(DROP, PruneRequest::drop)
          .option(THIS_MACHINE)
          .option(SYSROOT)
          .option(FALLBACKS, PruneRequest::fallbacks)
          .option(DATABASES, PruneRequest::databases)
          .option(ALLOW_EMPTY, PruneRequest::allowEmpty)
          .group("Wheels")
          .option(BUILD_TAG, request -> request.labels().buildTag())
          .option(LOCAL_VERSION, request -> request.labels().localVersion())
          .group("Otherwise")
          .option(FORCE, PruneRequest::replace)
          .option(CommonOptions.JOBS, PruneRequest::threads)
          .option(CommonOptions.ALLOW_LARGE, PruneRequest::large)
          .option(CommonOptions.DRY_RUN)
          .option(CommonOptions.JSON)
          .option(CommonOptions.VERBOSE)
          .reads(
              given -> {
                boolean inPlace = given.get(IN_PLACE);
                boolean dryRun = given.get(CommonOptions.DRY_RUN);
                if (given.get(OUTPUT).isPresent() == inPlace && (inPlace || !dryRun)) {
                  throw new WrongOptionException("expected either -o OUT or --in-place");
                }
                boolean machine = given.get(THIS_MACHINE);
                TargetFilter keep =
                    machine ? TargetFilter.of(List.of(CommonOptions.NATIVE)) : given.get(KEEP);
                TargetFilter drop = given.get(DROP);
                if (given.get(SYSROOT).isPresent() && !ofThisMachine(keep)) {
                  throw new WrongOptionException("--sysroot needs --this-machine");
                }
                if ((machine && !given.get(KEEP).names().isEmpty())
                    || keep.names().isEmpty() == drop.names().isEmpty()) {
                  throw new WrongOptionException("expected one of --keep, --drop, --this-machine");
                }
                if (given.get(OUTPUT).isPresent() && given.get(INPUTS).size() > 1) {
                  throw new WrongOptionException("-o is for one INPUT; use --in-place for several");
                }
                return new PruneRequest(
                    given.get(INPUTS),
                    given.get(OUTPUT),
                    keep,
                    drop,
                    given.get(FALLBACKS),
                    given.get(ALLOW_EMPTY),
                    given.get(FORCE),
                    given.get(CommonOptions.JOBS),
                    given.get(CommonOptions.ALLOW_LARGE),
                    new WheelLabels(given.get(BUILD_TAG), given.get(LOCAL_VERSION)),
                    given.get(DATABASES));
              });

  public PruneRequest {
    inputs = List.copyOf(inputs);
    if (inputs.isEmpty() || (output.isPresent() && inputs.size() > 1)) {
      throw new IllegalArgumentException("one input for an output, or several in place");
    }
    if (keep.names().isEmpty() == drop.names().isEmpty()) {
      throw new IllegalArgumentException("either GPUs to keep, or GPUs to drop");
    }
  }

  /** Keeps what these GPUs run, in a new file or folder. */
  public static PruneRequest keeping(Path input, Path output, TargetFilter keep) {
    return OPERATION.request(
        new Arguments()
            .with(INPUTS, List.of(input))
            .with(OUTPUT, Optional.of(output))
            .with(KEEP, keep));
  }

  /** Returns this request with another value of an option. */
  public <T> PruneRequest with(Option<T> option, T value) {
    return OPERATION.with(this, given -> given.with(option, value));
  }

  /** Returns this request with changes of the inputs instead of an output. */
  public PruneRequest inPlace() {
    return OPERATION.with(this, given -> given.with(OUTPUT, Optional.empty()).with(IN_PLACE, true));
  }

  /** Returns this request with code for some GPUs removed, and the rest kept. */
  public PruneRequest dropping(TargetFilter gone) {
    return OPERATION.with(this, given -> given.with(KEEP, TargetFilter.ALL).with(DROP, gone));
  }

  /** Returns this request with code for other GPUs kept. */
  public PruneRequest keeping(TargetFilter others) {
    return OPERATION.with(this, given -> given.with(KEEP, others).with(DROP, TargetFilter.ALL));
  }

  /** Whether a filter names this machine's GPUs. */
  public static boolean ofThisMachine(TargetFilter filter) {
    return filter.names().stream().anyMatch(name -> name.text().equals(CommonOptions.NATIVE));
  }

  /** Returns the code that stays. */
  ServedCode served() {
    boolean dropping = keep.names().isEmpty();
    return new ServedCode(dropping ? drop : keep, dropping, fallbacks);
  }
}
