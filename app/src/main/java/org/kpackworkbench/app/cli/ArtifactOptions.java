package org.kpackworkbench.app.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** What commands on whole artifacts have in common on the command line. */
final class ArtifactOptions {
  /** What the help says of replacing. */
  static final String FORCE =
      "Replace what is there already. Without it, that is compared with what would be written: left"
          + " alone where all of it is the same, else refused.";

  private ArtifactOptions() {}

  /** A file or folder that has to be named. */
  static OptionSpec folder(String name, String label, String... description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .type(String.class)
        .required(true)
        .description(description)
        .build();
  }

  /** What every changing command takes. */
  static void addChanging(CommandSpec spec) {
    addChanging(spec, "Threads, if not as many as there are processors.");
  }

  /**
   * The same, for a command that says itself what comes of threads.
   *
   * @param jobs what the help says of their number
   */
  static void addChanging(CommandSpec spec, String jobs) {
    spec.addOption(Command.flag("--force", FORCE))
        .addOption(
            Command.flag("--dry-run", "Say what would be written, and write nothing but that."))
        .addOption(Command.value("--jobs", "N", Integer.class, jobs))
        .addOption(Command.allowLarge())
        .addOption(Command.flag("--json", "Print one JSON document instead of text."));
    FormerOptions.add(spec, FormerOptions.TMP_DIR, FormerOptions.VERBOSE);
  }

  /** Number of threads. */
  static int jobs(ParseResult parsed, int usual) {
    int jobs = parsed.matchedOptionValue("--jobs", usual);
    if (jobs < 1) {
      throw Command.usage(parsed, "--jobs: expected 1 or more, found " + jobs);
    }
    return jobs;
  }
}
