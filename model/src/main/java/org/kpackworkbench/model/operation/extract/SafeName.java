package org.kpackworkbench.model.operation.extract;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.text.HexText;

/** Turns any text into the name of a file that Linux, macOS and Windows all take. */
final class SafeName {
  /** File systems end at 255 bytes; the rest is left for {@link #numbered}. */
  static final int MOST_BYTES = 200;

  private static final int HEAD_BYTES = 110;
  private static final int TAIL_BYTES = 70;
  private static final String FORBIDDEN = "<>:\"/\\|?*";
  private static final int LONGEST_EXTENSION = 12;

  // Windows takes these for devices, whatever extension follows.
  private static final Pattern DEVICE =
      Pattern.compile(
          "(?i)(con|prn|aux|nul|conin\\$|conout\\$|(com|lpt)[0-9\u00b9\u00b2\u00b3]) *(\\..*)?");

  private SafeName() {}

  static String of(String text) {
    StringBuilder name = new StringBuilder();
    // One spelling of an accented letter, since some file systems take both for the same.
    String spelled = isAscii(text) ? text : Normalizer.normalize(text, Normalizer.Form.NFC);
    for (int at = 0; at < spelled.length(); ) {
      int point = spelled.codePointAt(at);
      name.appendCodePoint(allowed(point) ? point : '_');
      at += Character.charCount(point);
    }
    // Windows drops dots and spaces at the end; "." and ".." are folders.
    for (int last = name.length() - 1; last >= 0 && isDotOrSpace(name.charAt(last)); last--) {
      name.setCharAt(last, '_');
    }
    // A name like "-rf" would be taken for an option, a leading space be overlooked.
    if (!name.isEmpty() && (name.charAt(0) == '-' || name.charAt(0) == ' ')) {
      name.setCharAt(0, '_');
    }
    if (name.isEmpty() || DEVICE.matcher(name).matches()) {
      name.insert(0, '_');
    }
    return shortened(name.toString());
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  private static boolean isDotOrSpace(char c) {
    return c == '.' || c == ' ';
  }

  private static boolean allowed(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> FORBIDDEN.indexOf(point) < 0;
    };
  }

  /** Long names keep beginning and end; the differing part between them becomes a hash. */
  private static String shortened(String name) {
    if (bytes(name) <= MOST_BYTES) {
      return name;
    }
    int headEnd = 0;
    for (int used = 0; used < HEAD_BYTES; ) {
      int point = name.codePointAt(headEnd);
      used += bytes(Character.toString(point));
      headEnd += Character.charCount(point);
    }
    int tailStart = name.length();
    for (int used = 0; used < TAIL_BYTES; ) {
      int point = name.codePointBefore(tailStart);
      used += bytes(Character.toString(point));
      tailStart -= Character.charCount(point);
    }
    byte[] hash = Digests.sha256().digest(name.getBytes(StandardCharsets.UTF_8));
    String middle = HexText.first(hash, 4);
    return name.substring(0, headEnd) + "~" + middle + "~" + name.substring(tailStart);
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** The name with a number before its extension: {@code a~2.hsaco}. */
  static String numbered(String name, int number) {
    int dot = name.lastIndexOf('.');
    int stemEnd = dot > 0 && name.length() - dot <= LONGEST_EXTENSION ? dot : name.length();
    return name.substring(0, stemEnd) + "~" + number + name.substring(stemEnd);
  }

  /** The name without what is not plain ASCII, where the system's locale allows nothing else. */
  static String ascii(String name) {
    return name.replaceAll("[^\\x20-\\x7e]", "_");
  }

  /** Equal for names that some file system takes for the same one. */
  static String folded(String name) {
    return name.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
  }
}
