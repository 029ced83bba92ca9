package org.kpackworkbench.model.format.packages;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.zip.CRC32;
import java.util.zip.ZipException;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.archivers.zip.ZipMethod;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.members.MemberChannel;
import org.kpackworkbench.model.base.unpack.BlockInput;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackException;
import org.kpackworkbench.model.base.unpack.UnpackMeter;
import org.kpackworkbench.model.base.unpack.UnpackedStream;
import org.kpackworkbench.model.format.packages.PackageFile.Content;
import org.kpackworkbench.model.format.packages.PackageFile.Source;

/**
 * Lists ZIP archives by their central directory, ZIP64 too. Stored members are read where they lie,
 * others are unpacked and checked against their size and checksum.
 */
public final class ZipReader {
  private static final int LOCAL_BYTES = 30;
  private static final long LOCAL_MAGIC = 0x04034b50L;
  private static final int STORED_SIZE_AT = 18;
  private static final int SIZE_AT = 22;
  private static final long IN_EXTRA_FIELD = 0xffffffffL;
  private static final int ZIP64_FIELD = 1;
  private static final int MODE_BITS = 07777;
  private static final int TYPE_BITS = 0170000;
  private static final int LINK_TYPE = 0120000;
  private static final int USUAL_MODE = 0644;
  private static final int USUAL_FOLDER_MODE = 0755;
  private static final long END_MAGIC = 0x06054b50L;

  /** The record at the end, without its comment. */
  private static final int END_BYTES = 22;

  private static final int MOST_COMMENT_BYTES = 0xffff;
  private static final int MOST_LINK_BYTES = 4096;
  private static final int MOST_TEXT_BYTES = 16 << 20;

  private final Source source;
  private final List<Member> members = new ArrayList<>();

  private ZipReader(Source source) {
    this.source = source;
  }

  static Content zip(Source source) throws IOException {
    ZipReader reader = new ZipReader(source);
    reader.list();
    return new Content(reader.members, PackageFacts.NONE);
  }

  /** Reads a ZIP archive with the wheel's own description. */
  static Content wheel(Source source) throws IOException {
    ZipReader reader = new ZipReader(source);
    reader.list();
    Map<String, Member> info = new TreeMap<>();
    for (Member member : reader.members) {
      int slash = member.path().indexOf('/');
      if (slash > 0
          && member.path().substring(0, slash).endsWith(".dist-info")
          && member.path().indexOf('/', slash + 1) < 0) {
        info.put(member.path().substring(slash + 1), member);
      }
    }
    String signed =
        info.containsKey("RECORD.jws") || info.containsKey("RECORD.p7s")
            ? "RECORD, which has the digests of all files"
            : "";
    PackageFacts facts =
        PackageFacts.wheel(reader.text(info, "METADATA"), reader.text(info, "WHEEL"), signed);
    return new Content(reader.members, facts);
  }

