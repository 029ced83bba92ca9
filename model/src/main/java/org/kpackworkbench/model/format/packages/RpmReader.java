package org.kpackworkbench.model.format.packages;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.BiFunction;
import org.apache.commons.compress.archivers.cpio.CpioArchiveEntry;
import org.apache.commons.compress.archivers.cpio.CpioArchiveInputStream;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.members.MemberChannel;
import org.kpackworkbench.model.format.packages.PackageFile.Content;
import org.kpackworkbench.model.format.packages.PackageFile.Source;

/** Lists RPM packages: the payload is the tree, the header what is said of it. */
final class RpmReader {
  private static final int LEAD_BYTES = 96;
  private static final int HEADER_START_BYTES = 16;
  static final int ENTRY_BYTES = 16;
  private static final int MAGIC = 0x8eade801;
  static final int MOST_ENTRIES = 1 << 16;
  static final int MOST_HEADER_BYTES = 256 << 20;
  private static final int MODE_BITS = 07777;
  private static final int MOST_LINK_BYTES = 4096;

  private static final int NAME = 1000;
  private static final int VERSION = 1001;
  private static final int RELEASE = 1002;
  private static final int ARCHITECTURE = 1022;
  private static final int PROVIDES = 1047;
  private static final int REQUIRES = 1049;
  private static final int PAYLOAD_FORMAT = 1124;

  /** Signatures of the header alone, and of header and payload, by OpenPGP. */
  private static final List<Integer> SIGNATURES = List.of(267, 268, 1002, 1005, 278);

  /**
   * A header: tags with values.
   *
   * @param end where it ends in the file
   */
  record Header(Map<Integer, List<String>> values, long end) {
    String first(int tag) {
      List<String> all = values.getOrDefault(tag, List.of());
      return all.isEmpty() ? "" : all.getFirst();
    }

    List<String> all(int tag) {
      return values.getOrDefault(tag, List.of());
    }
  }

  private RpmReader() {}

  /** The signature, the header, and where the payload begins. */
  static List<Header> headers(Source source) throws IOException {
    Header signature = header(source, LEAD_BYTES, "signature");
    long at = (signature.end() + 7) & ~7L;
    return List.of(signature, header(source, at, "header"));
  }

  static Content read(Source source) throws IOException {
    List<Header> headers = headers(source);
    Header signature = headers.getFirst();
    Header header = headers.getLast();
    String format = header.first(PAYLOAD_FORMAT);
    if (!format.isEmpty() && !format.equals("cpio")) {
      throw source
          .error("payload", Reason.UNSUPPORTED)
          .expected("cpio")
          .found(format)
          .advice("Unpack it with rpm2archive and name the folder.")
          .build();
    }
    long size = source.size() - header.end();
    InputStream in = source.unpacked(source.stream(header.end(), size), "payload", size);
    MemberChannel cpio = MemberChannel.unpacked(in);
    String signed =
        signature.values().keySet().stream().anyMatch(SIGNATURES::contains)
            ? "header and payload"
            : "";
    return new Content(members(source, cpio), facts(header, signed));
  }

  /** Returns the facts of the package that a header describes. */
  static PackageFacts facts(Header header, String signed) {
    return new PackageFacts(
        header.first(NAME),
        header.first(VERSION) + "-" + header.first(RELEASE),
        header.first(ARCHITECTURE),
        header.all(REQUIRES).stream().distinct().toList(),
        header.all(PROVIDES).stream().distinct().toList(),
        List.of(),
        signed,
        Map.of());
  }

  private static Header header(Source source, long at, String structure) throws IOException {
    ByteBuffer start =
        ByteBuffer.wrap(source.bytes(at, HEADER_START_BYTES).bytes(0, HEADER_START_BYTES))
            .order(ByteOrder.BIG_ENDIAN);
    if (start.getInt(0) != MAGIC) {
      throw source
          .error(structure, Reason.WRONG_MAGIC)
          .expected("8eade801 at " + at)
          .found("%08x".formatted(start.getInt(0)))
          .advice("Fetch the file again.")
          .build();
    }
    long entries = start.getInt(8) & 0xffffffffL;
    long bytes = start.getInt(12) & 0xffffffffL;
    if (entries > MOST_ENTRIES || bytes > MOST_HEADER_BYTES) {
      throw source
          .error(structure, Reason.TOO_LARGE)
          .mismatch(
              "at most %d entries and %d bytes".formatted(MOST_ENTRIES, MOST_HEADER_BYTES),
              "%d and %d".formatted(entries, bytes));
    }
    int index = (int) entries * ENTRY_BYTES;
    long from = at + HEADER_START_BYTES;
    ByteBuffer table =
        ByteBuffer.wrap(source.bytes(from, index).bytes(0, index)).order(ByteOrder.BIG_ENDIAN);
    ByteBuffer store =
        ByteBuffer.wrap(source.bytes(from + index, (int) bytes).bytes(0, (int) bytes))
            .order(ByteOrder.BIG_ENDIAN);
    return new Header(tags(table, store, structure, source::error), from + index + bytes);
  }

