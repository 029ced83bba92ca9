package org.kpackworkbench.installers.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.ModuleAttribute;
import java.lang.constant.ModuleDesc;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandLineJarsTest {
  private static final List<String> OF_WINDOW =
      List.of("javafx-base-26-linux.jar", "kpack-workbench-views-1.jar", "controlsfx-11.jar");

  @TempDir Path folder;
  private Path target = Path.of("");

  @BeforeEach
  void gathered() throws Exception {
    Path jars = Files.createDirectory(folder.resolve("jars"));
    target = Files.createDirectory(folder.resolve("target"));
    for (String name : OF_WINDOW) {
      jar(jars.resolve(name), "of.window");
    }
    jar(
        jars.resolve("kpack-workbench-app-1.jar"),
        "org.kpackworkbench.app",
        "org.kpackworkbench.views",
        "org.kpackworkbench.model",
        "java.desktop");
    CommandLineJars.gather(jars, target);
  }

  @Test
  void leavesTheWindowsJarsOut() throws Exception {
    assertThat(Modules.jarsIn(target))
        .extracting(jar -> jar.getFileName().toString())
        .containsExactly("kpack-workbench-app-1.jar");
  }

  @Test
  void requiresOnlyWhatIsThere() {
    ModuleDescriptor descriptor =
        ModuleFinder.of(target).find("org.kpackworkbench.app").orElseThrow().descriptor();
    assertThat(descriptor.requires())
        .extracting(ModuleDescriptor.Requires::name)
        .containsExactlyInAnyOrder("java.base", "org.kpackworkbench.model");
  }

  @Test
  void keepsEverythingButThePicturesOfTheGuides() throws Exception {
    try (ZipFile zip = new ZipFile(target.resolve("kpack-workbench-app-1.jar").toFile())) {
      assertThat(zip.stream().map(ZipEntry::getName))
          .containsExactlyInAnyOrder("module-info.class", "org/kpackworkbench/app/guide/a.md");
    }
  }

  private static void jar(Path file, String module, String... required) throws Exception {
    byte[] descriptor =
        ClassFile.of()
            .buildModule(
                ModuleAttribute.of(
                    ModuleDesc.of(module),
                    it -> {
                      it.requires(ModuleDesc.of("java.base"), ClassFile.ACC_MANDATED, null);
                      for (String each : required) {
                        it.requires(ModuleDesc.of(each), 0, null);
                      }
                    }));
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out)) {
      jar.putNextEntry(new ZipEntry("module-info.class"));
      jar.write(descriptor);
      for (String name : List.of("a.md", "window.png")) {
        jar.putNextEntry(new ZipEntry("org/kpackworkbench/app/guide/" + name));
      }
    }
  }
}
