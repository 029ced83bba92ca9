package org.kpackworkbench.model.format.codeobject;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.GpuTarget.Feature;
import org.kpackworkbench.model.format.codeobject.CodeObjectFlags.FeatureState;
import org.kpackworkbench.model.format.codeobject.Processor.Choice;
import org.kpackworkbench.model.format.elf.ElfMachine;
import org.kpackworkbench.model.format.elf.SectionFlags;
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.elf.SegmentType;

/**
 * Whether the runtime loads a code object that a library or a loader hands to it: HIP reads
 * sections by name, ROCr maps segments and compares the target with the device's. What is no ELF
 * file for AMD GPUs, or cannot be read to its end, is not judged. Immutable.
 *
 * @param refusal why no device loads it; null if nothing speaks against it
 * @param flags what its header states; null if it is not judged
 */
public record RuntimeCheck(@Nullable Refusal refusal, @Nullable CodeObjectFlags flags) {
  /** A code object without a judgement. */
  public static final RuntimeCheck NONE = new RuntimeCheck(null, null);

  private static final String STRIPPED =
      "Take the one that was not stripped, and keep code objects out of stripping.";
  private static final String STRINGS = ".strtab";
  private static final int PROGRAM_HEADER_BYTES = 56;
  private static final int SECTION_HEADER_BYTES = 64;
  private static final String ELF_64 = "\u007fELF\u0002\u0001";
  private static final long SPIRV_MAGIC = 0x07230203L;
  private static final long BITCODE_MAGIC = 0xdec04342L;
  private static final int MACHINE_OFFSET = 18;
  private static final int VERSION_OFFSET = 6;
  private static final int OS_ABI_OFFSET = 7;
  private static final int AMD_HSA = 64;
  private static final int TYPE_OFFSET = 16;
  private static final int RELOCATABLE = 1;
  private static final int SHARED = 3;
  private static final int INDEX_ELSEWHERE = 0xffff;

  /**
   * Why the runtime refuses a code object.
   *
   * @param why a sentence
   * @param advice what to do about it, in a sentence
   */
  public record Refusal(String why, String advice) {
    private static final Refusal EMPTIED =
        new Refusal(
            "The contents of its sections were left out, as in files of debug information.",
            "Take the code object itself; nothing runs its debug information.");

    /** Whether it is a file of debug information. */
    public boolean isDebugInformation() {
      return equals(EMPTIED);
    }

    /** The answer of a loader that found it. */
    public static final String WORDS = "found, but the runtime refuses it";
  }

  /**
   * Reads the headers of a code object.
   *
   * @param bytes all of it
   * @throws FormatException only where the file changed meanwhile
   */
  public static RuntimeCheck of(ByteView bytes) throws FormatException {
    try {
      // What a linker takes is no code object yet.
      return bytes.size() >= HeaderTarget.SIZE_BYTES && bytes.u16(TYPE_OFFSET) == RELOCATABLE
          ? NONE
          : read(bytes);
    } catch (FormatException unreadable) {
      unreadable.throwIfFileChanged();
      return NONE;
    }
  }

  private static RuntimeCheck read(ByteView bytes) throws FormatException {
    HeaderTarget header = HeaderTarget.of(bytes);
    boolean code = bytes.size() >= HeaderTarget.SIZE_BYTES && CodeObject.isCodeObject(bytes);
    return code ? new RuntimeCheck(refusal(bytes), header == null ? null : header.flags()) : NONE;
  }

