package org.kpackworkbench.installers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.kpackworkbench.app.cli.CommandLines;
import org.kpackworkbench.installers.desktop.Completions;
import org.kpackworkbench.installers.desktop.DesktopFiles;
import org.kpackworkbench.installers.desktop.Icons;
import org.kpackworkbench.installers.desktop.Manual;
import org.kpackworkbench.installers.desktop.Schemas;
import org.kpackworkbench.installers.desktop.ThirdParty;
import org.kpackworkbench.installers.packages.Deb;
import org.kpackworkbench.installers.packages.NativePackages;
import org.kpackworkbench.installers.packages.Portable;
import org.kpackworkbench.installers.packages.Release;
import org.kpackworkbench.installers.packages.Rpm;
import org.kpackworkbench.installers.runtime.Launcher;
import org.kpackworkbench.installers.runtime.Modules;
import org.kpackworkbench.installers.runtime.RuntimeImage;
import org.kpackworkbench.installers.runtime.StartCaches;

/**
 * Makes everything that is given to users, for the system that it runs on:
 *
 * <pre>BuildInstallers PROJECT JARS VERSION TIME OUT</pre>
 *
 * where {@code PROJECT} is the checkout, {@code JARS} a folder with the program and everything it
 * runs on, {@code TIME} the time of the release in ISO 8601, and {@code OUT} the folder for what is
 * made: {@code image/kpack-workbench} and {@code packages}.
 */
public final class BuildInstallers {
  /** Set to {@code true}, only the folder that runs is made. */
  private static final String IMAGE_ONLY = "kpackworkbench.imageOnly";

  private final Path project;
  private final Path jars;
  private final Path image;
  private final Path work;
  private final Release release;

  private BuildInstallers(Path project, Path jars, String version, Instant time, Path out)
      throws IOException {
    this.project = project;
    this.jars = jars;
    this.image = Trees.fresh(out.resolve("image")).resolve(Release.NAME);
    this.work = Trees.fresh(out.resolve("work"));
    Path packages = Trees.fresh(out.resolve("packages"));
    this.release = new Release(image, version, time, packages);
  }

  /** Makes it all, or ends with a reason. */
  public static void main(String[] args) throws IOException, InterruptedException {
    Path out = Path.of(args[4]).toAbsolutePath();
    BuildInstallers build =
        new BuildInstallers(
            Path.of(args[0]), Path.of(args[1]), args[2], Instant.parse(args[3]), out);
    build.image();
    if (!Boolean.getBoolean(IMAGE_ONLY)) {
      build.packages();
    }
    Trees.delete(build.work);
    for (Path made : Trees.all(out.resolve("packages"))) {
      if (Files.isRegularFile(made)) {
        System.out.println(made + ": " + Files.size(made) + " bytes");
      }
    }
  }

  private void image() throws IOException, InterruptedException {
    Path modules = Files.createDirectories(work.resolve("modules"));
    Modules.gather(jars, modules);
    RuntimeImage.link(modules, image.resolve("runtime"));
    Path options = options();
    List<String> commands =
        CommandLines.all().stream()
            .map(CommandLines.Entry::name)
            .filter(name -> !name.isEmpty())
            .toList();
    Path launcher = image.resolve("bin").resolve(Release.NAME);
    Launcher.write(launcher, options, commands);
    share(image.resolve("share"));
    // The caches know the runtime by its size and time, which therefore must not change afterwards.
    Trees.settle(image, release.time());
    StartCaches.make(
        image,
        options,
        project.resolve("app/sample"),
        project.resolve("app/src/main/launch/rehearsal.txt"));
    Trees.settle(image, release.time());
    if (!isWindows()) {
      checkThatItStarts(launcher);
    }
  }

  private void share(Path share) throws IOException {
    new Manual(release.version(), release.time()).write(share.resolve("man/man1"));
    Completions.write(share);
    DesktopFiles.write(share, release.version(), release.time());
    Schemas.write(project, share);
    icons().writeTheme(share);
    String licences = new ThirdParty(jars, image.resolve("runtime")).text();
    Path documents = share.resolve("doc").resolve(Release.NAME);
    Trees.write(documents.resolve("THIRD-PARTY.txt"), licences);
    Trees.write(documents.resolve("copyright"), Files.readAllBytes(project.resolve("LICENSE")));
  }

  private void checkThatItStarts(Path launcher) throws IOException, InterruptedException {
    String said = Tool.ofSystem(List.of(launcher.toString(), "--version"), Map.of());
    // A cache that is not taken is said, too.
    if (!said.startsWith("Kpack Workbench " + release.version()) || said.contains("warning")) {
      throw new IOException(launcher + " --version said: " + said);
    }
  }

  private void packages() throws IOException, InterruptedException {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String machine = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64";
    if (system.startsWith("linux")) {
      Portable.tar(release, "%s-%s-linux-%s".formatted(Release.NAME, release.version(), machine));
      if (has("dpkg-deb", ".deb")) {
        Deb.make(release, work);
      }
      if (has("rpmbuild", ".rpm")) {
        Rpm.make(release, work);
      }
    } else {
      NativePackages made =
          new NativePackages(release, icons(), Launcher.options(options()), isWindows());
      Path folder = made.folder(work);
      String name = "%s-%s-%s-%s".formatted(Release.NAME, release.version(), system(), machine);
      Portable.zip(new Release(folder, release.version(), release.time(), release.target()), name);
      made.installer(work);
    }
  }

  private static boolean has(String tool, String form) {
    boolean there = Tool.isInstalled(tool);
    if (!there) {
      System.out.println("no " + form + " is made, because there is no " + tool + " here");
    }
    return there;
  }

  private Icons icons() {
    return new Icons(project.resolve("icons/src/main/resources/org/kpackworkbench/icons"));
  }

  private Path options() {
    return project.resolve("app/src/main/launch/java.args");
  }

  private static String system() {
    return isWindows() ? "windows" : "macos";
  }

  private static boolean isWindows() {
    return System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");
  }
}
