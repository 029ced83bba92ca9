package org.kpackworkbench.model.format.offload;

import org.kpackworkbench.model.format.elf.ElfSection;

/**
 * A section of an {@code -fgpu-rdc} object: device code before device linking, usually LLVM
 * bitcode.
 *
 * @param section the section
 * @param id what the section's name says it is for; of {@code .llvm.offloading} empty
 */
public record RelocatableCode(ElfSection section, EntryId id) {}
