package org.kpackworkbench.model.format.ar;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.StructReader;

/** Goes from member to member; a broken one ends the way. */
final class LibraryReader {
  private static final int MOST_MEMBERS = 1 << 20;
  private static final int MOST_NAME_BYTES = 4096;

  private final ByteView view;
  private final List<ArMember> members = new ArrayList<>();
  private final List<FormatException> problems = new ArrayList<>();
  private boolean thin;
  private final List<SymbolIndex> symbolIndices = new ArrayList<>();
  private @Nullable ByteRange longNames;

  LibraryReader(ByteView view) {
    this.view = view;
  }

  StaticLibrary read() throws FormatException {
    if (!StaticLibrary.isLibrary(view)) {
      throw FormatException.at(view, 0, "static library", "magic", Reason.WRONG_MAGIC)
          .mismatch("!<arch> or !<thin>", "other bytes");
    }
    thin = view.text(0, StaticLibrary.MAGIC.length()).equals(StaticLibrary.THIN_MAGIC);
    try {
      long at = StaticLibrary.MAGIC.length();
      while (at < view.size() && members.size() < MOST_MEMBERS) {
        at = member(at);
      }
    } catch (FormatException problem) {
      problem.throwIfFileChanged();
      problems.add(problem);
    }
    return new StaticLibrary(
        view,
        thin,
        List.copyOf(members),
        List.copyOf(symbolIndices),
        longNames,
        List.copyOf(problems));
  }

  /** Reads one member; returns where the next one starts. */
  private long member(long at) throws FormatException {
    MemberHeader header = MemberHeader.read(view, at);
    long start = at + ArMember.HEADER_SIZE_BYTES;
    String name = header.name();
    boolean special = name.equals("/") || name.equals("//") || name.equals("/SYM64/");
    boolean stored = !thin || special || header.isBsdSymbolIndex();
    if (stored && header.sizeBytes() > view.size() - start) {
      throw MemberHeader.error(view, at, "size", Reason.OUT_OF_BOUNDS)
          .mismatch(
              "at most the %d bytes that are left".formatted(view.size() - start),
              header.sizeBytes());
    }
    ByteRange content = new ByteRange(start, stored ? header.sizeBytes() : 0);
    if (name.equals("//")) {
      longNames = content;
    } else if (special) {
      index(header, content, at);
    } else {
      ordinary(header, content, at);
    }
    // Some writers leave out the last member's padding.
    return content.end() + (content.end() & 1);
  }

  private void index(MemberHeader header, ByteRange content, long at) throws FormatException {
    if (!symbolIndices.isEmpty() && header.name().equals("/")) {
      symbolIndices.add(new SymbolIndex("Microsoft, sorted", content, sortedCount(content), at));
      return;
    }
    boolean wide = header.name().equals("/SYM64/");
    int width = wide ? 8 : 4;
    long count = content.length() < width ? 0 : bigEndian(content.start(), width);
    symbolIndices.add(new SymbolIndex(wide ? "GNU, 64-bit" : "GNU", content, count, at));
  }

  /** The second index of a library made for Windows: members' offsets, then the symbols. */
  private long sortedCount(ByteRange content) throws FormatException {
    long members = content.length() < 4 ? 0 : view.u32(content.start());
    long at = 4 + 4 * members;
    return content.length() - 4 < at ? 0 : view.u32(content.start() + at);
  }

  private void ordinary(MemberHeader header, ByteRange content, long at) throws FormatException {
    String name = header.name();
    ByteRange data = content;
    if (name.startsWith("#1/")) {
      long length = MemberHeader.number(view, at, name.substring(3), "name length");
      if (length > Math.min(content.length(), MOST_NAME_BYTES)) {
        throw MemberHeader.error(view, at, "name length", Reason.OUT_OF_BOUNDS)
            .mismatch("at most " + Math.min(content.length(), MOST_NAME_BYTES), length);
      }
      name = upTo(view.bytes(content.start(), (int) length), (byte) 0);
      data = ByteRange.between(content.start() + length, content.end());
    } else if (name.length() > 1 && name.startsWith("/")) {
      name = longName(name, at);
    } else if (name.endsWith("/")) {
      name = name.substring(0, name.length() - 1);
    }
    if (name.startsWith("__.SYMDEF")) {
      bsdIndex(name, data, at);
    } else {
      long size = thin ? header.sizeBytes() : data.length();
      members.add(
          new ArMember(members.size(), name, data, size, at, header.timeSeconds(), header.mode()));
    }
  }

