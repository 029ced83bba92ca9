package org.kpackworkbench.app.window;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whether there is a display for the window, found out before JavaFX starts: it cannot be started
 * twice, and says little when it fails.
 */
public final class Displays {
  private static final Pattern LOCAL = Pattern.compile(":([0-9]+)(\\.[0-9]+)?");

  private final Path root;

  Displays(Path root) {
    this.root = root;
  }

  /** Why there is none, in words; null if there is one, or if another platform was selected. */
  public static @Nullable String missing() {
    boolean chosen = System.getProperty("glass.platform") != null;
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    return chosen || !system.startsWith("linux")
        ? null
        : new Displays(Path.of("/")).missing(System.getenv());
  }

  /** Why a display refused the window, in words; null if the failure is another one. */
  public static @Nullable String refusal(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String message = cause.getMessage();
      if (cause instanceof UnsupportedOperationException
          && message != null
          && message.contains("DISPLAY")) {
        return message;
      }
    }
    return null;
  }

  @Nullable String missing(Map<String, String> environment) {
    String display = environment.getOrDefault("DISPLAY", "");
    if (display.isEmpty()) {
      return "DISPLAY is not set";
    }
    Matcher local = LOCAL.matcher(display);
    if (!local.matches() || listens("/tmp/.X11-unix/X" + local.group(1))) {
      // Whether another machine's display answers shows only when it is tried.
      return null;
    }
    return "DISPLAY is %s, and no X server listens there".formatted(display);
  }

  private boolean listens(String socket) {
    if (Files.exists(root.resolve(socket.substring(1)))) {
      return true;
    }
    try {
      // Servers also listen on sockets that have a name but no file.
      return Files.readString(root.resolve("proc/net/unix"), StandardCharsets.ISO_8859_1)
          .contains("@" + socket);
    } catch (IOException unknown) {
      return false;
    }
  }
}
