package org.kpackworkbench.model.operation.extract;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.query.QueryException;
import org.kpackworkbench.model.format.registry.CodeObjectQuery;
import org.kpackworkbench.model.format.registry.CodeObjectUri;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.archives.TargetFilter.Named;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.Arguments.WrongOptionException;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.Option.StandardOutput;
import org.kpackworkbench.model.operation.describe.OptionKind;
import org.kpackworkbench.model.operation.describe.OptionKind.Shape;

/**
 * An extraction of files that are not open yet: which code objects are meant is a question to each
 * of them.
 *
 * @param files the files and folders to read
 * @param all whether all code objects are meant; all that follow are empty then
 * @param binary the binary's name as it is listed, or with {@code #index} behind it
 * @param index the wrapper's index; -1 for code that no wrapper points to
 * @param targets the targets
 * @param filters queries that are all met ({@link CodeObjectQuery})
 * @param targetRegex a regular expression that targets contain a match of
 * @param kernel a name of a kernel that code objects hold
 * @param output a file or a folder as it was written, with its slash; {@code -} for standard
 *     output; empty if a program is run instead
 * @param names how files in a folder are named; empty for the usual names
 * @param replace whether files that are there already are replaced
 * @param large whether it may be far more than the file's own size, or the last of a disk
 * @param threads how many code objects are written at once; empty for the usual number
 * @param exec a program and its arguments, run once for each code object; empty where files are
 *     written
 */