  private void bsdIndex(String name, ByteRange content, long at) throws FormatException {
    boolean wide = name.startsWith("__.SYMDEF_64");
    int width = wide ? 8 : 4;
    long bytes =
        content.length() < width ? 0 : wide ? view.u64(content.start()) : view.u32(content.start());
    String format = wide ? "BSD, 64-bit" : "BSD";
    long count = Long.divideUnsigned(bytes, 2L * width);
    symbolIndices.add(new SymbolIndex(format, content, count, at));
  }

  /** The name at an offset of the long names; it ends with a slash and a line feed. */
  private String longName(String reference, long at) throws FormatException {
    String digits = reference.substring(1);
    int colon = digits.indexOf(':');
    // Behind a colon is where in a nested thin library the member was.
    long offset =
        MemberHeader.number(
            view, at, colon < 0 ? digits : digits.substring(0, colon), "name offset");
    ByteRange names = longNames;
    if (names == null || offset >= names.length()) {
      throw MemberHeader.error(view, at, "name offset", Reason.OUT_OF_BOUNDS)
          .mismatch(
              names == null
                  ? "long names before the member that uses them"
                  : "below %d, the size of the long names".formatted(names.length()),
              offset);
    }
    int length = (int) Math.min(MOST_NAME_BYTES, names.length() - offset);
    byte[] bytes = view.bytes(names.start() + offset, length);
    String line = upTo(bytes, (byte) '\n');
    // Libraries made for Windows end names with a zero byte.
    int zero = line.indexOf('\0');
    line = zero < 0 ? line : line.substring(0, zero);
    return line.endsWith("/") ? line.substring(0, line.length() - 1) : line;
  }

  private long bigEndian(long offset, int width) throws FormatException {
    long value = 0;
    for (int i = 0; i < width; i++) {
      value = value << 8 | view.u8(offset + i);
    }
    return value;
  }

  private static String upTo(byte[] bytes, byte end) {
    int length = 0;
    while (length < bytes.length && bytes[length] != end) {
      length++;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  /**
   * The header of a member, as stored.
   *
   * @param name the name field without its padding
   */
  private record MemberHeader(String name, long timeSeconds, int mode, long sizeBytes) {
    private static final String STRUCTURE = "library member";

    static MemberHeader read(ByteView view, long at) throws FormatException {
      StructReader reader = new StructReader(view, at, STRUCTURE);
      String name = reader.text("name", 16).stripTrailing();
      String time = reader.text("time", 12).strip();
      reader.skip("user and group", 12);
      String mode = reader.text("mode", 8).strip();
      String size = reader.text("size", 10).strip();
      int end = reader.u16("end mark");
      if (end != 0x0a60) {
        throw error(view, at + 58, "end mark", Reason.BAD_VALUE)
            .mismatch("the bytes 60 0A", "%02X %02X".formatted(end & 0xff, end >> 8));
      }
      return new MemberHeader(
          name,
          Math.max(0, lenient(time, 10)),
          (int) Math.max(0, lenient(mode, 8)),
          number(view, at + 48, size, "size"));
    }

    boolean isBsdSymbolIndex() {
      return name.startsWith("__.SYMDEF");
    }

    /** A number in text, 0 or more. */
    static long number(ByteView view, long at, String text, String field) throws FormatException {
      long value = lenient(text, 10);
      if (value < 0 || text.isEmpty()) {
        throw error(view, at, field, Reason.BAD_VALUE)
            .mismatch("a number", "\"" + text.replaceAll("\\p{Cntrl}", "?") + "\"");
      }
      return value;
    }

    /** A number in text; 0 for an empty one, which some writers use, -1 if it is none. */
    private static long lenient(String text, int radix) {
      if (text.isEmpty()) {
        return 0;
      }
      // A radix above ten does not occur, so digits are all there may be; no sign either.
      boolean digits =
          text.length() <= 18 && text.chars().allMatch(c -> c >= '0' && c < '0' + radix);
      return digits ? Long.parseLong(text, radix) : -1;
    }

    static FormatException.Builder error(ByteView view, long at, String field, Reason reason) {
      return FormatException.at(view, at, STRUCTURE, field, reason);
    }
  }
}
