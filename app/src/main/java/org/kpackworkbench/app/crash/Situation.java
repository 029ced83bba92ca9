package org.kpackworkbench.app.crash;

import java.util.List;

/**
 * State of the program when it failed, one line each; no contents of files.
 *
 * @param actions the last actions, newest first
 * @param files what was open: name, kind and size
 * @param jobs long work that was running
 * @param log what was logged last, oldest first
 */
public record Situation(
    List<String> actions, List<String> files, List<String> jobs, List<String> log) {

  /** Nothing is known. */
  public static final Situation UNKNOWN = new Situation(List.of(), List.of(), List.of(), List.of());

  public Situation {
    actions = List.copyOf(actions);
    files = List.copyOf(files);
    jobs = List.copyOf(jobs);
    log = List.copyOf(log);
  }

  /** A command line, from which paths are taken but for their last name. */
  public static Situation ofCommand(List<String> arguments) {
    return new Situation(
        List.of(
            "kpack-workbench "
                + String.join(" ", arguments.stream().map(Privacy::withoutFolders).toList())),
        List.of(),
        List.of(),
        List.of());
  }
}
