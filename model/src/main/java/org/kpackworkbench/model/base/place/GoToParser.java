package org.kpackworkbench.model.base.place;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;

/**
 * Reads what people type to go to a place in a file. Immutable.
 *
 * <table>
 * <caption>Forms</caption>
 * <tr><th>text</th><th>meaning</th></tr>
 * <tr><td>{@code 4096}, {@code 0x1000}, {@code 1000h}, {@code 25 384 336}</td><td>offset</td></tr>
 * <tr><td>{@code 12K}, {@code 1.5 MiB}</td><td>offset in binary units</td></tr>
 * <tr><td>{@code +0x20}, {@code -16}</td><td>relative to the caret</td></tr>
 * <tr><td>{@code 50%}</td><td>that far through the file</td></tr>
 * <tr><td>{@code start}, {@code end}</td><td>first and last byte</td></tr>
 * <tr><td>{@code addr:0xc53000}, {@code @c53000}</td><td>virtual address; always hexadecimal</td></tr>
 * <tr><td>{@code 0x10..0x20}, {@code 0x10+0x74}</td><td>bytes from, up to; from, length</td></tr>
 * <tr><td>{@code .hip_fatbin}</td><td>whatever the {@link Names} know</td></tr>
 * <tr><td>{@code c53000}</td><td>offset in hexadecimal, where no name is like it</td></tr>
 * </table>
 */
