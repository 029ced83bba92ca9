package org.kpackworkbench.model.format.ar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.place.ClaimMap;
import org.kpackworkbench.model.base.place.Overlaps;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.Mutations;
import org.kpackworkbench.model.format.elf.ElfFile;

class StaticLibraryTest {
  @ParameterizedTest
  @ValueSource(strings = {"libstatic.a", "libstatic-bsd.a", "libstatic-sym64.a", "libthin.a"})
  void listsMembersAsOtherToolsDo(String fixture) throws IOException {
    StaticLibrary library = read(Files.readAllBytes(Fixtures.path(fixture)));
    List<String> found = new ArrayList<>();
    for (ArMember member : library.members()) {
      String where =
          library.thin() ? "" : String.format(Locale.ROOT, " 0x%x", member.range().start());
      found.add(member.sizeBytes() + " Jan 1 00:00 1970 " + member.name() + where);
    }
    assertThat(found)
        .isEqualTo(
            Files.readAllLines(Fixtures.golden(fixture + ".members.txt")).stream()
                .map(line -> line.replaceAll(" +", " ").replaceFirst("^\\S+ \\S+ ", ""))
                .toList());
    assertThat(library.problems()).isEmpty();
    assertThat(library.members()).extracting(ArMember::mode).containsOnly(0644);
  }

  @ParameterizedTest
  @CsvSource({
    "libstatic.a, GNU, 17",
    "libstatic-sym64.a, 'GNU, 64-bit', 9",
    "libstatic-bsd.a, BSD, 13",
    "libthin.a, GNU, 13",
    "windows.lib, GNU, 5"
  })
  void recognisesTheSymbolIndex(String fixture, String format, long symbols) throws IOException {
    SymbolIndex index = read(Files.readAllBytes(Fixtures.path(fixture))).symbolIndices().getFirst();
    assertThat(index.format()).isEqualTo(format);
    assertThat(index.symbolCount()).isEqualTo(symbols);
  }

  @Test
  void readsTheNamesOfALibraryMadeForWindows() throws IOException {
    StaticLibrary library = read(Files.readAllBytes(Fixtures.path("windows.lib")));
    assertThat(library.problems()).isEmpty();
    assertThat(library.symbolIndices())
        .extracting(SymbolIndex::symbolCount)
        .containsExactly(5L, 5L);
    assertThat(library.members())
        .isNotEmpty()
        .extracting(ArMember::name)
        .containsOnly("windows.dll");
  }

  @Test
  void handsOutMembersAsFilesOfTheirOwn() throws IOException {
    StaticLibrary library = read(Files.readAllBytes(Fixtures.path("libstatic.a")));
    ByteView content = library.content(library.members().get(1));
    assertThat(content.name())
        .isEqualTo("a.a(axpy for a file name with spaces that is rather long.o)");
    ElfFile elf = ElfFile.read(content);
    assertThat(elf.problems()).isEmpty();
    assertThat(elf.section(".hip_fatbin")).isPresent();
    assertThat(elf.view().fileOffset(0)).isEqualTo(library.members().get(1).range().start());
  }

  @Test
  void namesTheFilesOfAThinLibrary() throws IOException {
    StaticLibrary library = read(Files.readAllBytes(Fixtures.path("libthin.a")));
    assertThat(library.thin()).isTrue();
    ArMember member = library.members().get(2);
    assertThat(library.externalPath(Fixtures.path("libthin.a"), member))
        .isEqualTo(Fixtures.path("thin/a-second-unit-with-a-longer-name.o").toAbsolutePath());
    assertThatThrownBy(() -> library.content(member))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("thin/a-second-unit-with-a-longer-name.o. Open that file.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/etc/passwd", "../other.o", "a/../../other.o", ".", ""})
  void doesNotFollowAThinLibraryOutOfItsFolder(String name) throws IOException {
    byte[] bytes = library("!<thin>\n", "//", name + "/\n", "/0", "content");
    StaticLibrary library = read(bytes);
    ArMember member = library.members().getFirst();
    FormatException problem =
        catchThrowableOfType(
            FormatException.class, () -> library.externalPath(Path.of("/tmp/a.a"), member));
    assertThat(problem.reason()).isEqualTo(Reason.UNSAFE_PATH);
  }

