package org.kpackworkbench.model.document;

/** What a file is, told by its content, never by its name. */
public enum Format {
  KPACK("kpack", "kpack archive"),
  KPM("kpm", "kpack manifest"),
  ELF("elf", "ELF binary"),
  COFF("coff", "Windows (PE/COFF) binary"),
  CODE_OBJECT("code-object", "GPU code object"),
  BUNDLE("bundle", "offload bundle"),
  STATIC_LIBRARY("static-library", "static library"),
  SQLITE("sqlite", "SQLite database"),
  ZSTD("zstd", "zstd-compressed file"),
  XZ("xz", "xz-compressed file"),
  GZIP("gzip", "gzip-compressed file"),
  ZIP("zip", "ZIP archive or Python wheel"),
  DEBUG_LOG("debug-log", "debug log of a loader"),
  TEXT("text", "text"),
  EMPTY("empty", "empty file"),
  UNKNOWN("unknown", "unknown kind of file");

  private final String id;
  private final String words;

  Format(String id, String words) {
    this.id = id;
    this.words = words;
  }

  /** The name in JSON output. */
  public String id() {
    return id;
  }

  /** The name for people. */
  public String words() {
    return words;
  }
}
