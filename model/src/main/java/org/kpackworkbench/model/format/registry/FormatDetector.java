package org.kpackworkbench.model.format.registry;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.elf.ElfMachine;

/**
 * Tells what a file is: from its first bytes, and of ZIP archives from their directory, too.
 * Stateless: safe for use by many threads.
 */
public final class FormatDetector {
  private static final int HEAD_BYTES = 4096;
  private static final int TAR_MAGIC_AT = 257;
  private static final int WHEEL_TAIL_BYTES = 64 << 10;

  /** Java class files share the magic of Mach-O files for several machines, of which few exist. */
  private static final int MOST_MACHINES = 40;

  // Possessive, so that a text made of comments is looked at once.
  private static final Pattern HTML =
      Pattern.compile(
          "(?:<!--.*?-->\\s*|<\\?xml[^>]*>\\s*)*+<(!doctype\\s+html|html)\\b.*",
          Pattern.DOTALL | Pattern.CASE_INSENSITIVE);
  private static final Pattern LINKER_SCRIPT =
      Pattern.compile(
          "(?:/\\*.*?\\*/\\s*)*+(INPUT|GROUP|OUTPUT_FORMAT|OUTPUT_ARCH|ENTRY|SECTIONS|AS_NEEDED|VERSION"
              + "|PROVIDE|EXTERN|SEARCH_DIR)\\s*[({].*",
          Pattern.DOTALL);
  private static final byte[] MANIFEST_KEY = "kpack_files".getBytes(StandardCharsets.UTF_8);
  private static final byte[] WHEEL_KEY = ".dist-info/WHEEL".getBytes(StandardCharsets.UTF_8);
  private static final byte[] TAR_MAGIC = "ustar".getBytes(StandardCharsets.UTF_8);

  /** A signature at the start of a file. */
  private record Signature(byte[] bytes, Format format) {
    Signature(String text, Format format) {
      this(text.getBytes(StandardCharsets.ISO_8859_1), format);
    }

    /** Whether words may start like that. */
    boolean isShort() {
      return bytes.length <= 3;
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
    new Signature("!<arch>\ndebian-binary", Format.DEB),
    new Signature("!<arch>\n", Format.STATIC_LIBRARY),
    new Signature("!<thin>\n", Format.STATIC_LIBRARY),
    new Signature("MZ", Format.COFF),
    new Signature("SQLite format 3\0", Format.SQLITE),
    new Signature("(\u00b5/\u00fd", Format.ZSTD),
    new Signature("\u00fd7zXZ\0", Format.XZ),
    new Signature("\u001f\u008b", Format.GZIP),
    new Signature("PK\u0003\u0004", Format.ZIP),
    new Signature("PK\u0005\u0006", Format.ZIP),
    new Signature("BZh", Format.BZIP2),
    new Signature("7z\u00bc\u00af\u0027\u001c", Format.SEVEN_ZIP),
    new Signature("\u00ed\u00ab\u00ee\u00db", Format.RPM),
    new Signature("BC\u00c0\u00de", Format.LLVM_BITCODE),
    new Signature("\u00de\u00c0\u0017\u000b", Format.LLVM_BITCODE),
    new Signature("\u00cf\u00fa\u00ed\u00fe", Format.MACH_O),
    new Signature("\u00ce\u00fa\u00ed\u00fe", Format.MACH_O),
    new Signature("\u00fe\u00ed\u00fa\u00cf", Format.MACH_O),
    new Signature("\u00fe\u00ed\u00fa\u00ce", Format.MACH_O),
    new Signature("\u0089PNG\r\n\u001a\n", Format.IMAGE),
    new Signature("\u00ff\u00d8\u00ff", Format.IMAGE),
    new Signature("GIF8", Format.IMAGE),
    new Signature("%PDF-", Format.PDF),
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
      return machine(head) == ElfMachine.AMDGPU ? Format.CODE_OBJECT : Format.ELF;
    }
    if (head.length >= 8 && u32(head, 0) == 0xcafebabe) {
      return u32(head, 4) < MOST_MACHINES ? Format.MACH_O : Format.JAVA_CLASS;
    }
    boolean text = isText(head);
    for (Signature signature : SIGNATURES) {
      if (signature.matches(head) && !(text && signature.isShort())) {
        return signature.format() == Format.ZIP ? zip(bytes) : signature.format();
      }
    }
    if (startsAsMessagePackMap(head) && indexOf(head, MANIFEST_KEY) >= 0) {
      return Format.KPM;
    }
    if (isTar(head)) {
      return Format.TAR;
    }
    if (text) {
      return text(bytes, head);
    }
    // Windows object files have no signature but a machine's number.
    return CoffFile.isCoff(bytes) ? Format.COFF : Format.UNKNOWN;
  }

  /** A wheel has its own description, which by its rules lies at the end. */
  private static Format zip(ByteView bytes) throws FormatException {
    int tail = (int) Math.min(WHEEL_TAIL_BYTES, bytes.size());
    byte[] end = bytes.bytes(bytes.size() - tail, tail);
    return indexOf(end, WHEEL_KEY) >= 0 ? Format.WHEEL : Format.ZIP;
  }

  private static Format text(ByteView bytes, byte[] head) throws FormatException {
    String text = new String(head, StandardCharsets.UTF_8).replace("\ufeff", "").stripLeading();
    if (text.startsWith(LfsPointer.START) && LfsPointer.of(bytes).isPresent()) {
      return Format.LFS_POINTER;
    }
    if (HTML.matcher(text).matches()) {
      return Format.HTML;
    }
    if (text.toLowerCase(Locale.ROOT).startsWith("<?xml")) {
      return Format.XML;
    }
    if (text.startsWith("#!")) {
      return Format.SCRIPT;
    }
    return LINKER_SCRIPT.matcher(text).matches() ? Format.LINKER_SCRIPT : Format.TEXT;
  }

  private static boolean isTar(byte[] head) {
    return head.length >= TAR_MAGIC_AT + TAR_MAGIC.length
        && Arrays.equals(
            head, TAR_MAGIC_AT, TAR_MAGIC_AT + TAR_MAGIC.length, TAR_MAGIC, 0, TAR_MAGIC.length);
  }

  private static int u32(byte[] head, int at) {
    return (head[at] & 0xff) << 24
        | (head[at + 1] & 0xff) << 16
        | (head[at + 2] & 0xff) << 8
        | (head[at + 3] & 0xff);
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
