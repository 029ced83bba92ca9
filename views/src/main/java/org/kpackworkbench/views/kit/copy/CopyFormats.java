package org.kpackworkbench.views.kit.copy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.ShellText;
import org.kpackworkbench.model.operation.describe.Operation;

/** Texts that can be copied of a place or of its bytes. Pure functions; any thread. */
public final class CopyFormats {
  private static final char[] HEX = "0123456789abcdef".toCharArray();
  private static final int BYTES_PER_LINE = 16;

  private CopyFormats() {}

  /** Pairs of hexadecimal digits, a space between, 16 to a line. */
  public static String hex(byte[] bytes) {
    StringBuilder text = new StringBuilder(bytes.length * 3);
    for (int i = 0; i < bytes.length; i++) {
      if (i > 0) {
        text.append(i % BYTES_PER_LINE == 0 ? '\n' : ' ');
      }
      pair(text, bytes[i]);
    }
    return text.toString();
  }

  /** An array for C or C++ source; its name is made from {@code name}. */
  public static String cArray(String name, byte[] bytes) {
    StringBuilder text = new StringBuilder(bytes.length * 6 + 64);
    text.append("static const unsigned char ").append(identifier(name)).append('[');
    text.append(bytes.length).append("] = {");
    for (int i = 0; i < bytes.length; i++) {
      text.append(i % (BYTES_PER_LINE - 4) == 0 ? "\n  0x" : " 0x");
      pair(text, bytes[i]);
      text.append(',');
    }
    return text.append("\n};\n").toString();
  }

  /** The bytes as UTF-8 text; bytes that are not UTF-8 become U+FFFD, zero bytes are dropped. */
  public static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8).replace("\0", "");
  }

  /** Where the place begins, such as {@code 0xc53000}; null if that is unknown. */
  public static @Nullable String offset(Place place) {
    ByteRange range = place.range();
    return range == null ? null : "0x" + Long.toHexString(range.start());
  }

  /** The name by which other programs request it; for bytes the name of what they are in. */
  public static String key(Place place) {
    return switch (place) {
      case Place.File file -> file.label();
      case Place.Entry entry -> entry.way();
      case Place.Bytes bytes -> key(bytes.parent());
      case Place.CodeObject code -> code.binary() + "#" + code.index() + "@" + code.target();
      case Place.Kernel kernel -> kernel.symbol();
      case Place.Symbol symbol -> symbol.name();
      case Place.Section section -> section.label();
      case Place.Segment segment -> segment.label();
      case Place.Member member -> member.name();
      case Place.Part part -> part.label();
      case Place.Wrapper wrapper -> wrapper.label();
      case Place.Marker marker -> marker.label();
      case Place.Bundle bundle -> bundle.label();
      case Place.ManifestRow row -> row.target();
    };
  }

  /** The file's path. */
  public static String path(Place place) {
    return (place instanceof Place.Entry entry ? entry.target() : place.file()).toString();
  }

  /** The command line of a request, as POSIX shells read it. */
  public static <R> String command(Operation<R> operation, R request) {
    return Stream.of(List.of("kpack-workbench", operation.name()), operation.arguments(request))
        .flatMap(List::stream)
        .map(ShellText::argument)
        .collect(Collectors.joining(" "));
  }

  /** The name as a C identifier. */
  static String identifier(String name) {
    String plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
    String trimmed = plain.replaceAll("^_+|_+$", "");
    if (trimmed.isEmpty()) {
      return "bytes";
    }
    return Character.isDigit(trimmed.charAt(0)) ? "b_" + trimmed : trimmed;
  }

  private static void pair(StringBuilder text, byte value) {
    text.append(HEX[value >> 4 & 0xf]).append(HEX[value & 0xf]);
  }
}
