package org.kpackworkbench.model.operation.describe;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.operation.describe.OptionKind.Choice;

/** Options that many operations have, each with one meaning. */
public final class CommonOptions {
  /** Unpacks without the limits that stop bombs. */
  public static final Option<Boolean> ALLOW_LARGE =
      Option.flag(
              "--allow-large",
              "Also unpack what is more than 200 times the size of the files read, or 1000 times"
                  + " that of one thing in them, and write the last of a disk.")
          .noField("A form never goes beyond the limits.")
          .orElse(false);

  /** Says what would be written. */
  public static final Option<Boolean> DRY_RUN =
      Option.flag("--dry-run", "Only say what would be written.")
          .noField("A form shows it before anything is done.")
          .orElse(false);

  /** Prints JSON. */
  public static final Option<Boolean> JSON =
      Option.flag("--json", "Print one JSON document instead of text.")
          .noField("It is about what a command prints.")
          .orElse(false);

  /** Prints a JSON object a line. */
  public static final Option<Boolean> JSON_LINES =
      Option.flag(
              "--json-lines",
              "Print JSON objects instead of text, a line each with the file in it, as soon as"
                  + " they are known.")
          .noField("It is about what a command prints.")
          .orElse(false);

  /** Takes files below folders. */
  public static final Option<Boolean> RECURSIVE =
      Option.flag(
              "--recursive",
              "Where a folder is named, take the files below it that are of a known kind.")
          .noField("A form is about what is open.")
          .orElse(false);

  /** Lists every note. */
  public static final Option<Boolean> VERBOSE =
      Option.flag(
              "--verbose",
              "List every note; otherwise many of one kind are one line that counts them.")
          .noField("It is about what a command prints.")
          .orElse(false);

  /** Number of threads; the result does not depend on it. */
  public static final Option<Integer> JOBS =
      jobs("Threads, if not as many as there are processors.", "--jobs");

  /** Where rocm_kpack's tools have work files. */
  public static final Option<Optional<Path>> TMP_DIR =
      former(
          OptionKind.folder(),
          "DIR",
          "--tmp-dir",
          "what is being written lies beside its place until it is whole.");

  /** The tool with which rocm_kpack's tools unbundle code objects. */
  public static final Option<Optional<Path>> BUNDLER =
      former(OptionKind.file(), "FILE", "--clang-offload-bundler", "bundles are read without it.");

  private CommonOptions() {}

  /** The switch that replaces what is there already. */
  public static Option<Boolean> force(String title) {
    return Option.flag(
            "--force",
            "Replace what is there already. Without it, that is compared with what would be"
                + " written: left alone where all of it is the same, else refused.")
        .title(title)
        .orElse(false);
  }

  /**
   * What artifacts are written as.
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
            "--format")
        .label("FORM")
        .help("What artifacts become: folder, if not asked otherwise, or tar.zst.")
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
        .help("Taken from command lines of rocm_kpack, and not needed: " + why)
        .noField("It changes nothing.")
        .orElse(Optional.empty());
  }
}
