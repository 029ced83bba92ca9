package org.kpackworkbench.installers.runtime;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.installers.Tool;

/** A screen for the window that the build opens: an invisible one where that is to be had. */
final class Display implements AutoCloseable {
  private static final String VARIABLE = "DISPLAY";

  private final @Nullable Process server;
  private final List<String> jvmOptions;
  private final Map<String, String> variables;

  private Display(
      @Nullable Process server, List<String> jvmOptions, Map<String, String> variables) {
    this.server = server;
    this.jvmOptions = jvmOptions;
    this.variables = variables;
  }

  /**
   * On Linux an X server without a screen, else the user's display; where there is neither, none.
   */
  static Display open() throws IOException {
    boolean linux = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("linux");
    if (!linux) {
      return new Display(null, List.of(), Map.of());
    }
    if (Tool.isInstalled("Xvfb")) {
      return invisible();
    }
    if (!System.getenv().getOrDefault(VARIABLE, "").isEmpty()) {
      return new Display(null, List.of(), Map.of());
    }
    // The start is cached anyway, but for the few classes that talk to a window system.
    return new Display(null, List.of("-Dglass.platform=Headless"), Map.of());
  }

  private static Display invisible() throws IOException {
    Process server =
        new ProcessBuilder(
                "Xvfb", "-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    // It writes the number of its display when it is ready.
    BufferedReader number =
        new BufferedReader(
            new InputStreamReader(server.getInputStream(), StandardCharsets.US_ASCII));
    String line = number.readLine();
    if (line == null) {
      throw new IOException("Xvfb did not start");
    }
    return new Display(server, List.of("-Dprism.order=sw"), Map.of(VARIABLE, ":" + line.strip()));
  }

  List<String> jvmOptions() {
    return jvmOptions;
  }

  Map<String, String> variables() {
    return variables;
  }

  @Override
  public void close() {
    if (server != null) {
      server.destroy();
    }
  }
}
