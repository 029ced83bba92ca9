package org.kpackworkbench.model.elf.edit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.kpackworkbench.model.bytes.ByteView;
import org.kpackworkbench.model.elf.ElfSymbol;

/** A symbol table with other section indices, values and sizes; its names and order stay. */
public final class SymbolRewrite implements Overlay.Content {
  private static final int WINDOW_BYTES = 4096 * ElfSymbol.SIZE_BYTES;

  private final ByteView table;
  private final Rule rule;

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
   * @param table the symbols as they are, 24 bytes each
   */
  public SymbolRewrite(ByteView table, Rule rule) {
    this.table = table;
    this.rule = rule;
  }

  @Override
  public void writeTo(Overlay.Sink sink) throws IOException {
    byte[] window = new byte[(int) Math.min(WINDOW_BYTES, table.size())];
    for (long at = 0; at < table.size(); at += window.length) {
      int count = (int) Math.min(window.length, table.size() - at);
      table.copyTo(at, window, 0, count);
      ByteBuffer bytes = ByteBuffer.wrap(window, 0, count).order(ByteOrder.LITTLE_ENDIAN);
      for (int symbol = 0; symbol + ElfSymbol.SIZE_BYTES <= count; symbol += ElfSymbol.SIZE_BYTES) {
        rewrite(bytes, symbol);
      }
      sink.write(window, 0, count);
    }
  }

  private void rewrite(ByteBuffer bytes, int at) {
    Place old =
        new Place(bytes.getShort(at + 6) & 0xffff, bytes.getLong(at + 8), bytes.getLong(at + 16));
    Place place = rule.place(bytes.get(at + 4) & 0xff, old);
    bytes.putShort(at + 6, (short) place.sectionField());
    bytes.putLong(at + 8, place.value());
    bytes.putLong(at + 16, place.sizeBytes());
  }
}
