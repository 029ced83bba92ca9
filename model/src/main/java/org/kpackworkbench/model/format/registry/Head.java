package org.kpackworkbench.model.format.registry;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;

/** The first bytes of a file, by which formats know it. Immutable; safe for use by many threads. */
public final class Head {
  private static final int HEAD_BYTES = 4096;

  private final ByteView file;
  private final byte[] bytes;
  private final boolean text;

  private Head(ByteView file, byte[] bytes) {
    this.file = file;
    this.bytes = bytes;
    this.text = isText(bytes);
  }

  /**
   * Reads the first bytes, at most 4096.
   *
   * @throws FormatException if they cannot be read
   */
  public static Head of(ByteView file) throws FormatException {
    return new Head(file, file.bytes(0, (int) Math.min(HEAD_BYTES, file.size())));
  }

  /** The whole file, for what the first bytes lead to. */
  public ByteView file() {
    return file;
  }

  /** How many bytes there are here. */
  public int size() {
    return bytes.length;
  }

  /** Whether nothing among them is no text. */
  public boolean isText() {
    return text;
  }

  /** As text, from its first letter. */
  String words() {
    return new String(bytes, StandardCharsets.UTF_8).replace("\ufeff", "").stripLeading();
  }

  /**
   * Whether the file begins like this. Of up to three characters, words may begin like that, so no
   * text does.
   *
   * @param signature characters that are a byte each
   */
  public boolean startsWith(String signature) {
    return hasAt(0, signature) && !(text && signature.length() <= 3);
  }

  /** Whether these characters, a byte each, are at an offset. */
  public boolean hasAt(int offset, String signature) {
    byte[] wanted = signature.getBytes(StandardCharsets.ISO_8859_1);
    return bytes.length - offset >= wanted.length
        && Arrays.equals(bytes, offset, offset + wanted.length, wanted, 0, wanted.length);
  }

  /** Whether these characters are somewhere among the bytes. */
  public boolean holds(String characters) {
    return holds(bytes, characters);
  }

  /** Whether these characters are somewhere among some bytes. */
  public static boolean holds(byte[] bytes, String characters) {
    byte[] wanted = characters.getBytes(StandardCharsets.ISO_8859_1);
    for (int at = 0; at + wanted.length <= bytes.length; at++) {
      if (Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length)) {
        return true;
      }
    }
    return false;
  }

  /** The byte at an offset, 0 behind the end. */
  public int u8(int offset) {
    return offset < bytes.length ? bytes[offset] & 0xff : 0;
  }

  /** The 16 bits at an offset, little-endian; what is behind the end counts as 0. */
  public int u16(int offset) {
    return u8(offset) | u8(offset + 1) << 8;
  }

  private static boolean isText(byte[] head) {
    for (byte b : head) {
      if (b >= 0 && b < ' ' && b != '\n' && b != '\r' && b != '\t' && b != '\f') {
        return false;
      }
    }
    return true;
  }
}
