/**
 * Changes ELF files in two phases: first every offset is fixed, in values that can be examined and
 * checked; then the bytes are written, without ever holding the file.
 *
 * <p>A {@link org.kpackworkbench.model.format.elf.edit.LayoutPlan} is such an edited copy, in
 * whichever direction: it says what is cut out of a file, where room is made and what moves, then
 * which new bytes lie over the copy. {@link org.kpackworkbench.model.format.elf.edit.ElfBytes}
 * encodes headers; {@link org.kpackworkbench.model.format.elf.edit.LayoutVerifier} says whether
 * what came out can be loaded and is understood by every tool. Structures follow the System V gABI,
 * chapters 4 and 5.
 */
package org.kpackworkbench.model.format.elf.edit;
