package org.kpackworkbench.installers;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** Runs tools of the JDK and of the system, which either do their work or end the build. */
public final class Tool {
  private Tool() {}

  /**
   * Runs a tool of the JDK that runs the build, and returns what it printed.
   *
   * @throws IOException if the JDK has no such tool or the tool failed; with all that it said
   */
  public static String ofJdk(String name, List<String> args) throws IOException {
    ToolProvider tool =
        ToolProvider.findFirst(name)
            .orElseThrow(() -> new IOException("this JDK has no " + name + "; take a full JDK"));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        tool.run(
            new PrintWriter(out, true), new PrintWriter(err, true), args.toArray(String[]::new));
    if (status != 0) {
      throw failure(name, args, status, out + "" + err);
    }
    return out.toString();
  }

  /**
   * Runs a program of the system and returns what it printed, standard error included.
   *
   * @param environment variables beside those of the build
   * @throws IOException if it cannot be started or fails; with all that it said
   */
  public static String ofSystem(List<String> command, Map<String, String> environment)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    if (status != 0) {
      throw failure(command.getFirst(), command.subList(1, command.size()), status, said);
    }
    return said;
  }

  /** Whether the search path has a program of this name. */
  public static boolean isInstalled(String program) {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.of(path.split(java.io.File.pathSeparator, -1))
        .filter(folder -> !folder.isEmpty())
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  private static IOException failure(String name, List<String> args, int status, String said) {
    return new IOException(
        "%s failed with status %d: %s %s%n%s"
            .formatted(name, status, name, String.join(" ", args), said));
  }
}
