package org.kpackworkbench.model.format.coff;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.StructReader;

/** Reads a Windows file's headers. */
final class CoffReader {
  private static final int DOS_MAGIC = 0x5a4d;
  private static final long PE_MAGIC = 0x4550;
  private static final int PE_OFFSET_AT = 0x3c;
  private static final int FILE_HEADER_BYTES = 20;
  private static final int SYMBOL_BYTES = 18;
  private static final int MOST_NAME_BYTES = 1024;
  private static final int DLL = 0x2000;

  private final ByteView view;
  private final List<FormatException> problems = new ArrayList<>();

  CoffReader(ByteView view) {
    this.view = view;
  }

  static boolean isCoff(ByteView view) throws FormatException {
    return isLinked(view) || isObject(view);
  }

  private static boolean isLinked(ByteView view) throws FormatException {
    if (view.size() < PE_OFFSET_AT + 4 || view.u16(0) != DOS_MAGIC) {
      return false;
    }
    long header = view.u32(PE_OFFSET_AT);
    return header <= view.size() - 4 && view.u32(header) == PE_MAGIC;
  }

  /** An object has no magic: a known machine, and tables that fit, must do. */
  private static boolean isObject(ByteView view) throws FormatException {
    if (view.size() < FILE_HEADER_BYTES) {
      return false;
    }
    int machine = view.u16(0);
    long sections = view.u16(2);
    long symbols = view.u32(8);
    long end = FILE_HEADER_BYTES + sections * CoffSection.HEADER_SIZE_BYTES;
    return (machine == CoffFile.X86_64 || machine == CoffFile.ARM64 || machine == CoffFile.I386)
        && sections > 0
        && view.u16(16) == 0
        && end <= view.size()
        && (symbols == 0 || (symbols >= end && symbols <= view.size()));
  }

  CoffFile read() throws FormatException {
    boolean linked = isLinked(view);
    if (!linked && !isObject(view)) {
      throw FormatException.at(view, 0, "Windows file", "magic", Reason.WRONG_MAGIC)
          .mismatch("MZ and PE, or the header of an object file", "other bytes");
    }
    StructReader reader =
        new StructReader(view, linked ? view.u32(PE_OFFSET_AT) + 4 : 0, "COFF file header");
    int machine = reader.u16("machine");
    int count = reader.u16("number of sections");
    long time = reader.u32("time");
    long symbols = reader.u32("symbols' offset");
    long symbolCount = reader.u32("number of symbols");
    int optionalSize = reader.u16("size of the optional header");
    int flags = reader.u16("characteristics");
    long optional = reader.position();
    long strings = symbols == 0 ? 0 : symbols + symbolCount * SYMBOL_BYTES;
    List<CoffSection> sections = sections(optional + optionalSize, count, strings);
    return new CoffFile(
        view,
        linked,
        (flags & DLL) != 0,
        machine,
        time,
        flags,
        linked ? imageBase(optional, optionalSize) : 0,
        sections,
        List.copyOf(problems));
  }

  private long imageBase(long optional, int size) throws FormatException {
    if (size < 32 || optional + size > view.size()) {
      return 0;
    }
    boolean wide = view.u16(optional) == 0x20b;
    return wide ? view.u64(optional + 24) : view.u32(optional + 28);
  }

  private List<CoffSection> sections(long start, int count, long strings) {
    List<CoffSection> sections = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        sections.add(section(start + (long) i * CoffSection.HEADER_SIZE_BYTES, i, strings));
      }
    } catch (FormatException problem) {
      problems.add(problem);
    }
    return List.copyOf(sections);
  }

  private CoffSection section(long at, int index, long strings) throws FormatException {
    StructReader reader = new StructReader(view, at, "section header " + index);
    String name = upToZero(reader.bytes("name", 8));
    long memorySize = reader.u32("size in memory");
    long address = reader.u32("address");
    long fileSize = reader.u32("size in the file");
    long offset = reader.u32("file offset");
    long flags = reader.skip("relocations", 12).u32("characteristics");
    boolean stored = fileSize > 0 && offset > 0;
    if (stored && (offset > view.size() || fileSize > view.size() - offset)) {
      problems.add(
          reader
              .error(at + 16, "size and offset", Reason.OUT_OF_BOUNDS)
              .mismatch(
                  "a range inside the %d bytes of the file".formatted(view.size()),
                  "0x%x + %d bytes".formatted(offset, fileSize)));
    }
    return new CoffSection(
        index, longName(name, strings), memorySize, address, fileSize, offset, flags, at);
  }

  /** A name of more than eight bytes is in the string table; {@code /n} says where. */
  private String longName(String name, long strings) {
    boolean reference =
        name.length() > 1
            && name.charAt(0) == '/'
            && name.substring(1).chars().allMatch(c -> c >= '0' && c <= '9');
    if (!reference || strings == 0) {
      return name;
    }
    try {
      long at = strings + Long.parseLong(name.substring(1));
      int length = (int) Math.min(MOST_NAME_BYTES, view.size() - at);
      return length <= 0 ? name : upToZero(view.bytes(at, length));
    } catch (FormatException problem) {
      problems.add(problem);
      return name;
    }
  }

  private static String upToZero(byte[] bytes) {
    int length = 0;
    while (length < bytes.length && bytes[length] != 0) {
      length++;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }
}
