package org.kpackworkbench.model.operation.split;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.config.ConfigText.ConfigProblem;
import org.kpackworkbench.model.format.artifact.ArtifactName;
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

/**
 * Artifacts that are to be split.
 *
 * @param input an artifact (its folder, {@code .tar.zst} or {@code .tar.xz}), or with {@code batch}
 *     a folder of many
 * @param batch whether all in the folder are split whose family is not {@code generic}
 * @param prefix the artifact prefix, {@code blas_lib}; null to take it from the input's name; only
 *     for one artifact
 * @param output the folder for the new artifacts; made where it is missing
 * @param databases the databases to split, by the names of their recognisers; {@code rules} come
 *     first
 * @param topology the build topology that has rules for each artifact; null where everything is
 *     split
 * @param rules the rules of {@code topology} once it is read; null where everything is split
 * @param options targets to keep, how archives are written, and the number of threads
 * @param kpm whether the generic artifact gets a manifest of the archives
 * @param form folders or packed
 * @param unknownDatabaseIsError whether a database without a recogniser is an error; it is a
 *     warning otherwise, and its files stay generic
 * @param allowEmpty whether an artifact that has no code for the targets to keep becomes host-only;
 *     it is an error otherwise
 * @param replace whether artifacts that are there already may be replaced, each as a whole
 */
