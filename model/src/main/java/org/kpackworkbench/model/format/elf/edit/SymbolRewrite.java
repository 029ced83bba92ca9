package org.kpackworkbench.model.format.elf.edit;

import java.nio.ByteBuffer;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.format.elf.ElfSymbol;

/** A symbol table with other section indices, values and sizes; its names and order stay. */
public final class SymbolRewrite {
  private SymbolRewrite() {}

  /** What becomes of a symbol's place. */
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
