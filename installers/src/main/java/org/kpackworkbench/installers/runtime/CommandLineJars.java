package org.kpackworkbench.installers.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.ModuleAttribute;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * The jars of the command line alone. The window's are left out, and descriptors no longer require
 * them, nor modules of Java that the program never comes to use: with those, a runtime would have
 * all of Java's drawing.
 */
public final class CommandLineJars {
  private static final Pattern OF_WINDOW =
      Pattern.compile(
          "(kpack-workbench-(views|icons)|javafx|controlsfx|atlantafx|commonmark)-.*\\.jar");
  private static final Set<String> UNUSED =
      Set.of("org.kpackworkbench.views", "java.desktop", "java.sql.rowset");
  // The guides are read in the window. Their texts are small.
  private static final Pattern PICTURE = Pattern.compile("org/kpackworkbench/app/guide/.*\\.png");

  private CommandLineJars() {}

  /**
   * Copies the jars that the command line needs.
   *
   * @param jars the folder with the program and everything it runs on
   * @param target an empty folder
   */
  public static void gather(Path jars, Path target) throws IOException {
    for (Path jar : Modules.jarsIn(jars)) {
      String name = jar.getFileName().toString();
      if (!OF_WINDOW.matcher(name).matches()) {
        copy(jar, target.resolve(name));
      }
    }
  }

  private static void copy(Path jar, Path copy) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile());
        OutputStream out = Files.newOutputStream(copy);
        ZipOutputStream target = new ZipOutputStream(out)) {
      for (ZipEntry entry : zip.stream().toList()) {
        if (entry.isDirectory() || PICTURE.matcher(entry.getName()).matches()) {
          continue;
        }
        target.putNextEntry(new ZipEntry(entry.getName()));
        try (InputStream in = zip.getInputStream(entry)) {
          if (entry.getName().endsWith("module-info.class")) {
            target.write(withoutUnused(in.readAllBytes()));
          } else {
            in.transferTo(target);
          }
        }
        target.closeEntry();
      }
    }
  }

  private static byte[] withoutUnused(byte[] descriptor) {
    ClassFile classes = ClassFile.of();
    return classes.transformClass(
        classes.parse(descriptor),
        (builder, element) ->
            builder.with(element instanceof ModuleAttribute module ? without(module) : element));
  }

  private static ModuleAttribute without(ModuleAttribute module) {
    return ModuleAttribute.of(
        module.moduleName(),
        module.moduleFlagsMask(),
        module.moduleVersion().orElse(null),
        module.requires().stream()
            .filter(required -> !UNUSED.contains(required.requires().name().stringValue()))
            .toList(),
        module.exports(),
        module.opens(),
        module.uses(),
        module.provides());
  }
}
