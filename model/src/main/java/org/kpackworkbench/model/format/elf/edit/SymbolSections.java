package org.kpackworkbench.model.format.elf.edit;

import java.nio.ByteBuffer;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSymbol;

/**
 * In which section a symbol is. What it states may be wrong: GNU objcopy can write the section
 * headers in another order and leaves the indices in dynamic symbols alone, which no loader reads.
 */
public final class SymbolSections {
  private final ElfFile elf;

  /**
   * @param elf a linked file, in which values are addresses
   */
  public SymbolSections(ElfFile elf) {
    this.elf = elf;
  }

  /**
   * The index of the section that holds a symbol's address, where the one that it states does not;
   * else that one.
   *
   * @param info {@code st_info}
   * @param place with an index that is no reserved one
   */
  public int of(int info, SymbolRewrite.Place place) {
    int stated = place.sectionField();
    int type = info & 0xf;
    boolean address =
        type == ElfSymbol.NO_TYPE
            || type == ElfSymbol.OBJECT
            || type == ElfSymbol.FUNCTION
            || type == ElfSymbol.INDIRECT_FUNCTION;
    if (!address || isIn(stated, place.value())) {
      return stated;
    }
    for (ElfSection section : elf.sections()) {
      if (section.isAllocated() && section.containsAddress(place.value())) {
        return section.index();
      }
    }
    return stated;
  }

  /** Whether a section holds an address, or ends there, as symbols for ends do. */
  private boolean isIn(int index, long address) {
    if (index >= elf.sections().size()) {
      return false;
    }
    ElfSection section = elf.sections().get(index);
    return section.isAllocated()
        && address >= section.address()
        && address <= section.address() + section.sizeBytes();
  }

  /** A symbol table with other section indices, values and sizes; its names and order stay. */
  public static final class SymbolRewrite {
    private SymbolRewrite() {}

    /** How the position of a symbol changes. */
    public interface Rule {
      /** The place that a symbol gets. */
      Place place(int info, Place old);
    }

    /**
     * Where a symbol is.
     *
     * @param sectionField {@code st_shndx}
     * @param value {@code st_value}
     * @param sizeBytes {@code st_size}
     */
    public record Place(int sectionField, long value, long sizeBytes) {}

    /**
     * The table as it is to be.
     *
     * @param table the symbols as they are, 24 bytes each
     */
    public static ByteView of(ByteView table, Rule rule) {
      return table.rewritten(ElfSymbol.SIZE_BYTES, (bytes, at) -> rewrite(bytes, at, rule));
    }

    private static void rewrite(ByteBuffer bytes, int at, Rule rule) {
      Place old =
          new Place(bytes.getShort(at + 6) & 0xffff, bytes.getLong(at + 8), bytes.getLong(at + 16));
      Place place = rule.place(bytes.get(at + 4) & 0xff, old);
      bytes.putShort(at + 6, (short) place.sectionField());
      bytes.putLong(at + 8, place.value());
      bytes.putLong(at + 16, place.sizeBytes());
    }
  }
}
