package org.kpackworkbench.model.operation.split;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.config.ConfigText.ConfigProblem;
import org.kpackworkbench.model.format.artifact.config.Checked;
import org.kpackworkbench.model.format.artifact.config.Topology;
import org.kpackworkbench.model.format.artifact.config.UnusableConfigException;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.database.LeftDatabases;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.Arguments.WrongOptionException;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind;
import org.kpackworkbench.model.operation.split.SplitRequest.KpmForm;
import org.kpackworkbench.model.operation.split.SplitRequest.OutputForm;
import org.kpackworkbench.model.operation.split.SplitRequest.SplitRules;

/**
 * A request to split, with its rules still in the file that has them.
 *
 * @param request without rules
 * @param topology the build topology that gives the rules; null where everything is split
 */
public record SplitSettings(SplitRequest request, @Nullable Path topology) {
  /** The artifact. */
  public static final Option<Optional<Path>> ARTIFACT =
      Option.of(OptionKind.folder().optional(), "--artifact-dir")
          .label("D")
          .help("The artifact to split.")
          .title("Input")
          .orElse(Optional.empty());

  /** The folder of artifacts. */
  public static final Option<Optional<Path>> BATCH =
      Option.of(OptionKind.folder().optional(), "--batch-artifact-parent-dir")
          .label("D")
          .help("A folder. All artifacts in it are split, except those of the generic family.")
          .title("A folder of artifacts: split all in it")
          .orElse(Optional.empty());

  /** What the new artifacts are named after. */
  public static final Option<Optional<String>> PREFIX =
      Option.of(OptionKind.text().optional(), "--artifact-prefix")
          .label("P")
          .help(
              "The prefix of the names of the new artifacts. Default: the part of D's name "
                  + "before the last underscore.")
          .title("Prefix", "Taken from the folder's name where it is empty.")
          .when(BATCH, Optional::isEmpty)
          .orElse(Optional.empty());

  /** The build topology. */
  public static final Option<Optional<Path>> TOPOLOGY =
      Option.of(OptionKind.file().optional(), "--topology")
          .label("F")
          .help(
              "A build topology. Target-specific artifacts are split with their "
                  + "split_databases; other artifacts are copied unchanged.")
          .title("Topology")
          .when(BATCH, Optional::isPresent)
          .orElse(Optional.empty());

  /** Where the new artifacts go. */
  public static final Option<Path> OUTPUT =
      Option.of(OptionKind.newFolder(), "--output-dir", "-o")
          .label("O")
          .help("The folder for the new artifacts. " + CommonOptions.CREATED)
          .title("Output")
          .required("Choose the folder for the new artifacts.");

  /** The databases that are split. */
  public static final Option<List<String>> DATABASES =
      LeftDatabases.option("Databases whose files are split by architecture.").orElse(List.of());

  /** The targets that are kept. */
  public static final Option<TargetFilter> TARGETS =
      TargetFilter.option("Write only code and database files for these GPUs:", "--gpu-targets")
          .label("TARGET")
          .spread()
          .title("Targets")
          .orElse(TargetFilter.ALL);

  private static final Option<Boolean> STRICT =
      Option.flag("--strict-databases", "Fail on unknown databases.")
          .title("Fail on unknown databases")
          .orElse(false);

  private static final Option<Boolean> NO_KPM =
      Option.flag(
              "--no-kpm",
              "Do not write the manifest (.kpm) of the archives to the generic artifact.")
          .title("Leave the manifest (.kpm) of the archives out")
          .orElse(false);

  private static final Option<Boolean> KPM_SHA256 =
      Option.flag("--kpm-sha256", "Write the checksums of archives to their manifest.")
          .title("Write archives' checksums into their manifest")
          .when(NO_KPM, none -> !none)
          .orElse(false);

  private static final Option<Boolean> ALLOW_EMPTY =
      Option.flag(
              "--allow-empty",
              "Go on host-only where an artifact has no code for the targets to keep, instead of "
                  + "refusing it.")
          .title("Go on host-only where no code is for the targets")
          .orElse(false);

  private static final Option<OutputForm> FORMAT =
      CommonOptions.format(OutputForm.FOLDER, OutputForm.TAR_ZST);

  private static final Option<Boolean> FORCE =
      CommonOptions.force("Replace existing artifacts, each as a whole");

