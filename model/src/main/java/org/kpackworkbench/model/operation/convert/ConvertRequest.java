package org.kpackworkbench.model.operation.convert;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.Arguments.WrongOptionException;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRequest;

/**
 * A binary that is to become host-only, and where its device code goes.
 *
 * @param input the binary; a link to it will do
 * @param output where the host-only binary goes; the input itself will do, with {@code replace}
 * @param kernelName what the binary is called in archives
 * @param searchPaths where a loader looks for them, relative to the output's folder; at least one
 * @param archives the folder for the archives; null where device code is discarded
 * @param discard whether it may be discarded: not both a folder and this
 * @param group the archives' group name; null to take it from the file's name
 * @param family the archives' family; null for the target that each of them is for
 * @param options how archives are written
 * @param replace whether files that are there already may be replaced
 */
public record ConvertRequest(
    Path input,
    Path output,
    String kernelName,
    List<String> searchPaths,
    @Nullable Path archives,
    boolean discard,
    @Nullable String group,
    @Nullable String family,
    ArchiveOptions options,
    boolean replace) {
  /** The fat binary. */
  public static final Option<Path> INPUT =
      Option.of(OptionKind.file(), "--input")
          .positional()
          .label("IN")
          .help("The binary to convert.")
          .noField(CommonOptions.OPEN_FILE)
          .required("Name the binary to convert.");

  /** The host-only binary. */
  public static final Option<Path> OUTPUT =
      Option.of(OptionKind.newFile(), "-o", "--output")
          .label("OUT")
          .help("The host-only binary to write. May be IN with --force.")
          .title("Output")
          .required("Choose the file for the host-only binary.");

  /** Name of the binary in archives. */
  public static final Option<String> KERNEL_NAME =
      Option.of(OptionKind.text(), "--kernel-name")
          .label("N")
          .help("The name of the binary in archives, such as lib/libfoo.so.1.")
          .title("Name")
          .required("The marker needs the name that archives use.");

  /** Where a loader looks for archives. */
  public static final Option<List<String>> SEARCH_PATHS =
      Option.of(OptionKind.text().several(), "--search-path")
          .label("P")
          .help(
              "Where a loader looks for archives, relative to the folder of OUT. May "
                  + "contain @GFXARCH@. Several search paths are tried in order.")
          .spread()
          .title(
              "Search paths",
              "Relative to the output's folder, one per line. @GFXARCH@ is replaced by the target: with it, each target gets an archive of its own.")
          .required("The marker needs a search path to the archives.");

  /** Whether device code is kept nowhere. */
  public static final Option<Boolean> DISCARD =
      Option.flag("--discard-device-code", "Discard the device code instead of keeping it.")
          .title("Discard it permanently: no archive is written")
          .orElse(false);

  /** Where device code goes. */
  public static final Option<Optional<Path>> ARCHIVES =
      Option.of(OptionKind.newFolder().optional(), "--archives")
          .label("DIR")
          .help("The folder for the archives.")
          .title("Folder")
          .orElse(Optional.empty());

  /** The archives' group. */
  public static final Option<Optional<String>> GROUP =
      Option.of(OptionKind.text().optional(), "--group-name")
          .label("G")
          .help("The group of the archives. Default: the group in the kernel name.")
          .title("Group")
          .orElse(Optional.empty());

  /** The archives' family. */
  public static final Option<Optional<String>> FAMILY =
      Option.of(OptionKind.text().optional(), "--gfx-arch-family")
          .label("F")
          .help("The family of the archives. Default: the target of each archive.")
          .title("Family", "The target of each archive where it is empty.")
          .orElse(Optional.empty());

  /** Whether files are replaced. */
  public static final Option<Boolean> FORCE = CommonOptions.force("Replace existing files");

  /** Description of the operation. */
  public static final Operation<ConvertRequest> OPERATION =
      ArchiveOptions.describe(
              Operation.<ConvertRequest>of(
                      "convert", "make a binary host-only and move its" + " code to archives")
                  .description(
                      """
                      Makes a fat binary host-only. Its device code is written to archives and
                      verified before any file gets its final name. If the command fails, nothing is
                      changed.
                      """)
                  .synopsis(
                      """
                      IN -o OUT --kernel-name N --search-path P…
                                 (--archives DIR | --discard-device-code) [OPTIONS]
                      """)
                  .examples(
                      """
                        kpack-workbench convert lib/librocrand.so.1.1 -o out/lib/librocrand.so.1.1 \\
                            --kernel-name lib/librocrand.so.1.1 --archives out/.kpack \\
                            --search-path ../.kpack/rand_lib_@GFXARCH@.kpack
                        kpack-workbench convert a.so -o b.so --kernel-name a.so --search-path a.kpack --dry-run \\
                            --archives .

                      The names of the archives come from the first search path that leads from OUT
                      to DIR: one archive for each target if the path contains @GFXARCH@, otherwise
                      one for all. A file that has no device code or is already host-only is copied
                      unchanged. The exit status is 1 if there is no code for a target of
                      --target, 2 if the binary cannot be converted.
                      """)
                  .group("The host-only binary")
                  .option(INPUT, ConvertRequest::input)
                  .option(OUTPUT, ConvertRequest::output)
                  .option(KERNEL_NAME, ConvertRequest::kernelName)
                  .option(SEARCH_PATHS, ConvertRequest::searchPaths)
                  .group("Its device code")
                  .option(DISCARD, ConvertRequest::discard)
                  .when(DISCARD, discard -> !discard)
                  .option(ARCHIVES, request -> Optional.ofNullable(request.archives))
                  .option(GROUP, request -> Optional.ofNullable(request.group))
                  .option(FAMILY, request -> Optional.ofNullable(request.family)),
              ArchiveOptions.KEEP_TARGETS,
              CommonOptions.JOBS,
              ConvertRequest::options)
          .group("Otherwise")
          .option(FORCE, ConvertRequest::replace)
          .option(CommonOptions.DRY_RUN)
          .option(CommonOptions.JSON)
          .option(CommonOptions.VERBOSE)
          .reads(ConvertRequest::read);

  private static ConvertRequest read(Arguments given) {
    boolean discard = given.get(DISCARD);
    if (given.get(ARCHIVES).isPresent() == discard) {
      throw new WrongOptionException(
          discard
              ? "--archives and --discard-device-code cannot be combined"
              : "give --archives DIR or --discard-device-code for the device code");
    }
    if (given.get(KERNEL_NAME).isEmpty() || given.get(SEARCH_PATHS).contains("")) {
      throw new WrongOptionException("--kernel-name and --search-path must not be empty");
    }
    return new ConvertRequest(
        given.get(INPUT),
        given.get(OUTPUT),
        given.get(KERNEL_NAME),
        given.get(SEARCH_PATHS),
        given.get(ARCHIVES).orElse(null),
        discard,
        given.get(GROUP).orElse(null),
        given.get(FAMILY).orElse(null),
        ArchiveOptions.read(given, ArchiveOptions.KEEP_TARGETS, CommonOptions.JOBS),
        given.get(FORCE));
  }

  public ConvertRequest {
    searchPaths = List.copyOf(searchPaths);
    if (archives != null && discard) {
      throw new IllegalArgumentException("either a folder for archives, or nothing is kept");
    }
    new HostOnlyRequest(input, output, replace, kernelName, searchPaths);
  }

  /** Keeps the device code in archives. */
  public static ConvertRequest keeping(
      Path input, Path output, String kernelName, List<String> searchPaths, Path archives) {
    return new ConvertRequest(
        input,
        output,
        kernelName,
        searchPaths,
        archives,
        false,
        null,
        null,
        ArchiveOptions.DEFAULT,
        false);
  }

  /** Throws the device code away. */
  public static ConvertRequest discarding(
      Path input, Path output, String kernelName, List<String> searchPaths) {
    return new ConvertRequest(
        input,
        output,
        kernelName,
        searchPaths,
        null,
        true,
        null,
        null,
        ArchiveOptions.DEFAULT,
        false);
  }

  /** Returns a copy with other options. */
  public ConvertRequest with(ArchiveOptions other) {
    return new ConvertRequest(
        input, output, kernelName, searchPaths, archives, discard, group, family, other, replace);
  }

  /** Returns a copy with names for the archives; null leaves them to what the binary says. */
  public ConvertRequest named(@Nullable String groupName, @Nullable String familyName) {
    return new ConvertRequest(
        input,
        output,
        kernelName,
        searchPaths,
        archives,
        discard,
        groupName,
        familyName,
        options,
        replace);
  }

  /** Returns a copy that replaces existing output or not. */
  public ConvertRequest replacing(boolean yes) {
    return new ConvertRequest(
        input, output, kernelName, searchPaths, archives, discard, group, family, options, yes);
  }

  /** For the binary alone. */
  HostOnlyRequest binary() {
    return new HostOnlyRequest(input, output, replace, kernelName, searchPaths);
  }
}
