package org.kpackworkbench.installers.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OldClassesTest {
  @TempDir Path folder;

  @Test
  void aClassOfJava5GetsStackMapsAndDoesWhatItDid() throws Exception {
    Path old = folder.resolve("old.jar");
    write(old, ClassFile.JAVA_5_VERSION);
    assertThat(OldClasses.areIn(old)).isTrue();
    Path renewed = folder.resolve("new.jar");
    OldClasses.renew(old, renewed);
    assertThat(OldClasses.areIn(renewed)).isFalse();
    assertThat(version(renewed)).isEqualTo(ClassFile.JAVA_8_VERSION);
    try (URLClassLoader loader = new URLClassLoader(new URL[] {renewed.toUri().toURL()}, null)) {
      assertThat(loader.loadClass("a.Absolute").getMethod("of", int.class).invoke(null, -7))
          .isEqualTo(7);
    }
  }

  @Test
  void jarsThatHaveOldClassesAreCopied() throws Exception {
    Path old = folder.resolve("old.jar");
    Path fine = folder.resolve("fine.jar");
    write(old, ClassFile.JAVA_5_VERSION);
    write(fine, ClassFile.JAVA_8_VERSION);
    Path copies = Files.createDirectory(folder.resolve("copies"));
    OldClasses.main(new String[] {copies.toString(), old.toString(), fine.toString()});
    assertThat(copies).isDirectoryContaining("glob:**/old.jar");
    assertThat(copies).isDirectoryNotContaining("glob:**/fine.jar");
    assertThat(version(copies.resolve("old.jar"))).isEqualTo(ClassFile.JAVA_8_VERSION);
  }

  @Test
  void whatIsNewEnoughStaysAsItIs() throws Exception {
    Path jar = folder.resolve("fine.jar");
    write(jar, ClassFile.JAVA_8_VERSION);
    assertThat(OldClasses.areIn(jar)).isFalse();
  }

  /** A class with a branch, for which a newer class file needs a stack map. */
  private static void write(Path jar, int version) throws IOException {
    MethodTypeDesc intToInt = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int);
    byte[] content =
        ClassFile.of()
            .build(
                ClassDesc.of("a.Absolute"),
                type ->
                    type.withVersion(version, 0)
                        .withFlags(ClassFile.ACC_PUBLIC)
                        .withMethodBody(
                            "of",
                            intToInt,
                            ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                            code -> {
                              var positive = code.newLabel();
                              code.iload(0).ifge(positive).iload(0).ineg().istore(0);
                              code.labelBinding(positive).iload(0).ireturn();
                            }));
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream zip = new JarOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("a/Absolute.class"));
      zip.write(content);
      zip.closeEntry();
    }
  }

  private static int version(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile());
        InputStream in = zip.getInputStream(zip.getEntry("a/Absolute.class"))) {
      ClassModel model = ClassFile.of().parse(in.readAllBytes());
      return model.majorVersion();
    }
  }
}
