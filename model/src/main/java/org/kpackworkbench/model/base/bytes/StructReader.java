package org.kpackworkbench.model.base.bytes;

import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/**
 * Reads the fields of one structure, so that each failure names it: {@code structure}, field,
 * offset in the file.
 *
 * <p>Moves along from the start it was given. Not safe for use by several threads.
 */
public final class StructReader {
  private final ByteView view;
  private final String structure;
  private long position;

  /**
   * @param view the bytes the structure lies in
   * @param offset where in {@code view} it starts
   * @param structure its name in messages, e.g. {@code "ELF header"}
   */
  public StructReader(ByteView view, long offset, String structure) {
    this.view = view;
    this.structure = structure;
    this.position = offset;
  }

  /** The offset in the view of the next field. */
  public long position() {
    return position;
  }

  /** Moves to an offset of the view. */
  public StructReader seek(long offset) {
    position = offset;
    return this;
  }

  /** Reads a byte as an unsigned number. */
  public int u8(String field) throws FormatException {
    return view.u8(advance(1, field));
  }

  /** Reads 2 bytes as an unsigned number. */
  public int u16(String field) throws FormatException {
    return view.u16(advance(2, field));
  }

  /** Reads 4 bytes as an unsigned number. */
  public long u32(String field) throws FormatException {
    return view.u32(advance(4, field));
  }

  /** A 64-bit field as it is: an address, flags, a hash. */
  public long u64(String field) throws FormatException {
    return view.u64(advance(8, field));
  }

  /** A 64-bit size, offset or count, which no file can have above 2⁶³−1. */
  public long size(String field) throws FormatException {
    long at = position;
    long value = u64(field);
    if (value < 0) {
      throw error(at, field, Reason.OUT_OF_BOUNDS).mismatch("a number below 2^63", value);
    }
    return value;
  }

  /** Reads bytes as they are. */
  public byte[] bytes(String field, int length) throws FormatException {
    return view.bytes(advance(length, field), length);
  }

  /** Reads a text of so many bytes. */
  public String text(String field, int length) throws FormatException {
    return view.text(advance(length, field), length);
  }

  /** Passes bytes over, which have to be there. */
  public StructReader skip(String field, long length) throws FormatException {
    advance(length, field);
    return this;
  }

  /** Starts an error about a field of this structure. */
  public FormatException.Builder error(long offset, String field, Reason reason) {
    return FormatException.at(view, offset, structure, field, reason);
  }

  private long advance(long length, String field) throws FormatException {
    if (position < 0 || length < 0 || position > view.size() || length > view.size() - position) {
      long inside = Math.max(0, Math.min(position, view.size()));
      throw error(inside, field, Reason.TRUNCATED)
          .expected(length + " bytes")
          .foundBeforeEnd(position < 0 ? 0 : view.size() - inside)
          .build();
    }
    long at = position;
    position += length;
    return at;
  }
}
