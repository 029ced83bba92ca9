package org.kpackworkbench.installers.desktop;

import java.util.List;
import java.util.Set;

/** The environment variables that the program and its launcher read. */
final class Variables {
  /** The program without a command, whose page has all. */
  private static final String PROGRAM = "";

  private static final String EPOCH = "SOURCE_DATE_EPOCH";

  private static final Set<String> EVERYWHERE =
      Set.of("KPACK_WORKBENCH_DEBUG", "KPACK_WORKBENCH_JAVA_OPTIONS");

  private static final String LOADER = "ROCM_KPACK_";

  private static final String OF_PROCESS =
      " resolve and the window's simulator take it, unless --env or the form says otherwise.";

  static final List<Variable> ALL =
      List.of(
          new Variable(
              "KPACK_WORKBENCH_DEBUG",
              "If set, errors show where in the program they come from, as with --debug."),
          new Variable(
              "KPACK_WORKBENCH_JAVA_OPTIONS", "Options for the Java runtime, such as -Xmx8g."),
          new Variable(
              "ROCM_KPACK_PATH",
              "Archives that a loader opens instead of all others, separated by colons."
                  + OF_PROCESS),
          new Variable(
              "ROCM_KPACK_PATH_PREFIX",
              "Archives that a loader opens before those of the marker, separated by colons."
                  + OF_PROCESS),
          new Variable(
              "ROCM_KPACK_DISABLE",
              "Unless empty or beginning with 0: the loader finds nothing, error 8." + OF_PROCESS),
          new Variable(
              "ROCM_KPACK_DEBUG",
              "Unless empty or beginning with 0: the loader writes its steps to standard error."
                  + OF_PROCESS),
          new Variable(
              "ROCM_KPACK_ARCH_OVERRIDE",
              "The targets that a loader with the planned behaviour requests; others ignore it."
                  + OF_PROCESS),
          new Variable(
              "HSA_XNACK",
              "In a process that resolve --pid inspects: if 1, GPUs that support xnack run with it."),
          new Variable(
              "ROCM_PATH", "Where ROCm is installed; llvm/bin/llvm-objdump in it disassembles."),
          new Variable("HIP_PATH", "The same for a HIP SDK; bin/llvm-objdump in it disassembles."),
          new Variable("PATH", "Where llvm-objdump is looked for."),
          new Variable(EPOCH, "In seconds since 1970: no file in what packages writes is newer."),
          new Variable(
              "COLUMNS",
              "The width of the terminal in characters, for tables and the progress line."),
          new Variable(
              "DISPLAY",
              "The display for the window. Without one, the window is drawn into a picture."),
          new Variable(
              "XDG_CONFIG_HOME", "The folder for settings, if not ~/.config; on Windows APPDATA."),
          new Variable(
              "XDG_DATA_HOME",
              "The folder for the sample workspace, if not ~/.local/share; on Windows LOCALAPPDATA."),
          new Variable("APPDATA", "On Windows, the folder for settings."),
          new Variable("LOCALAPPDATA", "On Windows, the folder for the sample workspace."),
          new Variable("HOME", "The home folder. Default: the one in the user database."),
          new Variable("LC_ALL", "The locale, which decides how names of files are written."),
          new Variable("LC_CTYPE", "The same, where LC_ALL is not set."),
          new Variable(
              "LANG",
              "The same, where neither is set. C and POSIX, or none at all, count as C.UTF-8."));

  private Variables() {}

  /**
   * An environment variable.
   *
   * @param words what the program takes from it, in sentences
   */
  record Variable(String name, String words) {}

  /** Returns the variables to describe for a command; all for the program itself. */
  static List<Variable> on(String command) {
    return ALL.stream()
        .filter(
            each ->
                command.equals(PROGRAM)
                    || EVERYWHERE.contains(each.name())
                    || (command.equals("packages") && each.name().equals(EPOCH))
                    || (command.equals("resolve") && each.name().startsWith(LOADER)))
        .toList();
  }
}
