package org.kpackworkbench.installers.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.installers.Tool;
import org.kpackworkbench.installers.Trees;

/**
 * Puts the program's jars where jlink can take them: as they are, with a module descriptor added,
 * or as a jmod when they hold native code. A runtime keeps a jmod's libraries as files; out of a
 * jar they would be unpacked at each start.
 */
public final class Modules {
  // JavaFX has one jar for each system, with its libraries on top; zstd-jni has all systems in one
  // jar, each in a folder. What lies deeper is data: the sample workspace holds libraries, too.
  private static final Pattern NATIVE =
      Pattern.compile("((?<system>[a-z]+/[a-z0-9_]+)/)?(?<name>[^/]+\\.(so|dll|dylib))");

  // SQLite's driver has all systems in one jar, too, and takes its own out of it itself.
  private static final Pattern RESOURCE =
      Pattern.compile("org/sqlite/native/(?<system>[A-Za-z-]+/[a-z0-9_]+)/[^/]+");
  private static final Pattern VERSIONED = Pattern.compile("META-INF/versions/\\d+/(?<name>.+)");

  private Modules() {}

  /**
   * Fills a folder with modules.
   *
   * @param jars the folder with the program and everything it runs on
   * @param modules an empty folder
   */
  public static void gather(Path jars, Path modules) throws IOException {
    List<Path> all = jarsIn(jars);
    for (Path jar : all) {
      String name = jar.getFileName().toString();
      boolean described = hasDescriptor(jar);
      if (name.startsWith("javafx-") && !described) {
        // Maven has two jars for each module of JavaFX; the one without the system's name is empty.
        continue;
      }
      if (hasNativeCode(jar)) {
        addJmod(jar, modules);
      } else if (described && OldClasses.areIn(jar)) {
        OldClasses.renew(jar, modules.resolve(name));
      } else if (described) {
        Files.copy(jar, modules.resolve(name));
      } else {
        Descriptors.add(jar, all, modules.resolve(name));
      }
    }
  }

  /** The jars in a folder, by name. */
  static List<Path> jarsIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  private static boolean hasDescriptor(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.stream()
          .map(ZipEntry::getName)
          .anyMatch(name -> name.matches("(META-INF/versions/\\d+/)?module-info\\.class"));
    }
  }

  private static boolean hasNativeCode(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.stream()
          .map(ZipEntry::getName)
          .anyMatch(name -> NATIVE.matcher(name).matches() || RESOURCE.matcher(name).matches());
    }
  }

  private static void addJmod(Path jar, Path modules) throws IOException {
    Path work = Files.createTempDirectory("jmod");
    try {
      Path classes = Files.createDirectory(work.resolve("classes"));
      Path libraries = Files.createDirectory(work.resolve("libraries"));
      try (ZipFile zip = new ZipFile(jar.toFile())) {
        Comparator<ZipEntry> versionedLast =
            Comparator.comparing(entry -> VERSIONED.matcher(entry.getName()).matches());
        for (ZipEntry entry :
            zip.stream().filter(it -> !it.isDirectory()).sorted(versionedLast).toList()) {
          Path file = placeOf(entry.getName(), classes, libraries);
          if (file != null) {
            Files.createDirectories(file.getParent());
            try (InputStream content = zip.getInputStream(entry)) {
              // What is for later versions of Java comes last and replaces the other.
              Files.copy(content, file, StandardCopyOption.REPLACE_EXISTING);
            }
          }
        }
      }
      String name = jar.getFileName().toString().replace(".jar", ".jmod");
      Tool.ofJdk(
          "jmod",
          List.of(
              "create",
              "--class-path",
              classes.toString(),
              "--libs",
              libraries.toString(),
              modules.resolve(name).toString()));
    } finally {
      Trees.delete(work);
    }
  }

  /** Where an entry goes; null for native code of other systems. */
  private static @Nullable Path placeOf(String entry, Path classes, Path libraries) {
    Matcher resource = RESOURCE.matcher(entry);
    if (resource.matches()) {
      return resource.group("system").equals(systemOfSqlite()) ? classes.resolve(entry) : null;
    }
    Matcher library = NATIVE.matcher(entry);
    if (!library.matches()) {
      // A jmod has no versions of classes.
      Matcher versioned = VERSIONED.matcher(entry);
      return classes.resolve(versioned.matches() ? versioned.group("name") : entry);
    }
    String system = library.group("system");
    return system == null || system.equals(thisSystem())
        ? libraries.resolve(library.group("name"))
        : null;
  }

  private static String systemOfSqlite() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String machine = System.getProperty("os.arch").replace("amd64", "x86_64");
    return (system.startsWith("mac") ? "Mac/" : system.startsWith("win") ? "Windows/" : "Linux/")
        + machine;
  }

  private static String thisSystem() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String machine = System.getProperty("os.arch");
    if (system.startsWith("mac")) {
      return "darwin/" + machine;
    }
    return (system.startsWith("win") ? "win/" : "linux/") + machine;
  }
}