  /**
   * Judges what a loader hands to a runtime, which looks for no bundle in it, and for no code that
   * is compiled further.
   *
   * @param bytes all that is stored
   * @throws FormatException only where the file changed meanwhile
   */
  public static RuntimeCheck ofStored(ByteView bytes) throws FormatException {
    if (isIntermediate(bytes)) {
      return NONE;
    }
    String found =
        bytes.size() == 0
            ? "empty"
            : startsWith(bytes, "__CLANG_OFFLOAD_BUNDLE__") || startsWith(bytes, "CCOB")
                ? "an offload bundle"
                : bytes.size() < HeaderTarget.SIZE_BYTES || !startsWith(bytes, ELF_64)
                    ? "no 64-bit ELF file"
                    : bytes.u8(VERSION_OFFSET) != 1
                        ? "an ELF file of version %d".formatted(bytes.u8(VERSION_OFFSET))
                        : bytes.u16(MACHINE_OFFSET) != ElfMachine.AMDGPU
                            ? "an ELF file for machine %d, not for AMD GPUs"
                                .formatted(bytes.u16(MACHINE_OFFSET))
                            : "";
    if (!found.isEmpty()) {
      return refused(
          "It is %s, and no code object.".formatted(found),
          "Pack the code object itself under this name.");
    }
    try {
      return read(bytes);
    } catch (FormatException damaged) {
      damaged.throwIfFileChanged();
      return refused(
          "It was cut off, or is damaged: its headers lead behind its end.",
          "Get it again from its source, or compile it again.");
    }
  }

  private static RuntimeCheck refused(String why, String advice) {
    return new RuntimeCheck(new Refusal(why, advice), null);
  }

  /** Whether it is SPIR-V or LLVM bitcode, which is compiled further. */
  public static boolean isIntermediate(ByteView bytes) throws FormatException {
    if (bytes.size() < 4) {
      return false;
    }
    long magic = bytes.u32(0);
    return magic == SPIRV_MAGIC || magic == BITCODE_MAGIC;
  }

  private static boolean startsWith(ByteView bytes, String magic) throws FormatException {
    return bytes.size() >= magic.length() && bytes.text(0, magic.length()).equals(magic);
  }

  private static @Nullable Refusal refusal(ByteView bytes) throws FormatException {
    Refusal kind = kind(bytes);
    Refusal names = kind == null ? names(bytes) : kind;
    return names == null ? segments(bytes) : names;
  }

  /** ROCr takes what was linked for its own system. */
  private static @Nullable Refusal kind(ByteView bytes) throws FormatException {
    int system = bytes.u8(OS_ABI_OFFSET);
    if (system != AMD_HSA) {
      return new Refusal(
          "Its OS ABI is %d, and the runtime loads code for AMD HSA (%d) only."
              .formatted(system, AMD_HSA),
          "Compile it for amdgcn-amd-amdhsa.");
    }
    int type = bytes.u16(TYPE_OFFSET);
    return type == SHARED
        ? null
        : new Refusal(
            type == RELOCATABLE
                ? "It is a relocatable object: it was compiled, and not linked."
                : "It is an ELF file of type %d, and the runtime loads shared objects only."
                    .formatted(type),
            "Link it with ld.lld -shared, as compilers do.");
  }

  /** HIP looks its string table up by name. */
  private static @Nullable Refusal names(ByteView bytes) throws FormatException {
    long table = bytes.u64(40);
    long count = bytes.u16(60);
    long names = bytes.u16(62);
    if (table != 0 && count == 0) {
      count = bytes.u64(table + 32);
    }
    if (names == INDEX_ELSEWHERE) {
      names = bytes.u32(table + 40);
    }
    if (table == 0 || names == 0 || names >= count) {
      return new Refusal(
          "It has no table of section names (e_shstrndx is %d), which HIP needs.".formatted(names),
          STRIPPED);
    }
    if (isEmptied(bytes, table, count)) {
      return Refusal.EMPTIED;
    }
    byte[] wanted = (STRINGS + '\0').getBytes(StandardCharsets.US_ASCII);
    long texts = bytes.u64(table + names * SECTION_HEADER_BYTES + 24);
    long length = bytes.u64(table + names * SECTION_HEADER_BYTES + 32);
    for (long i = 0; i < count; i++) {
      long name = bytes.u32(table + i * SECTION_HEADER_BYTES);
      if (name <= length - wanted.length
          && Arrays.equals(bytes.bytes(texts + name, wanted.length), wanted)) {
        return null;
      }
    }
    return new Refusal(
        "It has no section %s, which HIP needs: it was stripped.".formatted(STRINGS), STRIPPED);
  }

