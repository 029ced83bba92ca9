package org.kpackworkbench.views.kit.hex;

import org.kpackworkbench.model.base.bytes.ByteRange;

/**
 * How bytes are laid out in rows.
 *
 * @param sizeBytes number of bytes
 * @param bytesPerRow 8, 16 or 32
 */
record HexGeometry(long sizeBytes, int bytesPerRow) {

  /** Number of rows; an empty view has one, for the caret. */
  long rows() {
    return sizeBytes == 0 ? 1 : (sizeBytes - 1) / bytesPerRow + 1;
  }

  long rowOf(long offset) {
    return offset / bytesPerRow;
  }

  long startOf(long row) {
    return row * bytesPerRow;
  }

  /** The bytes of some rows, as far as there are any. */
  ByteRange bytesOf(long firstRow, long rowCount) {
    long start = Math.min(startOf(firstRow), sizeBytes);
    return ByteRange.between(start, Math.min(sizeBytes, startOf(firstRow + rowCount)));
  }
}
