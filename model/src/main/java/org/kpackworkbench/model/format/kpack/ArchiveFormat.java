package org.kpackworkbench.model.format.kpack;

import java.nio.charset.StandardCharsets;
import java.util.Set;

/** Offsets, magics and key names of the format. */
public final class ArchiveFormat {
  /** Possible cause of an archive that ends too early. */
  public static final String CUT_OFF =
      "The file may have been cut off while it was copied or written.";

  /** Advice where just-written data reads otherwise. */
  public static final String DISK_FAILING = "The disk may be failing; no file was replaced.";

  /** The bytes {@code K P A K} as a little-endian number. */
  public static final long MAGIC = 0x4b41504bL;

  /** The version that is read and written. */
  public static final int VERSION = 1;

  /** Size of the header; the blob area starts behind it. */
  public static final int HEADER_BYTES = 0x40;

  /** The default compression level. */
  public static final int DEFAULT_LEVEL = 3;

  static final int VERSION_OFFSET = 4;
  static final int TABLE_OFFSET_OFFSET = 8;

  /** A frame has at least a magic, a descriptor, a window or size byte and one block header. */
  static final int SMALLEST_FRAME_BYTES = 9;

  /** The version of the table of contents, which loaders do not read. */
  public static final String FORMAT_VERSION = "format_version";

  static final String GROUP_NAME = "group_name";
  static final String FAMILY = "gfx_arch_family";
  static final String ARCHITECTURES = "gfx_arches";
  static final String TOC = "toc";
  static final String SCHEME = "compression_scheme";
  static final String BLOBS = "blobs";
  static final String OFFSET = "offset";
  static final String SIZE = "size";
  static final String ZSTD_OFFSET = "zstd_offset";
  static final String ZSTD_SIZE = "zstd_size";
  static final String TYPE = "type";
  static final String ORDINAL = "ordinal";
  static final String ORIGINAL_SIZE = "original_size";
  static final String METADATA = "metadata";

  /** Keys of the experimental schemes. */
  static final String DICTIONARIES = "dictionaries";

  static final String BINARY_CHECK = "binary_index_check";
  static final String BINARY_INDEX = "binary_index";
  static final String CHECKSUM = "crc32c";
  static final String LEVEL = "compression_level";
  static final String ID = "id";
  static final String GROUPS = "groups";
  static final String SEEK = "seek";
  static final String FRAME = "frame";
  static final String GROUP = "group";
  static final String OFFSET_IN_GROUP = "offset_in_group";

  /** The keys of a table of contents that this program reads; it keeps all others as they are. */
  static final Set<String> KNOWN =
      Set.of(
          FORMAT_VERSION,
          GROUP_NAME,
          FAMILY,
          ARCHITECTURES,
          BINARY_CHECK,
          BINARY_INDEX,
          TOC,
          SCHEME,
          BLOBS,
          ZSTD_OFFSET,
          ZSTD_SIZE);

  /** Names of the parts in messages. */
  static final String HEADER = "kpack header";

  static final String TABLE = "kpack table of contents";
  static final String BLOB_AREA = "kpack blob area";

  private ArchiveFormat() {}

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