  /** Whether there is an executable section, and none that has contents. */
  private static boolean isEmptied(ByteView bytes, long table, long count) throws FormatException {
    boolean emptied = false;
    for (long at = table; at < table + count * SECTION_HEADER_BYTES; at += SECTION_HEADER_BYTES) {
      if ((bytes.u64(at + 8) & SectionFlags.EXECUTE) != 0) {
        if (bytes.u32(at + 4) != SectionType.NOBITS) {
          return false;
        }
        emptied = true;
      }
    }
    return emptied;
  }

  /** ROCr reserves from the first segment's address to the last one's end. */
  private static @Nullable Refusal segments(ByteView bytes) throws FormatException {
    String advice = "Compile it again; no compiler lays segments out this way.";
    int count = bytes.u16(56);
    long table = bytes.u64(32);
    long first = -1;
    long end = 0;
    for (int pass = 0; pass < 2; pass++) {
      for (int i = 0; i < count; i++) {
        long at = table + (long) i * PROGRAM_HEADER_BYTES;
        if (bytes.u32(at) != SegmentType.LOAD) {
          continue;
        }
        long address = bytes.u64(at + 16);
        long stored = bytes.u64(at + 32);
        long memory = bytes.u64(at + 40);
        if (pass == 0) {
          first = first < 0 ? address : first;
          end = address + memory;
        } else if (Long.compareUnsigned(stored, memory) > 0) {
          return new Refusal(
              "Segment %d has 0x%x bytes in the file and 0x%x in memory, fewer than in the file."
                  .formatted(i, stored, memory),
              advice);
        } else if (Long.compareUnsigned(address, first) < 0) {
          return new Refusal(
              "Segment %d begins at 0x%x, before the first loaded one at 0x%x."
                  .formatted(i, address, first),
              advice);
        } else if (Long.compareUnsigned(address, end) >= 0) {
          return new Refusal(
              "Segment %d begins at 0x%x, behind the end of the last loaded one, 0x%x."
                  .formatted(i, address, end),
              advice);
        }
      }
    }
    return null;
  }

  /**
   * Why a device does not load it: nothing loads it, or it is for other devices. Code of a generic
   * processor is for those that run it.
   *
   * @param device its target; a feature that it does not name is not compared
   * @return null if nothing speaks against it
   */
  public @Nullable Refusal on(GpuTarget device) {
    CodeObjectFlags known = flags;
    if (refusal != null || known == null || !known.processor().known()) {
      return refusal;
    }
    boolean same =
        GpuTable.isGroup(device.processor())
            ? GpuTable.related(device.processor(), known.processor().name())
            : known.processor().name().equals(device.processor())
                || known.processor().runsOn(device.processor());
    boolean features = device.features().stream().allMatch(feature -> fits(feature, known));
    return same && features
        ? null
        : new Refusal(
            "Its flags state %s, and the GPU is %s.".formatted(known.target(), device),
            "Pack the code of that GPU under its name: the runtime compares the code's own target with the GPU's.");
  }

  private static boolean fits(Feature feature, CodeObjectFlags flags) {
    boolean xnack = feature.name().equals("xnack");
    if (!xnack && !feature.name().equals("sramecc")) {
      return true;
    }
    Choice choice = xnack ? flags.processor().xnack() : flags.processor().sramecc();
    FeatureState state = xnack ? flags.xnack() : flags.sramecc();
    return choice == Choice.ALWAYS_ON
        || (state != FeatureState.ON && (state != FeatureState.OFF || !flags.version().atLeast(4)))
        || feature.on() == (state == FeatureState.ON);
  }
}
