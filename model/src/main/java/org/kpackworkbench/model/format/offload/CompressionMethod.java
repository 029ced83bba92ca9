package org.kpackworkbench.model.format.offload;

/** How a compressed bundle's payload is compressed. */
public enum CompressionMethod {
  ZLIB("zlib"),
  ZSTD("zstd"),
  OTHER("unknown method");

  private final String words;

  CompressionMethod(String words) {
    this.words = words;
  }

  /** What people call it. */
  public String words() {
    return words;
  }

  static CompressionMethod of(int value) {
    return value == 0 ? ZLIB : value == 1 ? ZSTD : OTHER;
  }
}