  /** What the operation is. */
  public static final Operation<SplitSettings> OPERATION =
      ArchiveOptions.describe(
              Operation.<SplitSettings>of("split", "split artifacts by architecture")
                  .description(
                      """
                      Splits one artifact of a build, or all artifacts in a folder, into
                      PREFIX_generic with everything except device code and with a manifest of all
                      archives, and one PREFIX_ARCH for each architecture with its code objects in
                      an archive and its database files.
                      The results of one artifact are written completely or not at all.
                      """)
                  .synopsis(
                      """
                      --artifact-dir D [--artifact-prefix P] --output-dir O [OPTIONS]
                      --batch-artifact-parent-dir D [--topology F] --output-dir O
                                 [OPTIONS]
                      """)
                  .examples(
                      """
                        kpack-workbench split --artifact-dir blas_lib_gfx110X-dgpu --output-dir artifacts \\
                            --split-databases rocblas hipblaslt --dry-run
                        kpack-workbench split --batch-artifact-parent-dir artifacts-unsplit \\
                            --topology BUILD_TOPOLOGY.toml --output-dir artifacts --format tar.zst

                      An artifact is a folder with artifact_manifest.txt, or such a folder packed as
                      .tar.zst or .tar.xz. If one artifact in a folder fails, it is reported, the
                      others are still split, and the exit status is 2. The exit status is 1 if a
                      binary with device code cannot be made host-only; it is then copied unchanged.
                      Databases that can be split: %s.
                      """
                          .formatted(String.join(", ", Databases.installed().names())))
                  .group("From and to")
                  .option(ARTIFACT, settings -> settings.input(false))
                  .option(BATCH, settings -> settings.input(true))
                  .option(PREFIX, settings -> Optional.ofNullable(settings.request.prefix()))
                  .option(TOPOLOGY, settings -> Optional.ofNullable(settings.topology))
                  .option(OUTPUT, settings -> settings.request.output())
                  .group("What goes to its architecture")
                  .option(DATABASES, settings -> settings.request.databases()),
              TARGETS,
              CommonOptions.JOBS,
              settings -> settings.request.options())
          .group("What is written")
          .option(NO_KPM, settings -> settings.request.kpm() == KpmForm.NONE)
          .option(KPM_SHA256, settings -> settings.request.kpm() == KpmForm.WITH_SHA256)
          .option(FORMAT, settings -> settings.request.form())
          .group("Otherwise")
          .option(STRICT, settings -> settings.request.unknownDatabaseIsError())
          .option(ALLOW_EMPTY, settings -> settings.request.allowEmpty())
          .option(FORCE, settings -> settings.request.replace())
          .option(CommonOptions.DRY_RUN)
          .option(CommonOptions.JSON)
          .option(CommonOptions.TMP_DIR)
          .option(CommonOptions.VERBOSE)
          .option(CommonOptions.BUNDLER)
          .reads(SplitSettings::read);

  private Optional<Path> input(boolean batch) {
    return Optional.of(request.input()).filter(path -> request.batch() == batch);
  }

  private static SplitSettings read(Arguments given) {
    Optional<Path> one = given.get(ARTIFACT);
    Optional<Path> parent = given.get(BATCH);
    if (one.isPresent() == parent.isPresent()) {
      throw new WrongOptionException("give --artifact-dir D or --batch-artifact-parent-dir D");
    }
    if (one.or(() -> parent).filter(path -> path.toString().equals("-")).isPresent()) {
      throw new WrongOptionException(
          "an artifact cannot be read from standard input: name a folder, or a .tar.zst or .tar.xz"
              + " (a folder that is called -: ./-)");
    }
    if (given.has(PREFIX) && one.isEmpty()) {
      throw new WrongOptionException(
          "--artifact-prefix is for one artifact, not for a folder of artifacts");
    }
    if (given.get(NO_KPM) && given.get(KPM_SHA256)) {
      throw new WrongOptionException("--no-kpm and --kpm-sha256 cannot be combined");
    }
    return new SplitSettings(
        new SplitRequest(
            one.or(() -> parent).orElseThrow(),
            parent.isPresent(),
            given.get(PREFIX).orElse(null),
            given.get(OUTPUT),
            given.get(DATABASES),
            null,
            ArchiveOptions.read(given, TARGETS, CommonOptions.JOBS),
            given.get(NO_KPM)
                ? KpmForm.NONE
                : given.get(KPM_SHA256) ? KpmForm.WITH_SHA256 : KpmForm.PLAIN,
            given.get(FORMAT),
            given.get(STRICT),
            given.get(ALLOW_EMPTY),
            given.get(FORCE)),
        given.get(TOPOLOGY).orElse(null));
  }

  /**
   * The request with the topology's rules; reads the file.
   *
   * @param warnings is given what is odd in the topology
   * @throws UnusableConfigException if the topology has errors
   */
  public SplitRequest complete(Consumer<ConfigProblem> warnings) throws IOException {
    Path file = topology;
    if (file == null) {
      return request;
    }
    Checked<Topology> read = Topology.read(file, Databases.installed().names());
    if (!read.usable()) {
      throw new UnusableConfigException(file, read);
    }
    read.problems().stream()
        .filter(problem -> problem.severity() == ConfigProblem.Severity.WARNING)
        .forEach(warnings);
    return request.rules(SplitRules.of(read.value()));
  }
}
