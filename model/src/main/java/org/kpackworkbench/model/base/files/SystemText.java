package org.kpackworkbench.model.base.files;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Names as the system has them: any bytes, where Java has text. UTF-8 is text as usual; a byte that
 * is none becomes a lone surrogate, U+DC00 plus the byte, so that nothing is lost and equal texts
 * are equal bytes.
 */
public final class SystemText {
  private static final int ESCAPE = 0xdc00;
  private static final Pattern ESCAPED = Pattern.compile("\ufffd([0-9a-f]{2})");

  private SystemText() {}

  /** The text of some bytes. */
  public static String of(byte[] bytes) {
    return of(bytes, 0, bytes.length);
  }

  /** The text of a part of some bytes. */
  public static String of(byte[] bytes, int from, int length) {
    String text = new String(bytes, from, length, StandardCharsets.UTF_8);
    return text.indexOf('\ufffd') < 0 ? text : escaped(ByteBuffer.wrap(bytes, from, length));
  }

  private static String escaped(ByteBuffer bytes) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CharBuffer text = CharBuffer.allocate(bytes.remaining());
    while (true) {
      CoderResult result = decoder.decode(bytes, text, true);
      if (!result.isError()) {
        return text.flip().toString();
      }
      for (int i = 0; i < result.length(); i++) {
        text.put((char) (ESCAPE | (bytes.get() & 0xff)));
      }
    }
  }

  /** The bytes of a text. */
  public static byte[] bytes(String text) {
    boolean plain = true;
    for (int i = 0; i < text.length() && plain; i++) {
      plain = !Character.isSurrogate(text.charAt(i));
    }
    return plain ? text.getBytes(StandardCharsets.UTF_8) : rawBytes(text);
  }

  private static byte[] rawBytes(String text) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * text.length());
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      i += Character.charCount(point);
      if (point >= ESCAPE && point <= (ESCAPE | 0xff)) {
        bytes.put((byte) point);
      } else {
        bytes.put(Character.toString(point).getBytes(StandardCharsets.UTF_8));
      }
    }
    return java.util.Arrays.copyOf(bytes.array(), bytes.position());
  }

  /** How long a text is for the system. */
  public static int length(String text) {
    return bytes(text).length;
  }

  /** Returns the part of a text that a system call sees: it ends at the first NUL. */
  public static String untilNul(String text) {
    int nul = text.indexOf('\0');
    return nul < 0 ? text : text.substring(0, nul);
  }

  /** A text for people; what is no UTF-8 becomes U+FFFD. */
  public static String shown(String text) {
    return new String(bytes(text), StandardCharsets.UTF_8);
  }

  /**
   * An absolute path without NUL.
   *
   * @throws InvalidPathException if the system can have no such path
   */
  public static Path path(String text) {
    boolean plain = text.chars().noneMatch(each -> Character.isSurrogate((char) each));
    try {
      if (plain) {
        return Path.of(text);
      }
    } catch (InvalidPathException unlikeThisLocale) {
      if (java.io.File.separatorChar == '\\') {
        throw unlikeThisLocale;
      }
    }
    // The one way for bytes that are no text of this locale.
    StringBuilder uri = new StringBuilder("file://");
    for (byte each : bytes(text)) {
      boolean unreserved = each == '/' || Character.isLetterOrDigit(each);
      if (each > 0 && unreserved) {
        uri.append((char) each);
      } else {
        uri.append("%%%02X".formatted(each));
      }
    }
    return Path.of(URI.create(uri.toString()));
  }

  /** The text of a path; parts are separated by {@code /} everywhere. */
  public static String of(Path path) {
    String text = path.toString();
    if (text.indexOf('\ufffd') < 0 || !path.getFileSystem().equals(FileSystems.getDefault())) {
      return java.io.File.separatorChar == '\\' ? text.replace('\\', '/') : text;
    }
    String uri = path.toAbsolutePath().toUri().getRawPath();
    ByteBuffer bytes = ByteBuffer.allocate(uri.length());
    for (int i = 0; i < uri.length(); i++) {
      if (uri.charAt(i) == '%') {
        bytes.put((byte) Integer.parseInt(uri.substring(i + 1, i + 3), 16));
        i += 2;
      } else {
        bytes.put((byte) uri.charAt(i));
      }
    }
    String whole = of(bytes.array(), 0, bytes.position());
    String absolute =
        whole.length() > 1 && whole.endsWith("/") ? whole.substring(0, whole.length() - 1) : whole;
    // A relative one is a link's target; its parts are the last ones.
    return path.isAbsolute() ? absolute : lastParts(absolute, path.getNameCount());
  }

  /**
   * Returns a name as text that any file can hold: each byte that is no UTF-8 is U+FFFD with two
   * hexadecimal digits, and so are the bytes of that character itself.
   */
  public static String escaped(Path name) {
    // Names in a file that holds files are escaped when it is read.
    return name.getFileSystem().equals(FileSystems.getDefault())
        ? escaped(of(name))
        : name.toString();
  }

  /** Returns a path as it was given; what is no UTF-8 is {@link #escaped(Path)}. */
  public static String printed(Path path) {
    String text = path.toString();
    return text.indexOf('\ufffd') < 0 ? text : escaped(path);
  }

  /**
   * Returns the path in a failure of the system, which has U+FFFD in place of bytes that are no
   * text, as {@link #escaped(Path)} does: with the names of files that are there.
   */
  public static String escapedAsFound(String path) {
    if (path.indexOf('\ufffd') < 0) {
      return path;
    }
    List<Path> found = new ArrayList<>();
    try {
      found.add(Path.of(path.startsWith("/") ? "/" : ""));
      for (Path name : Path.of(path)) {
        List<Path> next = new ArrayList<>();
        for (Path folder : found) {
          if (name.toString().indexOf('\ufffd') < 0) {
            next.add(folder.resolve(name));
            continue;
          }
          FolderList.of(folder).stream()
              .map(Path::getFileName)
              .filter(each -> each.toString().equals(name.toString()))
              .map(folder::resolve)
              .forEach(next::add);
        }
        found = next;
      }
    } catch (IOException | InvalidPathException closed) {
      // A name in a folder that cannot be listed stays as it is.
      return path;
    }
    // Of several names that look the same it is not known which one failed.
    return found.size() == 1 ? escaped(found.getFirst()) : path;
  }

  /** Returns bytes of a name as {@link #escaped(Path)} does. */
  public static String escaped(byte[] name) {
    String text = new String(name, StandardCharsets.UTF_8);
    // Lists of packages are megabytes of plain names.
    return text.indexOf('\ufffd') < 0 ? text : escaped(of(name));
  }

  /** Returns the bytes of a name that is {@link #escaped(Path)}. */
  public static byte[] escapedBytes(String name) {
    return bytes(unescaped(name));
  }

  private static String escaped(String text) {
    if (text.chars().noneMatch(each -> each == '\ufffd' || Character.isSurrogate((char) each))) {
      return text;
    }
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            point -> {
              if (point == '\ufffd') {
                escaped.append("\ufffdef\ufffdbf\ufffdbd");
              } else if (point >= ESCAPE && point <= (ESCAPE | 0xff)) {
                escaped.append("\ufffd%02x".formatted(point & 0xff));
              } else {
                escaped.appendCodePoint(point);
              }
            });
    return escaped.toString();
  }

  /** Whether nothing in a name had to be {@link #escaped(Path)}. */
  public static boolean isUtf8(String name) {
    return !ESCAPED.matcher(name).find();
  }

  /** Returns the path below a folder whose names are {@link #escaped}. */
  public static Path below(Path root, String path) {
    if (java.io.File.separatorChar == '\\'
        || !ESCAPED.matcher(path).find()
        || !root.getFileSystem().equals(FileSystems.getDefault())) {
      return root.resolve(path);
    }
    return root.resolve(Path.of("/").relativize(path("/" + unescaped(path))));
  }

  private static String unescaped(String escaped) {
    String text =
        ESCAPED
            .matcher(escaped)
            .replaceAll(
                byteOf -> String.valueOf((char) (ESCAPE | Integer.parseInt(byteOf.group(1), 16))));
    // Bytes of U+FFFD itself are escaped, too.
    return of(bytes(text));
  }

  /** Returns the {@link #escaped} target of a link as a path. */
  static Path link(Path link, String target) {
    if (!ESCAPED.matcher(target).find()) {
      return link.getFileSystem().getPath(target);
    }
    return target.startsWith("/")
        ? below(Path.of("/"), target.substring(1))
        : below(Path.of(""), target);
  }

  private static String lastParts(String absolute, int count) {
    int at = absolute.length();
    for (int i = 0; i < count; i++) {
      at = absolute.lastIndexOf('/', at - 1);
    }
    return absolute.substring(at + 1);
  }
}
