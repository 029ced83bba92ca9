package org.kpackworkbench.model.format.elf;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.LazyList;
import org.kpackworkbench.model.format.elf.RelocationReader.ContextTable;

/**
 * A table of relocations, read one by one from the file. Packed ones ({@code RELR}) are numbered as
 * if they were unpacked. Safe for use by many threads.
 */
public sealed interface RelocationTable permits ContextTable {

  /** How a table stores its relocations. */
  enum Kind {
    /** With an addend each, 24 bytes. */
    RELA(24),
    /** With the addend in the data, 16 bytes. */
    REL(16),
    /** Relative ones only, packed: addresses and bitmaps of 63 words each. */
    RELR(8);

    final int sizeBytes;

    Kind(int sizeBytes) {
      this.sizeBytes = sizeBytes;
    }
  }

  /** How its relocations are stored. */
  Kind kind();

  /** The machine whose types these are. */
  int machine();

  /** Its section; null if it was found through the dynamic section alone. */
  @Nullable ElfSection section();

  /** The section it applies to; null for those that a loader applies by address. */
  @Nullable ElfSection target();

  /** The symbols it refers to, where it does. */
  @Nullable SymbolTable symbols();

  /** Whether a loader applies it; others are for linkers. */
  boolean isDynamic();

  /** Number of relocations. */
  int size() throws FormatException;

  /**
   * A relocation.
   *
   * @throws IndexOutOfBoundsException if there is none of that number
   */
  Relocation relocation(int index) throws FormatException;

  /** Takes the relocations' offsets in their order. */
  interface OffsetVisitor {
    /** Takes the offset of the relocation of that number. */
    void visit(int index, long offset) throws FormatException;
  }

  /** Goes over all offsets; faster than reading each relocation. */
  void forEachOffset(OffsetVisitor visitor) throws FormatException;

  /** Name for lists and messages, e.g. {@code .rela.dyn}. */
  default String label() {
    ElfSection section = section();
    return section == null ? "dynamic " + kind() : section.label();
  }

  /**
   * All relocations as a list that reads each on demand. Where the file changed meanwhile, {@code
   * get} throws an {@link java.io.UncheckedIOException} with the {@link FormatException}.
   */
  default List<Relocation> asList() throws FormatException {
    return new LazyList<>(size(), this::relocation);
  }
}
