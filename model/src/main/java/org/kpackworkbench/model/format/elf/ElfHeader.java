package org.kpackworkbench.model.format.elf;

/**
 * The header of an ELF file, every field as in the file.
 *
 * @param osAbi {@code e_ident[EI_OSABI]}; 64 is AMDGPU HSA
 * @param abiVersion {@code e_ident[EI_ABIVERSION]}
 * @param type {@code e_type}; see {@link #OBJECT}, {@link #EXECUTABLE}, {@link #SHARED}
 * @param machine {@code e_machine}; see {@link ElfMachine}
 * @param version {@code e_version}, normally 1
 * @param entry virtual address of the entry point, 0 for none
 * @param programHeadersOffset file offset of the program headers, 0 for none
 * @param sectionHeadersOffset file offset of the section headers, 0 for none
 * @param flags {@code e_flags}, 32 bits, of the machine's own meaning
 * @param headerSizeBytes {@code e_ehsize}, normally 64
 * @param programHeaderSizeBytes {@code e_phentsize}, normally 56
 * @param programHeaderCount {@code e_phnum} as stored; 0xffff means that section 0 has the number
 * @param sectionHeaderSizeBytes {@code e_shentsize}, normally 64
 * @param sectionHeaderCount {@code e_shnum} as stored; 0 may mean that section 0 has the number
 * @param sectionNamesIndex {@code e_shstrndx} as stored; 0xffff means that section 0 has it
 */
public record ElfHeader(
    int osAbi,
    int abiVersion,
    int type,
    int machine,
    long version,
    long entry,
    long programHeadersOffset,
    long sectionHeadersOffset,
    long flags,
    int headerSizeBytes,
    int programHeaderSizeBytes,
    int programHeaderCount,
    int sectionHeaderSizeBytes,
    int sectionHeaderCount,
    int sectionNamesIndex) {

  /** Size of the header itself. */
  public static final int SIZE_BYTES = 64;

  /** {@code ET_REL}: an object file, before linking. */
  public static final int OBJECT = 1;

  /** {@code ET_EXEC}: an executable at fixed addresses. */
  public static final int EXECUTABLE = 2;

  /** {@code ET_DYN}: a shared library, or a position-independent executable. */
  public static final int SHARED = 3;

  /** {@code ET_CORE}: the memory of a process that died. */
  public static final int CORE = 4;

  /** {@code ELFOSABI_AMDGPU_HSA}. */
  public static final int OS_ABI_AMDGPU_HSA = 64;

  /** Whether it is an object file, that a linker has not seen yet. */
  public boolean isObject() {
    return type == OBJECT;
  }

  /** The type in words. */
  public String typeName() {
    return ElfNames.of("file", type, "type 0x%x");
  }

  /** The machine's name. */
  public String machineName() {
    return ElfMachine.name(machine);
  }

  /** The OS ABI in words. */
  public String osAbiName() {
    return ElfNames.of("os-abi", osAbi, "OS ABI %d");
  }
}
