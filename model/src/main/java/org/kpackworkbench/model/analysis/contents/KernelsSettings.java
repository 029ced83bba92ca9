package org.kpackworkbench.model.analysis.contents;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.query.Query;
import org.kpackworkbench.model.base.query.QueryException;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.Arguments.WrongOptionException;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind;
import org.kpackworkbench.model.operation.describe.OptionKind.Choice;
import org.kpackworkbench.model.operation.describe.OptionKind.Shape;
import org.kpackworkbench.model.operation.extract.ExtractSettings;

/**
 * Which kernels' figures are shown, and in which order. Immutable.
 *
 * @param files the files
 * @param filters queries over kernels that are all met
 * @param targets the targets; none for all
 * @param targetRegex a regular expression that targets contain a match of
 * @param sort the figure by which kernels are ordered, the largest first; empty for the files'
 *     order
 * @param group what is kept together; empty for nothing
 * @param csv whether rows are printed as comma-separated values
 */
public record KernelsSettings(
    List<Path> files,
    List<String> filters,
    TargetFilter targets,
    Optional<String> targetRegex,
    Optional<Figure> sort,
    Optional<Group> group,
    boolean csv) {
  private static final String OPEN = "The window shows the open file.";

  /** Names of the fields for queries over kernels. */
  public static final Set<String> FIELDS =
      Stream.concat(
              Stream.of("name", "binary", "arch", "target", "index", "wave", "workgroup"),
              Arrays.stream(Figure.values()).map(figure -> figure.word))
          .collect(Collectors.toUnmodifiableSet());

  /** A figure of a kernel. */
  public enum Figure {
    VGPRS("vgprs", "VGPRs", KernelFigures::vgprs),
    AGPRS("agprs", "AGPRs", KernelFigures::agprs),
    SGPRS("sgprs", "SGPRs", KernelFigures::sgprs),
    LDS("lds", "local memory", KernelFigures::ldsBytes),
    SCRATCH("scratch", "scratch memory", KernelFigures::scratchBytes),
    SPILLS("spills", "spilled registers", KernelFigures::spills),
    KERNARG("kernarg", "size of arguments", KernelFigures::kernargBytes),
    OCCUPANCY("occupancy", "occupancy", KernelFigures::waves),
    SIZE("size", "size of code", KernelFigures::codeBytes);

    final String word;
    final ToLongFunction<KernelFigures> value;
    private final String title;

    Figure(String word, String title, ToLongFunction<KernelFigures> value) {
      this.word = word;
      this.title = title;
      this.value = value;
    }
  }

  /** The ways to group kernels. */
  public enum Group {
    TARGET,
    KERNEL
  }

  static final Option<List<Path>> FILES = files("read", OPEN);

  private static final Option<List<String>> FILTER =
      Option.of(
              OptionKind.of(Shape.TEXT, "a query", KernelsSettings::query, text -> text).several(),
              "--filter")
          .label("QUERY")
          .help(
              "Show only kernels that meet all conditions: a word of the name, arch:gfx90a,"
                  + " binary:rocblas, index:0, vgprs>128, agprs, sgprs, lds>32k, scratch>0,"
                  + " spills>0, kernarg, wave=32, workgroup>256, occupancy<4, size>1M. "
                  + CommonOptions.ALL_MATCH)
          .noField(OPEN)
          .orElse(List.of());

  private static final Option<Optional<Figure>> SORT =
      Option.of(
              OptionKind.choice(
                      Arrays.stream(Figure.values())
                          .map(figure -> new Choice<>(figure, figure.word, figure.title))
                          .toList())
                  .optional(),
              "--sort")
          .label("COLUMN")
          .help(
              "The order in each file: vgprs, agprs, sgprs, lds, scratch, spills, kernarg or size, "
                  + "the largest first, or occupancy, the smallest first.")
          .noField(OPEN)
          .orElse(Optional.empty());

  private static final Option<Optional<Group>> GROUP =
      Option.of(
              OptionKind.choice(
                      List.of(
                          new Choice<>(Group.TARGET, "target", "target"),
                          new Choice<>(Group.KERNEL, "kernel", "kernel")))
                  .optional(),
              "--group-by")
          .label("WHAT")
          .help(
              "target: the kernels of each target together. kernel: each kernel with all its"
                  + " targets.")
          .noField(OPEN)
          .orElse(Optional.empty());

  static final Option<Boolean> CSV =
      Option.flag("--csv", "Print comma-separated values with a header line, for all files.")
          .noField(CommonOptions.OUTPUT_ONLY)
          .orElse(false);

  /** Returns the option that names files which may be one code object each. */
  static Option<List<Path>> files(String verb, String noField) {
    return Option.of(OptionKind.fileOrUri().several())
        .positional()
        .label("FILE")
        .help(
            "The files to %s; or the URI of one code object: file://PATH#offset=N&size=M."
                .formatted(verb))
        .noField(noField)
        .required("Choose a file.");
  }

  /** The operation {@code kernels}. */
  public static final Operation<KernelsSettings> OPERATION =
      Operation.<KernelsSettings>of("kernels", "show registers, memory and occupancy of kernels")
          .description(
              """
              Shows what kernels use: registers, local and scratch memory, spills, and how many
              waves a SIMD can hold, with what limits that. Reads any file that has code objects.
              """)
          .examples(
              """
                kpack-workbench kernels librocrand.so.1.1 --target gfx90a
                kpack-workbench kernels rand_lib_gfx90a.kpack --filter 'vgprs>128 name:gemm'
                kpack-workbench kernels old.hsaco new.hsaco --csv
                kpack-workbench kernels libfoo.so --group-by kernel --sort vgprs

              Occupancy is for work-groups of the largest size that a kernel allows; local memory
              that is added at dispatch is not counted. The exit status is 1 if nothing matches the
              filter, 2 if only part of a damaged file could be read.
              """)
          .option(FILES, KernelsSettings::files)
          .option(FILTER, KernelsSettings::filters)
          .option(ExtractSettings.TARGET, KernelsSettings::targets)
          .option(ExtractSettings.TARGET_REGEX, KernelsSettings::targetRegex)
          .option(SORT, KernelsSettings::sort)
          .option(GROUP, KernelsSettings::group)
          .option(CSV, KernelsSettings::csv)
          .option(CommonOptions.RECURSIVE)
          .option(CommonOptions.ALLOW_LARGE)
          .option(CommonOptions.JSON)
          .option(CommonOptions.JSON_LINES)
          .reads(KernelsSettings::read);

  public KernelsSettings {
    files = List.copyOf(files);
    filters = List.copyOf(filters);
  }

  /** There is one output. */
  static void checkOutput(Arguments given) {
    if (given.get(CSV) && (given.get(CommonOptions.JSON) || given.get(CommonOptions.JSON_LINES))) {
      throw new WrongOptionException("--csv and JSON cannot be combined");
    }
  }

  private static KernelsSettings read(Arguments given) {
    checkOutput(given);
    return new KernelsSettings(
        given.get(FILES),
        given.get(FILTER),
        given.get(ExtractSettings.TARGET),
        given.get(ExtractSettings.TARGET_REGEX),
        given.get(SORT),
        given.get(GROUP),
        given.get(CSV));
  }

  private static String query(String text) {
    try {
      var unused = Query.parse(text, FIELDS).ofKnownTargets();
      return text;
    } catch (QueryException wrong) {
      throw new IllegalArgumentException(wrong.getMessage(), wrong);
    }
  }
}
