package org.kpackworkbench.installers.packages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.kpackworkbench.installers.Tool;
import org.kpackworkbench.installers.Trees;
import org.kpackworkbench.installers.desktop.Icons;
import org.kpackworkbench.installers.runtime.Launcher;
import org.kpackworkbench.installers.runtime.RuntimeImage;

/**
 * Packages for Windows and macOS, which jpackage makes of the runtime: an installer, and the folder
 * that it would install. There a script cannot serve both, so commands have a launcher of their own
 * with a console.
 */
public final class NativePackages {
  private static final String WINDOW = "Kpack Workbench";
  private static final String ID = "org.kpackworkbench.KpackWorkbench";
  // Never to be changed: by it Windows knows that one version replaces another.
  private static final String UPGRADES = "5d6f0f0e-6a5c-4c5e-9d0a-0f5b1f1f7b31";

  private final Release release;
  private final Icons icons;
  private final List<String> jvmOptions;
  private final boolean windows;

  /**
   * Packages.
   *
   * @param jvmOptions what every start uses
   * @param windows Windows, else macOS
   */
  public NativePackages(Release release, Icons icons, List<String> jvmOptions, boolean windows) {
    this.release = release;
    this.icons = icons;
    this.jvmOptions = List.copyOf(jvmOptions);
    this.windows = windows;
  }

  /** Makes the folder, and returns it. */
  public Path folder(Path work) throws IOException {
    Path out = Trees.fresh(work.resolve("folder"));
    Tool.ofJdk("jpackage", arguments("app-image", work, out));
    try (Stream<Path> made = Files.list(out)) {
      return made.findFirst().orElseThrow();
    }
  }

  /** Makes the installer, {@code .msi} or {@code .dmg}, in the release's folder. */
  public void installer(Path work, String name) throws IOException {
    Path out = Trees.fresh(work.resolve("installer"));
    Tool.ofJdk("jpackage", installerArguments(work, out));
    // Its own name has a version that the system takes, which may be another.
    try (Stream<Path> made = Files.list(out)) {
      String ending = windows ? ".msi" : ".dmg";
      Files.move(
          made.findFirst().orElseThrow(),
          release.target().resolve(name + ending),
          StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Returns what jpackage is called with for the installer. */
  List<String> installerArguments(Path work, Path out) throws IOException {
    List<String> args = arguments(windows ? "msi" : "dmg", work, out);
    for (Map.Entry<String, String> kind :
        Map.of("kpack", "x-kpack", "kpm", "x-kpack-manifest", "hsaco", "x-amdgpu-code-object")
            .entrySet()) {
      Path file =
          Trees.write(
              work.resolve(kind.getKey() + ".properties"),
              "extension=%s%nmime-type=application/%s%ndescription=%s%n"
                  .formatted(kind.getKey(), kind.getValue(), "GPU code (." + kind.getKey() + ")"));
      args.addAll(List.of("--file-associations", file.toString()));
    }
    if (windows) {
      args.addAll(List.of("--win-menu", "--win-dir-chooser", "--win-upgrade-uuid", UPGRADES));
    }
    return args;
  }

  private List<String> arguments(String type, Path work, Path out) throws IOException {
    Path icon =
        Trees.write(
            work.resolve(windows ? "icon.ico" : "icon.icns"), windows ? icons.ico() : icons.icns());
    List<String> args = new ArrayList<>(List.of("--type", type, "--name", WINDOW));
    args.addAll(List.of("--app-version", release.number(windows), "--vendor", WINDOW));
    args.addAll(List.of("--description", release.edition().summary(), "--dest", out.toString()));
    args.addAll(List.of("--runtime-image", release.image().resolve("runtime").toString()));
    args.addAll(List.of("--module", RuntimeImage.MAIN, "--icon", icon.toString()));
    args.addAll(List.of("--input", release.image().resolve("cache").toString()));
    args.addAll(List.of("--add-launcher", Release.NAME + "=" + commandLauncher(work)));
    options("window").forEach(option -> args.addAll(List.of("--java-options", option)));
    if (!windows) {
      args.addAll(List.of("--mac-package-identifier", ID));
    }
    return args;
  }

  private Path commandLauncher(Path work) throws IOException {
    return Trees.write(
        work.resolve("commands.properties"),
        """
        module=%s
        win-console=true
        win-shortcut=false
        win-menu=false
        java-options=%s
        """
            .formatted(RuntimeImage.MAIN, String.join(" ", options("commands"))));
  }

  private List<String> options(String cache) {
    List<String> options = new ArrayList<>(jvmOptions);
    options.addAll(List.of("-Xlog:disable", "-Xlog:all=warning:stderr"));
    // jpackage's launchers put their folder in the place of the variable. Windows takes a slash,
    // too, while a backslash would be lost in a file of properties.
    options.add("-XX:AOTCache=$APPDIR/" + cache + ".aot");
    options.addAll(
        cache.equals("commands") ? List.of("-XX:+UseSerialGC") : Launcher.WINDOW_OPTIONS);
    return options;
  }
}
