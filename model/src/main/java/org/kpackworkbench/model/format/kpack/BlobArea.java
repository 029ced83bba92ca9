package org.kpackworkbench.model.format.kpack;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/**
 * The blob area of scheme {@code zstd-per-kernel}.
 *
 * @param range its bytes, inside the file, from {@code num_kernels} on
 * @param count {@code num_kernels}; each of them has room for its size field
 */
record BlobArea(ByteRange range, int count) {

  /**
   * Finds it and checks its count; problems that leave it usable are added to {@code problems}.
   *
   * @throws FormatException where there is none that could be walked
   */
  static BlobArea read(ByteView view, TableReader table, List<FormatException> problems)
      throws FormatException {
    long offset = table.zstdOffset;
    long size = table.zstdSize;
    if (offset < 0 || size < 0) {
      throw error(view, table.tableOffset, ArchiveFormat.ZSTD_OFFSET, Reason.NOT_FOUND)
          .expected("zstd_offset and zstd_size")
          .found("a table without them")
          .build();
    }
    if (offset > view.size() - 4 || size < 4) {
      throw error(view, table.tableOffset, ArchiveFormat.ZSTD_OFFSET, Reason.OUT_OF_BOUNDS)
          .expected(
              "a blob area of at least 4 bytes inside the " + view.size() + " bytes there are")
          .found(size + " bytes from 0x" + Long.toHexString(offset))
          .build();
    }
    long length = Math.min(size, view.size() - offset);
    if (length < size) {
      problems.add(
          error(view, table.tableOffset, ArchiveFormat.ZSTD_SIZE, Reason.OUT_OF_BOUNDS)
              .expected("at most the " + length + " bytes up to the end of the file")
              .found(size)
              .build());
    }
    long count = view.u32(offset);
    long most = Math.min(EntryTable.MOST_ROWS, (length - 4) / 4);
    if (count > most) {
      throw error(view, offset, "num_kernels", Reason.OUT_OF_BOUNDS)
          .expected("at most " + most + ", for which the blob area has room")
          .found(count)
          .build();
    }
    return new BlobArea(new ByteRange(offset, length), (int) count);
  }

  private static FormatException.Builder error(
      ByteView view, long offset, String field, Reason reason) {
    return FormatException.at(view, offset, ArchiveFormat.BLOB_AREA, field, reason);
  }
}
