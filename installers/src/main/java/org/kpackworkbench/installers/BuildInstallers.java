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
import org.kpackworkbench.installers.runtime.CommandLineJars;
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
 * made: {@code packages}, and {@code image/kpack-workbench} and {@code image/kpack-workbench-cli},
 * the folders that run.
 */
public final class BuildInstallers {
  /** Set to {@code true}, only the folder that runs with its window is made. */
  private static final String IMAGE_ONLY = "kpackworkbench.imageOnly";

  private final Path project;
  private final Path jars;
  private final Path work;
  private final Release release;

  private BuildInstallers(Path project, Path jars, Path work, Release release) {
    this.project = project;
    this.jars = jars;
    this.work = work;
    this.release = release;
  }

  /** Makes it all, or ends with a reason. */
  public static void main(String[] args) throws IOException, InterruptedException {
    Path project = Path.of(args[0]);
    Instant time = Instant.parse(args[3]);
    Path out = Path.of(args[4]).toAbsolutePath();
    Path images = Trees.fresh(out.resolve("image"));
    Path packages = Trees.fresh(out.resolve("packages"));
    Path work = out.resolve("work");
    boolean imageOnly = Boolean.getBoolean(IMAGE_ONLY);
    for (Edition edition : Edition.values()) {
      if (edition.hasWindow() || (!imageOnly && isLinux())) {
        Path jars = Path.of(args[1]);
        Trees.fresh(work);
        if (!edition.hasWindow()) {
          CommandLineJars.gather(jars, Files.createDirectory(work.resolve("jars")));
          jars = work.resolve("jars");
        }
        Path image = images.resolve(edition.packageName());
        Release release = new Release(edition, image, args[2], time, packages);
        BuildInstallers build = new BuildInstallers(project, jars, work, release);
        build.image();
        if (!imageOnly) {
          build.packages();
        }
      }
    }
    Trees.delete(work);
    for (Path made : Trees.all(packages)) {
      if (Files.isRegularFile(made)) {
        System.out.println(made + ": " + Files.size(made) + " bytes");
      }
    }
  }

  private void image() throws IOException, InterruptedException {
    Edition edition = release.edition();
    Path image = release.image();
    Path modules = Files.createDirectories(work.resolve("modules"));
    Modules.gather(jars, modules);
    RuntimeImage.link(modules, image.resolve("runtime"));
    List<String> commands =
        CommandLines.all(edition.hasWindow()).stream()
            .map(CommandLines.Entry::name)
            .filter(name -> !name.isEmpty())
            .toList();
    Path launcher = image.resolve("bin").resolve(Release.NAME);
    Launcher.write(launcher, options(), commands, edition);
    share(image.resolve("share"));
    // The caches know the runtime by its size and time, which therefore must not change afterwards.
    Trees.settle(image, release.time());
    StartCaches.make(
        edition,
        image,
        edition.options(Launcher.options(options())),
        project.resolve("app/sample"),
        project.resolve("app/src/main/launch/rehearsal.txt"));
    Trees.settle(image, release.time());
    if (!isWindows()) {
      checkThatItStarts(launcher);
    }
  }

  private void share(Path share) throws IOException {
    boolean window = release.edition().hasWindow();
    new Manual(release.version(), release.time(), window).write(share.resolve("man/man1"));
    Completions.write(share, window);
    if (window) {
      DesktopFiles.write(share, release.version(), release.time());
      icons().writeTheme(share);
    }
    Schemas.write(project, share);
    Trees.write(
        share.resolve(Release.NAME).resolve("cmake/KpackWorkbench.cmake"),
        Resources.text("cmake/KpackWorkbench.cmake"));
    String licences = new ThirdParty(jars, release.image().resolve("runtime"), window).text();
    Path documents = share.resolve("doc").resolve(release.edition().packageName());
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
    String machine = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64";
    String name =
        "%s-%s-%%s-%s".formatted(release.edition().packageName(), release.version(), machine);
    if (isLinux()) {
      Portable.tar(release, name.formatted("linux"));
      Deb.make(release, work);
      if (release.edition().hasWindow() && canMakeRpm()) {
        Rpm.make(release, work);
      }
    } else {
      NativePackages made =
          new NativePackages(release, icons(), Launcher.options(options()), isWindows());
      Path folder = made.folder(work);
      Release files =
          new Release(
              release.edition(), folder, release.version(), release.time(), release.target());
      String system = name.formatted(isWindows() ? "windows" : "macos");
      Portable.zip(files, system);
      made.installer(work, system);
    }
  }

  private static boolean canMakeRpm() {
    boolean installed = Tool.isInstalled("rpmbuild");
    if (!installed) {
      System.out.println("no .rpm is made, because there is no rpmbuild here");
    }
    return installed;
  }

  private Icons icons() {
    return new Icons(project.resolve("icons/src/main/resources/org/kpackworkbench/icons"));
  }

  private Path options() {
    return project.resolve("app/src/main/launch/java.args");
  }

  private static boolean isWindows() {
    return System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");
  }

  private static boolean isLinux() {
    return System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("linux");
  }
}
