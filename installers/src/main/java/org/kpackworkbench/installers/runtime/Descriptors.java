package org.kpackworkbench.installers.runtime;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.ModuleAttribute;
import java.lang.constant.ModuleDesc;
import java.lang.constant.PackageDesc;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.kpackworkbench.installers.Tool;

/**
 * Gives jars that are no modules a descriptor, which jlink insists on: the name that the JVM
 * derives, every package exported, and what jdeps finds required.
 */
final class Descriptors {
  private static final Pattern REQUIRED = Pattern.compile("(?m) -> (\\S+)\\s*$");

  private Descriptors() {}

  /**
   * Writes a copy of a jar with a descriptor.
   *
   * @param all the jars among which to look for what it requires
   */
  static void add(Path jar, List<Path> all, Path copy) throws IOException {
    String module = ModuleFinder.of(jar).findAll().iterator().next().descriptor().name();
    Set<String> required = required(jar, all);
    Set<String> packages = new TreeSet<>();
    try (ZipFile zip = new ZipFile(jar.toFile());
        ZipOutputStream target = new ZipOutputStream(Files.newOutputStream(copy))) {
      for (ZipEntry entry : zip.stream().filter(it -> !it.isDirectory()).toList()) {
        String name = entry.getName();
        if (name.startsWith("META-INF/services/")) {
          throw new IOException(
              jar + " offers a service, " + name + ", which its descriptor would have to say");
        }
        if (name.endsWith(".class") && !name.startsWith("META-INF/")) {
          packages.add(name.substring(0, name.lastIndexOf('/')).replace('/', '.'));
        }
        try (InputStream content = zip.getInputStream(entry)) {
          put(target, name, content);
        }
      }
      put(target, "module-info.class", new ByteArrayInputStream(build(module, required, packages)));
    }
  }

  private static byte[] build(String module, Set<String> required, Set<String> packages) {
    return ClassFile.of()
        .buildModule(
            ModuleAttribute.of(
                ModuleDesc.of(module),
                it -> {
                  it.requires(ModuleDesc.of("java.base"), ClassFile.ACC_MANDATED, null);
                  required.forEach(name -> it.requires(ModuleDesc.of(name), 0, null));
                  packages.forEach(name -> it.exports(PackageDesc.of(name), 0));
                }));
  }

  private static Set<String> required(Path jar, List<Path> all) throws IOException {
    String path = all.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    String said =
        Tool.ofJdk(
            "jdeps",
            List.of(
                "-summary",
                "--ignore-missing-deps",
                "--multi-release",
                "base",
                "--module-path",
                path,
                jar.toString()));
    Set<String> required = new TreeSet<>();
    Matcher line = REQUIRED.matcher(said);
    while (line.find()) {
      required.add(line.group(1));
    }
    required.remove("java.base");
    // What is not there at all: annotations, and classes that only other uses of the library need.
    required.remove("not");
    return required;
  }

  private static void put(ZipOutputStream target, String name, InputStream content)
      throws IOException {
    target.putNextEntry(new ZipEntry(name));
    content.transferTo(target);
    target.closeEntry();
  }
}