  /** The members with a ZIP64 extra field in the local header, which has their sizes itself. */
  static List<String> withSuperfluousZip64(Path path, Progress progress) throws IOException {
    List<String> members = new ArrayList<>();
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ);
        ZipFile zip =
            ZipFile.builder()
                .setSeekableByteChannel(MemberChannel.range(file, 0, file.size()))
                .setIgnoreLocalFileHeader(true)
                .get()) {
      Source source = new Source(path, file, UnpackBudget.one(), progress);
      for (ZipArchiveEntry entry : Collections.list(zip.getEntries())) {
        progress.step(0);
        if (isSuperfluous(source, entry.getLocalHeaderOffset())) {
          members.add(name(entry));
        }
      }
    }
    return members;
  }

  private static boolean isSuperfluous(Source source, long at) throws IOException {
    ByteView header = source.bytes(at, LOCAL_BYTES);
    if (header.u32(STORED_SIZE_AT) == IN_EXTRA_FIELD || header.u32(SIZE_AT) == IN_EXTRA_FIELD) {
      return false;
    }
    int size = header.u16(28);
    ByteView fields = source.bytes(at + LOCAL_BYTES + header.u16(26), size);
    for (int field = 0; field + 4 <= size; field += 4 + fields.u16(field + 2)) {
      if (fields.u16(field) == ZIP64_FIELD) {
        return true;
      }
    }
    return false;
  }

  private String text(Map<String, Member> info, String name) throws IOException {
    Member member = info.get(name);
    if (member == null || member.content() == null || member.sizeBytes() > MOST_TEXT_BYTES) {
      return "";
    }
    try (MemberChannel channel = member.content().open();
        InputStream in = java.nio.channels.Channels.newInputStream(channel)) {
      return new String(in.readNBytes(MOST_TEXT_BYTES), StandardCharsets.UTF_8);
    }
  }

  private void list() throws IOException {
    Set<String> known = new HashSet<>();
    List<ZipArchiveEntry> entries;
    if (!hasEnd()) {
      throw broken(new ZipException("not a ZIP archive"));
    }
    try {
      // Closing it would close what members are read from.
      ZipFile zip =
          ZipFile.builder()
              .setSeekableByteChannel(MemberChannel.range(source.channel(), 0, source.size()))
              .setIgnoreLocalFileHeader(true)
              .get();
      entries = Collections.list(zip.getEntries());
    } catch (EOFException | ZipException broken) {
      throw broken(broken);
    } catch (CancellationException cancelled) {
      throw cancelled;
    } catch (RuntimeException broken) {
      throw broken(broken);
    } catch (IOException broken) {
      throw broken instanceof java.nio.file.FileSystemException ? broken : broken(broken);
    }
    source.countMembers(entries.size());
    for (ZipArchiveEntry entry : entries) {
      source.progress().step(0);
      String path = Member.path(name(entry), source.path().toString(), "ZIP archive");
      if (path.isEmpty()) {
        continue;
      }
      if (!known.add(path)) {
        throw error("member " + path, Reason.DUPLICATE_KEY)
            .expected("each path once")
            .found("\"%s\" twice".formatted(path))
            .advice("Which of the two is installed depends on the tool: create the file again.")
            .build();
      }
      members.add(member(entry, path));
    }
  }

  /**
   * Returns the name of an entry, which is {@link SystemText#escaped}: the library replaces bytes
   * that are no UTF-8.
   */
  public static String name(ZipArchiveEntry entry) {
    return (entry.getName().indexOf('?') >= 0 || entry.getName().indexOf('\ufffd') >= 0)
            && entry.getNameSource() != ZipArchiveEntry.NameSource.UNICODE_EXTRA_FIELD
        ? SystemText.escaped(entry.getRawName())
        : entry.getName();
  }

  /**
   * Whether there is a record at the end. The library reads four bytes for each place it may be.
   */
  private boolean hasEnd() throws IOException {
    int count = (int) Math.min(source.size(), END_BYTES + MOST_COMMENT_BYTES);
    ByteView end = source.bytes(source.size() - count, count);
    for (int at = count - END_BYTES; at >= 0; at--) {
      if (end.u32(at) == END_MAGIC) {
        return true;
      }
    }
    return false;
  }

  private FormatException.Builder error(String structure, Reason reason) {
    return source.error(structure, reason);
  }

  /**
   * Makes an error without the library's words for a missing directory, which name its own classes.
   */
  private FormatException broken(Exception failure) {
    String words = String.valueOf(failure.getMessage());
    boolean own = words.contains("MemberChannel") || words.contains("not a ZIP archive");
    return error("ZIP archive", Reason.TRUNCATED)
        .expected("a central directory at the end")
        .found(own ? "none, or one that cannot be read" : words)
        .advice("The file may be truncated: fetch it again.")
        .cause(failure)
        .build();
  }

  private Member member(ZipArchiveEntry entry, String path) throws IOException {
    int unix = entry.getUnixMode();
    long time = Math.max(0, entry.getTime());
    if (entry.isDirectory()) {
      return Member.folder(path, unix == 0 ? USUAL_FOLDER_MODE : unix & MODE_BITS, time);
    }
    int mode = unix == 0 ? USUAL_MODE : unix & MODE_BITS;
    Member file = Member.file(path, entry.getSize(), mode, time, content(entry, path));
    if ((unix & TYPE_BITS) != LINK_TYPE) {
      return file;
    }
    if (entry.getSize() > MOST_LINK_BYTES) {
      throw error("member " + path, Reason.TOO_LARGE)
          .mismatch(
              "a link of at most %d bytes".formatted(MOST_LINK_BYTES), entry.getSize() + " bytes");
    }
    try (MemberChannel channel = content(entry, path).open();
        InputStream in = java.nio.channels.Channels.newInputStream(channel)) {
      String target = SystemText.escaped(in.readNBytes(MOST_LINK_BYTES));
      return Member.link(path, mode, time, target);
    }
  }

  private Member.Content content(ZipArchiveEntry entry, String path) {
    return new Member.Content() {
      private final String structure = "member " + path;

      @Override
      public boolean isPacked() {
        return entry.getMethod() != ZipMethod.STORED.getCode();
      }

      @Override
      public MemberChannel open() throws IOException {
        if (isPacked()) {
          try (InputStream in = stream()) {
            return MemberChannel.unpacked(in);
          }
        }
        long stored = stored(entry, structure);
        if (stored != entry.getSize()) {
          throw error(structure, Reason.BAD_VALUE)
              .mismatch(
                  "as many bytes stored as it has, %d".formatted(entry.getSize()),
                  Long.toString(stored));
        }
        return MemberChannel.range(source.channel(), contentStart(entry, structure), stored);
      }

      @Override
      public InputStream stream() throws IOException {
        if (!isPacked()) {
          return Member.Content.super.stream();
        }
        long stored = stored(entry, structure);
        if (entry.getMethod() != ZipMethod.DEFLATED.getCode()) {
          throw error(structure, Reason.UNSUPPORTED)
              .expected("a member that is stored or deflated")
              .found("method " + entry.getMethod())
              .advice("Unpack the archive and name the folder.")
              .build();
        }
        UnpackMeter meter = source.meter(structure, stored);
        meter.declare(entry.getSize());
        InputStream packed = source.stream(contentStart(entry, structure), stored);
        return new Checked(packed, meter, entry, structure);
      }
    };
  }

  /** How many bytes of the file a member takes. */
  private long stored(ZipArchiveEntry entry, String structure) throws IOException {
    if (entry.getGeneralPurposeBit().usesEncryption()) {
      throw error(structure, Reason.UNSUPPORTED)
          .expected("a member that is not encrypted")
          .found("an encrypted one")
          .advice("Unpack the archive with its password and name the folder.")
          .build();
    }
    long stored = entry.getCompressedSize();
    if (stored < 0
        || entry.getSize() < 0
        || contentStart(entry, structure) > source.size() - stored) {
      throw error(structure, Reason.TRUNCATED)
          .expected(stored + " bytes of content")
          .found("the end of the file")
          .advice("Fetch the file again.")
          .build();
    }
    return stored;
  }

  /** The local header's name and extra field may be longer than those of the directory. */
  private long contentStart(ZipArchiveEntry entry, String structure) throws IOException {
    long at = entry.getLocalHeaderOffset();
    ByteView header = source.bytes(at, LOCAL_BYTES);
    if (header.u32(0) != LOCAL_MAGIC) {
      throw error(structure, Reason.WRONG_MAGIC)
          .expected("a local header at " + at)
          .found("0x" + Long.toHexString(header.u32(0)))
          .advice("Fetch the file again.")
          .build();
    }
    return at + LOCAL_BYTES + header.u16(26) + header.u16(28);
  }

  private final class Checked extends BlockInput {
    private final InputStream in;
    private final ZipArchiveEntry entry;
    private final String structure;
    private final CRC32 sum = new CRC32();
    private long count;
    private boolean ended;

    Checked(InputStream packed, UnpackMeter meter, ZipArchiveEntry entry, String structure) {
      this.in = UnpackedStream.deflate(packed, meter);
      this.entry = entry;
      this.structure = structure;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int read;
      try {
        read = in.read(buffer, offset, length);
      } catch (EOFException | UnpackException broken) {
        throw source.broken(structure, broken);
      }
      if (read > 0) {
        source.progress().step(0);
        sum.update(buffer, offset, read);
        count += read;
        if (count > entry.getSize()) {
          throw wrong("more than %d bytes".formatted(entry.getSize()));
        }
      } else if (read < 0 && !ended) {
        ended = true;
        if (count != entry.getSize()) {
          throw wrong("%d bytes".formatted(count));
        }
        if (sum.getValue() != entry.getCrc()) {
          throw error(structure, Reason.CHECKSUM_MISMATCH)
              .expected("CRC-32 %08x".formatted(entry.getCrc()))
              .found("%08x".formatted(sum.getValue()))
              .advice("Fetch the file again.")
              .build();
        }
      }
      return read;
    }

    private FormatException wrong(String found) {
      return error(structure, Reason.BAD_COMPRESSION)
          .expected("%d bytes of content".formatted(entry.getSize()))
          .found(found)
          .advice("Fetch the file again.")
          .build();
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