public record ExtractSettings(
    List<Path> files,
    boolean all,
    Optional<String> binary,
    Optional<Integer> index,
    TargetFilter targets,
    List<String> filters,
    Optional<String> targetRegex,
    Optional<String> kernel,
    String output,
    Optional<NamePattern> names,
    boolean replace,
    boolean large,
    Optional<Integer> threads,
    List<String> exec) {
  /** Placeholder for the path of the code object's file. */
  public static final String FILE_PLACE = "{}";

  private static final String SELECTED = "What is selected is extracted.";

  /** The files and folders to read. */
  public static final Option<List<Path>> FILES =
      Option.of(OptionKind.fileOrUri().several())
          .positional()
          .label("FILE")
          .help(
              "The files to take code objects from; or the URI of one: "
                  + "file://PATH#offset=N&size=M.")
          .noField(CommonOptions.OPEN_FILE)
          .required("Name the files to take code objects from.");

  /** Whether all code objects are meant. */
  public static final Option<Boolean> ALL =
      Option.flag("--all", "All code objects; PATH is a folder.").noField(SELECTED).orElse(false);

  /** The name of the binary that has the code. */
  public static final Option<Optional<String>> BINARY =
      Option.of(OptionKind.text().optional(), "--binary")
          .label("B")
          .help("Select only code objects of this binary, named as in the output of list.")
          .noField(SELECTED)
          .orElse(Optional.empty());

  /** The index of the wrapper. */
  public static final Option<Optional<Integer>> INDEX =
      Option.of(OptionKind.number(Integer.MIN_VALUE, Integer.MAX_VALUE).optional(), "--index")
          .label("N")
          .help(
              "Select only the code objects of this wrapper; -1 selects those that no "
                  + "wrapper points to.")
          .noField(SELECTED)
          .orElse(Optional.empty());

  /** The queries that code objects meet. */
  public static final Option<List<String>> FILTER =
      Option.of(
              OptionKind.of(Shape.TEXT, "a query", ExtractSettings::query, text -> text).several(),
              "--filter")
          .label("QUERY")
          .help(
              "Select only code objects that meet all conditions: a word, arch:gfx90a, name:gemm,"
                  + " type:hsaco, index:0, ordinal:7, size>1M, stored<=100k, ratio<0.5, meta:fp16,"
                  + " state:damaged. name:a*b and arch=gfx90a compare the whole value, type:co a"
                  + " whole word, arch:gfx90a|gfx942 matches either, -type:co excludes. "
                  + CommonOptions.ALL_MATCH)
          .noField(SELECTED)
          .orElse(List.of());

  /** The targets that code objects are for. */
  public static final Option<Optional<String>> TARGET_REGEX =
      Option.of(
              OptionKind.of(
                      Shape.TEXT, "a regular expression", ExtractSettings::regex, text -> text)
                  .optional(),
              "--target-regex")
          .label("RE")
          .help(
              "Select only code whose target contains a match of this regular expression, such as"
                  + " '^gfx9.*xnack-'.")
          .noField(SELECTED)
          .orElse(Optional.empty());

  private static final Option<Optional<String>> KERNEL =
      Option.of(OptionKind.text().optional(), "--kernel")
          .label("NAME")
          .help(
              "Select only code objects that hold this kernel: its symbol, its mangled name, its "
                  + "name in the source, that without parameters, or the end of that where no other "
                  + "kernel's name ends so.")
          .noField(SELECTED)
          .orElse(Optional.empty());

  /** The targets. */
  public static final Option<TargetFilter> TARGET =
      TargetFilter.option(
              "Select only code for these GPUs, also under their generic target: "
                  + CommonOptions.NATIVE
                  + " (those of this machine),",
              "--target")
          .label("T")
          .noField(SELECTED)
          .orElse(TargetFilter.ALL);

  /** Where files are written. */
  public static final Option<String> OUTPUT =
      Option.of(
              OptionKind.of(Shape.NEW_FILE, "a path", text -> text, text -> text), "-o", "--output")
          .label("PATH")
          .help(
              "The output: a file for one code object, a folder for several, - for standard"
                  + " output.")
          .standardOutput(StandardOutput.OWN)
          .title("Extract to")
          .orElse("");

  /** A program that is run instead of writing files. */
  public static final Option<List<String>> EXEC =
      Option.of(OptionKind.text().several(), "--exec")
          .label("CMD")
          .help(
              "Run a program for each code object instead of writing files: everything after it"
                  + " is the program and its arguments, in which {} becomes the path of a"
                  + " temporary file. No shell is involved. The programs run one after another;"
                  + " the exit status is the first one that is not 0.")
          .rest()
          .noField("A form writes files.")
          .orElse(List.of());

  /** How files in the folder are named. */
  public static final Option<Optional<NamePattern>> NAMES =
      Option.of(
              OptionKind.of(Shape.TEXT, "a pattern", NamePattern::parse, NamePattern::text)
                  .optional(),
              "--name")
          .label("PATTERN")
          .help("How to name files in the folder. Default: {binary}-{index}-{target}.hsaco.")
          .title("Names")
          .orElse(Optional.empty());

  /** Whether files are replaced. */
  public static final Option<Boolean> FORCE =
      Option.flag("--force", "Replace existing files.")
          .title("Replace existing files")
          .orElse(false);

  /** Whether it may be far more than is plausible. */
  public static final Option<Boolean> LARGE =
      Option.flag("--allow-large", CommonOptions.ALLOW_LARGE.help())
          .title("Write it even if it is very large")
          .orElse(false);

  /** The number of files that are written at the same time. */
  public static final Option<Optional<Integer>> JOBS =
      Option.of(OptionKind.number(1, Integer.MAX_VALUE).optional(), "--jobs")
          .label("N")
          .help("The number of files to write at the same time. Default: the number of processors.")
          .noField("The settings decide.")
          .orElse(Optional.empty());

  /** Description of the operation. */
  public static final Operation<ExtractSettings> OPERATION =
      Operation.<ExtractSettings>of("extract", "write code objects to files")
          .description(
              """
              Writes the code objects of an archive, fat binary, object file, static library or
              bundle to files. Each file is written completely or not at all. Existing files are
              replaced only with --force.
              """)
          .synopsis(
              """
              FILE... --all -o FOLDER [OPTIONS]
              FILE... [--binary B] [--index N] [--target T] -o PATH [OPTIONS]
              FILE... (--all | [--binary B] [--target T]) [OPTIONS] --exec CMD... {}
              """)
          .examples(
              """
                kpack-workbench extract librocrand.so.1.1 --all -o code-objects
                kpack-workbench extract rand_lib_gfx90a.kpack --binary lib/librocrand.so.1 \\
                    --target gfx90a:xnack+ -o rand.hsaco
                kpack-workbench extract libstatic.a --target gfx942 -o out --name '{target}/{name}.hsaco'
                kpack-workbench extract *.kpack --target MI300X --filter name:gemm -o out
                kpack-workbench extract libfoo.so --target gfx942 --exec llvm-objdump -d {}

              The code of a host-only binary is read from the archives that its marker names. A PATH
              that ends with .hsaco, .co, .o, .elf or .spv is always a file, never a folder.

              PATTERN is text that may contain {binary} {name} {path} {index} {target} {ordinal}
              {type} {group}; a / creates a folder. Names are made safe for all systems. If two
              names would be the same, a number is added to the second. The exit status is 1 if
              there is no such code object, 2 if only part of a damaged file could be read.
              """)
          .option(FILES, ExtractSettings::files)
          .option(ALL, ExtractSettings::all)
          .option(BINARY, ExtractSettings::binary)
          .option(INDEX, ExtractSettings::index)
          .option(TARGET, ExtractSettings::targets)
          .option(TARGET_REGEX, ExtractSettings::targetRegex)
          .option(KERNEL, ExtractSettings::kernel)
          .option(FILTER, ExtractSettings::filters)
          .option(OUTPUT, ExtractSettings::output)
          .option(NAMES, ExtractSettings::names)
          .option(FORCE, ExtractSettings::replace)
          .option(LARGE, ExtractSettings::large)
          .option(JOBS, ExtractSettings::threads)
          .option(CommonOptions.RECURSIVE)
          .option(CommonOptions.DRY_RUN)
          .option(CommonOptions.JSON)
          .option(CommonOptions.JSON_LINES)
          .option(EXEC, ExtractSettings::exec)
          .reads(ExtractSettings::read);

  public ExtractSettings {
    files = List.copyOf(files);
    filters = List.copyOf(filters);
    exec = List.copyOf(exec);
    int number = threads.orElse(1);
    if (number < 1) {
      throw new IllegalArgumentException("cannot work with " + number + " threads");
    }
  }

  /**
   * An extraction of one code object.
   *
   * @param index the wrapper's index; empty if no wrapper points to it
   * @param target the target as it is written in the file
   */
  public static ExtractSettings one(
      Path file, String binary, Optional<Integer> index, String target, Path output) {
    return OPERATION.request(
        new Arguments()
            .with(FILES, List.of(file))
            .with(BINARY, Optional.of(binary))
            .with(INDEX, index)
            .with(TARGET, named(target))
            .with(OUTPUT, output.toString()));
  }

  /** A target as it is written, which may be no target at all. */
  public static TargetFilter named(String target) {
    return new TargetFilter(List.of(new Named(target, List.of())));
  }

  private static String regex(String text) {
    try {
      return Pattern.compile(text).pattern();
    } catch (PatternSyntaxException wrong) {
      throw new IllegalArgumentException(
          "expected a regular expression, found \"%s\": %s".formatted(text, wrong.getDescription()),
          wrong);
    }
  }

  private static String query(String text) {
    try {
      var unused = CodeObjectQuery.parse(text).query().ofKnownTargets();
      return text;
    } catch (QueryException wrong) {
      throw new IllegalArgumentException(wrong.getMessage(), wrong);
    }
  }

  private static void checkExec(Arguments given, boolean json) {
    if (!given.has(EXEC)) {
      if (given.get(OUTPUT).isEmpty()) {
        throw new WrongOptionException("no output is given: give -o PATH, or --exec CMD {}");
      }
      return;
    }
    if (json || Stream.of(OUTPUT, FORCE, CommonOptions.DRY_RUN).anyMatch(given::has)) {
      throw new WrongOptionException(
          "--exec cannot be combined with -o, --force, --dry-run, --json or --json-lines");
    }
    List<String> words = given.get(EXEC);
    if (words.stream().skip(1).noneMatch(word -> word.contains(FILE_PLACE))) {
      throw new WrongOptionException(
          "expected {} among the arguments of --exec, which becomes the path of a code object,"
              + " found "
              + String.join(" ", words));
    }
  }

  private static ExtractSettings read(Arguments given) {
    boolean some =
        Stream.of(BINARY, INDEX, TARGET, TARGET_REGEX, KERNEL, FILTER).anyMatch(given::has);
    List<Path> files = given.get(FILES);
    // A URI that names bytes selects the code objects in them.
    boolean selected =
        !files.isEmpty() && files.stream().allMatch(file -> CodeObjectUri.of(file).isPresent());
    boolean all = given.get(ALL) || (!some && selected);
    if (all == some) {
      throw new WrongOptionException(
          all
              ? "--all cannot be combined with --binary, --index, --target, --target-regex,"
                  + " --kernel or --filter"
              : "no code objects are selected: give --all, or --binary B [--index N] --target T");
    }
    boolean json = given.get(CommonOptions.JSON) || given.get(CommonOptions.JSON_LINES);
    checkExec(given, json);
    if (given.get(OUTPUT).equals("-") && (json || given.get(CommonOptions.DRY_RUN))) {
      throw new WrongOptionException(
          "-o - cannot be combined with --json, --json-lines or --dry-run");
    }
    return new ExtractSettings(
        given.get(FILES),
        all,
        given.get(BINARY),
        given.get(INDEX),
        given.get(TARGET),
        given.get(FILTER),
        given.get(TARGET_REGEX),
        given.get(KERNEL),
        given.get(OUTPUT),
        given.get(NAMES),
        given.get(FORCE),
        given.get(LARGE),
        given.get(JOBS),
        given.get(EXEC));
  }
}
