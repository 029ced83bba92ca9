package org.kpackworkbench.model.operation.describe;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.operation.describe.OptionKind.Choice;

/** Options that many operations have, each with one meaning. */
public final class CommonOptions {
  /** Why a form has no field of an option: it only says how a command prints. */
  public static final String OUTPUT_ONLY = "It only changes the output of a command.";

  /** Why a form has no field of an option: the form is that of an open file. */
  public static final String OPEN_FILE = "The form uses the open file.";

  /** Why an operation has no form. */
  public static final String COMMAND_ONLY = "It is a command only.";

  /** Help for the option for the number of threads. */
  public static final String THREADS = "The number of threads. Default: the number of processors.";

  /** Help for a selecting option that is given several times. */
  public static final String ALL_MATCH = "If given several times, all must match.";

  /** Said of a folder for output that need not exist yet. */
  public static final String CREATED = "It is created if it does not exist.";

  /** Unpacks without the limits that stop bombs. */
  public static final Option<Boolean> ALLOW_LARGE =
      Option.flag(
              "--allow-large",
              "Also unpack data more than 200 times the size of the files read, or 1000 "
                  + "times the size of one item in them, and use the last free space of a disk.")
          .noField("A form never goes beyond the limits.")
          .orElse(false);

  /** Option to only show what would be written. */
  public static final Option<Boolean> DRY_RUN =
      Option.flag("--dry-run", "Only show what would be written.")
          .noField("A form shows it before anything is done.")
          .orElse(false);

  /** Prints JSON. */
  public static final Option<Boolean> JSON =
      Option.flag("--json", "Print one JSON document instead of text.")
          .noField(OUTPUT_ONLY)
          .orElse(false);

  /** Prints a JSON object a line. */
  public static final Option<Boolean> JSON_LINES =
      Option.flag(
              "--json-lines",
              "Print JSON objects instead of text: one line for each result, with its "
                  + "file, as soon as it is known.")
          .noField(OUTPUT_ONLY)
          .orElse(false);

  /** Takes files below folders. */
  public static final Option<Boolean> RECURSIVE =
      Option.flag("--recursive", "Read all files of a known kind below a folder.")
          .noField("A form uses the open file.")
          .orElse(false);

  /** Lists every note. */
  public static final Option<Boolean> VERBOSE =
      Option.flag(
              "--verbose",
              "List every note. Without it, many notes of one kind are counted in one line.")
          .noField(OUTPUT_ONLY)
          .orElse(false);

  /** Number of threads; the result does not depend on it. */
  public static final Option<Integer> JOBS = jobs(THREADS, "--jobs");

  /** Where rocm_kpack's tools have work files. */
  public static final Option<Optional<Path>> TMP_DIR =
      former(
          OptionKind.folder(),
          "DIR",
          "--tmp-dir",
          "temporary files are written beside the output.");

  /** The tool with which rocm_kpack's tools unbundle code objects. */
  public static final Option<Optional<Path>> BUNDLER =
      former(
          OptionKind.file(),
          "FILE",
          "--clang-offload-bundler",
          "bundles are read without this tool.");

  /** The value that means the GPUs of this machine where an option names targets. */
  public static final String NATIVE = "native";

  /** The option that names the root folder of another system, which may have other GPUs. */
  public static final String SYSROOT = "--sysroot";

  private CommonOptions() {}

  /**
   * Checks that at most one form of JSON is requested.
   *
   * @throws Arguments.WrongOptionException if both are
   */
  public static void checkJson(Arguments given) {
    if (given.get(JSON) && given.get(JSON_LINES)) {
      throw new Arguments.WrongOptionException("--json and --json-lines cannot be combined");
    }
  }

  /** The switch to replace existing output. */
  public static Option<Boolean> force(String title) {
    return force(title, "");
  }

  /**
   * Returns the switch to replace existing output, which may allow more.
   *
   * @param more what it allows besides, in sentences; may be empty
   */
  public static Option<Boolean> force(String title, String more) {
    return Option.flag(
            "--force",
            "Replace existing files. Without this option, existing files are compared "
                + "with the new content: if all are the same, they are kept; otherwise the "
                + "command fails."
                + (more.isEmpty() ? "" : " " + more))
        .title(title)
        .orElse(false);
  }

  /**
   * Returns the option for the form in which artifacts are written.
   *
   * @param folder the value for folders, which is the usual one
   * @param packed the value for {@code .tar.zst} files
   */
  public static <T> Option<T> format(T folder, T packed) {
    return Option.of(
            OptionKind.choice(
                List.of(
                    new Choice<>(folder, "folder", "folders"),
                    new Choice<>(packed, "tar.zst", ".tar.zst"))),
            "--artifact-format")
        .former("--format")
        .label("FORM")
        .help("The form of the new artifacts: folder or tar.zst. Default: folder.")
        .title("Artifacts")
        .orElse(folder);
  }

  /**
   * Number of threads.
   *
   * @param names the names of the option
   */
  public static Option<Integer> jobs(String help, String... names) {
    return Option.of(OptionKind.number(1, Integer.MAX_VALUE), names)
        .label("N")
        .help(help)
        .title("Threads", "the result does not depend on it")
        .orElseGet(Runtime.getRuntime()::availableProcessors);
  }

  /** An option of rocm_kpack's tools, so that command lines written for them go on working. */
  private static Option<Optional<Path>> former(
      OptionKind<Path> kind, String label, String name, String why) {
    return Option.of(kind.optional(), name)
        .label(label)
        .help("Accepted for compatibility with rocm_kpack, but has no effect: " + why)
        .noField("It changes nothing.")
        .orElse(Optional.empty());
  }
}