  /**
   * The tags of a header, with their values as text; of binary data none.
   *
   * @param table 16 bytes for each tag, big-endian
   * @param store where the values are
   */
  static Map<Integer, List<String>> tags(
      ByteBuffer table,
      ByteBuffer store,
      String structure,
      BiFunction<String, Reason, FormatException.Builder> errors)
      throws FormatException {
    Map<Integer, List<String>> values = new LinkedHashMap<>();
    for (int base = 0; base + ENTRY_BYTES <= table.limit(); base += ENTRY_BYTES) {
      values.put(
          table.getInt(base),
          values(
              errors,
              structure,
              store,
              table.getInt(base + 4),
              table.getInt(base + 8),
              table.getInt(base + 12)));
    }
    return values;
  }

  private static List<String> values(
      BiFunction<String, Reason, FormatException.Builder> errors,
      String structure,
      ByteBuffer store,
      int type,
      int offset,
      int count)
      throws FormatException {
    int width =
        switch (type) {
          case 1, 2, 7 -> 1;
          case 3 -> 2;
          case 4 -> 4;
          case 5 -> 8;
          default -> 1;
        };
    if (offset < 0 || count < 0 || offset > store.limit() - (long) width * count) {
      throw errors
          .apply(structure, Reason.OUT_OF_BOUNDS)
          .expected("values within %d bytes".formatted(store.limit()))
          .found("%d of them at %d".formatted(count, offset))
          .advice("Fetch the file again.")
          .build();
    }
    List<String> values = new ArrayList<>();
    int at = offset;
    for (int i = 0; type != 7 && i < count; i++) {
      switch (type) {
        case 1, 2 -> values.add(Integer.toString(store.get(at)));
        case 3 -> values.add(Integer.toString(store.getShort(at) & 0xffff));
        case 4 -> values.add(Long.toString(store.getInt(at) & 0xffffffffL));
        case 5 -> values.add(Long.toString(store.getLong(at)));
        default -> {
          int end = at;
          while (end < store.limit() && store.get(end) != 0) {
            end++;
          }
          values.add(SystemText.escaped(Arrays.copyOfRange(store.array(), at, end)));
          at = Math.min(end + 1, store.limit());
          continue;
        }
      }
      at += width;
    }
    return values;
  }

  private static List<Member> members(Source source, MemberChannel cpio) throws IOException {
    List<Member> members = new ArrayList<>();
    Map<Long, List<Integer>> linked = new HashMap<>();
    try {
      MemberChannel read = cpio.again();
      CpioArchiveInputStream in =
          // A character for each byte: names may be no UTF-8.
          new CpioArchiveInputStream(
              Channels.newInputStream(read), StandardCharsets.ISO_8859_1.name());
      for (CpioArchiveEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        source.progress().step(0);
        source.countMembers(members.size());
        String name = SystemText.escaped(entry.getName().getBytes(StandardCharsets.ISO_8859_1));
        String path = name.equals("/") ? "." : name.replaceFirst("^/+", "");
        path = Member.path(path, source.path().toString(), "payload");
        if (path.isEmpty()) {
          continue;
        }
        int mode = (int) entry.getMode() & MODE_BITS;
        long time = entry.getTime() * 1000;
        // Nothing is read beyond the requested bytes.
        long start = read.position();
        if (entry.isDirectory()) {
          members.add(Member.folder(path, mode, time));
        } else if (entry.isSymbolicLink()) {
          int size = (int) Math.min(entry.getSize(), MOST_LINK_BYTES);
          String target = SystemText.escaped(in.readNBytes(size));
          members.add(Member.link(path, mode, time, target));
        } else if (entry.isRegularFile()) {
          long size = entry.getSize();
          if (start > cpio.size() - size) {
            throw source
                .error("payload", Reason.TRUNCATED)
                .mismatch("%d bytes of \"%s\"".formatted(size, path), "the end of the payload");
          }
          if (entry.getNumberOfLinks() > 1) {
            linked.computeIfAbsent(entry.getInode(), none -> new ArrayList<>()).add(members.size());
          }
          members.add(Member.file(path, size, mode, time, () -> cpio.part(start, size)));
        } else {
          members.add(Member.special(path, mode, time));
        }
      }
    } catch (FormatException | CancellationException known) {
      throw known;
    } catch (IOException | RuntimeException broken) {
      throw source
          .error("payload", Reason.BAD_VALUE)
          .expected("a whole cpio archive")
          .found(String.valueOf(broken.getMessage()))
          .advice("Fetch the file again.")
          .cause(broken)
          .build();
    }
    // Of names for one file, the last has its bytes.
    for (List<Integer> names : linked.values()) {
      Member whole = members.get(names.getLast());
      names.forEach(i -> members.set(i, whole.at(members.get(i).path())));
    }
    return members;
  }
}
