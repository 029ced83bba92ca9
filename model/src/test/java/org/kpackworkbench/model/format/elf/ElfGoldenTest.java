package org.kpackworkbench.model.format.elf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.fixtures.Fixtures;

/** Compares what is read of compiled files with what {@code llvm-readelf} prints of them. */
class ElfGoldenTest {
  private static final Pattern SECTION = Pattern.compile("\\[\\d+\\] .*");
  private static final Pattern SEGMENT = Pattern.compile("[A-Z_]+ 0x[0-9a-f]{6} 0x.*");
  private static final Pattern DYNAMIC = Pattern.compile("(0x[0-9a-f]{16} \\([A-Z_0-9]+\\))(.*)");
  private static final Pattern TEXT = Pattern.compile(".*(\\[.*\\])");
  private static final Pattern SYMBOL = Pattern.compile("\\d+: [0-9a-f]{16} \\d+ [A-Z].*");
  private static final Pattern ENTRY = Pattern.compile("[0-9a-f]{16} [0-9a-f]{16} R_.*");
  private static final Pattern PACKED =
      Pattern.compile("(?:[0-9a-f]{4}: [0-9a-f]{16} )?([0-9a-f]{16})(?: .*)?");

  static Stream<String> dumped() throws IOException {
    try (Stream<Path> files = Files.list(Fixtures.golden("").normalize())) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".readelf.txt"))
          .map(name -> name.replace(".readelf.txt", ""))
          .sorted()
          .toList()
          .stream();
    }
  }

  static Stream<String> codeObjects() {
    return Fixtures.ending(".hsaco").stream().map(file -> file.getFileName().toString());
  }

  @ParameterizedTest
  @MethodSource("dumped")
  void readsHeadersAsReadelfDoes(String fixture) throws IOException {
    Golden golden = new Golden(Fixtures.golden(fixture + ".readelf.txt"));
    try (OpenFile file = OpenFile.open(Fixtures.path(fixture))) {
      ElfFile elf = ElfFile.read(file.view());
      ReadelfText text = new ReadelfText(elf);
      assertThat(elf.problems()).isEmpty();
      assertThat(text.sections()).isEqualTo(golden.matching(SECTION)).isNotEmpty();
      assertThat(text.segments()).isEqualTo(golden.matching(SEGMENT));
      assertThat(text.dynamic()).isEqualTo(golden.dynamic());
      assertThat(golden.lines).containsAll(noteLines(text));
    }
  }

  @ParameterizedTest
  @MethodSource("dumped")
  void readsSymbolsAsReadelfDoes(String fixture) throws IOException {
    Golden golden = new Golden(Fixtures.golden(fixture + ".readelf.txt"));
    try (OpenFile file = OpenFile.open(Fixtures.path(fixture))) {
      ElfFile elf = ElfFile.read(file.view());
      List<String> found = new ArrayList<>();
      for (SymbolTable table : elf.symbolTables()) {
        found.addAll(new ReadelfText(elf).symbols(table));
      }
      assertThat(found).isEqualTo(golden.matching(SYMBOL)).isNotEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("codeObjects")
  void readsSymbolsOfCodeObjectsAsReadelfDoes(String fixture) throws IOException {
    Golden golden = new Golden(Fixtures.golden(fixture + ".symbols.txt"));
    try (OpenFile file = OpenFile.open(Fixtures.path(fixture))) {
      ElfFile elf = ElfFile.read(file.view());
      assertThat(new ReadelfText(elf).symbols(elf.dynamicSymbols().orElseThrow()))
          .isEqualTo(golden.matching(SYMBOL))
          .isNotEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("dumped")
  void readsRelocationsAsReadelfDoes(String fixture) throws IOException {
    Golden golden = new Golden(Fixtures.golden(fixture + ".readelf.txt"));
    try (OpenFile file = OpenFile.open(Fixtures.path(fixture))) {
      ElfFile elf = ElfFile.read(file.view());
      List<String> entries = new ArrayList<>();
      List<String> packed = new ArrayList<>();
      for (RelocationTable table : elf.relocations()) {
        boolean isPacked = table.kind() == RelocationTable.Kind.RELR;
        (isPacked ? packed : entries).addAll(new ReadelfText(elf).relocations(table));
      }
      assertThat(entries).isEqualTo(golden.matching(ENTRY)).isNotEmpty();
      assertThat(packed).isEqualTo(golden.packed());
    }
  }

  private static List<String> noteLines(ReadelfText text) throws IOException {
    return text.notes().stream().filter(line -> line.startsWith("Build ID")).toList();
  }

  /** The lines of a golden file, with single spaces. */
  private static final class Golden {
    private final List<String> lines;

    Golden(Path file) throws IOException {
      lines = Files.readAllLines(file).stream().map(ReadelfText::squeeze).toList();
    }

    List<String> matching(Pattern pattern) {
      return lines.stream()
          .filter(line -> pattern.matcher(line).matches())
          .map(line -> line.replace("R E 0x", "RE 0x"))
          .toList();
    }

    List<String> dynamic() {
      List<String> found = new ArrayList<>();
      for (String line : lines) {
        var matcher = DYNAMIC.matcher(line);
        if (matcher.matches()) {
          var text = TEXT.matcher(matcher.group(2));
          found.add(matcher.group(1) + (text.matches() ? " " + text.group(1) : ""));
        }
      }
      return found;
    }

    List<String> packed() {
      List<String> found = new ArrayList<>();
      boolean inside = false;
      for (String line : lines) {
        if (line.startsWith("Index: Entry")) {
          inside = true;
        } else if (inside) {
          var matcher = PACKED.matcher(line);
          inside = matcher.matches();
          if (inside) {
            found.add(matcher.group(1));
          }
        }
      }
      return found;
    }
  }
}
