package org.kpackworkbench.installers.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModulesTest {
  private static final byte[] CLASS = ClassFile.of().build(ClassDesc.of("a.b.C"), type -> {});

  @TempDir Path folder;

  @Test
  void aJarThatIsNoModuleBecomesOneUnderTheNameThatTheJvmDerives() throws Exception {
    Path jars = Files.createDirectory(folder.resolve("jars"));
    Path modules = Files.createDirectory(folder.resolve("modules"));
    jar(jars.resolve("plain-thing-1.2.jar"), Map.of("a/b/C.class", CLASS));
    Modules.gather(jars, modules);
    ModuleDescriptor made = ModuleFinder.of(modules).find("plain.thing").orElseThrow().descriptor();
    assertThat(made.isAutomatic()).isFalse();
    assertThat(made.exports()).extracting(ModuleDescriptor.Exports::source).containsExactly("a.b");
  }

  @Test
  void aServiceThatADescriptorWouldHaveToNameEndsTheBuild() throws Exception {
    Path jars = Files.createDirectory(folder.resolve("jars"));
    Path modules = Files.createDirectory(folder.resolve("modules"));
    jar(
        jars.resolve("plain-1.2.jar"),
        Map.of("a/b/C.class", CLASS, "META-INF/services/x.Y", new byte[0]));
    assertThatThrownBy(() -> Modules.gather(jars, modules))
        .hasMessageContaining("offers a service");
  }

  private static void jar(Path file, Map<String, byte[]> entries) throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        jar.putNextEntry(new ZipEntry(entry.getKey()));
        jar.write(entry.getValue());
        jar.closeEntry();
      }
    }
  }
}
