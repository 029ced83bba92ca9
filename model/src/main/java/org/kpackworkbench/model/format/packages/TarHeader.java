package org.kpackworkbench.model.format.packages;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.tar.TarUtils;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.members.MemberChannel;

/**
 * A header in a tar file as it is stored. An entry has one, behind those with its attributes, and
 * with names that are too long for it.
 *
 * @param header the block of 512 bytes
 * @param content names or attributes; empty for the entry's own header
 */
public record TarHeader(byte[] header, byte[] content) {
  private static final int BLOCK_BYTES = 512;
  private static final int MOST_BYTES = 64 << 20;
  private static final int NAME_BYTES = 100;
  private static final int SIZE_AT = 124;
  private static final int SIZE_BYTES = 12;
  private static final int TYPE_AT = 156;
  private static final int LINK_AT = 157;
  private static final int MAGIC_AT = 257;
  private static final int PREFIX_AT = 345;
  private static final int PREFIX_BYTES = 155;
  private static final int XSTAR_PREFIX_BYTES = 131;
  private static final int XSTAR_MAGIC_AT = 508;

  /** Signs that the library writes for bytes that are no UTF-8, in headers and in attributes. */
  private static final Pattern NO_TEXT = Pattern.compile("[?\ufffd]");

  /**
   * An attribute of POSIX's format.
   *
   * @param value its bytes, as characters below 256
   */
  public record Attribute(String name, String value) {}

  /** An entry's name, and where it leads, both {@link SystemText#escaped}. */
  public record Names(String name, String link) {}

  /** The type of the entry. */
  public byte type() {
    return header[TYPE_AT];
  }

  /**
   * Reads the headers of an entry; the last is its own, without what GNU's tar adds to it.
   *
   * @param file the file, for messages
   * @param start where they begin
   * @param data where the entry's content begins
   */
  public static List<TarHeader> of(Path file, MemberChannel tar, long start, long data)
      throws IOException {
    if (data < start + BLOCK_BYTES || data - start > MOST_BYTES) {
      throw FormatException.in(file.toString(), "tar", "headers", Reason.BAD_VALUE)
          .mismatch(
              "a header of at most %d bytes from %d on".formatted(MOST_BYTES, start),
              "content from %d on".formatted(data));
    }
    byte[] bytes = bytes(file, tar, start, (int) (data - start));
    List<TarHeader> headers = new ArrayList<>();
    int at = 0;
    boolean own = false;
    while (!own) {
      byte[] header = Arrays.copyOfRange(bytes, at, at + BLOCK_BYTES);
      at += BLOCK_BYTES;
      own =
          switch (header[TYPE_AT]) {
            case TarConstants.LF_PAX_GLOBAL_EXTENDED_HEADER,
                TarConstants.LF_PAX_EXTENDED_HEADER_LC,
                TarConstants.LF_PAX_EXTENDED_HEADER_UC,
                TarConstants.LF_GNUTYPE_LONGNAME,
                TarConstants.LF_GNUTYPE_LONGLINK ->
                false;
            default -> true;
          };
      int size = own ? 0 : (int) TarUtils.parseOctalOrBinary(header, SIZE_AT, SIZE_BYTES);
      if (size < 0 || padded(size) > bytes.length - at) {
        throw FormatException.in(file.toString(), "tar", "headers", Reason.BAD_VALUE)
            .mismatch(
                "a header behind names and attributes",
                "%d bytes of them at %d".formatted(size, start + at));
      }
      headers.add(new TarHeader(header, Arrays.copyOfRange(bytes, at, at + size)));
      at += (int) padded(size);
    }
    return headers;
  }

  /** Reads bytes of a tar file, which are known to be in it. */
  public static byte[] bytes(Path file, MemberChannel tar, long start, int count)
      throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count);
    while (bytes.hasRemaining()) {
      if (tar.read(bytes, start + bytes.position()) < 0) {
        throw FormatException.in(file.toString(), "tar", "", Reason.FILE_CHANGED)
            .mismatch("the %d bytes that it had".formatted(tar.size()), "a shorter file");
      }
    }
    return bytes.array();
  }

  private static long padded(long size) {
    return (size + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
  }

  /**
   * Returns the names of an entry. The library replaces bytes that are no UTF-8, so that two names
   * become one.
   *
   * @param start where its headers begin
   */
  public static Names names(Path file, MemberChannel tar, long start, TarArchiveEntry entry)
      throws IOException {
    String known = entry.getName();
    String link = entry.getLinkName();
    if (!NO_TEXT.matcher(known + link).find()) {
      return new Names(known, link);
    }
    String longName = "";
    String longLink = "";
    List<TarHeader> headers = of(file, tar, start, entry.getDataOffset());
    for (TarHeader each : headers) {
      switch (each.type()) {
        case TarConstants.LF_GNUTYPE_LONGNAME -> longName = text(each.content, 0, MOST_BYTES);
        case TarConstants.LF_GNUTYPE_LONGLINK -> longLink = text(each.content, 0, MOST_BYTES);
        case TarConstants.LF_PAX_EXTENDED_HEADER_LC, TarConstants.LF_PAX_EXTENDED_HEADER_UC -> {
          for (Attribute attribute : each.attributes()) {
            switch (attribute.name()) {
              case "path", "GNU.sparse.name" -> longName = attribute.value();
              case "linkpath" -> longLink = attribute.value();
              default -> {}
            }
          }
        }
        default -> {}
      }
    }
    byte[] own = headers.getLast().header;
    return new Names(
        escaped(longName.isEmpty() ? name(own) : longName),
        escaped(longLink.isEmpty() ? text(own, LINK_AT, NAME_BYTES) : longLink));
  }

  private static String name(byte[] header) {
    String name = text(header, 0, NAME_BYTES);
    if (!text(header, MAGIC_AT, 6).equals("ustar")) {
      return name;
    }
    boolean xstar = text(header, XSTAR_MAGIC_AT, 4).equals("tar");
    String prefix = text(header, PREFIX_AT, xstar ? XSTAR_PREFIX_BYTES : PREFIX_BYTES);
    return prefix.isEmpty() ? name : prefix + "/" + name;
  }

  /** Returns bytes up to the first NUL, as characters below 256. */
  private static String text(byte[] bytes, int from, int most) {
    int end = from;
    while (end < bytes.length && end - from < most && bytes[end] != 0) {
      end++;
    }
    return new String(bytes, from, end - from, StandardCharsets.ISO_8859_1);
  }

  private static String escaped(String bytes) {
    return SystemText.escaped(bytes.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** The attributes of POSIX's format that are its content, up to the first broken one. */
  public List<Attribute> attributes() {
    List<Attribute> attributes = new ArrayList<>();
    for (int at = 0; at < content.length; ) {
      int space = at;
      while (space < content.length && content[space] != ' ') {
        space++;
      }
      int end = at + number(at, space);
      if (end > content.length || end <= space + 1) {
        break;
      }
      String record = new String(content, space + 1, end - space - 2, StandardCharsets.ISO_8859_1);
      int equals = Math.max(0, record.indexOf('='));
      attributes.add(
          new Attribute(
              record.substring(0, equals),
              record.substring(Math.min(record.length(), equals + 1))));
      at = end;
    }
    return attributes;
  }

  private int number(int from, int to) {
    try {
      return Integer.parseInt(new String(content, from, to - from, StandardCharsets.ISO_8859_1));
    } catch (NumberFormatException none) {
      return 0;
    }
  }
}
