package org.kpackworkbench.installers.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Brings class files from before Java 6 up to date. They lack stack maps, without which the JVM
 * verifies them in a slow way, and a cache for starts cannot hold them at all. Their code stays.
 */
final class OldClasses {
  /** The first version that the JVM verifies by stack maps alone. */
  private static final int NEW = ClassFile.JAVA_8_VERSION;

  private static final int OLD = ClassFile.JAVA_6_VERSION;
  private static final int VERSION_OFFSET = 6;

  private OldClasses() {}

  /**
   * Writes copies without old class files, as {@code app/run} does for starts from a checkout.
   *
   * @param args a folder, and jars; those that have such class files are copied into it
   */
  static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    for (String arg : List.of(args).subList(1, args.length)) {
      Path jar = Path.of(arg);
      if (areIn(jar)) {
        renew(jar, folder.resolve(jar.getFileName()));
      }
    }
  }

  /** Whether a jar has any. */
  static boolean areIn(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : zip.stream().toList()) {
        if (isClass(entry) && version(read(zip, entry)) < OLD) {
          return true;
        }
      }
      return false;
    }
  }

  /** Writes a copy of a jar in which none is left. */
  static void renew(Path jar, Path copy) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile());
        OutputStream out = Files.newOutputStream(copy);
        ZipOutputStream target = new ZipOutputStream(out)) {
      // To join stack maps, the writer has to know what is a subclass of what.
      ClassHierarchyResolver classes =
          ClassHierarchyResolver.ofResourceParsing(
                  name -> stream(zip, name.packageName().replace('.', '/') + "/" + simple(name)))
              .orElse(ClassHierarchyResolver.defaultResolver());
      ClassFile writer =
          ClassFile.of(
              ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
              ClassFile.ClassHierarchyResolverOption.of(classes));
      for (ZipEntry entry : zip.stream().filter(it -> !it.isDirectory()).toList()) {
        byte[] content = read(zip, entry);
        target.putNextEntry(new ZipEntry(entry.getName()));
        target.write(isClass(entry) && version(content) < OLD ? renewed(content, writer) : content);
        target.closeEntry();
      }
    }
  }

  private static byte[] renewed(byte[] content, ClassFile writer) {
    ClassTransform version =
        (builder, element) ->
            builder.with(
                element instanceof ClassFileVersion ? ClassFileVersion.of(NEW, 0) : element);
    ClassTransform code = ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL);
    return writer.transformClass(writer.parse(content), version.andThen(code));
  }

  private static String simple(ClassDesc name) {
    String descriptor = name.descriptorString();
    int start = Math.max(descriptor.lastIndexOf('/'), 0) + 1;
    return descriptor.substring(start, descriptor.length() - 1) + ".class";
  }

  private static @Nullable InputStream stream(ZipFile zip, String name) {
    ZipEntry entry = zip.getEntry(name);
    try {
      return entry == null ? null : zip.getInputStream(entry);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static boolean isClass(ZipEntry entry) {
    return entry.getName().endsWith(".class");
  }

  private static int version(byte[] content) {
    return content.length < VERSION_OFFSET + 2
        ? Integer.MAX_VALUE
        : ((content[VERSION_OFFSET] & 0xff) << 8) | (content[VERSION_OFFSET + 1] & 0xff);
  }

  private static byte[] read(ZipFile zip, ZipEntry entry) throws IOException {
    try (InputStream in = zip.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }
}
