package org.kpackworkbench.model.analysis.verify.report;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.kpackworkbench.model.analysis.verify.run.StandardRules;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.Arguments.WrongOptionException;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.Option.StandardOutput;
import org.kpackworkbench.model.operation.describe.OptionKind;
import org.kpackworkbench.model.operation.describe.OptionKind.Choice;

/**
 * A verification and the output of its report. Immutable.
 *
 * @param paths the files and folders to check
 * @param artifacts one more folder to check
 * @param listing whether the rules are listed and nothing is checked
 * @param rules the names of the only rules to check; empty for all
 * @param excluded the names of rules to skip
 * @param failOn the least severity with which a finding fails the verification; empty for none
 * @param baseline an earlier report, whose findings are known
 * @param originals fat binaries that host-only ones were made of
 * @param threads how many code objects are checked at a time; empty for the usual number
 * @param format how the report is written; empty if the output's name says it
 * @param output the file for the report; empty for standard output
 * @param replace whether that file may be replaced
 * @param large whether more may be unpacked than is plausible
 */
public record VerifySettings(
    List<Path> paths,
    Optional<Path> artifacts,
    boolean listing,
    List<String> rules,
    List<String> excluded,
    Optional<Severity> failOn,
    Optional<Path> baseline,
    List<Path> originals,
    Optional<Integer> threads,
    Optional<ReportFormat> format,
    Optional<Path> output,
    boolean replace,
    boolean large) {
  private static final String ALL = "The window checks what is open, with all rules.";
  private static final String EXPORTED = "The window exports the finished report.";

  /** The value of {@code --rule} for a list of all rules. */
  private static final String LIST = "list";

  private static final String COMPARING = "wrapper-kernels";

  private static final Option<List<Path>> PATHS =
      Option.of(OptionKind.file().several())
          .positional()
          .label("PATH")
          .help("Files, folders and packages to check.")
          .noField(ALL)
          .orElse(List.of());

  private static final Option<List<String>> RULE =
      Option.of(rules(Stream.of(LIST)), "--rule")
          .label("R")
          .help("Check only this rule. May be given several times. --rule list shows all rules.")
          .noField(ALL)
          .orElse(List.of());

  private static final Option<List<String>> EXCLUDE =
      Option.of(rules(Stream.of()), "--exclude")
          .label("R")
          .help("Skip this rule. May be given several times.")
          .noField(ALL)
          .orElse(List.of());

  private static final Option<Optional<Severity>> FAIL_ON =
      Option.of(
              OptionKind.choice(
                  Stream.concat(
                          Arrays.stream(Severity.values())
                              .map(
                                  each ->
                                      new Choice<>(Optional.of(each), each.word(), each.word())),
                          Stream.of(new Choice<>(Optional.<Severity>empty(), "never", "never")))
                      .toList()),
              "--fail-on")
          .label("SEVERITY")
          .help(
              "The lowest severity that makes the exit status 1: error, warning, note or never. "
                  + "Default: error.")
          .noField("It only changes the exit status of a command.")
          .orElse(Optional.of(Severity.ERROR));

  private static final Option<Optional<Path>> BASELINE =
      Option.of(OptionKind.file().optional(), "--baseline")
          .label("FILE")
          .help("An earlier report of verify --json: its findings are known and do not count.")
          .noField(ALL)
          .orElse(Optional.empty());

  private static final Option<List<Path>> ORIGINAL =
      Option.of(OptionKind.file().several(), "--original")
          .label("FAT")
          .help(
              "The fat binary that a host-only binary was made from: the code in archives is "
                  + "compared with its code byte by byte. May be given several times. A fat binary "
                  + "among several PATHs is used as well if its build ID is the same.")
          .noField(ALL)
          .orElse(List.of());

  private static final Option<Optional<Integer>> JOBS =
      Option.of(OptionKind.number(1, Integer.MAX_VALUE).optional(), "--jobs")
          .label("N")
          .help(
              "The number of code objects to check at the same time. Default: the number of "
                  + "processors.")
          .noField("The settings decide.")
          .orElse(Optional.empty());

  private static final Option<Optional<ReportFormat>> FORMAT =
      Option.of(
              OptionKind.choice(
                      Arrays.stream(ReportFormat.values())
                          .map(each -> new Choice<>(each, each.option(), each.words()))
                          .toList())
                  .optional(),
              "--format")
          .label("F")
          .help(
              "text, json, json-lines, html, markdown, sarif or junit. Default: by the extension "
                  + "of the output file, otherwise text.")
          .noField(EXPORTED)
          .orElse(Optional.empty());

  private static final Option<Optional<Path>> OUTPUT =
      Option.of(OptionKind.newFile().optional(), "-o", "--output")
          .label("FILE")
          .help("Write the report to this file, and only its last line to standard output.")
          .standardOutput(StandardOutput.PRINTED)
          .noField(EXPORTED)
          .orElse(Optional.empty());

  private static final Option<Boolean> FORCE =
      Option.flag("--force", "Replace the output file if it exists with different content.")
          .noField(EXPORTED)
          .orElse(false);

  private static final Option<Boolean> LIST_RULES =
      Option.flag("--list-rules", "List all rules and what each of them checks.")
          .noField("The guide lists them.")
          .orElse(false);

  private static final Option<Boolean> JSON =
      Option.flag("--json", "Print one JSON document instead of text; the same as --format json.")
          .noField(CommonOptions.OUTPUT_ONLY)
          .orElse(false);

  private static final Option<Boolean> JSON_LINES =
      Option.flag(
              "--json-lines",
              "Print a JSON object on one line for each finding, with its file; the same as "
                  + "--format json-lines.")
          .noField(CommonOptions.OUTPUT_ONLY)
          .orElse(false);

  private static final Option<Boolean> RECURSIVE =
      Option.flag(
              "--recursive", "Accepted as in other commands. verify always checks whole folders.")
          .noField("It changes nothing.")
          .orElse(false);

  private static final Option<Optional<Path>> ARTIFACTS =
      Option.of(OptionKind.folder().optional(), "--artifacts-dir")
          .label("D")
          .help(
              "A folder to check, the same as PATH. This is the option's name in rocm_kpack's "
                  + "verify_artifacts.")
          .noField(ALL)
          .orElse(Optional.empty());

  /** The operation {@code verify}. */
  public static final Operation<VerifySettings> OPERATION =
      Operation.<VerifySettings>of("verify", "check files to the last byte")
          .description(
              """
              Checks archives, host binaries, bundles, code objects, manifests and static libraries to
              the last byte, and reports what is wrong, where, and how to fix it. In a folder, every
              file of a known kind is checked, including hidden files; links are not followed. For
              artifacts, shards, packed artifacts (.tar.zst, .tar.xz) and overlaid trees, verify also
              checks that each holds only what belongs in it, and that markers, search paths and
              archives agree. Of wheels, .deb and .rpm packages, ZIP archives and tar files, it checks
              what they state about their own files, and then these files; several packages are
              checked as if they were installed together.
              """)
          .examples(
              """
                kpack-workbench verify rand_lib_gfx90a.kpack
                kpack-workbench verify --json /opt/rocm/lib
                kpack-workbench verify librocrand.so.1.1 --rule bundle-hash --rule code-object-target
                kpack-workbench verify wheels/*.whl
                kpack-workbench verify --list-rules
                kpack-workbench verify shard/ --format sarif -o verify.sarif
                kpack-workbench verify shard/ --fail-on warning --baseline baseline.json
                kpack-workbench verify lib/librocrand.so.1.1 --original fat/librocrand.so.1.1

              The exit status is 0 if something was checked and no finding reaches the severity of
              --fail-on, 1 if a finding does, 2 if nothing could be checked or something could not be
              read. Files of unsupported kinds are listed as not checked.

              A baseline is the report of an earlier run. Findings in it are known and do not count;
              findings that no longer occur are listed as fixed. Findings are identified by rule,
              file, place and message, not by offset. To create a baseline: verify --json TREE >
              baseline.json.

              A colon in a name that only separates the features of a target (x_gfx90a:xnack+.kpack)
              is a note. Other names that Windows does not allow are warnings.
              """)
          .option(PATHS, VerifySettings::paths)
          .option(RULE, VerifySettings::rules)
          .option(EXCLUDE, VerifySettings::excluded)
          .option(FAIL_ON, VerifySettings::failOn)
          .option(BASELINE, VerifySettings::baseline)
          .option(ORIGINAL, VerifySettings::originals)
          .option(JOBS, VerifySettings::threads)
          .option(FORMAT, VerifySettings::format)
          .option(OUTPUT, VerifySettings::output)
          .option(FORCE, VerifySettings::replace)
          .option(CommonOptions.ALLOW_LARGE, VerifySettings::large)
          .option(LIST_RULES, VerifySettings::listing)
          .option(ARTIFACTS, VerifySettings::artifacts)
          .option(JSON)
          .option(JSON_LINES)
          .option(RECURSIVE)
          .option(CommonOptions.BUNDLER)
          .option(CommonOptions.VERBOSE)
          .reads(VerifySettings::read);

  public VerifySettings {
    paths = List.copyOf(paths);
    rules = List.copyOf(rules);
    excluded = List.copyOf(excluded);
    originals = List.copyOf(originals);
  }

  /** Returns the request for the verification; with the grid where the report shows it. */
  public VerifyRequest request() {
    VerifyRequest all =
        VerifyRequest.everything()
            .failingOn(failOn.orElse(null))
            .allowingLarge(large)
            .comparing(originals);
    VerifyRequest some = rules.isEmpty() ? all : all.only(new HashSet<>(rules));
    VerifyRequest left = excluded.isEmpty() ? some : some.without(new HashSet<>(excluded));
    VerifyRequest shown =
        reportFormat().showsCoverage() && rules.isEmpty() ? left.withCoverage() : left;
    return threads.map(shown::onThreads).orElse(shown);
  }

  /** How the report is written: the requested one, that of the output's name, or text. */
  public ReportFormat reportFormat() {
    return format
        .or(() -> output.flatMap(file -> ReportFormat.ofFile(String.valueOf(file.getFileName()))))
        .orElse(ReportFormat.TEXT);
  }

  private static OptionKind<List<String>> rules(Stream<String> more) {
    List<String> others = more.toList();
    return OptionKind.text()
        .completing(
            () ->
                Stream.concat(StandardRules.all().stream().map(Rule::name), others.stream())
                    .toList())
        .several();
  }

  /** A file or folder, checked by all rules. */
  public static VerifySettings of(Path path) {
    return OPERATION.request(new Arguments().with(PATHS, List.of(path)));
  }

  private static VerifySettings read(Arguments given) {
    List<String> rules = given.get(RULE).stream().distinct().toList();
    VerifySettings settings =
        new VerifySettings(
            given.get(PATHS),
            given.get(ARTIFACTS),
            given.get(LIST_RULES) || rules.contains(LIST),
            rules.stream().filter(rule -> !rule.equals(LIST)).toList(),
            given.get(EXCLUDE).stream().distinct().toList(),
            given.get(FAIL_ON),
            given.get(BASELINE),
            given.get(ORIGINAL),
            given.get(JOBS),
            format(given),
            given.get(OUTPUT),
            given.get(FORCE),
            given.get(CommonOptions.ALLOW_LARGE));
    if (!settings.listing) {
      settings.check();
    }
    return settings;
  }

  private void check() {
    if (paths.isEmpty() && artifacts.isEmpty()) {
      throw new WrongOptionException("give at least one PATH, a file or a folder, to verify");
    }
    VerifyRequest all = VerifyRequest.everything();
    Option<?> option = RULE;
    try {
      VerifyRequest some = rules.isEmpty() ? all : all.only(new HashSet<>(rules));
      option = EXCLUDE;
      if (!excluded.isEmpty()) {
        some.without(new HashSet<>(excluded));
      }
    } catch (IllegalArgumentException unknown) {
      throw new WrongOptionException(
          "%s: %s; --rule list names them".formatted(option, unknown.getMessage()));
    }
    boolean compares = request().rules().stream().map(Rule::name).anyMatch(COMPARING::equals);
    if (!originals.isEmpty() && !compares) {
      throw new WrongOptionException(
          "--original needs the rule %s, which is excluded".formatted(COMPARING));
    }
  }

  private static Optional<ReportFormat> format(Arguments given) {
    Optional<ReportFormat> named = given.get(FORMAT);
    boolean json = given.get(JSON);
    if (given.get(JSON_LINES)) {
      if (json || named.filter(format -> format != ReportFormat.JSON_LINES).isPresent()) {
        throw new WrongOptionException("--json-lines cannot be combined with --json or --format");
      }
      return Optional.of(ReportFormat.JSON_LINES);
    }
    if (json && named.filter(format -> format != ReportFormat.JSON).isPresent()) {
      throw new WrongOptionException(
          "--json and --format %s cannot be combined"
              .formatted(named.map(ReportFormat::option).orElse("")));
    }
    return json ? Optional.of(ReportFormat.JSON) : named;
  }
}
