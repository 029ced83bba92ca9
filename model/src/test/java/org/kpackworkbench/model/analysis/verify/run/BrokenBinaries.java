package org.kpackworkbench.model.analysis.verify.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.SegmentType;

/** A host binary for each rule about host binaries, which breaks it. */
final class BrokenBinaries {
  private static final int MAGIC = 0;
  private static final int POINTER = 8;
  private static final int INDEX = 16;
  private static final int WRAPPER_BYTES = 24;
  private static final String WRAPPERS = ".hipFatBinSegment";
  private static final String MARKER = ".rocm_kpack_ref";

  private BrokenBinaries() {}

  /** Changes a good file. */
  private interface Change {
    void on(Patch patch);
  }

  static Map<String, Breaks> all() {
    Map<String, Breaks> all = new LinkedHashMap<>();
    all.put("elf-reads", fat(patch -> patch.header(".rodata", 24, 1L << 40)));
    all.put("device-code-state", converted(patch -> wrapper(patch, 1, MAGIC, 0x48495046)));
    all.put("wrapper-magic", fat(patch -> wrapper(patch, 0, MAGIC, 0x58585858)));
    all.put("wrapper-bundle", fat(patch -> pointer(patch, 0x10)));
    all.put("wrapper-marker", converted(patch -> pointer(patch, 1)));
    all.put("wrapper-index", converted(patch -> wrapper(patch, 1, INDEX, 0)));
    all.put("bundle-unpointed", folder -> Fixtures.path("libsamebundle.so"));
    all.put("marker-reads", converted(patch -> patch.u8(marker(patch).fileOffset(), 0xc0)));
    all.put("marker-loaded", converted(patch -> patch.header(MARKER, 8, 0)));
    all.put("removed-pages", BrokenBinaries::bytesLeft);
    all.put("removed-relocation", converted(BrokenBinaries::intoRemoved));
    all.put("archives-found", folder -> GoodFiles.converted(folder, "libone.so"));
    all.put("archives-complete", BrokenBinaries::hole);
    all.put("damage-absurd-address", fat(patch -> patch.program(patch.load(3), 16, 1L << 60)));
    all.put("program-old-kernels", BrokenBinaries::tableMoved);
    layout(all);
    return all;
  }

  /** A program whose table lies behind everything, in a segment of its own, as tools leave it. */
  private static Path tableMoved(Path folder) throws IOException {
    Path program = folder.resolve("broken");
    byte[] bytes = Files.readAllBytes(Fixtures.path("exe-pie-lld"));
    ByteBuffer old = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int count = old.getShort(56);
    int size = count * 56;
    int offset = (bytes.length + 0xfff) & -0x1000;
    long address = 0x1000_0000L + offset;
    ByteBuffer moved =
        ByteBuffer.wrap(Arrays.copyOf(bytes, offset + size)).order(ByteOrder.LITTLE_ENDIAN);
    moved.put(offset, bytes, (int) old.getLong(32), size).putLong(32, offset);
    for (int entry = offset; entry < offset + size; entry += 56) {
      boolean stack = moved.getInt(entry) == 0x6474e551;
      if (stack) {
        moved.putInt(entry, (int) SegmentType.LOAD).putInt(entry + 4, 4);
        moved.putLong(entry + 48, 0x1000);
      }
      if (stack || moved.getInt(entry) == SegmentType.PHDR) {
        moved.putLong(entry + 8, offset).putLong(entry + 16, address).putLong(entry + 24, address);
        moved.putLong(entry + 32, size).putLong(entry + 40, size);
      }
    }
    return Files.write(program, moved.array());
  }

