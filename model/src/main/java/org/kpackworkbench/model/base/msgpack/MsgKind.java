package org.kpackworkbench.model.base.msgpack;

/** The kind of a MessagePack value, determined by its first byte. */
public enum MsgKind {
  NIL("nil"),
  BOOLEAN("a boolean"),
  INTEGER("an integer"),
  FLOAT("a floating-point number"),
  TEXT("text"),
  BINARY("binary data"),
  ARRAY("an array"),
  MAP("a map"),
  EXTENSION("an extension value"),
  /** The byte {@code c1}, which no value starts with. */
  INVALID("the byte 0xc1, which starts no value");

  private final String words;

  MsgKind(String words) {
    this.words = words;
  }

  /** The kind in words, with its article, as messages use it. */
  public String words() {
    return words;
  }

  /** The kind of the value that starts with {@code firstByte} (0–255). */
  public static MsgKind of(int firstByte) {
    if (firstByte < 0x80 || firstByte >= 0xe0) {
      return INTEGER;
    }
    if (firstByte < 0xc0) {
      return firstByte < 0x90 ? MAP : firstByte < 0xa0 ? ARRAY : TEXT;
    }
    return switch (firstByte) {
      case 0xc0 -> NIL;
      case 0xc1 -> INVALID;
      case 0xc2, 0xc3 -> BOOLEAN;
      case 0xc4, 0xc5, 0xc6 -> BINARY;
      case 0xca, 0xcb -> FLOAT;
      case 0xd9, 0xda, 0xdb -> TEXT;
      case 0xdc, 0xdd -> ARRAY;
      case 0xde, 0xdf -> MAP;
      case 0xc7, 0xc8, 0xc9, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8 -> EXTENSION;
      default -> INTEGER;
    };
  }
}