public final class GoToParser {
  private static final Pattern UNIT =
      Pattern.compile("(\\d+(?:\\.\\d{1,9})?) ?([KMGT])(?:I?B)?", Pattern.CASE_INSENSITIVE);
  private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,9})?) ?%");
  private static final Pattern ADDRESS =
      Pattern.compile("(?:addr(?:ess)?:|@)\\s*(.*)", Pattern.CASE_INSENSITIVE);
  private static final Pattern GROUPS = Pattern.compile("(?<=[0-9a-fA-F])[ _'](?=[0-9a-fA-F])");
  private static final Pattern FROM_TO = Pattern.compile("([^.+]+)(\\.\\.|\\+)([^.+]+)");

  /** Things that have a name: sections, keys, symbols. */
  public interface Names {
    /** Knows nothing. */
    Names NONE = (text, most) -> List.of();

    /**
     * Returns the possible meanings of the text, best first; an exact name precedes one that only
     * begins like it.
     *
     * @param most how many to return at most
     */
    List<GoTo.Found> matching(String text, int most);
  }

  private final long sizeBytes;
  private final LongFunction<OptionalLong> offsetOfAddress;
  private final Names names;

  /**
   * @param sizeBytes size of the file
   * @param offsetOfAddress the offset in the file of a virtual address, empty if it has none
   * @param names what else can be gone to
   */
  public GoToParser(long sizeBytes, LongFunction<OptionalLong> offsetOfAddress, Names names) {
    this.sizeBytes = sizeBytes;
    this.offsetOfAddress = offsetOfAddress;
    this.names = names;
  }

  /** For bytes without addresses and names. */
  public GoToParser(long sizeBytes) {
    this(sizeBytes, address -> OptionalLong.empty(), Names.NONE);
  }

  /**
   * Reads a text.
   *
   * @param caretOffset where relative forms start from
   */
  public GoTo parse(String text, long caretOffset) {
    String typed = text.strip();
    if (typed.isEmpty()) {
      return new GoTo.Refused("Type an offset, such as 0x1000, 4096, +16, 50% or addr:0xc53000.");
    }
    GoTo numeric = numeric(typed, caretOffset);
    if (numeric != null) {
      return numeric;
    }
    List<GoTo.Found> named = names.matching(typed, 1);
    if (!named.isEmpty()) {
      return named.getFirst();
    }
    OptionalLong bareHex = number("0x" + typed);
    if (bareHex.isPresent()) {
      return position(bareHex.getAsLong(), "file offset");
    }
    return new GoTo.Refused("\"%s\" is neither an offset nor a known name.".formatted(typed));
  }

  /**
   * Returns the possible meanings of the text as a name, best first, for a list below the field.
   */
  public List<GoTo.Found> suggestions(String text, int most) {
    String typed = text.strip();
    return typed.isEmpty() ? List.of() : names.matching(typed, most);
  }

  private @Nullable GoTo numeric(String typed, long caretOffset) {
    OptionalLong plain = number(typed);
    if (plain.isPresent()) {
      return position(plain.getAsLong(), "file offset");
    }
    Matcher address = ADDRESS.matcher(typed);
    if (address.matches()) {
      return address(address.group(1));
    }
    return switch (typed.charAt(0)) {
      case '+' -> relative(typed, caretOffset, 1);
      case '-' -> relative(typed, caretOffset, -1);
      default -> word(typed);
    };
  }

  private @Nullable GoTo word(String typed) {
    if (typed.equalsIgnoreCase("start")) {
      return position(0, "start,");
    }
    if (typed.equalsIgnoreCase("end")) {
      return position(Math.max(0, sizeBytes - 1), "last byte,");
    }
    Matcher percent = PERCENT.matcher(typed);
    if (percent.matches()) {
      return percent(new BigDecimal(percent.group(1)));
    }
    Matcher unit = UNIT.matcher(typed);
    if (unit.matches()) {
      return position(inBytes(unit.group(1), unit.group(2)), "file offset");
    }
    Matcher range = FROM_TO.matcher(typed);
    return range.matches() ? range(range.group(1), range.group(2), range.group(3)) : null;
  }

  private GoTo percent(BigDecimal percent) {
    if (percent.compareTo(BigDecimal.valueOf(100)) > 0) {
      return new GoTo.Refused(percent + "% is after the end of the file.");
    }
    long offset =
        percent
            .multiply(BigDecimal.valueOf(sizeBytes))
            .divide(BigDecimal.valueOf(100), RoundingMode.DOWN)
            .longValue();
    return position(Math.clamp(offset, 0, Math.max(0, sizeBytes - 1)), percent + "% of the file,");
  }

  private GoTo address(String text) {
    OptionalLong address = number(text.startsWith("0x") ? text : "0x" + text);
    if (address.isEmpty()) {
      return new GoTo.Refused(
          "\"%s\" is not an address; expected one like 0xc53000.".formatted(text));
    }
    OptionalLong offset = offsetOfAddress.apply(address.getAsLong());
    if (offset.isEmpty()) {
      return new GoTo.Refused(
          "Address 0x%x has no bytes in this file.".formatted(address.getAsLong()));
    }
    return position(offset.getAsLong(), "address 0x%x,".formatted(address.getAsLong()));
  }

  private GoTo relative(String typed, long caretOffset, int sign) {
    OptionalLong distance = number(typed.substring(1).strip());
    if (distance.isEmpty()) {
      return new GoTo.Refused(
          "\"%s\" is not a distance; expected one like %c0x20.".formatted(typed, typed.charAt(0)));
    }
    long way = distance.getAsLong();
    boolean before = sign < 0 && (way < 0 || way > caretOffset);
    if (before) {
      return new GoTo.Refused("That is before the start of the file.");
    }
    return position(caretOffset + sign * way, "file offset");
  }

  private GoTo range(String from, String separator, String to) {
    OptionalLong first = number(from.strip());
    OptionalLong second = number(to.strip());
    if (first.isEmpty() || second.isEmpty()) {
      return new GoTo.Refused(
          "\"%s%s%s\" is not a range; expected one like 0x10..0x20 or 0x10+0x74."
              .formatted(from, separator, to));
    }
    long start = first.getAsLong();
    long length = separator.equals("+") ? second.getAsLong() : second.getAsLong() - start;
    if (start < 0 || length < 0 || start > sizeBytes || length > sizeBytes - start) {
      return new GoTo.Refused(
          "Those bytes are not all inside the file, which ends at 0x%x.".formatted(sizeBytes));
    }
    return new GoTo.Found(
        new ByteRange(start, length), null, "%d bytes from 0x%x".formatted(length, start));
  }

  private GoTo position(long offset, String words) {
    // A negative number is one above 2^63: no file is that long.
    if (offset < 0 || offset > sizeBytes) {
      return new GoTo.Refused(
          "0x%x is after the end of the file, 0x%x.".formatted(offset, sizeBytes));
    }
    return new GoTo.Found(new ByteRange(offset, 0), null, "%s 0x%x".formatted(words, offset));
  }

  private static long inBytes(String number, String unit) {
    int shift = 10 * ("KMGT".indexOf(unit.toUpperCase(Locale.ROOT)) + 1);
    BigDecimal bytes = new BigDecimal(number).multiply(BigDecimal.valueOf(1L << shift));
    return bytes.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValue();
  }

  /** A number as people write one; from 2⁶³ on it is negative, as addresses are. */
  private static OptionalLong number(String text) {
    String digits = GROUPS.matcher(text).replaceAll("");
    try {
      if (digits.startsWith("0x") || digits.startsWith("0X")) {
        return unsigned(digits.substring(2), 16);
      }
      if (digits.matches("[0-9][0-9a-fA-F]*[hH]")) {
        return unsigned(digits.substring(0, digits.length() - 1), 16);
      }
      return unsigned(digits, 10);
    } catch (NumberFormatException notOne) {
      return OptionalLong.empty();
    }
  }

  private static OptionalLong unsigned(String digits, int radix) {
    boolean bare = !digits.isEmpty() && Character.digit(digits.charAt(0), radix) >= 0;
    return bare ? OptionalLong.of(Long.parseUnsignedLong(digits, radix)) : OptionalLong.empty();
  }
}
