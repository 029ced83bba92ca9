package org.kpackworkbench.model.format.elf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.real.RealLibrary;

class ElfFileTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "0, 0, WRONG_MAGIC, magic, the bytes 7F 45 4C 46, 00 45 4C 46",
    "4, 1, UNSUPPORTED, class, 2 (64-bit), 1 (32-bit)",
    "4, 9, BAD_VALUE, class, 2 (64-bit), 9",
    "5, 2, UNSUPPORTED, byte order, 1 (little-endian), 2 (big-endian)",
    "6, 3, UNSUPPORTED_VERSION, version, 1, 3"
  })
  void namesWhatIsWrongWithTheHeader(
      int offset, byte value, Reason reason, String field, String expected, String found) {
    byte[] bytes = SampleElf.library();
    bytes[offset] = value;
    assertThatThrownBy(() -> ElfFile.read(ByteView.of("a.so", bytes)))
        .asInstanceOf(type(FormatException.class))
        .satisfies(
            problem -> {
              assertThat(problem.reason()).isEqualTo(reason);
              assertThat(problem.structure()).isEqualTo("ELF header");
              assertThat(problem.field()).isEqualTo(field);
              assertThat(problem.fileOffset()).isEqualTo(offset);
              assertThat(problem.expected()).isEqualTo(expected);
              assertThat(problem.found()).isEqualTo(found);
            });
  }

  @ParameterizedTest
  @CsvSource({"libi386.so, class", "libpowerpc64.so, byte order"})
  void namesTheKindsThatAreNotRead(String fixture, String field) throws IOException {
    try (OpenFile file = OpenFile.open(Fixtures.path(fixture))) {
      assertThat(ElfFile.isElf(file.view())).isTrue();
      assertThatThrownBy(() -> ElfFile.read(file.view()))
          .asInstanceOf(type(FormatException.class))
          .satisfies(
              problem -> {
                assertThat(problem.reason()).isEqualTo(Reason.UNSUPPORTED);
                assertThat(problem.field()).isEqualTo(field);
              });
    }
  }

  @Test
  void readsWhatTheSampleHolds() throws FormatException {
    ElfFile elf = ElfFile.read(ByteView.of("a.so", SampleElf.library()));
    assertThat(elf.problems()).isEmpty();
    assertThat(elf.dynamic().get(0).text()).isEqualTo("libamdhip64.so");
    assertThat(elf.dynamic().get(1).text()).isEqualTo("libtest.so");
    assertThat(names(elf.dynamicSymbols().orElseThrow()))
        .containsExactly("", "hipLaunch", "bundle", "answer");
    assertThat(elf.dynamicSymbols().orElseThrow().symbol(1).version()).isEqualTo("hip_4.2");
    assertThat(elf.dynamicSymbols().orElseThrow().symbol(2).version()).isNull();
    assertThat(elf.section(".text").orElseThrow().flagWords()).isEqualTo("alloc, execute");
    assertThat(elf.segments().getFirst().flagWords()).isEqualTo("read, write, execute");
    assertThat(elf.notes().getFirst().typeName()).isEqualTo("build id");
    assertThat(elf.rangeOf(elf.section(".bss").orElseThrow()).isEmpty()).isTrue();
    assertThat(SectionFlags.words(0x1002)).isEqualTo("alloc, 0x1000");
  }

  @Test
  void opensWithoutSectionHeaders() throws IOException {
    try (OpenFile file = OpenFile.open(Fixtures.path("libnosections.so"));
        OpenFile whole = OpenFile.open(Fixtures.path("libdrift.so"))) {
      ElfFile stripped = ElfFile.read(file.view());
      ElfFile full = ElfFile.read(whole.view());
      assertThat(stripped.problems()).isEmpty();
      assertThat(stripped.sections()).isEmpty();
      assertThat(stripped.segments()).hasSameSizeAs(full.segments());
      assertThat(stripped.dynamic()).isEqualTo(full.dynamic());
      assertThat(stripped.notes()).hasSameSizeAs(full.notes());
      // Symbols and relocations are found as a loader finds them.
      assertThat(names(stripped.dynamicSymbols().orElseThrow()))
          .isEqualTo(names(full.dynamicSymbols().orElseThrow()));
      RelocationTable found = stripped.relocations().getFirst();
      assertThat(found.label()).isEqualTo("dynamic RELA");
      assertThat(found.asList()).hasSameSizeAs(full.relocations().getFirst().asList());
      ElfSection wrappers = full.section(".hipFatBinSegment").orElseThrow();
      long pointer = wrappers.address() + 8;
      assertThat(stripped.effectivePointer(pointer).value())
          .isEqualTo(full.effectivePointer(pointer).value())
          .isPositive();
    }
  }

  @Test
  void countsTheSymbolsOfEitherHashTable() throws IOException {
    for (String fixture : List.of("libhash-sysv.so", "libhash-both.so", "libone.so")) {
      byte[] bytes = Files.readAllBytes(Fixtures.path(fixture));
      ElfFile full = ElfFile.read(ByteView.of(fixture, bytes.clone()));
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(40, 0).putInt(60, 0);
      ElfFile stripped = ElfFile.read(ByteView.of(fixture, bytes));
      assertThat(names(stripped.dynamicSymbols().orElseThrow()))
          .isEqualTo(names(full.dynamicSymbols().orElseThrow()));
    }
  }

  @Test
  void keepsTheRestWhenOnePartIsBroken() throws FormatException {
    ElfFile good = ElfFile.read(ByteView.of("a.so", SampleElf.library()));
    int symbols = good.section(".dynsym").orElseThrow().index();

    // The symbols' entry size.
    ElfFile bad = broken(good, symbols, header -> header.putLong(56, 3));
    assertThat(bad.problems()).hasSize(1);
    FormatException problem = bad.problems().getFirst();
    assertThat(problem.structure()).isEqualTo("section header 2 (.dynsym)");
    assertThat(problem.field()).isEqualTo("entry size");
    assertThat(problem.expected()).isEqualTo("24");
    assertThat(bad.symbols(bad.section(".dynsym").orElseThrow())).isEmpty();
    assertThat(bad.staticSymbols().orElseThrow().size()).isEqualTo(3);
    assertThat(bad.relocations()).hasSize(2);

    // Where its bytes are.
    bad = broken(good, symbols, header -> header.putLong(24, 1L << 40));
    assertThat(bad.problems().getFirst().getMessage())
        .contains(
            "section header 2 (.dynsym), offset and size: expected a range inside the",
            "found 0x10000000000 + 96 bytes");
    ElfFile far = bad;
    assertThatThrownBy(() -> far.content(far.section(".dynsym").orElseThrow()))
        .isInstanceOf(FormatException.class);
    assertThat(bad.rangeOf(bad.section(".dynsym").orElseThrow()).isEmpty()).isTrue();
  }

  @Test
  void refusesATableOfHeadersThatCannotFit() throws FormatException {
    byte[] bytes = SampleElf.library();
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putShort(60, (short) 60000);
    ElfFile elf = ElfFile.read(ByteView.of("a.so", bytes));
    assertThat(elf.sections()).isEmpty();
    assertThat(elf.segments()).hasSize(4);
    FormatException problem = elf.problems().getFirst();
    assertThat(problem.reason()).isEqualTo(Reason.OUT_OF_BOUNDS);
    assertThat(problem.structure()).isEqualTo("section header table");
    assertThat(problem.found()).startsWith("60000");
  }

  @Test
  void doesNotReadTablesByTheThousand() throws FormatException {
    // A linker may make a hundred thousand sections, but not of symbols.
    byte[] bytes = new byte[64 + 200_000 * 64];
    ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    words.put(SampleElf.library(), 0, 64);
    words.putLong(32, 0).putLong(40, 64).putShort(56, (short) 0);
    words.putShort(60, (short) 0).putShort(62, (short) 0);
    for (int at = 64; at < bytes.length; at += 64) {
      words.putInt(at + 4, (int) SectionType.SYMTAB).putInt(at + 40, 1).putLong(at + 32, 24);
    }
    words.putLong(64 + 32, 200_000);
    ElfFile elf = ElfFile.read(ByteView.of("a.o", bytes));
    assertThat(elf.sections()).hasSize(200_000);
    assertThat(elf.symbolTables()).hasSize(16);
    assertThat(elf.problems().getLast().reason()).isEqualTo(Reason.TOO_LARGE);
  }

  @Test
  void failsAsAWholeWhereTheFileShrank() throws IOException {
    Path path = folder.resolve("a.so");
    Files.write(path, new byte[1 << 20]);
    Files.write(path, SampleElf.library(), StandardOpenOption.WRITE);
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      // Section headers two pages behind, so that cutting the file takes them away.
      byte[] image = SampleElf.library();
      long headers = ElfFile.read(ByteView.of("a", image)).header().sectionHeadersOffset();
      int length = image.length - (int) headers;
      channel.write(ByteBuffer.wrap(image, (int) headers, length), 1 << 19);
      channel.write(ByteBuffer.wrap(ElfImage.words(1 << 19)), 40);
      try (OpenFile file = OpenFile.open(path)) {
        assertThat(ElfFile.read(file.view()).problems()).isEmpty();
        channel.truncate(8192);
        assertThatThrownBy(() -> ElfFile.read(file.view()))
            .isInstanceOfSatisfying(
                FormatException.class,
                problem -> assertThat(problem.reason()).isEqualTo(Reason.FILE_CHANGED));
      }
    }
  }

  @Test
  void readsNumbersThatAreTooLargeForTheHeader() throws FormatException {
    byte[] bytes = SampleElf.library();
    ElfFile plain = ElfFile.read(ByteView.of("a.so", bytes.clone()));
    ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int first = (int) plain.header().sectionHeadersOffset();
    header.putLong(first + 32, plain.sections().size());
    header.putInt(first + 40, plain.header().sectionNamesIndex());
    header.putInt(first + 44, plain.segments().size());
    header.putShort(56, (short) 0xffff).putShort(60, (short) 0).putShort(62, (short) 0xffff);
    ElfFile elf = ElfFile.read(ByteView.of("a.so", bytes));
    assertThat(elf.problems()).isEmpty();
    assertThat(elf.sections()).hasSameSizeAs(plain.sections());
    assertThat(elf.section(".text").orElseThrow().name()).isEqualTo(".text");
    assertThat(elf.segments()).isEqualTo(plain.segments());
  }

  @Test
  void readsSectionIndicesThatAreTooLargeForASymbol() throws FormatException {
    byte[] bytes =
        ElfImage.of(
            image ->
                image
                    .section(".text", SectionType.PROGBITS, 6, 4, new byte[8])
                    .table(
                        ".symtab",
                        SectionType.SYMTAB,
                        0,
                        8,
                        ".strtab",
                        1,
                        24,
                        ElfImage.join(
                            new byte[24],
                            ElfImage.symbol(1, 2, ElfSymbol.SECTION_EXTENDED, 0, 8),
                            ElfImage.symbol(1, 2, ElfSymbol.SECTION_COMMON, 0, 8)))
                    .section(".strtab", SectionType.STRTAB, 0, 1, ElfImage.strings("f"))
                    .table(
                        ".symtab_shndx",
                        SectionType.SYMTAB_SHNDX,
                        0,
                        4,
                        ".symtab",
                        0,
                        4,
                        ElfImage.ints(0, image.index(".text"), 0)));
    SymbolTable symbols = ElfFile.read(ByteView.of("a.o", bytes)).staticSymbols().orElseThrow();
    assertThat(symbols.symbol(1).section()).isEqualTo(1);
    assertThat(symbols.symbol(2).section()).isEqualTo(-1);
  }

  @Test
  void findsSymbolsByAddressAndName() throws IOException {
    try (OpenFile file = OpenFile.open(Fixtures.path("libmany.so"))) {
      SymbolTable symbols = ElfFile.read(file.view()).staticSymbols().orElseThrow();
      ElfSymbol function = symbols.named("kpackfix_host_answer").orElseThrow();
      assertThat(function.type()).isEqualTo(ElfSymbol.FUNCTION);
      long last = function.value() + function.sizeBytes() - 1;
      assertThat(symbols.holding(function.value()).orElseThrow().name()).isEqualTo(function.name());
      assertThat(symbols.holding(last).orElseThrow().name()).isEqualTo(function.name());
      assertThat(symbols.holding(-1)).isEmpty();
      assertThat(symbols.named("no such symbol")).isEmpty();
    }
  }

  @Test
  void saysSoWhereASymbolsNameCannotBeRead() throws FormatException {
    ElfFile good = ElfFile.read(ByteView.of("a.so", SampleElf.library()));
    int at = (int) good.section(".symtab").orElseThrow().fileOffset() + 48;
    byte[] bytes = SampleElf.library();
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(at, 5000);
    SymbolTable symbols = ElfFile.read(ByteView.of("a.so", bytes)).staticSymbols().orElseThrow();
    assertThat(symbols.symbol(2).name()).isEqualTo("(name 0x1388 cannot be read)");
    assertThat(symbols.symbol(1).name()).as("of its section").isEqualTo(".data");
  }

  @Test
  @Tag("real")
  void readsTheRealLibrary() throws IOException {
    try (OpenFile file = OpenFile.open(RealLibrary.path())) {
      ElfFile elf = ElfFile.read(file.view());
      assertThat(elf.problems()).isEmpty();
      assertThat(elf.sections()).hasSize(31);
      assertThat(elf.dynamicSymbols().orElseThrow().symbol(2).version()).isEqualTo("hip_4.2");
      assertThat(elf.extentBytes()).isEqualTo(file.view().size());
      assertThat(elf.rangeOf(elf.section(".bss").orElseThrow()))
          .extracting(ByteRange::isEmpty)
          .isEqualTo(true);
    }
  }

  private static ElfFile broken(ElfFile good, int section, Consumer<ByteBuffer> change)
      throws FormatException {
    byte[] bytes = SampleElf.library();
    int at = (int) good.sections().get(section).headerOffset();
    change.accept(ByteBuffer.wrap(bytes, at, 64).slice().order(ByteOrder.LITTLE_ENDIAN));
    return ElfFile.read(ByteView.of("a.so", bytes));
  }

  private static List<String> names(SymbolTable table) {
    return table.asList().stream().map(ElfSymbol::name).toList();
  }
}
