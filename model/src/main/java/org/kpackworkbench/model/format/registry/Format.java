package org.kpackworkbench.model.format.registry;

/** What a file is, told by its content, never by its name. */
public enum Format {
  KPACK("kpack", "kpack archive", Use.READ),
  KPM("kpm", "kpack manifest", Use.READ),
  ELF("elf", "ELF binary", Use.READ),
  COFF("coff", "Windows (PE/COFF) binary", Use.READ),
  CODE_OBJECT("code-object", "GPU code object", Use.READ),
  BUNDLE("bundle", "offload bundle", Use.READ),
  STATIC_LIBRARY("static-library", "static library", Use.READ),
  /** The stand-in that Git leaves where a large file was not fetched. */
  LFS_POINTER("git-lfs-pointer", "Git LFS pointer", Use.TEXT),
  WHEEL("wheel", "Python wheel (a ZIP archive)", Use.PACKAGE),
  DEB("deb", "Debian package", Use.PACKAGE),
  RPM("rpm", "RPM package", Use.PACKAGE),
  ZIP("zip", "ZIP archive", Use.PACKAGE),
  TAR("tar", "tar archive", Use.PACKAGE),
  SEVEN_ZIP("7z", "7-Zip archive", Use.PACKAGE),
  ZSTD("zstd", "zstd-compressed file", Use.PACKED),
  XZ("xz", "xz-compressed file", Use.PACKED),
  GZIP("gzip", "gzip-compressed file", Use.PACKED),
  BZIP2("bzip2", "bzip2-compressed file", Use.PACKED),
  SQLITE("sqlite", "SQLite database", Use.OTHER),
  MACH_O("mach-o", "Mach-O binary (macOS)", Use.OTHER),
  LLVM_BITCODE("llvm-bitcode", "LLVM bitcode", Use.OTHER),
  JAVA_CLASS("java-class", "Java class file", Use.OTHER),
  IMAGE("image", "picture", Use.OTHER),
  PDF("pdf", "PDF document", Use.OTHER),
  HTML("html", "HTML page", Use.TEXT),
  XML("xml", "XML document", Use.TEXT),
  SCRIPT("script", "script", Use.TEXT),
  LINKER_SCRIPT("linker-script", "linker script", Use.TEXT),
  DEBUG_LOG("debug-log", "debug log of a loader", Use.TEXT),
  TEXT("text", "text", Use.TEXT),
  EMPTY("empty", "empty file", Use.OTHER),
  /** Nothing that can be read twice; known without a look at bytes. */
  SPECIAL("special", "device, pipe or socket", Use.OTHER),
  UNKNOWN("unknown", "unknown kind of file", Use.OTHER);

  /** What the program does with files of a format. */
  private enum Use {
    /** It reads them. */
    READ,
    /** It shows them as text. */
    TEXT,
    /** They hold files, and have to be unpacked first. */
    PACKAGE,
    /** They are a file, compressed. */
    PACKED,
    /** It shows their bytes. */
    OTHER
  }

  private final String id;
  private final String words;
  private final Use use;

  Format(String id, String words, Use use) {
    this.id = id;
    this.words = words;
    this.use = use;
  }

  /** The name in JSON output. */
  public String id() {
    return id;
  }

  /** The name for people. */
  public String words() {
    return words;
  }

  /** Whether the program takes such files apart, and so can check them. */
  public boolean isRead() {
    return use == Use.READ;
  }

  /** Whether it is text. */
  public boolean isText() {
    return use == Use.TEXT;
  }

  /** Whether it is something packed or compressed. */
  public boolean isPacked() {
    return use == Use.PACKAGE || use == Use.PACKED;
  }

  /** What a user does to have the contents read that the program does not read; may be empty. */
  public String advice() {
    return switch (this) {
      case LFS_POINTER -> "Fetch the file itself: git lfs pull";
      case HTML ->
          "If another file was expected, the server answered with a page; download it again.";
      case EMPTY -> "If another file was expected, it was not written in full.";
      case MACH_O -> "Binaries for macOS have no device code for AMD GPUs.";
      default ->
          switch (use) {
            case PACKAGE -> "Unpack it and name the folder.";
            case PACKED -> "Decompress it and name what comes out.";
            case READ, TEXT, OTHER -> "";
          };
    };
  }
}