  @Test
  void keepsTheMembersBeforeABrokenOne() throws IOException {
    byte[] bytes = library("!<arch>\n", "one/", "first", "two/", "second", "three/", "third");
    assertThat(read(bytes).members())
        .extracting(ArMember::name)
        .containsExactly("one", "two", "three");
    int second = 8 + 60 + 6;
    byte[] size = bytes.clone();
    size[second + 48] = 'x';
    assertThat(broken(size).reason()).isEqualTo(Reason.BAD_VALUE);
    size = bytes.clone();
    Arrays.fill(size, second + 48, second + 58, (byte) '9');
    assertThat(broken(size).reason()).isEqualTo(Reason.OUT_OF_BOUNDS);
    size = bytes.clone();
    size[second + 58] = 0;
    FormatException problem = broken(size);
    assertThat(problem.field()).isEqualTo("end mark");
    assertThat(problem.fileOffset()).isEqualTo(second + 58);
  }

  @Test
  void refusesOtherFiles() {
    assertThatThrownBy(() -> read(new byte[100]))
        .isInstanceOfSatisfying(
            FormatException.class,
            problem -> assertThat(problem.reason()).isEqualTo(Reason.WRONG_MAGIC));
  }

  @ParameterizedTest
  @ValueSource(strings = {"libstatic.a", "libstatic-bsd.a", "libthin.a", "windows.lib"})
  void everyByteHasAnOwner(String fixture) throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.path(fixture));
    ClaimMap map =
        ClaimMap.of(bytes.length, ArClaims.of(read(bytes), new Place.File(Path.of("a.a"))));
    assertThat(Overlaps.of(map)).isEmpty();
    assertThat(map.runs(new ByteRange(0, bytes.length)))
        .allSatisfy(run -> assertThat(run.owner().kind()).isNotEqualTo(OwnerKind.UNOWNED));
  }

  @ParameterizedTest
  @ValueSource(strings = {"!<arch>\n", "!<thin>\n"})
  void survivesWhateverTheBytesAre(String magic) throws IOException {
    byte[] whole = ofEveryKind(magic);
    for (int size = 0; size < whole.length; size++) {
      walk(Arrays.copyOf(whole, size));
    }
    mutate(whole, 10_000);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"!<arch>\n", "!<thin>\n"})
  void survivesManyMutations(String magic) throws IOException {
    mutate(ofEveryKind(magic), 100_000);
  }

  private static byte[] ofEveryKind(String magic) throws IOException {
    return library(
        magic,
        "/",
        "\0\0\0\1\0\0\0\2name\0",
        "//",
        "a rather long name.o/\n",
        "/0",
        "one",
        "two/",
        "second",
        "#1/8",
        "bsd namethird");
  }

  private static void mutate(byte[] whole, int count) throws IOException {
    Mutations mutations = new Mutations(whole, 4);
    int opened = 0;
    for (int i = 0; i < count; i++) {
      opened += walk(mutations.next()) ? 1 : 0;
    }
    assertThat(opened).isGreaterThan(count / 2);
  }

  private static FormatException broken(byte[] bytes) throws FormatException {
    StaticLibrary library = read(bytes);
    assertThat(library.members()).extracting(ArMember::name).containsExactly("one");
    assertThat(library.problems()).hasSize(1);
    return library.problems().getFirst();
  }

  private static boolean walk(byte[] bytes) throws IOException {
    StaticLibrary library;
    try {
      library = read(bytes);
    } catch (FormatException expected) {
      return false;
    }
    for (ArMember member : library.members()) {
      try {
        library.content(member);
        library.externalPath(Path.of("/tmp/a.a"), member);
      } catch (FormatException expected) {
        assertThat(expected.reason()).isIn(Reason.UNSUPPORTED, Reason.UNSAFE_PATH);
      }
    }
    ClaimMap.of(bytes.length, ArClaims.of(library, new Place.File(Path.of("a.a"))));
    return true;
  }

  private static StaticLibrary read(byte[] bytes) throws FormatException {
    return StaticLibrary.read(ByteView.of("a.a", bytes));
  }

  /** A library of names and contents. */
  private static byte[] library(String magic, String... members) {
    StringBuilder text = new StringBuilder(magic);
    for (int i = 0; i < members.length; i += 2) {
      String content = members[i + 1];
      text.append(
          String.format(
              Locale.ROOT,
              "%-16s%-12d%-6d%-6d%-8o%-10d`\n",
              members[i],
              0,
              0,
              0,
              0644,
              content.length()));
      boolean stored =
          magic.equals("!<arch>\n") || members[i].equals("/") || members[i].equals("//");
      text.append(stored ? content : "");
      text.append(text.length() % 2 == 0 ? "" : "\n");
    }
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }
}
