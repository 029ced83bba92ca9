package org.kpackworkbench.model.format.registry;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;

/**
 * A header of a format, recognised by its magic at any offset: what the inspector says of the bytes
 * at one offset.
 *
 * @param magic its first four bytes as a little-endian number, as an unsigned one
 * @param reader reads its fields
 */
public record Structure(long magic, Reader reader) {

  /** Reads the fields of a header. */
  @FunctionalInterface
  public interface Reader {
    /**
     * Reads the fields of a header. Adds nothing if it is something else after all.
     *
     * @param offset where the magic is
     * @throws FormatException if it ends; what was said before stays
     */
    void read(ByteView bytes, long offset, Lines lines) throws FormatException;
  }

  /** Where a header says what is in it. */
  public interface Lines {
    /** Sets the title that says what it is; before all fields. */
    void title(String words, long lengthBytes);

    /** A field. */
    void field(String name, String value);

    /** A field that is an unsigned number. */
    void number(String name, long value);

    /** A field that is a number of bytes. */
    void size(String name, long sizeBytes);

    /** A row of a table that belongs to it. */
    void entry(String name, String value);
  }
}
