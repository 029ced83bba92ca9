package org.kpackworkbench.model.format.elf;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;

/**
 * What a table of relocations stands in.
 *
 * @param section the table's own section
 * @param target the section it applies to, where it does not apply by address
 * @param targetBytes the target's bytes, where it has any
 */
record RelocationContext(
    int machine,
    boolean dynamic,
    AddressMap addresses,
    @Nullable ElfSection section,
    @Nullable ElfSection target,
    @Nullable ByteView targetBytes,
    @Nullable SymbolTable symbols) {

  /** The 8 bytes that a relocation changes, as they are in the file; 0 where they are not in it. */
  long storedWord(long offset) throws FormatException {
    if (target != null) {
      ByteView bytes = targetBytes;
      return bytes != null && offset >= 0 && offset <= bytes.size() - 8 ? bytes.u64(offset) : 0;
    }
    if (addresses.locate(offset) instanceof AddressMap.InFile) {
      ByteView bytes = addresses.from(offset);
      return bytes.size() >= 8 ? bytes.u64(0) : 0;
    }
    return 0;
  }
}
