package org.kpackworkbench.model.format.aotriton;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.StructReader;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.registry.Formats;

/**
 * The members of a ZIP archive whose bytes lie in it as they are. Nothing that the archive says of
 * a name, a size or an offset is trusted: what is wrong is a problem, and the other members are
 * read.
 *
 * @param members in the order of the directory
 * @param problems what could not be read
 */
record StoredZip(List<Member> members, List<FormatException> problems) {
  private static final long END = 0x06054b50L;
  private static final long ENTRY = 0x02014b50L;
  private static final long LOCAL = 0x04034b50L;
  private static final int END_BYTES = 22;
  private static final int ENTRY_BYTES = 46;
  private static final int LOCAL_BYTES = 30;
  private static final int MOST_COMMENT_BYTES = 0xffff;

  /** Where AOTriton's kernels are installed. */
  private static final String INSTALLED = "aotriton.images/";

  /** This number says that there are as many or more. */
  private static final int MOST_MEMBERS = 0xffff;

  /**
   * A member.
   *
   * @param crc32 the value that the directory states for its content
   * @param range its content, in the archive's view
   */
  record Member(String name, long crc32, ByteRange range) {}

  /**
   * Reads the directory at the archive's end.
   *
   * @throws FormatException if there is none
   */
  static StoredZip of(ByteView bytes, Progress progress) throws FormatException {
    Directory list = Directory.of(bytes);
    ByteView directory = list.entries();
    List<Member> members = new ArrayList<>();
    List<FormatException> problems = new ArrayList<>();
    Set<String> names = new HashSet<>();
    long at = 0;
    for (int i = 0; i < list.count(); i++) {
      progress.step(0);
      try {
        Entry entry = Entry.read(directory, at, i);
        at = entry.end();
        if (entry.name().endsWith("/") && entry.sizeBytes() == 0) {
          continue;
        }
        try {
          members.add(entry.member(bytes, list.start(), names));
        } catch (FormatException problem) {
          problems.add(problem);
        }
      } catch (FormatException broken) {
        problems.add(broken);
        break;
      }
    }
    return new StoredZip(withoutOverlaps(bytes, members, problems), List.copyOf(problems));
  }

  /**
   * Whether it is of a tree: a file is in the folder where AOTriton's kernels are installed, or
   * files are in folders and not all of them are packed kernels by their names, or there are more
   * than an archive of AOTriton can list. Of a damaged directory what comes before the damage
   * counts.
   */
  static boolean isTree(ByteView bytes) {
    try {
      Directory list = Directory.of(bytes);
      boolean folders = false;
      boolean others = false;
      long at = 0;
      for (int i = 0; i < list.count(); i++) {
        Entry entry = Entry.read(list.entries(), at, i);
        String name = entry.name();
        boolean file = !name.endsWith("/");
        folders |= file && name.contains("/");
        others |= file && !name.endsWith(AotritonZipFormat.ENDING);
        if ((folders && others) || (file && name.contains(INSTALLED))) {
          return true;
        }
        at = entry.end();
      }
      return list.count() == MOST_MEMBERS;
    } catch (FormatException damaged) {
      return false;
    }
  }

  /**
   * Whether a member is no packed kernels, neither by its name nor by its content. What cannot be
   * read of a directory does not count.
   */
  static boolean hasOthers(ByteView bytes) {
    try {
      Directory list = Directory.of(bytes);
      long at = 0;
      for (int i = 0; i < list.count(); i++) {
        Entry entry = Entry.read(list.entries(), at, i);
        at = entry.end();
        String name = entry.name();
        if (!name.endsWith("/")
            && !name.endsWith(AotritonZipFormat.ENDING)
            && !isPacked(bytes, list, entry)) {
          return true;
        }
      }
    } catch (FormatException damaged) {
      // It is said when the archive is read.
    }
    return false;
  }

  private static boolean isPacked(ByteView bytes, Directory list, Entry entry) {
    try {
      ByteRange range = entry.member(bytes, list.start(), new HashSet<>()).range();
      return AotritonFormat.isPacked(bytes.slice(range.start(), range.length()));
    } catch (FormatException notStored) {
      return false;
    }
  }

  /**
   * The list at the end.
   *
   * @param start where it begins
   * @param count number of its entries
   */
  private record Directory(long start, ByteView entries, int count) {
    static Directory of(ByteView bytes) throws FormatException {
      StructReader end = new StructReader(bytes, endOffset(bytes) + 10, "end of the ZIP archive");
      int count = end.u16("number of members");
      long size = end.u32("size of the directory");
      long start = end.u32("offset of the directory");
      if (start + size > bytes.size()) {
        throw error(bytes, start, "end of the ZIP archive", "directory", Reason.OUT_OF_BOUNDS)
            .mismatch(
                "a directory in the %d bytes of the archive".formatted(bytes.size()),
                "%d bytes at %d".formatted(size, start));
      }
      return new Directory(start, bytes.slice(start, size), count);
    }
  }

  /** The last one; behind it there is only a comment. */
  private static long endOffset(ByteView bytes) throws FormatException {
    long first = Math.max(0, bytes.size() - END_BYTES - MOST_COMMENT_BYTES);
    for (long at = bytes.size() - END_BYTES; at >= first; at--) {
      if (bytes.u32(at) == END) {
        return at;
      }
    }
    throw error(bytes, first, "end of the ZIP archive", "", Reason.TRUNCATED)
        .expected("the archive's directory at its end")
        .found("none")
        .advice(Formats.IN_FULL)
        .build();
  }

