package org.kpackworkbench.model.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.text.SizeText;

/** A way in for bytes, texts or files from outside is fuzzed, or a reason is given here. */
class EveryReaderTest {
  private static final Set<String> VERBS =
      Set.of("open", "read", "parse", "unpack", "decode", "detect", "load");

  private static final Set<String> FROM_OUTSIDE =
      Set.of(
          ByteView.class.getName(),
          String.class.getName(),
          byte[].class.getName(),
          Path.class.getName());

  private static final Map<String, String> NOT_FUZZED =
      Map.of(
          "format.artifact.ArtifactFolder", "opens a folder; what it reads is an ArtifactManifest",
          "base.bytes.MappedFile", "maps bytes and knows no format",
          "base.text.HexText", "two digits for a byte, as the JDK reads them",
          "format.sqlite.CombinedCache", "opens with SqliteDocument, which is fuzzed",
          "base.bytes.NamedChannel", "writes bytes and knows no format",
          "operation.edit.EditedManifest", "opens with ManifestFile, which is fuzzed",
          "format.host.edit.HostBinary", "opens with ElfFile and FatBinary, which are fuzzed",
          "format.hostonly.BundleForm", "one word in a BundleOrigin, which is fuzzed",
          "format.registration.Original", "opens with FatBinary, which is fuzzed");

  @Test
  void everyReaderIsFuzzed() throws URISyntaxException {
    Path compiled =
        Path.of(SizeText.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Set<String> unknown = waysIn(new ClassFileImporter().importPath(compiled));
    assertThat(unknown).contains("format.elf.ElfFile", "format.kpack.KpackArchive");
    unknown.removeAll(fuzzed());
    assertThat(unknown).as("readers without a target").isEqualTo(NOT_FUZZED.keySet());
  }

  @Test
  void aReaderWithoutATargetIsSeen() {
    assertThat(waysIn(new ClassFileImporter().importClasses(Forgotten.class)))
        .containsExactly("fuzz.EveryReaderTest$Forgotten");
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

  private static Set<String> waysIn(JavaClasses classes) {
    Set<String> found = new TreeSet<>();
    for (JavaClass each : classes) {
      if (each.getModifiers().contains(JavaModifier.PUBLIC)
          && each.getMethods().stream().anyMatch(EveryReaderTest::isWayIn)) {
        found.add(shortName(each.getName()));
      }
    }
    return found;
  }

  private static boolean isWayIn(JavaMethod method) {
    return method.getModifiers().containsAll(Set.of(JavaModifier.PUBLIC, JavaModifier.STATIC))
        && VERBS.contains(method.getName())
        && method.getRawParameterTypes().stream()
            .anyMatch(type -> FROM_OUTSIDE.contains(type.getName()));
  }

  private static String shortName(String name) {
    return name.substring("org.kpackworkbench.model.".length());
  }
}
