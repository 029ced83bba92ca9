package org.kpackworkbench.model.format.coff;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.StructReader;

/**
 * The optional header of a PE32+ program or DLL, every field as stored. Follows Microsoft's "PE
 * Format".
 *
 * @param offset its offset in the file
 * @param entryPoint the address of the entry point from the image's base; 0 if there is none
 * @param imageBase the address it wants to be loaded at
 * @param sectionAlignment the alignment of sections in memory, in bytes
 * @param fileAlignment the alignment of sections in the file, in bytes
 * @param imageSizeBytes the size in memory
 * @param headersSizeBytes the size of all headers in the file, aligned
 * @param checkSum the check sum of the file; 0 if there is none
 * @param subsystem the subsystem's number
 * @param dllFlags its DLL characteristics
 * @param directories the data directories, in their order
 */
public record ImageHeader(
    long offset,
    long entryPoint,
    long imageBase,
    long sectionAlignment,
    long fileAlignment,
    long imageSizeBytes,
    long headersSizeBytes,
    long checkSum,
    int subsystem,
    int dllFlags,
    List<Directory> directories) {

  /** Magic of PE32, with addresses of 32 bits. */
  static final int NARROW = 0x10b;

  /** Offset of the size of initialised data in the header. */
  public static final int DATA_SIZE = 8;

  /** Offset of the size of data that is not initialised in the header. */
  public static final int ZERO_SIZE = 12;

  /** Offset of the entry point in the header. */
  public static final int ENTRY_POINT = 16;

  /** Offset of the image's size in the header. */
  public static final int IMAGE_SIZE = 56;

  /** Offset of the size of the headers in the header. */
  public static final int HEADERS_SIZE = 60;

  /** Offset of the check sum in the header. */
  public static final int CHECK_SUM = 64;

  /** Offset of the first directory in the header; each has 8 bytes. */
  public static final int DIRECTORIES = 112;

  private static final int MOST_DIRECTORIES = 16;

  /** Kinds of data directories, in the order of the table. */
  public enum DirectoryKind {
    EXPORTS("exports"),
    IMPORTS("imports"),
    RESOURCES("resources"),
    EXCEPTIONS("exceptions"),
    CERTIFICATES("certificates"),
    BASE_RELOCATIONS("base relocations"),
    DEBUG("debug data"),
    ARCHITECTURE("architecture"),
    GLOBAL_POINTER("global pointer"),
    TLS("thread-local storage"),
    LOAD_CONFIG("load configuration"),
    BOUND_IMPORTS("bound imports"),
    IMPORT_ADDRESSES("import addresses"),
    DELAY_IMPORTS("delay-loaded imports"),
    CLR("CLR header"),
    RESERVED("reserved");

    private final String words;

    DirectoryKind(String words) {
      this.words = words;
    }

    /** The contents of such a directory, in words. */
    public String words() {
      return words;
    }
  }

  /**
   * A data directory.
   *
   * @param kind its kind
   * @param address its address from the image's base; of certificates the offset in the file
   * @param sizeBytes its size; 0 if there is none
   */
  public record Directory(DirectoryKind kind, long address, long sizeBytes) {}

  /** Returns a directory; an empty one if the table does not reach it. */
  public Directory directory(DirectoryKind kind) {
    return kind.ordinal() < directories.size()
        ? directories.get(kind.ordinal())
        : new Directory(kind, 0, 0);
  }

  static ImageHeader read(ByteView view, long offset) throws FormatException {
    StructReader reader = new StructReader(view, offset, "optional header");
    long entry = reader.seek(offset + ENTRY_POINT).u32("entry point");
    long base = reader.seek(offset + 24).u64("image base");
    long sectionAlignment = reader.u32("section alignment");
    long fileAlignment = reader.u32("file alignment");
    reader.seek(offset + 56);
    long imageSize = reader.u32("size of the image");
    long headersSize = reader.u32("size of the headers");
    long checkSum = reader.u32("check sum");
    int subsystem = reader.u16("subsystem");
    int dllFlags = reader.u16("DLL characteristics");
    reader.seek(offset + 108);
    long count = Math.min(MOST_DIRECTORIES, reader.u32("number of directories"));
    List<Directory> directories = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      directories.add(
          new Directory(
              DirectoryKind.values()[i],
              reader.u32("directory's address"),
              reader.u32("directory's size")));
    }
    return new ImageHeader(
        offset,
        entry,
        base,
        sectionAlignment,
        fileAlignment,
        imageSize,
        headersSize,
        checkSum,
        subsystem,
        dllFlags,
        List.copyOf(directories));
  }

  /** The subsystem in words. */
  public String subsystemName() {
    return switch (subsystem) {
      case 1 -> "native";
      case 2 -> "windows";
      case 3 -> "console";
      default -> "subsystem " + subsystem;
    };
  }
}
