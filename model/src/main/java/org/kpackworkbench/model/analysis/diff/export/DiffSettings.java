package org.kpackworkbench.model.analysis.diff.export;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.analysis.diff.RowKinds;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Order;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.Arguments.WrongOptionException;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.Option.StandardOutput;
import org.kpackworkbench.model.operation.describe.OptionKind;
import org.kpackworkbench.model.operation.describe.OptionKind.Choice;
import org.kpackworkbench.model.operation.describe.OptionKind.Shape;

/**
 * A comparison and what of it is written down. Immutable.
 *
 * @param paths the files or folders as they were written; with {@code git}, its arguments
 * @param quick whether tables are compared, and no contents
 * @param sideOrder in which order the paths are compared
 * @param order whether another ordinal, offset or address is a difference
 * @param all whether also what does not differ is written
 * @param kind only rows of this kind; empty for all kinds
 * @param depth how many levels below changed rows are written, too
 * @param byGrowth whether the rows that grew most come first
 * @param format how it is written
 * @param output the file to write; empty for standard output
 * @param replace whether that file may be replaced
 * @param large whether more may be unpacked than is plausible
 * @param git whether git calls it for one path
 */
public record DiffSettings(
    List<String> paths,
    Order sideOrder,
    boolean quick,
    boolean order,
    boolean all,
    Optional<String> kind,
    int depth,
    boolean byGrowth,
    ExportFormat format,
    Optional<Path> output,
    boolean replace,
    boolean large,
    boolean git) {
  /** How many arguments git gives for a path that is merged. */
  public static final int GIT_ARGUMENTS = 7;

  /** The most levels, which is down to the bytes. */
  public static final int MOST_DEPTH = 8;

  private static final String SIDES = "The window compares what is open or was chosen.";
  private static final String SHOWN = "The window shows it, and its filter leaves rows out.";
  private static final String EXPORTED = "The window exports what it shows.";

  /** The files or folders to compare. */
  public static final Option<List<String>> PATHS =
      Option.of(OptionKind.of(Shape.FILE, "a path", OptionKind::noUri, text -> text).several())
          .positional()
          .label("PATH")
          .help("The files or folders to compare. The first is compared with all others.")
          .noField(SIDES)
          .orElse(List.of());

  /** In which order the sides of a comparison follow one another. */
  public static final Option<Order> SIDE_ORDER =
      Option.of(
              OptionKind.choice(
                  Arrays.stream(Order.values())
                      .map(each -> new Choice<>(each, each.id(), "Order " + each.words()))
                      .toList()),
              "--side-order")
          .label("ORDER")
          .help(
              "given: compare the PATHS in the order in which they are given; name: by name, numbers"
                  + " in it as numbers; time: by the time of their last change. Default: given.")
          .noField("The window orders manifests above their table.")
          .orElse(Order.GIVEN);

  private static final Option<Boolean> QUICK =
      Option.flag(
              "--quick",
              "Compare tables, not contents. The exit status is 0 only for identical files.")
          .noField("The window compares tables first, and contents in the background.")
          .orElse(false);

  private static final Option<Boolean> ORDER =
      Option.flag(
              "--order", "Also compare order: another ordinal, offset or address is a difference.")
          .noField(SHOWN)
          .orElse(false);

  /** Whether also what does not differ is written. */
  public static final Option<Boolean> ALL =
      Option.flag("--show-equal", "Also show rows that do not differ.")
          .former("--all")
          .title("Include rows that do not differ")
          .orElse(false);

  /** The kind of the rows that are written. */
  public static final Option<Optional<String>> KIND =
      Option.of(
              OptionKind.choice(
                      kinds().stream().map(kind -> new Choice<>(kind, kind, kind)).toList())
                  .optional(),
              "--kind")
          .label("KIND")
          .help("Show only rows of this kind: %s.".formatted(String.join(", ", kinds())))
          .noField(SHOWN)
          .orElse(Optional.empty());

  /** How many levels below differing rows are written, too. */
  public static final Option<Integer> DEPTH =
      Option.of(OptionKind.number(0, MOST_DEPTH), "--depth")
          .label("N")
          .help("Show the rows inside differing rows, N levels down to the bytes. Default: 0.")
          .title("Levels below", "0: what is shown here; 8: down to the bytes")
          .orElse(0);

  private static final Option<Boolean> SORT =
      Option.of(
              OptionKind.choice(
                  List.of(
                      new Choice<>(true, "growth", "Growth"), new Choice<>(false, "name", "Name"))),
              "--sort")
          .label("ORDER")
          .help("growth: from the largest growth to the largest shrinkage; or name. Default: name.")
          .noField("In the window, columns sort.")
          .orElse(false);

  /** How a comparison is written down. */
  public static final Option<Optional<ExportFormat>> FORMAT =
      Option.of(
              OptionKind.choice(
                      Arrays.stream(ExportFormat.values())
                          .map(each -> new Choice<>(each, each.id(), title(each)))
                          .toList())
                  .optional(),
              "--format")
          .label("FORMAT")
          .help("text, json, json-lines, html, markdown or patch.")
          .title("Format")
          .orElse(Optional.empty());

  private static final Option<Optional<Path>> OUTPUT =
      Option.of(OptionKind.newFile().optional(), "-o", "--output")
          .label("FILE")
          .help("Write to this file instead of standard output.")
          .standardOutput(StandardOutput.PRINTED)
          .noField(EXPORTED)
          .orElse(Optional.empty());

  private static final Option<Boolean> FORCE =
      Option.flag("--force", "Replace FILE if it exists with different content.")
          .noField(EXPORTED)
          .orElse(false);

  private static final Option<Boolean> GIT =
      Option.flag(
              "--git",
              "Accept the arguments that git passes to an external diff command, print a patch, "
                  + "and always exit with status 0, as git requires.")
          .noField("Only git calls it.")
          .orElse(false);

  /** The operation {@code diff}. */
  public static final Operation<DiffSettings> OPERATION =
      Operation.<DiffSettings>of("diff", "compare files, folders and archives")
          .description(
              """
              Compares the content of two or more archives, manifests, ELF files, code objects,
              bundles, static libraries, other files, or folders, including packed folders (.tar.zst,
              .tar.xz, .tar); or manifests with a folder of archives. Frames are compared as stored
              first, and unpacked only if they differ. The HTML page of manifests has the window's
              picture: bars for two, a grid for 3 to 50.
              """)
          .examples(
              """
                kpack-workbench diff old.kpack new.kpack
                kpack-workbench diff --json fat/librocrand.so.1.1 packed/lib/librocrand.so.1.1
                kpack-workbench diff --depth 2 old.kpack new.kpack
                kpack-workbench diff --sort growth old.kpack new.kpack
                kpack-workbench diff --format html -o changes.html yesterday today
                kpack-workbench diff rand_lib.kpm .kpack
                kpack-workbench diff --side-order time builds/*/rand_lib.kpm
                git config diff.kpack.command 'kpack-workbench diff --git --'

              The exit status is 0 if all bytes were compared and are the same, 1 if something
              differs or contents were not compared, 2 if something could not be read.
              """)
          .option(GIT, DiffSettings::git)
          .option(SIDE_ORDER, DiffSettings::sideOrder)
          .option(QUICK, DiffSettings::quick)
          .option(ORDER, DiffSettings::order)
          .option(FORMAT, DiffSettings::chosen)
          .option(DEPTH, DiffSettings::depth)
          .option(ALL, DiffSettings::all)
          .option(KIND, DiffSettings::kind)
          .option(SORT, DiffSettings::byGrowth)
          .option(OUTPUT, DiffSettings::output)
          .option(FORCE, DiffSettings::replace)
          .option(CommonOptions.ALLOW_LARGE, DiffSettings::large)
          .option(PATHS, DiffSettings::paths)
          .option(CommonOptions.JSON)
          .option(CommonOptions.JSON_LINES)
          .reads(DiffSettings::read);

  public DiffSettings {
    paths = List.copyOf(paths);
  }

  /** The comparison of some paths, as the window begins it. */
  public static DiffSettings of(List<Path> paths, Order order) {
    return OPERATION.request(
        new Arguments()
            .with(PATHS, paths.stream().map(Path::toString).toList())
            .with(SIDE_ORDER, order));
  }

  /** The paths in the order in which they are compared. What has no time comes first. */
  public List<Path> sides() {
    return paths.stream()
        .map(Path::of)
        .sorted(sideOrder.comparator(Path::toString, path -> path.toFile().lastModified()))
        .toList();
  }

  /** Returns the request for the export of the comparison. */
  public ExportRequest export() {
    return new ExportRequest(
        format, all, kind.orElse(null), depth, byGrowth, Order.GIVEN, JsonOut.NO_FINDINGS);
  }

  private Optional<ExportFormat> chosen() {
    return format == usual(git) ? Optional.empty() : Optional.of(format);
  }

  private static ExportFormat usual(boolean git) {
    return git ? ExportFormat.PATCH : ExportFormat.TEXT;
  }

  private static List<String> kinds() {
    return RowKinds.of(StandardFormats.all());
  }

  private static String title(ExportFormat format) {
    return switch (format) {
      case HTML -> "HTML page";
      case MARKDOWN -> "Markdown";
      case JSON -> "JSON";
      case JSON_LINES -> "JSON lines";
      case PATCH -> "Text like a patch";
      case TEXT -> "Plain text";
    };
  }

  private static DiffSettings read(Arguments given) {
    boolean git = given.get(GIT);
    Optional<ExportFormat> asked =
        given.get(CommonOptions.JSON)
            ? Optional.of(ExportFormat.JSON)
            : given.get(CommonOptions.JSON_LINES)
                ? Optional.of(ExportFormat.JSON_LINES)
                : Optional.empty();
    Optional<ExportFormat> named = given.get(FORMAT);
    if (asked.isPresent() && named.isPresent() && !asked.equals(named)) {
      throw new WrongOptionException(
          "--%s and --format %s contradict each other"
              .formatted(asked.get().id(), named.get().id()));
    }
    List<String> paths = given.get(PATHS);
    if (git && paths.size() != 1 && paths.size() < GIT_ARGUMENTS) {
      throw new WrongOptionException(
          "--git: expected the %d arguments that git gives".formatted(GIT_ARGUMENTS));
    }
    if (!git && paths.size() < 2) {
      throw new WrongOptionException("give two or more PATHs to compare");
    }
    return new DiffSettings(
        paths,
        given.get(SIDE_ORDER),
        given.get(QUICK),
        given.get(ORDER),
        given.get(ALL),
        given.get(KIND),
        given.get(DEPTH),
        given.get(SORT),
        asked.or(() -> named).orElse(usual(git)),
        given.get(OUTPUT),
        given.get(FORCE),
        given.get(CommonOptions.ALLOW_LARGE),
        git);
  }
}
