package org.kpackworkbench.model.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.text.SizeText;

/** A way in for bytes, texts or files from outside is fuzzed, or a reason is given here. */
class EveryReaderTest {
  private static final Set<String> VERBS =
      Set.of("open", "read", "parse", "unpack", "decode", "detect", "load");

  private static final Set<Class<?>> FROM_OUTSIDE =
      Set.of(ByteView.class, String.class, byte[].class, Path.class);

  private static final Map<String, String> NOT_FUZZED =
      Map.of(
          "format.artifact.ArtifactFolder", "opens a folder; what it reads is an ArtifactManifest",
          "base.bytes.OpenFile", "maps bytes and knows no format",
          "base.text.HexText", "two digits for a byte, as the JDK reads them",
          "base.bytes.NamedChannel", "writes bytes and knows no format",
          "operation.edit.EditedManifest", "opens with ManifestFile, which is fuzzed",
          "format.host.edit.HostBinary", "opens with ElfFile and FatBinary, which are fuzzed",
          "format.host.HostImages", "opens with ElfFile or CoffFile, which are fuzzed",
          "format.hostonly.BundleForm", "one word in a BundleOrigin, which is fuzzed",
          "analysis.library.KpackLibrary", "reads with CodeObject, which is fuzzed",
          "format.registration.Original", "opens with FatBinary, which is fuzzed");

  @Test
  void everyReaderIsFuzzed() throws Exception {
    Set<String> unknown = waysIn(compiled());
    assertThat(unknown).contains("format.elf.ElfFile", "format.kpack.KpackArchive");
    unknown.removeAll(fuzzed());
    assertThat(unknown).as("readers without a target").isEqualTo(NOT_FUZZED.keySet());
  }

  @Test
  void aReaderWithoutATargetIsSeen() {
    assertThat(waysIn(List.of(Forgotten.class))).containsExactly("fuzz.EveryReaderTest$Forgotten");
    assertThat(fuzzed()).doesNotContain("fuzz.EveryReaderTest$Forgotten");
  }

  /** A reader without a fuzz target. */
  public static final class Forgotten {
    private Forgotten() {}

    public static int read(ByteView bytes) {
      return bytes.hashCode();
    }
  }

  private static Set<String> fuzzed() {
    return Arrays.stream(FuzzTarget.values())
        .flatMap(target -> target.readers().stream())
        .map(reader -> shortName(reader.getName()))
        .collect(Collectors.toSet());
  }

  /** The model's main classes, none of which is initialised. */
  private static List<Class<?>> compiled()
      throws IOException, URISyntaxException, ClassNotFoundException {
    Path folder =
        Path.of(SizeText.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<String> names;
    try (Stream<Path> files = Files.walk(folder.resolve("org"))) {
      names =
          files
              .map(file -> folder.relativize(file).toString().replace(File.separatorChar, '.'))
              .filter(name -> name.endsWith(".class") && !name.endsWith("-info.class"))
              .map(name -> name.substring(0, name.length() - ".class".length()))
              .toList();
    }
    List<Class<?>> all = new ArrayList<>();
    for (String name : names) {
      all.add(Class.forName(name, false, SizeText.class.getClassLoader()));
    }
    return all;
  }

  private static Set<String> waysIn(List<Class<?>> classes) {
    Set<String> found = new TreeSet<>();
    for (Class<?> each : classes) {
      if (Modifier.isPublic(each.getModifiers())
          && Arrays.stream(each.getDeclaredMethods()).anyMatch(EveryReaderTest::isWayIn)) {
        found.add(shortName(each.getName()));
      }
    }
    return found;
  }

  private static boolean isWayIn(Method method) {
    return Modifier.isPublic(method.getModifiers())
        && Modifier.isStatic(method.getModifiers())
        && VERBS.contains(method.getName())
        && Arrays.stream(method.getParameterTypes()).anyMatch(FROM_OUTSIDE::contains);
  }

  private static String shortName(String name) {
    return name.substring("org.kpackworkbench.model.".length());
  }
}
