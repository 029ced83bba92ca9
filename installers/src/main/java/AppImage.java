import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.ModuleAttribute;
import java.lang.constant.ModuleDesc;
import java.lang.constant.PackageDesc;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Makes the application image: the program and a Java runtime that holds only the modules it needs,
 * in one folder that runs on a machine without Java. The build starts it on the JDK (profile {@code
 * installer}):
 *
 * <pre>java AppImage.java JARS VERSION OPTIONS OUT</pre>
 *
 * where {@code JARS} is a folder with the program and everything it runs on, {@code OPTIONS} the
 * file of JVM options that every start uses, and {@code OUT} a folder that is replaced.
 */
final class AppImage {
  private static final String NAME = "kpack-workbench";
  private static final String MAIN = "org.kpackworkbench.app/org.kpackworkbench.app.Main";

  private AppImage() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Path jars = Path.of(args[0]);
    // Packagers want a number: neither a "-SNAPSHOT" nor anything else behind it.
    String version = args[1].replaceFirst("-.*", "");
    Path out = Path.of(args[3]);
    deleteTree(out);
    Path modules = Files.createDirectories(out.resolve("modules"));
    for (Path jar : jarsIn(jars)) {
      addModule(jar, modules);
    }

    List<String> jpackage =
        new ArrayList<>(List.of("--type", "app-image", "--name", NAME, "--app-version", version));
    jpackage.addAll(List.of("--vendor", "Kpack Workbench", "--dest", out.toString()));
    jpackage.addAll(List.of("--module-path", modules.toString(), "--module", MAIN));
    jpackage.addAll(
        List.of("--jlink-options", "--no-header-files --no-man-pages --strip-native-commands"));
    for (String option : Files.readAllLines(Path.of(args[2]))) {
      if (option.startsWith("-")) {
        jpackage.addAll(List.of("--java-options", option));
      }
    }
    run("jpackage", jpackage);
    checkThatItStarts(out.resolve(NAME), version);
    deleteTree(modules);
  }

  /**
   * Puts a jar where jlink can take it: as it is, with a module descriptor added, or as a jmod when
   * it has native code.
   */
  private static void addModule(Path jar, Path modules) throws IOException {
    String name = jar.getFileName().toString();
    if (name.startsWith("javafx-")) {
      // Maven has two jars for each of these; the one without the system's name is empty.
      if (hasEntry(jar, "module-info.class")) {
        addJmod(jar, modules);
      }
    } else if (name.startsWith("msgpack-core-")) {
      addDescriptor(jar, modules.resolve(name));
    } else {
      Files.copy(jar, modules.resolve(name));
    }
  }

  /**
   * A runtime keeps a jmod's libraries as files; out of a jar, JavaFX would unpack them to a cache
   * at the first start.
   */
  private static void addJmod(Path jar, Path modules) throws IOException {
    Path work = Files.createTempDirectory("jmod");
    Path classes = Files.createDirectory(work.resolve("classes"));
    Path libraries = Files.createDirectory(work.resolve("libraries"));
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : zip.stream().filter(it -> !it.isDirectory()).toList()) {
        boolean nativeCode = entry.getName().matches("[^/]+\\.(so|dll|dylib)");
        Path file = (nativeCode ? libraries : classes).resolve(entry.getName());
        Files.createDirectories(file.getParent());
        try (InputStream content = zip.getInputStream(entry)) {
          Files.copy(content, file);
        }
      }
    }
    String name = jar.getFileName().toString().replace(".jar", ".jmod");
    run(
        "jmod",
        List.of(
            "create",
            "--class-path",
            classes.toString(),
            "--libs",
            libraries.toString(),
            modules.resolve(name).toString()));
    deleteTree(work);
  }

  /**
   * msgpack-core is not a module, which jlink insists on; the name is the one that the JVM derives
   * from the jar's.
   */
  private static void addDescriptor(Path jar, Path copy) throws IOException {
    String module = ModuleFinder.of(jar).findAll().iterator().next().descriptor().name();
    Set<String> packages = new TreeSet<>();
    try (ZipFile zip = new ZipFile(jar.toFile());
        ZipOutputStream target = new ZipOutputStream(Files.newOutputStream(copy))) {
      for (ZipEntry entry : zip.stream().filter(it -> !it.isDirectory()).toList()) {
        if (entry.getName().endsWith(".class")) {
          packages.add(
              entry.getName().substring(0, entry.getName().lastIndexOf('/')).replace('/', '.'));
        }
        try (InputStream content = zip.getInputStream(entry)) {
          put(target, entry.getName(), content);
        }
      }
      byte[] descriptor =
          ClassFile.of()
              .buildModule(
                  ModuleAttribute.of(
                      ModuleDesc.of(module),
                      it -> {
                        it.requires(ModuleDesc.of("java.base"), ClassFile.ACC_MANDATED, null);
                        it.requires(ModuleDesc.of("jdk.unsupported"), 0, null);
                        packages.forEach(name -> it.exports(PackageDesc.of(name), 0));
                      }));
      put(target, "module-info.class", new ByteArrayInputStream(descriptor));
    }
  }

  private static void put(ZipOutputStream target, String name, InputStream content)
      throws IOException {
    target.putNextEntry(new ZipEntry(name));
    content.transferTo(target);
    target.closeEntry();
  }

  private static void checkThatItStarts(Path image, String version)
      throws IOException, InterruptedException {
    Path launcher;
    try (Stream<Path> files = Files.walk(image)) {
      launcher =
          files
              .filter(file -> file.getFileName().toString().matches(NAME + "(\\.exe)?"))
              .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
              .findFirst()
              .orElseThrow(() -> new IOException("no launcher in " + image));
    }
    Process process =
        new ProcessBuilder(launcher.toString(), "--version").redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes());
    if (process.waitFor() != 0 || !said.contains(version)) {
      throw new IOException(launcher + " --version did not say " + version + " but: " + said);
    }
    System.out.println(launcher + ": " + said.strip());
  }

  private static boolean hasEntry(Path jar, String name) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.getEntry(name) != null;
    }
  }

  private static List<Path> jarsIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  private static void run(String tool, List<String> args) throws IOException {
    int status =
        ToolProvider.findFirst(tool)
            .orElseThrow(() -> new IOException("this JDK has no " + tool))
            .run(System.out, System.err, args.toArray(String[]::new));
    if (status != 0) {
      throw new IOException(tool + " failed with status " + status + ": " + String.join(" ", args));
    }
  }

  private static void deleteTree(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    }
  }
}
