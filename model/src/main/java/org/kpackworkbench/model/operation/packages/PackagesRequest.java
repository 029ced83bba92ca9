package org.kpackworkbench.model.operation.packages;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.Arguments.WrongOptionException;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind;

/**
 * Artifacts that are to become packages.
 *
 * @param input the folder of artifacts, or of shards
 * @param config the configuration that lists the packages
 * @param output the folder that gets the packages; empty where they are only planned
 * @param forms the forms of the packages, at least one
 * @param version the version instead of the configuration's
 * @param variant the variant instead of the configuration's
 * @param threads number of threads that compress, from 1; the output does not depend on it
 * @param replace whether packages that are there already may be replaced
 * @param large whether more may be unpacked than is plausible
 */
public record PackagesRequest(
    Path input,
    Path config,
    Optional<Path> output,
    List<PackageForm> forms,
    Optional<String> version,
    Optional<String> variant,
    int threads,
    boolean replace,
    boolean large) {
  /** The artifacts. */
  public static final Option<Path> INPUT =
      Option.of(OptionKind.folder(), "--input")
          .positional()
          .label("INPUT")
          .help("The folder of artifacts, or of shards.")
          .title("Artifacts")
          .required("Choose the folder that contains the artifacts.");

  /** The configuration. */
  public static final Option<Path> CONFIG =
      Option.of(OptionKind.file(), "--config")
          .label("F")
          .help("The packages, in YAML or JSON, or the package.json of TheRock.")
          .title("Configuration", "Lists the packages and the artifacts that they are made of.")
          .required("Choose the configuration that lists the packages.");

  /** Where the packages go. */
  public static final Option<Optional<Path>> OUTPUT =
      Option.of(OptionKind.newFolder().optional(), "-o", "--output")
          .label("D")
          .help("The folder for the packages. " + CommonOptions.CREATED)
          .title("Output")
          .orElse(Optional.empty());

  /** The forms of the packages. */
  public static final Option<List<String>> FORMATS =
      Option.of(OptionKind.names(words(), PackageForm.WORDS), "--format")
          .label("FORM")
          .help(
              "The forms of the packages: %s. Several are separated by commas. Default: deb."
                  .formatted(words()))
          .title("Forms")
          .orElse(List.of(PackageForm.DEB.word()));

  /** The version of the packages. */
  public static final Option<Optional<String>> VERSION =
      Option.of(
              OptionKind.of(
                      OptionKind.Shape.TEXT,
                      "a version",
                      PackagesRequest::version,
                      Function.identity())
                  .optional(),
              "--package-version")
          .label("V")
          .help("The version of the packages. Default: that in the configuration.")
          .title("Version")
          .orElse(Optional.empty());

  /** The variant of the build. */
  public static final Option<Optional<String>> VARIANT =
      Option.of(OptionKind.text().optional(), "--variant")
          .label("NAME")
          .help("The variant of the build, such as asan, which becomes part of names.")
          .title("Variant")
          .orElse(Optional.empty());

  /** Whether packages are only planned. */
  public static final Option<Boolean> PLAN =
      Option.flag("--plan", "Only show the packages that would be written.")
          .noField("The preview of a form is the plan.")
          .orElse(false);

  /** Whether existing files may be replaced. */
  public static final Option<Boolean> FORCE = CommonOptions.force("Replace existing packages");

  /** Description of the operation. */
  public static final Operation<PackagesRequest> OPERATION =
      Operation.<PackagesRequest>of("packages", "make packages for each GPU from artifacts")
          .description(
              """
              Makes packages from split artifacts: for each component a host package for any GPU,
              and a device package for each architecture, which depends on the host package and on
              the device packages of what the component depends on. A configuration lists the
              packages. All packages appear completely or not at all. The same input gives the same
              bytes.
              """)
          .synopsis("INPUT --config F -o D [OPTIONS]\nINPUT --config F --plan [OPTIONS]")
          .examples(
              """
                kpack-workbench packages artifacts --config packages.yaml --plan
                kpack-workbench packages artifacts --config packages.yaml -o packages
                kpack-workbench packages artifacts --config package.json \\
                    --package-version 7.15.0 -o packages --format deb,tar

              The plan has each package with its contents, its sizes, its dependencies and the
              artifacts that it is from, and what is downloaded and installed for one GPU. It is
              measured: packages are written to a temporary folder, and removed. No time in a
              package is later than the environment's SOURCE_DATE_EPOCH, where that is set.
              """)
          .group("From and to")
          .option(INPUT, PackagesRequest::input)
          .option(CONFIG, PackagesRequest::config)
          .option(OUTPUT, PackagesRequest::output)
          .group("Packages")
          .option(FORMATS, request -> request.forms().stream().map(PackageForm::word).toList())
          .option(VERSION, PackagesRequest::version)
          .option(VARIANT, PackagesRequest::variant)
          .option(CommonOptions.JOBS, PackagesRequest::threads)
          .group("Otherwise")
          .option(FORCE, PackagesRequest::replace)
          .option(CommonOptions.ALLOW_LARGE, PackagesRequest::large)
          .option(PLAN, request -> request.output().isEmpty())
          .option(CommonOptions.DRY_RUN)
          .option(CommonOptions.JSON)
          .option(CommonOptions.VERBOSE)
          .reads(
              given -> {
                if (given.get(OUTPUT).isEmpty()
                    && !given.get(PLAN)
                    && !given.get(CommonOptions.DRY_RUN)) {
                  throw new WrongOptionException("expected -o D or --plan");
                }
                return new PackagesRequest(
                    given.get(INPUT),
                    given.get(CONFIG),
                    given.get(OUTPUT),
                    forms(given.get(FORMATS)),
                    given.get(VERSION),
                    given.get(VARIANT),
                    given.get(CommonOptions.JOBS),
                    given.get(FORCE),
                    given.get(CommonOptions.ALLOW_LARGE));
              });

  public PackagesRequest {
    forms = List.copyOf(forms);
    if (threads < 1) {
      throw new IllegalArgumentException("at least one thread is needed, not " + threads);
    }
  }

  private static String words() {
    List<String> all = PackageForm.WORDS;
    return String.join(", ", all.subList(0, all.size() - 1)) + " or " + all.getLast();
  }

  private static List<PackageForm> forms(List<String> words) {
    return words.stream()
        .map(
            word ->
                PackageForm.of(word)
                    .orElseThrow(
                        () ->
                            new WrongOptionException(
                                "--format: expected %s, found %s".formatted(words(), word))))
        .distinct()
        .toList();
  }

  private static String version(String text) {
    if (!text.matches(PackagesConfig.VERSION)) {
      throw new IllegalArgumentException(
          "expected digits, letters, dots, + and ~ behind a digit, found " + text);
    }
    return text;
  }

  /** Debian packages of a folder of artifacts. */
  public static PackagesRequest of(Path input, Path config, Path output) {
    return OPERATION.request(
        new Arguments().with(INPUT, input).with(CONFIG, config).with(OUTPUT, Optional.of(output)));
  }

  /** Returns this request with another value of an option. */
  public <T> PackagesRequest with(Option<T> option, T value) {
    return OPERATION.with(this, given -> given.with(option, value));
  }
}
