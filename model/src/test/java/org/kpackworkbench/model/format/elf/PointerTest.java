package org.kpackworkbench.model.format.elf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.kpackworkbench.model.format.elf.ElfImage.join;
import static org.kpackworkbench.model.format.elf.ElfImage.rela;
import static org.kpackworkbench.model.format.elf.ElfImage.symbol;
import static org.kpackworkbench.model.format.elf.ElfImage.words;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.elf.PointerValue.How;

/** Addresses, relocations and what pointers will hold. */
class PointerTest {
  private final ElfFile elf = ElfFile.read(ByteView.of("a.so", SampleElf.library()));
  private final ElfSection wrappers = elf.section(".hipFatBinSegment").orElseThrow();
  private final long fat = elf.section(".hip_fatbin").orElseThrow().address();

  PointerTest() throws FormatException {}

  @Test
  void takesTheAddendOfARelativeRelocation() throws FormatException {
    PointerValue pointer = elf.effectivePointer(wrappers.address() + 8);
    assertThat(pointer.how()).isEqualTo(How.RELATIVE);
    assertThat(pointer.value()).isEqualTo(fat);
    assertThat(pointer.stored()).as("what the file has").isZero();
    assertThat(pointer.words()).isEqualTo("R_X86_64_RELATIVE in .rela.dyn, entry 0");
    assertThat(elf.sectionAt(pointer.value()).orElseThrow().name()).isEqualTo(".hip_fatbin");
  }

  @Test
  void addsSymbolAndAddend() throws FormatException {
    PointerValue pointer = elf.effectivePointer(wrappers, 24 + 8);
    assertThat(pointer.how()).isEqualTo(How.SYMBOLIC);
    assertThat(pointer.symbol().name()).isEqualTo("bundle");
    assertThat(pointer.value()).isEqualTo(fat + SampleElf.bundle().length + 16);
    assertThat(pointer.words()).startsWith("R_X86_64_64 in .rela.dyn, entry 1, bundle + 0x");
  }

  @Test
  void takesThePackedRelocationsAddendFromTheData() throws FormatException {
    PointerValue pointer = elf.effectivePointer(wrappers, 48 + 8);
    assertThat(pointer.how()).isEqualTo(How.PACKED);
    assertThat(pointer.value()).isEqualTo(pointer.stored()).isPositive();
    assertThat(pointer.relocation().addendInData()).isTrue();
    assertThat(pointer.words())
        .isEqualTo("R_X86_64_RELATIVE in .relr.dyn, entry 0, addend in the data");
  }

  @Test
  void takesTheBytesWhereNothingRelocates() throws FormatException {
    ElfSection data = elf.section(".data").orElseThrow();
    PointerValue pointer = elf.effectivePointer(data, 16);
    assertThat(pointer.how()).isEqualTo(How.STATIC);
    assertThat(pointer.value()).isZero();
    assertThat(elf.effectivePointer(1L << 40).how()).isEqualTo(How.NONE);
    assertThat(elf.effectivePointer(elf.section(".bss").orElseThrow().address()).how())
        .isEqualTo(How.STATIC);
  }

  @Test
  void doesNotGuessWhatAnotherFileDefines() throws FormatException {
    byte[] bytes =
        ElfImage.of(
            image ->
                image
                    .section(".data", SectionType.PROGBITS, 3, 8, words(7, 8))
                    .table(
                        ".rela.dyn",
                        SectionType.RELA,
                        2,
                        8,
                        ".dynsym",
                        0,
                        24,
                        join(
                            rela(image.at(".data"), 1, 1, 4),
                            rela(image.at(".data") + 8, 37, 0, 4)))
                    .table(
                        ".dynsym",
                        SectionType.DYNSYM,
                        2,
                        8,
                        ".dynstr",
                        1,
                        24,
                        join(new byte[24], symbol(1, 0x11, 0, 0, 0)))
                    .section(".dynstr", SectionType.STRTAB, 2, 1, ElfImage.strings("far"))
                    .segment(SegmentType.LOAD, 6, 0, 0, 4096, 4096));
    ElfFile file = ElfFile.read(ByteView.of("a.so", bytes));
    PointerValue far = file.effectivePointer(file.section(".data").orElseThrow(), 0);
    assertThat(far.how()).isEqualTo(How.UNDEFINED);
    assertThat(far.isKnown()).isFalse();
    assertThat(far.words())
        .isEqualTo("R_X86_64_64 in .rela.dyn, entry 0, far (of another file) + 0x4");
    PointerValue other = file.effectivePointer(file.section(".data").orElseThrow(), 8);
    assertThat(other.how()).isEqualTo(How.OTHER);
    assertThat(other.words()).startsWith("R_X86_64_IRELATIVE");
  }

