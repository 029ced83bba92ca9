package org.kpackworkbench.installers.runtime;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.kpackworkbench.installers.Tool;
import org.kpackworkbench.installers.Trees;

/** A Java runtime that has the program as one of its modules, and only modules that it needs. */
public final class RuntimeImage {
  /** The module and class for {@code java -m}. */
  public static final String MAIN = "org.kpackworkbench.app/org.kpackworkbench.app.Main";

  // Found at run time and required by no module: UTF-8 is in java.base, but names in other locales,
  // file systems in archives and certificates are not needed, while these are.
  private static final List<String> ROOTS = List.of("org.kpackworkbench.app", "jdk.zipfs");

  private RuntimeImage() {}

  /**
   * Links a runtime.
   *
   * @param modules what {@link Modules#gather} filled
   * @param runtime a folder that does not exist yet
   */
  public static void link(Path modules, Path runtime) throws IOException {
    List<String> args = new ArrayList<>();
    args.addAll(List.of("--module-path", modules.toString()));
    args.addAll(List.of("--add-modules", String.join(",", ROOTS)));
    args.addAll(List.of("--output", runtime.toString()));
    // Packages compress all classes together better than jlink each of them: a third less to fetch.
    // Most starts take their classes from the cache and read few of these.
    args.addAll(List.of("--compress", "zip-0"));
    args.addAll(List.of("--no-header-files", "--no-man-pages"));
    Tool.ofJdk("jlink", args);
    removeOtherCommands(runtime.resolve("bin"));
    Trees.delete(runtime.resolve("lib/src.zip"));
  }

  /** The command that starts Java; the others of a JDK are not needed. */
  static Path java(Path runtime) {
    boolean windows = File.separatorChar == '\\';
    return runtime.resolve("bin").resolve(windows ? "java.exe" : "java");
  }

  private static void removeOtherCommands(Path bin) throws IOException {
    try (var files = Files.list(bin)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        boolean kept = name.matches("java(w)?(\\.exe)?") || name.endsWith(".dll");
        if (!kept) {
          Trees.delete(file);
        }
      }
    }
  }
}