public record SplitRequest(
    Path input,
    boolean batch,
    @Nullable String prefix,
    Path output,
    List<String> databases,
    @Nullable Path topology,
    @Nullable SplitRules rules,
    ArchiveOptions options,
    KpmForm kpm,
    OutputForm form,
    boolean unknownDatabaseIsError,
    boolean allowEmpty,
    boolean replace) {
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

  /** The prefix of the names of the new artifacts. */
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
      Option.of(OptionKind.newFolder(), "-o", "--output")
          .former("--output-dir")
          .label("O")
          .help("The folder for the new artifacts. " + CommonOptions.CREATED)
          .title("Output")
          .required("Choose the folder for the new artifacts.");

  /** The databases that are split. */
  public static final Option<List<String>> DATABASES =
      LeftDatabases.option("Databases whose files are split by architecture.").orElse(List.of());

  /** The targets that are kept. */
  public static final Option<TargetFilter> TARGETS =
      TargetFilter.option(
              "Write only code and database files for these GPUs, also under their generic target:",
              "--target")
          .former("--gpu-targets")
          .label("TARGET")
          .spread()
          .title("Targets")
          .orElse(TargetFilter.ALL);

  /** Whether unknown databases are an error. */
  public static final Option<Boolean> STRICT =
      Option.flag("--strict-databases", "Fail on unknown databases.")
          .title("Fail on unknown databases")
          .orElse(false);

  /** Whether the generic artifact has no manifest of the archives. */
  public static final Option<Boolean> NO_KPM =
      Option.flag(
              "--no-kpm",
              "Do not write the manifest (.kpm) of the archives to the generic artifact.")
          .title("Leave the manifest (.kpm) of the archives out")
          .orElse(false);

  /** Whether the manifest has checksums. */
  public static final Option<Boolean> KPM_SHA256 =
      Option.flag("--kpm-sha256", "Write the checksums of archives to their manifest.")
          .title("Write archives' checksums into their manifest")
          .when(NO_KPM, none -> !none)
          .orElse(false);

  /** Whether artifacts without code for the targets become host-only. */
  public static final Option<Boolean> ALLOW_EMPTY =
      Option.flag(
              "--allow-empty",
              "Go on host-only where an artifact has no code for the targets to keep, instead of "
                  + "refusing it.")
          .title("Go on host-only where no code is for the targets")
          .orElse(false);

  /** Folders or packed. */
  public static final Option<OutputForm> FORMAT =
      CommonOptions.format(OutputForm.FOLDER, OutputForm.TAR_ZST);

  /** Whether existing artifacts are replaced. */
  public static final Option<Boolean> FORCE =
      CommonOptions.force("Replace existing artifacts, each as a whole");

  /** The operation and its options. */
  public static final Operation<SplitRequest> OPERATION =
      ArchiveOptions.describe(
              Operation.<SplitRequest>of("split", "split artifacts by architecture")
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
                      --artifact-dir D [--artifact-prefix P] -o O [OPTIONS]
                      --batch-artifact-parent-dir D [--topology F] -o O
                                 [OPTIONS]
                      """)
                  .examples(
                      """
                        kpack-workbench split --artifact-dir blas_lib_gfx110X-dgpu -o artifacts \\
                            --split-databases rocblas hipblaslt --dry-run
                        kpack-workbench split --batch-artifact-parent-dir artifacts-unsplit \\
                            --topology BUILD_TOPOLOGY.toml -o artifacts --artifact-format tar.zst

                      An artifact is a folder with artifact_manifest.txt, or such a folder packed as
                      .tar.zst or .tar.xz. If one artifact in a folder fails, it is reported, the
                      others are still split, and the exit status is 2. The exit status is 1 if a
                      binary with device code cannot be made host-only; it is then copied unchanged.
                      Databases that can be split: %s.
                      """
                          .formatted(String.join(", ", Databases.installed().names())))
                  .group("From and to")
                  .option(ARTIFACT, request -> request.input(false))
                  .option(BATCH, request -> request.input(true))
                  .option(PREFIX, request -> Optional.ofNullable(request.prefix()))
                  .option(TOPOLOGY, request -> Optional.ofNullable(request.topology))
                  .option(OUTPUT, request -> request.output())
                  .group("What goes to its architecture")
                  .option(DATABASES, request -> request.databases()),
              TARGETS,
              CommonOptions.JOBS,
              request -> request.options())
          .group("What is written")
          .option(NO_KPM, request -> request.kpm() == KpmForm.NONE)
          .option(KPM_SHA256, request -> request.kpm() == KpmForm.WITH_SHA256)
          .option(FORMAT, request -> request.form())
          .group("Otherwise")
          .option(STRICT, request -> request.unknownDatabaseIsError())
          .option(ALLOW_EMPTY, request -> request.allowEmpty())
          .option(FORCE, request -> request.replace())
          .option(CommonOptions.DRY_RUN)
          .option(CommonOptions.JSON)
          .option(CommonOptions.TMP_DIR)
          .option(CommonOptions.VERBOSE)
          .option(CommonOptions.BUNDLER)
          .reads(SplitRequest::read);

  private Optional<Path> input(boolean many) {
    return Optional.of(input).filter(path -> batch == many);
  }

  private static SplitRequest read(Arguments given) {
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
    return new SplitRequest(
        one.or(() -> parent).orElseThrow(),
        parent.isPresent(),
        given.get(PREFIX).orElse(null),
        given.get(OUTPUT),
        given.get(DATABASES),
        given.get(TOPOLOGY).orElse(null),
        null,
        ArchiveOptions.read(given, TARGETS, CommonOptions.JOBS),
        given.get(NO_KPM)
            ? KpmForm.NONE
            : given.get(KPM_SHA256) ? KpmForm.WITH_SHA256 : KpmForm.PLAIN,
        given.get(FORMAT),
        given.get(STRICT),
        given.get(ALLOW_EMPTY),
        given.get(FORCE));
  }

  public SplitRequest {
    databases = List.copyOf(databases);
    if (batch && prefix != null) {
      throw new IllegalArgumentException("each artifact of a folder has a prefix of its own");
    }
  }

  /** One artifact, with the usual options. */
  public static SplitRequest artifact(Path input, Path output) {
    return OPERATION.request(
        new Arguments().with(ARTIFACT, Optional.of(input)).with(OUTPUT, output));
  }

  /** All artifacts in a folder, with the usual options. */
  public static SplitRequest batch(Path parent, Path output) {
    return OPERATION.request(new Arguments().with(BATCH, Optional.of(parent)).with(OUTPUT, output));
  }

  /** Returns this request with another value of an option. */
  public <T> SplitRequest with(Option<T> option, T value) {
    SplitRequest other = OPERATION.with(this, given -> given.with(option, value));
    return other.copy(rules, other.options.withLimits(options.limits()));
  }

  /** Returns this request with rules for each artifact. */
  public SplitRequest rules(@Nullable SplitRules other) {
    return copy(other, options);
  }

  /** Returns this request with other options for archives. */
  public SplitRequest with(ArchiveOptions other) {
    return copy(rules, other);
  }

  private SplitRequest copy(@Nullable SplitRules otherRules, ArchiveOptions otherOptions) {
    return new SplitRequest(
        input,
        batch,
        prefix,
        output,
        databases,
        topology,
        otherRules,
        otherOptions,
        kpm,
        form,
        unknownDatabaseIsError,
        allowEmpty,
        replace);
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
      return this;
    }
    Checked<Topology> read = Topology.read(file, Databases.installed().names());
    if (!read.usable()) {
      throw new UnusableConfigException(file, read);
    }
    read.problems().stream()
        .filter(problem -> problem.severity() == ConfigProblem.Severity.WARNING)
        .forEach(warnings);
    return rules(SplitRules.of(read.value()));
  }

  /**
   * Whether the generic artifact gets a manifest ({@code .kpm}) of all archives, and what it says.
   */
  public enum KpmForm {
    /** None. */
    NONE,
    /** With sizes and numbers of kernels. */
    PLAIN,
    /** With checksums, too, which today's readers pass over. */
    WITH_SHA256
  }

  /** Forms in which artifacts are written. */
  public enum OutputForm {
    /** Folders. */
    FOLDER(""),
    /** Packed, {@code NAME.tar.zst}. */
    TAR_ZST(".tar.zst");

    private final String ending;

    OutputForm(String ending) {
      this.ending = ending;
    }

    /** Returns what is added to an artifact's name. */
    public String ending() {
      return ending;
    }
  }

  /** Rules for what is done with each artifact, as a build topology has them. */
  @FunctionalInterface
  public interface SplitRules {
    /** The rule for an artifact; empty if there is none: it is then split as the request says. */
    Optional<SplitRule> of(ArtifactName name);

    /**
     * Returns the rules of a topology: target-specific artifacts are split with their databases,
     * others are passed through.
     */
    static SplitRules of(Topology topology) {
      return name ->
          topology
              .of(name)
              .map(
                  artifact ->
                      new SplitRule(
                          artifact.kind() == Topology.Kind.TARGET_SPECIFIC,
                          artifact.splitDatabases()));
    }

    /**
     * Rule for what is done with an artifact.
     *
     * @param split whether it is split; it is passed through as it is otherwise
     * @param databases the databases to split, by the names of their recognisers
     */
    record SplitRule(boolean split, List<String> databases) {}
  }
}
