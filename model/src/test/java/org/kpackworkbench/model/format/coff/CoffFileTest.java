package org.kpackworkbench.model.format.coff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.ClaimMap;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.Mutations;
import org.kpackworkbench.model.format.coff.CoffSection.Role;

class CoffFileTest {
  private static final Pattern FIELD =
      Pattern.compile(" *(Name|VirtualSize|VirtualAddress|RawDataSize|PointerToRawData): (\\S+).*");

  @ParameterizedTest
  @ValueSource(strings = {"windows.dll", "windows-fixed.exe"})
  void listsSectionsAsOtherToolsDo(String fixture) throws IOException {
    CoffFile file = read(Files.readAllBytes(Fixtures.path(fixture)));
    List<String> found = new ArrayList<>();
    for (CoffSection section : file.sections()) {
      found.add(section.name());
      found.add(Long.toString(section.memorySizeBytes()));
      found.add(Long.toString(section.address() - file.imageBase()));
      found.add(Long.toString(section.fileSizeBytes()));
      found.add(Long.toString(section.fileOffset()));
    }
    assertThat(found).isEqualTo(golden(fixture));
    assertThat(file.problems()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "windows.dll, Windows DLL, .hip_fat, .hipFatB",
    "windows-fixed.exe, Windows program, .hip_fat, .hipFatB",
    "windows.obj, Windows object file, .hip_fatbin, .hipFatBinSegment"
  })
  void namesWhatItIsAndWhereDeviceCodeIs(
      String fixture, String kind, String bundles, String wrappers) throws IOException {
    CoffFile file = read(Files.readAllBytes(Fixtures.path(fixture)));
    assertThat(file.kindName()).isEqualTo(kind);
    assertThat(file.machineName()).isEqualTo("x86-64");
    assertThat(file.hasDeviceCode()).isTrue();
    assertThat(name(file, Role.BUNDLES)).isEqualTo(bundles);
    assertThat(name(file, Role.WRAPPERS)).isEqualTo(wrappers);
    assertThat(file.sections().getFirst().flagWords()).isEqualTo("read, execute, code");
  }

  @Test
  void readsWhereAProgramWantsToBe() throws IOException {
    assertThat(read(Files.readAllBytes(Fixtures.path("windows-fixed.exe"))).imageBase())
        .isEqualTo(0x140000000L);
  }

  @Test
  void knowsTheMarkersSection() {
    CoffSection section = new CoffSection(0, ".kpackrf", 1, 1, 1, 1, 0, 0, 0x40000040L, 0);
    assertThat(section.role()).isEqualTo(Role.MARKER);
    assertThat(section.flagWords()).isEqualTo("read, data");
  }

  @ParameterizedTest
  @ValueSource(strings = {"libone.so", "libstatic.a", "bundle.co", "compressed.co"})
  void takesNothingElseForOne(String fixture) throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.path(fixture));
    assertThat(CoffFile.isCoff(ByteView.of("a", bytes))).isFalse();
    assertThatThrownBy(() -> read(bytes)).isInstanceOf(FormatException.class);
  }

  @Test
  void survivesWhateverTheBytesAre() throws IOException {
    byte[] whole = beginning();
    for (int size = 0; size < whole.length; size++) {
      walk(Arrays.copyOf(whole, size));
    }
    mutate(10_000);
  }

  @Tag("long")
  @Test
  void survivesManyMutations() throws IOException {
    mutate(100_000);
  }

  private static byte[] beginning() throws IOException {
    return Arrays.copyOf(Files.readAllBytes(Fixtures.path("windows.dll")), 1024);
  }

  private static void mutate(int count) throws IOException {
    Mutations mutations = new Mutations(beginning(), 5);
    int opened = 0;
    for (int i = 0; i < count; i++) {
      opened += walk(mutations.next()) ? 1 : 0;
    }
    assertThat(opened).isGreaterThan(count / 2);
  }

  private static boolean walk(byte[] bytes) throws IOException {
    try {
      CoffFile file = read(bytes);
      ClaimMap.of(bytes.length, CoffClaims.of(file, List.of(), new Place.File(Path.of("a.dll"))));
      return true;
    } catch (FormatException expected) {
      return false;
    }
  }

  private static String name(CoffFile file, Role role) {
    return file.sections().stream()
        .filter(section -> section.role() == role)
        .findFirst()
        .orElseThrow()
        .name();
  }

  private static CoffFile read(byte[] bytes) throws FormatException {
    return CoffFile.read(ByteView.of("a.dll", bytes));
  }

  /** The five fields of each section. */
  private static List<String> golden(String fixture) throws IOException {
    List<String> found = new ArrayList<>();
    boolean inside = false;
    for (String line : Files.readAllLines(Fixtures.golden(fixture + ".readobj.txt"))) {
      inside = line.startsWith("Sections [") || (inside && !line.equals("]"));
      var field = FIELD.matcher(line);
      if (inside && field.matches()) {
        boolean text = field.group(1).equals("Name");
        found.add(text ? field.group(2) : Long.toString(Long.decode(field.group(2))));
      }
    }
    return found;
  }
}
