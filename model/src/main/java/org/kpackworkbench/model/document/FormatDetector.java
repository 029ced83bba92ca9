package org.kpackworkbench.model.document;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.kpackworkbench.model.bytes.ByteView;
import org.kpackworkbench.model.bytes.FormatException;

/** Tells the kind of a file from its first bytes. */
public final class FormatDetector {
  private static final int HEAD_BYTES = 4096;
  private static final int EM_AMDGPU = 224;
  private static final byte[] MANIFEST_KEY = "kpack_files".getBytes(StandardCharsets.UTF_8);

  /** A signature at the start of a file. */
  private record Signature(byte[] bytes, Format format) {
    Signature(String text, Format format) {
      this(text.getBytes(StandardCharsets.ISO_8859_1), format);
    }

    boolean matches(byte[] head) {
      return head.length >= bytes.length
          && Arrays.equals(head, 0, bytes.length, bytes, 0, bytes.length);
    }
  }

  private static final Signature[] SIGNATURES = {
    new Signature("KPAK", Format.KPACK),
    new Signature("__CLANG_OFFLOAD_BUNDLE__", Format.BUNDLE),
    new Signature("CCOB", Format.BUNDLE),
    new Signature("!<arch>\n", Format.STATIC_LIBRARY),
    new Signature("!<thin>\n", Format.STATIC_LIBRARY),
    new Signature("MZ", Format.COFF),
    new Signature("SQLite format 3\0", Format.SQLITE),
    new Signature("(\u00b5/\u00fd", Format.ZSTD),
    new Signature("\u00fd7zXZ\0", Format.XZ),
    new Signature("\u001f\u008b", Format.GZIP),
    new Signature("PK\u0003\u0004", Format.ZIP),
  };

  private FormatDetector() {}

  /**
   * Tells what {@code bytes} are.
   *
   * @throws FormatException where the first bytes cannot be read
   */
  public static Format detect(ByteView bytes) throws FormatException {
    byte[] head = bytes.bytes(0, (int) Math.min(HEAD_BYTES, bytes.size()));
    if (head.length == 0) {
      return Format.EMPTY;
    }
    if (startsAsElf(head)) {
      return machine(head) == EM_AMDGPU ? Format.CODE_OBJECT : Format.ELF;
    }
    for (Signature signature : SIGNATURES) {
      if (signature.matches(head)) {
        return signature.format();
      }
    }
    if (startsAsMessagePackMap(head) && indexOf(head, MANIFEST_KEY) >= 0) {
      return Format.KPM;
    }
    return isText(head) ? Format.TEXT : Format.UNKNOWN;
  }

  private static boolean startsAsElf(byte[] head) {
    return head.length >= 4
        && head[0] == 0x7f
        && head[1] == 'E'
        && head[2] == 'L'
        && head[3] == 'F';
  }

  private static int machine(byte[] head) {
    return head.length < 20 ? 0 : (head[18] & 0xff) | (head[19] & 0xff) << 8;
  }

  private static boolean startsAsMessagePackMap(byte[] head) {
    int first = head[0] & 0xff;
    return (first >= 0x80 && first <= 0x8f) || first == 0xde || first == 0xdf;
  }

  private static int indexOf(byte[] head, byte[] wanted) {
    for (int at = 0; at + wanted.length <= head.length; at++) {
      if (Arrays.equals(head, at, at + wanted.length, wanted, 0, wanted.length)) {
        return at;
      }
    }
    return -1;
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
