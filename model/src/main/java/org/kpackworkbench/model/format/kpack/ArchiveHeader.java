package org.kpackworkbench.model.format.kpack;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.NotFetched;
import org.kpackworkbench.model.base.bytes.StructReader;

/** The first 64 bytes of an archive. */
final class ArchiveHeader {
  private ArchiveHeader() {}

  /**
   * Returns where the table of contents starts, inside the file.
   *
   * @throws FormatException for a wrong magic, another version, or a table outside the file
   */
  static long tableOffset(ByteView view) throws FormatException {
    StructReader reader = new StructReader(view, 0, ArchiveFormat.HEADER);
    long magic = reader.u32("magic");
    if (magic != ArchiveFormat.MAGIC && NotFetched.is(view)) {
      throw reader
          .error(0, "magic", Reason.WRONG_MAGIC)
          .expected("a .kpack archive")
          .found(NotFetched.WORDS)
          .advice(NotFetched.ADVICE)
          .build();
    }
    if (magic != ArchiveFormat.MAGIC) {
      throw reader
          .error(0, "magic", Reason.WRONG_MAGIC)
          .expected("the bytes 4b 50 41 4b (KPAK)")
          .found("%02x %02x %02x %02x".formatted(view.u8(0), view.u8(1), view.u8(2), view.u8(3)))
          .advice("This is not a .kpack archive.")
          .build();
    }
    long version = reader.u32("version");
    if (version != ArchiveFormat.VERSION) {
      throw reader
          .error(ArchiveFormat.VERSION_OFFSET, "version", Reason.UNSUPPORTED_VERSION)
          .mismatch("1", version);
    }
    long tableOffset = reader.u64("toc_offset");
    reader.skip("reserved", 48);
    if (tableOffset < ArchiveFormat.HEADER_BYTES || tableOffset >= view.size()) {
      throw reader
          .error(ArchiveFormat.TABLE_OFFSET_OFFSET, "toc_offset", Reason.OUT_OF_BOUNDS)
          .expected(
              "an offset from 0x40 to the file's last byte, 0x" + Long.toHexString(view.size() - 1))
          .found(tableOffset)
          .advice(ArchiveFormat.CUT_OFF)
          .build();
    }
    return tableOffset;
  }
}
