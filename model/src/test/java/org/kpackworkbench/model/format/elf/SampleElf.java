package org.kpackworkbench.model.format.elf;

import static org.kpackworkbench.model.format.elf.ElfImage.ints;
import static org.kpackworkbench.model.format.elf.ElfImage.join;
import static org.kpackworkbench.model.format.elf.ElfImage.note;
import static org.kpackworkbench.model.format.elf.ElfImage.rela;
import static org.kpackworkbench.model.format.elf.ElfImage.strings;
import static org.kpackworkbench.model.format.elf.ElfImage.symbol;
import static org.kpackworkbench.model.format.elf.ElfImage.words;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.kpackworkbench.model.fixtures.Bundles;
import org.kpackworkbench.model.fixtures.Ccobs;
import org.kpackworkbench.model.format.elf.DynamicEntry.DynamicTag;

/**
 * A library of some four kilobytes with one of everything: what tests of bad input break in every
 * possible way.
 */
public final class SampleElf {
  private static final long ALLOC = SectionFlags.ALLOC;
  private static final long WRITE = SectionFlags.ALLOC | SectionFlags.WRITE;
  private static final int GLOBAL_FUNCTION = 0x12;
  private static final int GLOBAL_OBJECT = 0x11;

  private SampleElf() {}

  /** A fat library: wrapper 0 by RELATIVE, 1 by a symbol, 2 by RELR, 3 the marker's. */
  public static byte[] library() {
    return ElfImage.of(SampleElf::add);
  }

  /** The uncompressed bundle of the library. */
  public static byte[] bundle() {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put(Bundles.HOST_ID, new byte[0]);
    entries.put(Bundles.hipId("gfx1100"), "code for gfx1100".getBytes(StandardCharsets.UTF_8));
    entries.put(Bundles.hipId("gfx90a:xnack+"), "gfx90a".getBytes(StandardCharsets.UTF_8));
    return Bundles.bundle(entries, 16);
  }

  /** The compressed bundle of the library. */
  public static byte[] compressed() {
    return Ccobs.ccob(2, Ccobs.Method.ZSTD, bundle());
  }

  /** A marker. */
  public static byte[] marker() {
    return join(
        new byte[] {(byte) 0x83, (byte) 0xb2},
        utf8("kpack_search_paths"),
        new byte[] {(byte) 0x91, (byte) 0xaa},
        utf8("a_@GFX.kpk"),
        new byte[] {(byte) 0xab},
        utf8("kernel_name"),
        new byte[] {(byte) 0xa8},
        utf8("lib/a.so"),
        new byte[] {(byte) 0xa5},
        utf8("extra"),
        new byte[] {7});
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] wrapper(int magic, long pointer, long reserved) {
    return join(ints(magic, 1), words(pointer, reserved));
  }

  private static void add(ElfImage image) {
    long wrappers = image.at(".hipFatBinSegment");
    long fat = image.at(".hip_fatbin");
    long second = fat + bundle().length + 16;
    image.section(".note.gnu.build-id", SectionType.NOTE, ALLOC, 4, note("GNU", 3, new byte[20]));
    image.table(
        ".dynsym",
        SectionType.DYNSYM,
        ALLOC,
        8,
        ".dynstr",
        1,
        24,
        join(
            new byte[24],
            symbol(1, GLOBAL_FUNCTION, 0, 0, 0),
            symbol(11, GLOBAL_OBJECT, image.index(".hip_fatbin"), fat, bundle().length),
            symbol(18, GLOBAL_FUNCTION, image.index(".text"), image.at(".text"), 16)));
    image.section(
        ".dynstr",
        SectionType.STRTAB,
        ALLOC,
        1,
        strings("hipLaunch", "bundle", "answer", "libamdhip64.so", "hip_4.2", "libtest.so"));
    image.table(
        ".gnu.version",
        SectionType.GNU_VERSYM,
        ALLOC,
        2,
        ".dynsym",
        0,
        2,
        new byte[] {0, 0, 2, 0, 1, 0, 1, 0});
    image.table(
        ".gnu.version_r",
        SectionType.GNU_VERNEED,
        ALLOC,
        8,
        ".dynstr",
        1,
        0,
        join(ints(0x10001, 25, 16, 0), ints(0, 0x20000, 40, 0)));
    image.table(".hash", SectionType.HASH, ALLOC, 8, ".dynsym", 0, 4, ints(1, 4, 1, 0, 2, 3, 0));
    image.table(
        ".rela.dyn",
        SectionType.RELA,
        ALLOC,
        8,
        ".dynsym",
        0,
        24,
        join(
            rela(wrappers + 8, 8, 0, fat),
            rela(wrappers + 32, 1, 2, bundle().length + 16L),
            rela(wrappers + 80, 8, 0, image.at(".rocm_kpack_ref"))));
    image.table(
        ".relr.dyn",
        SectionType.RELR,
        ALLOC,
        8,
        "",
        0,
        8,
        words(wrappers + 56, 1, image.at(".data"), 1 | 0b1101L << 1));
    image.section(".text", SectionType.PROGBITS, 6, 16, new byte[32]);
    image.section(".rocm_kpack_ref", SectionType.PROGBITS, ALLOC, 1, marker());
    image.section(
        ".hip_fatbin", SectionType.PROGBITS, ALLOC, 16, join(bundle(), new byte[16], compressed()));
    image.section(".data", SectionType.PROGBITS, WRITE, 8, words(fat, fat, 0, fat, fat));
    image.section(
        ".hipFatBinSegment",
        SectionType.PROGBITS,
        WRITE,
        8,
        join(
            wrapper(0x48495046, 0, 0),
            wrapper(0x48495046, 0, 0),
            wrapper(0x48495046, second, 0),
            wrapper(0x4b504948, 0, 3)));
    dynamic(image);
    image.noBits(".bss", image.size(), 0x2000);
    image.segment(SegmentType.LOAD, 7, 0, 0, image.size(), image.size() + 0x2000);
    image.segment(SegmentType.DYNAMIC, 6, ".dynamic");
    image.segment(SegmentType.NOTE, 4, ".note.gnu.build-id");
    image.segment(SegmentType.GNU_STACK, 6, 0, 0, 0, 0);
    image.table(
        ".symtab",
        SectionType.SYMTAB,
        0,
        8,
        ".strtab",
        1,
        24,
        join(
            new byte[24],
            symbol(0, 3, image.index(".data"), image.at(".data"), 0),
            symbol(1, GLOBAL_OBJECT, ElfSymbol.SECTION_ABSOLUTE, 42, 0)));
    image.section(".strtab", SectionType.STRTAB, 0, 1, strings("absolute"));
  }

  private static void dynamic(ElfImage image) {
    image.table(
        ".dynamic",
        SectionType.DYNAMIC,
        WRITE,
        8,
        ".dynstr",
        0,
        16,
        words(
            DynamicTag.NEEDED, 25,
            DynamicTag.SONAME, 48,
            DynamicTag.HASH, image.at(".hash"),
            DynamicTag.STRTAB, image.at(".dynstr"),
            DynamicTag.STRSZ, 59,
            DynamicTag.SYMTAB, image.at(".dynsym"),
            DynamicTag.RELA, image.at(".rela.dyn"),
            DynamicTag.RELASZ, 72,
            DynamicTag.RELR, image.at(".relr.dyn"),
            DynamicTag.RELRSZ, 32,
            DynamicTag.NULL, 0));
  }
}