  private static void layout(Map<String, Breaks> all) {
    all.put("layout-loads-ascend", fat(patch -> patch.program(patch.load(1), 16, 0x7000000)));
    all.put(
        "layout-loads-apart-in-memory", fat(patch -> patch.program(patch.load(0), 40, 1 << 20)));
    all.put("layout-loads-apart-in-file", fat(patch -> patch.program(patch.load(1), 8, 0x40)));
    all.put(
        "damage-misaligned",
        fat(patch -> patch.program(patch.load(1), 8, patch.load(1).fileOffset() + 8)));
    all.put("layout-alignment-power", fat(patch -> patch.alignment(patch.load(1), 0x3000)));
    all.put("layout-segment-in-file", fat(patch -> patch.program(patch.load(1), 32, 1L << 40)));
    all.put("damage-headers-outside", fat(patch -> patch.program(patch.load(0), 8, 0x1000)));
    all.put("layout-phdr-matches", fat(patch -> patch.program(patch.programHeaders(), 32, 56)));
    all.put("layout-segment-loaded", fat(patch -> patch.program(dynamic(patch), 16, 0x7000000)));
    all.put("layout-section-in-file", fat(patch -> patch.header(".comment", 24, 1L << 40)));
    all.put("layout-section-in-segment", fat(patch -> patch.header(".rodata", 16, 0x7000000)));
    all.put("layout-section-offset", fat(patch -> patch.header(".rodata", 24, 0x10)));
    all.put(
        "layout-no-bits-in-memory",
        fat(patch -> patch.u32(patch.section(".rodata").headerOffset() + 4, 8)));
    all.put("layout-sections-apart", fat(patch -> patch.header(".comment", 24, 0x300)));
    all.put(
        "layout-link-valid",
        fat(patch -> patch.u32(patch.section(".dynsym").headerOffset() + 40, 500)));
    all.put("layout-symbol-section", fat(BrokenBinaries::symbolElsewhere));
    all.put("layout-dynamic-present", fat(patch -> patch.u32(dynamic(patch).headerOffset(), 0)));
    all.put("layout-dynamic-matches", fat(patch -> patch.header(".gnu.hash", 16, 0x123)));
  }

  private static Breaks fat(Change change) {
    return folder -> {
      Patch patch = Patch.fixture("libdrift.so");
      change.on(patch);
      return patch.write(folder.resolve("broken.so"));
    };
  }

  private static Breaks converted(Change change) {
    return folder -> {
      Patch patch = Patch.file(GoodFiles.converted(folder, "libdrift.so"));
      change.on(patch);
      return patch.write(folder.resolve("broken.so"));
    };
  }

  private static ElfSegment dynamic(Patch patch) {
    return patch.segment(SegmentType.DYNAMIC);
  }

  private static ElfSection marker(Patch patch) {
    return patch.section(MARKER);
  }

  private static void wrapper(Patch patch, int number, int field, long value) {
    patch.u32(patch.section(WRAPPERS).fileOffset() + (long) number * WRAPPER_BYTES + field, value);
  }

  /** Moves what the relocation of the first wrapper's pointer points to. */
  private static void pointer(Patch patch, long by) {
    relocation(patch, patch.section(WRAPPERS).address() + POINTER, by);
  }

  private static void relocation(Patch patch, long address, long by) {
    ElfSection table = patch.section(".rela.dyn");
    try {
      for (long at = table.fileOffset(); at < table.fileOffset() + table.sizeBytes(); at += 24) {
        if (patch.elf().view().u64(at) == address) {
          patch.u64(at + 16, patch.elf().view().u64(at + 16) + by);
          return;
        }
      }
    } catch (IOException impossible) {
      throw new java.io.UncheckedIOException(impossible);
    }
    throw new IllegalStateException("no relocation of 0x" + Long.toHexString(address));
  }

  /** Lets the first relocation that is no wrapper's point into the removed pages. */
  private static void intoRemoved(Patch patch) {
    ElfSection table = patch.section(".rela.dyn");
    patch.u64(table.fileOffset() + 16, patch.section(".hip_fatbin").address() + 0x10);
  }

  private static void symbolElsewhere(Patch patch) {
    ElfSection table = patch.section(".symtab");
    try {
      for (long at = table.fileOffset(); at < table.fileOffset() + table.sizeBytes(); at += 24) {
        int section = patch.elf().view().u16(at + 6);
        boolean object = (patch.elf().view().u8(at + 4) & 0xf) == 1;
        if (object && section > 0 && section < 0xff00) {
          patch.u64(at + 8, 0x7000000);
          return;
        }
      }
    } catch (IOException impossible) {
      throw new java.io.UncheckedIOException(impossible);
    }
    throw new IllegalStateException("no object");
  }

  /** Of a section that is too short for a page to be cut, bytes are kept, zeroed. */
  private static Path bytesLeft(Path folder) throws IOException {
    Patch patch = Patch.file(GoodFiles.converted(folder, "libtiny.so"));
    ElfSection fat = patch.section(".hip_fatbin");
    return patch
        .u8(fat.fileOffset() + fat.sizeBytes() - 1, 0x55)
        .write(folder.resolve("broken.so"));
  }

  private static Path hole(Path folder) throws IOException {
    Path library = GoodFiles.converted(folder, "libdrift.so");
    String key = "lib/libdrift.so#";
    GoodFiles.archiveFor(folder, key + 0, key + 1, key + 2, key + 4);
    return library;
  }
}