  @Test
  void unpacksRelrLikeTheDefinition() throws FormatException {
    Random random = new Random(7);
    TreeSet<Long> wanted = new TreeSet<>();
    for (long at = 4096;
        wanted.size() < 20_000;
        at += 8L * (1 + random.nextInt(random.nextInt(90) + 1))) {
      wanted.add(at);
    }
    byte[] bytes =
        ElfImage.of(
            image -> image.table(".relr.dyn", SectionType.RELR, 2, 8, "", 0, 8, packed(wanted)));
    RelocationTable table = ElfFile.read(ByteView.of("a.so", bytes)).relocations().getFirst();
    assertThat(table.size()).isEqualTo(wanted.size());
    assertThat(table.asList().stream().map(Relocation::offset)).containsExactlyElementsOf(wanted);
    assertThatThrownBy(() -> table.relocation(wanted.size()))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void translatesAddressesBothWays() {
    AddressMap map = elf.addresses();
    long end = elf.segments().getFirst().fileSizeBytes();
    assertThat(map.locate(100)).isInstanceOf(AddressMap.InFile.class);
    assertThat(map.locate(end)).isInstanceOf(AddressMap.ZeroFilled.class);
    assertThat(map.locate(end + 0x2000)).isInstanceOf(AddressMap.Unmapped.class);
    assertThat(map.locate(-1)).isInstanceOf(AddressMap.Unmapped.class);
    assertThat(map.addressOf(100)).hasValue(100);
    assertThat(map.addressOf(end)).isEmpty();
  }

  @Test
  void saysWhereASegmentReachesBeyondTheFile() throws FormatException {
    byte[] bytes =
        ElfImage.of(image -> image.segment(SegmentType.LOAD, 4, 0, 0x10000, 1 << 20, 1 << 20));
    ElfFile file = ElfFile.read(ByteView.of("a.so", bytes));
    assertThat(file.addresses().locate(0x10000 + bytes.length))
        .isInstanceOf(AddressMap.BeyondFile.class);
    assertThat(file.problems().getFirst().structure()).isEqualTo("program header 0 (LOAD)");
  }

  @Test
  void letsTheLaterOfOverlappingSegmentsWin() throws FormatException {
    byte[] bytes =
        ElfImage.of(
            image ->
                image
                    .section(".x", SectionType.PROGBITS, 2, 1, new byte[4096])
                    .segment(SegmentType.LOAD, 4, 0, 0x1000, 0x1000, 0x1000)
                    .segment(SegmentType.LOAD, 4, 0x800, 0x1400, 0x100, 0x100));
    AddressMap map = ElfFile.read(ByteView.of("a.so", bytes)).addresses();
    assertThat(map.locate(0x13ff)).isEqualTo(inFile(map, 0x3ff));
    assertThat(map.locate(0x1400)).isEqualTo(inFile(map, 0x800));
    assertThat(map.locate(0x1500)).isEqualTo(inFile(map, 0x500));
  }

  private static AddressMap.Location inFile(AddressMap map, long fileOffset) {
    return map.locate(fileOffset == 0x800 ? 0x1400 : 0x1000 + fileOffset)
            instanceof AddressMap.InFile found
        ? new AddressMap.InFile(fileOffset, found.segment())
        : null;
  }

  /** Packs addresses as linkers do. */
  private static byte[] packed(TreeSet<Long> addresses) {
    java.util.List<Long> words = new java.util.ArrayList<>();
    Long[] all = addresses.toArray(Long[]::new);
    int i = 0;
    while (i < all.length) {
      words.add(all[i]);
      long base = all[i++] + 8;
      while (true) {
        long bits = 0;
        while (i < all.length && all[i] - base < 63 * 8) {
          bits |= 1L << ((all[i++] - base) / 8);
        }
        if (bits == 0) {
          break;
        }
        words.add(bits << 1 | 1);
        base += 63 * 8;
      }
    }
    return words(words.stream().mapToLong(Long::longValue).toArray());
  }
}