  private record Entry(
      long offset,
      long end,
      String name,
      int flags,
      int method,
      long crc32,
      long packedBytes,
      long sizeBytes,
      long localOffset) {

    static Entry read(ByteView directory, long at, int index) throws FormatException {
      StructReader fields = new StructReader(directory, at, "directory entry " + index);
      if (fields.u32("signature") != ENTRY) {
        throw error(directory, at, "directory entry " + index, "signature", Reason.WRONG_MAGIC)
            .mismatch("PK 1 2", "other bytes");
      }
      fields.seek(at + 8);
      int flags = fields.u16("flags");
      int method = fields.u16("method");
      fields.seek(at + 16);
      long crc32 = fields.u32("CRC-32");
      long packed = fields.u32("packed size");
      long size = fields.u32("size");
      int name = fields.u16("length of the name");
      int extra = fields.u16("length of the extra fields");
      int comment = fields.u16("length of the comment");
      fields.seek(at + 42);
      long local = fields.u32("offset of the member");
      long end = at + ENTRY_BYTES + name + extra + comment;
      if (end > directory.size()) {
        throw error(directory, at, "directory entry " + index, "lengths", Reason.OUT_OF_BOUNDS)
            .mismatch("at most the %d bytes of the directory".formatted(directory.size()), end);
      }
      String text = new String(directory.bytes(at + ENTRY_BYTES, name), StandardCharsets.UTF_8);
      return new Entry(at, end, text, flags, method, crc32, packed, size, local);
    }

    Member member(ByteView bytes, long directory, Set<String> names) throws FormatException {
      String structure = "member " + name;
      String unsafe = BinaryKey.unsafe(name).orElse(null);
      if (unsafe != null) {
        throw error(bytes, directory + offset, structure, "name", Reason.UNSAFE_PATH)
            .mismatch("a path below the archive", "%s: %s".formatted(name, unsafe));
      }
      if (!names.add(name)) {
        throw error(bytes, directory + offset, structure, "name", Reason.DUPLICATE_KEY)
            .mismatch("each name once", name);
      }
      if (method != 0 || (flags & 1) != 0) {
        throw error(bytes, directory + offset, structure, "method", Reason.UNSUPPORTED)
            .expected("a stored member: AOTriton reads no other")
            .found((flags & 1) != 0 ? "an encrypted one" : method == 8 ? "deflate" : "" + method)
            .advice("Make the archive again with zip -0.")
            .build();
      }
      if (packedBytes != sizeBytes) {
        throw error(bytes, directory + offset, structure, "size", Reason.BAD_VALUE)
            .mismatch(
                "one size, as the member is stored", "%d and %d".formatted(packedBytes, sizeBytes));
      }
      StructReader local = new StructReader(bytes, localOffset, structure);
      if (local.u32("signature") != LOCAL) {
        throw error(bytes, localOffset, structure, "signature", Reason.WRONG_MAGIC)
            .mismatch("PK 3 4", "other bytes");
      }
      local.seek(localOffset + 26);
      int length = local.u16("length of the name");
      long start = localOffset + LOCAL_BYTES + length + local.u16("length of the extra fields");
      if (start + sizeBytes > directory) {
        throw error(bytes, localOffset, structure, "size", Reason.OUT_OF_BOUNDS)
            .mismatch(
                "bytes that end before the directory, at %d".formatted(directory),
                "%d bytes at %d".formatted(sizeBytes, start));
      }
      String here =
          new String(bytes.bytes(localOffset + LOCAL_BYTES, length), StandardCharsets.UTF_8);
      if (!here.equals(name)) {
        throw error(bytes, localOffset, structure, "name", Reason.BAD_VALUE)
            .mismatch("the directory's name, " + name, here);
      }
      return new Member(name, crc32, new ByteRange(start, sizeBytes));
    }
  }

  private static List<Member> withoutOverlaps(
      ByteView bytes, List<Member> members, List<FormatException> problems) {
    Set<Member> dropped = new HashSet<>();
    long end = 0;
    for (Member member :
        members.stream().sorted(Comparator.comparingLong(each -> each.range().start())).toList()) {
      if (member.range().start() < end) {
        dropped.add(member);
        problems.add(
            error(
                    bytes,
                    member.range().start(),
                    "member " + member.name(),
                    "offset",
                    Reason.OUT_OF_BOUNDS)
                .mismatch("bytes of its own, from %d on".formatted(end), member.range().start()));
      }
      end = Math.max(end, member.range().end());
    }
    return members.stream().filter(member -> !dropped.contains(member)).toList();
  }

  /**
   * Compares a member's checksum with its bytes.
   *
   * @throws FormatException if it differs
   */
  static void checkSum(ByteView content, Member member, Progress progress) throws FormatException {
    CRC32 sum = new CRC32();
    int window = 1 << 20;
    for (long at = 0; at < content.size(); at += window) {
      progress.step(0);
      sum.update(content.bytes(at, (int) Math.min(window, content.size() - at)));
    }
    if (sum.getValue() != member.crc32()) {
      throw error(content, 0, "member " + member.name(), "CRC-32", Reason.CHECKSUM_MISMATCH)
          .expected("%08x".formatted(member.crc32()))
          .found("%08x".formatted(sum.getValue()))
          .advice("Copy the archive again from its source.")
          .build();
    }
  }

  private static FormatException.Builder error(
      ByteView bytes, long at, String structure, String field, Reason reason) {
    return FormatException.at(bytes, at, structure, field, reason);
  }
}
