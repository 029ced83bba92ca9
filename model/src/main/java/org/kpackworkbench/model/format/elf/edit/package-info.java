/**
 * Changes ELF files in two phases: first every offset is fixed, in values that can be examined and
 * checked; then the bytes are written, without ever holding the file.
 *
 * <p>A {@link org.kpackworkbench.model.format.elf.edit.OffsetEdits} says what is cut out of a file
 * and where room is made; {@link org.kpackworkbench.model.format.elf.edit.ElfBytes} encodes
 * headers; a {@link org.kpackworkbench.model.format.elf.edit.LayoutWriter} copies the file with
 * these cuts and lays new bytes over the copy; {@link
 * org.kpackworkbench.model.format.elf.edit.LayoutVerifier} says whether what came out can be loaded
 * and is understood by every tool. Structures follow the System V gABI, chapters 4 and 5.
 */
@org.jspecify.annotations.NullMarked
package org.kpackworkbench.model.format.elf.edit;
