package org.kpackworkbench.model.operation.wheel;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import org.apache.commons.compress.archivers.zip.Zip64Mode;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.archivers.zip.ZipMethod;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.files.FileCopy;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.format.packages.Wheel;
import org.kpackworkbench.model.format.packages.WheelRecord;
import org.kpackworkbench.model.format.packages.ZipReader;

/**
 * Writes a wheel: members, and at the end RECORD with the digest and size of each; or any other ZIP
 * archive, without that. The same members in the same order give the same bytes. For one thread.
 */
public final class WheelWriter implements AutoCloseable {
  private static final int DEFLATE_LEVEL = 6;
  private static final int REGULAR = 0100000;

  private static final int END_MAGIC = 0x06054b50;

  private static final int END_BYTES = 22;
  private static final int MOST_COMMENT_BYTES = 0xffff;
  private static final int USUAL_MODE = REGULAR | 0644;
  private static final int PROGRAM_MODE = REGULAR | 0755;

  private final ReplacingFile file;
  private final boolean closesFile;
  private final ZipArchiveOutputStream zip;
  private final String infoFolder;
  private final long time;
  private final Progress progress;
  private final List<String> record = new ArrayList<>();
  private UnaryOperator<String> names = UnaryOperator.identity();
  private int files;

  /** The members of the wheel that is split, as they are stored. */
  public static final class Original implements AutoCloseable {
    private final ZipFile zip;
    private final String comment;
    private final Map<String, ZipArchiveEntry> entries = new HashMap<>();

    /** Opens it. A member is known by its path, however its name spells that: {@code ./a//b}. */
    public Original(Path wheel) throws IOException {
      FileChannel file = FileChannel.open(wheel, StandardOpenOption.READ);
      zip = ZipFile.builder().setSeekableByteChannel(file).get();
      comment = comment(file);
      for (ZipArchiveEntry each : Collections.list(zip.getEntries())) {
        String path = Member.path(ZipReader.name(each), wheel.toString(), "ZIP archive");
        if (!SystemText.isUtf8(path)) {
          throw FormatException.in(wheel.toString(), "member " + path, "name", Reason.UNSUPPORTED)
              .expected("a name in UTF-8")
              .found("other bytes, which tools read in different ways")
              .advice("Rename it in the tree, and pack that again.")
              .build();
        }
        entries.put(path, each);
      }
    }

    private static String comment(FileChannel file) throws IOException {
      long start = Math.max(0, file.size() - END_BYTES - MOST_COMMENT_BYTES);
      ByteBuffer last =
          ByteBuffer.allocate((int) (file.size() - start)).order(ByteOrder.LITTLE_ENDIAN);
      int count = 0;
      while (last.hasRemaining() && count >= 0) {
        count = file.read(last, start + last.position());
      }
      for (int at = last.position() - END_BYTES; at >= 0; at--) {
        int text = at + END_BYTES;
        if (last.getInt(at) == END_MAGIC
            && (last.getShort(text - Short.BYTES) & 0xffff) == last.position() - text) {
          return new String(last.array(), text, last.position() - text, StandardCharsets.UTF_8);
        }
      }
      return "";
    }

    private ZipArchiveEntry entry(String path) {
      ZipArchiveEntry entry = entries.get(path);
      if (entry == null) {
        throw new IllegalArgumentException(path);
      }
      return entry;
    }

    @Override
    public void close() throws IOException {
      zip.close();
    }
  }

  /**
   * Begins a wheel, which takes its name when {@link #file} is committed.
   *
   * @param closesFile whether the file is closed with the writer
   * @param time of members that are new, in milliseconds
   */
  public WheelWriter(
      ReplacingFile file, boolean closesFile, String infoFolder, long time, Progress progress)
      throws IOException {
    this.file = file;
    this.closesFile = closesFile;
    this.infoFolder = infoFolder;
    this.time = time;
    this.progress = progress;
    this.zip = new ZipArchiveOutputStream(file.channel());
    zip.setLevel(DEFLATE_LEVEL);
    zip.setUseZip64(Zip64Mode.AsNeeded);
  }

  /**
   * Returns the file WHEEL of a wheel for any version of Python.
   *
   * @param platforms tags of platforms, with dots between them
   * @param pure whether it has no code for a machine
   */
  public static String tags(String platforms, boolean pure) {
    return """
        Wheel-Version: 1.0
        Generator: kpack-workbench
        Root-Is-Purelib: %s
        %s
        """
        .formatted(
            pure,
            Stream.of(platforms.split("\\.", -1))
                .map(platform -> "Tag: py3-none-" + platform)
                .collect(Collectors.joining("\n")));
  }

  /** Gives members of an original other paths from now on. */
  public WheelWriter naming(UnaryOperator<String> others) {
    names = others;
    return this;
  }

  /** The file, to be committed. */
  public ReplacingFile file() {
    return file;
  }

  /** How many members there are. */
  public int files() {
    return files;
  }

  /** Copies a member as it is stored. */
  public void copy(Original original, String path, byte[] digest) throws IOException {
    ZipArchiveEntry entry = original.entry(path);
    try (InputStream raw = original.zip.getRawInputStream(entry)) {
      zip.addRawArchiveEntry(same(entry, names.apply(path)), raw);
    }
    recorded(names.apply(path), digest, entry.getSize());
  }

  /** Copies an entry with all that is said of it; under another path with what can be kept. */
  private static ZipArchiveEntry same(ZipArchiveEntry entry, String path) throws ZipException {
    if (path.equals(entry.getName())) {
      return new ZipArchiveEntry(entry);
    }
    ZipArchiveEntry copy = new ZipArchiveEntry(path);
    copy.setTime(entry.getTime());
    copy.setMethod(entry.getMethod());
    copy.setSize(entry.getSize());
    copy.setCompressedSize(entry.getCompressedSize());
    copy.setCrc(entry.getCrc());
    copy.setUnixMode(mode(entry));
    return copy;
  }

  /**
   * Copies a member of an archive that is no wheel: a file, a folder or a link.
   *
   * @param path its path; it ends without / also where it is a folder
   */
  public void copy(Original original, String path) throws IOException {
    ZipArchiveEntry entry = original.entry(path);
    try (InputStream raw = original.zip.getRawInputStream(entry)) {
      zip.addRawArchiveEntry(same(entry, entry.getName()), raw);
    }
  }

  private static int mode(ZipArchiveEntry entry) {
    return entry.getUnixMode() == 0 ? USUAL_MODE : entry.getUnixMode();
  }

  /** Adds a file with the mode and the time that a member of the original has. */
  public void replace(Original original, String path, Path content) throws IOException {
    add(like(original, path), content);
  }

  /**
   * Adds a new file.
   *
   * @param packed whether it is compressed already, and is stored
   */
  public void add(String path, Path content, boolean packed) throws IOException {
    ZipArchiveEntry entry = fresh(path);
    entry.setMethod(packed ? ZipMethod.STORED.getCode() : ZipMethod.DEFLATED.getCode());
    if (Files.isExecutable(content)) {
      entry.setUnixMode(PROGRAM_MODE);
    }
    add(entry, content);
  }

  /** Adds a text. */
  public void add(String path, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    write(fresh(path), bytes);
    recorded(path, Digests.sha256().digest(bytes), bytes.length);
  }

  /** Adds a text with the mode and the time that a member of the original has. */
  public void replace(Original original, String path, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    write(like(original, path), bytes);
    recorded(names.apply(path), Digests.sha256().digest(bytes), bytes.length);
  }

  /** An entry with all that is said of one of the original, but for its size. */
  private ZipArchiveEntry like(Original original, String path) throws IOException {
    ZipArchiveEntry old = original.entry(path);
    // RECORD needs the path; another archive keeps the name as it is spelled.
    String name = infoFolder.isEmpty() ? old.getName() : names.apply(path);
    ZipArchiveEntry entry = same(old, name);
    if (old.getMethod() != ZipMethod.STORED.getCode()) {
      entry.setMethod(ZipMethod.DEFLATED.getCode());
    }
    return entry;
  }

  private ZipArchiveEntry fresh(String path) {
    ZipArchiveEntry entry = new ZipArchiveEntry(path);
    entry.setTime(time);
    entry.setUnixMode(USUAL_MODE);
    return entry;
  }

  private void write(ZipArchiveEntry entry, byte[] bytes) throws IOException {
    entry.setSize(bytes.length);
    zip.putArchiveEntry(entry);
    zip.write(bytes);
    zip.closeArchiveEntry();
  }

  private void add(ZipArchiveEntry entry, Path content) throws IOException {
    long size = Files.size(content);
    entry.setSize(size);
    zip.putArchiveEntry(entry);
    byte[] digest;
    try (InputStream in = Files.newInputStream(content)) {
      digest = FileCopy.bytes(in, zip, Digests.sha256(), progress);
    }
    zip.closeArchiveEntry();
    recorded(entry.getName(), digest, size);
  }

  private void recorded(String path, byte[] digest, long size) {
    files++;
    record.add("%s,sha256=%s,%d".formatted(WheelRecord.quoted(path), Wheel.digest(digest), size));
  }

  /** Writes RECORD and the directory. */
  public void finish() throws IOException {
    finish(fresh(infoFolder + "/RECORD"));
  }

  /**
   * Writes RECORD, with mode and time of that of the original, and the directory with its comment.
   */
  public void finish(Original original) throws IOException {
    zip.setComment(original.comment);
    finish(like(original, infoFolder + "/RECORD"));
  }

  /**
   * Writes the directory of an archive that is no wheel, and has no RECORD, with the comment of the
   * original.
   */
  public void finishWithoutRecord(Original original) throws IOException {
    zip.setComment(original.comment);
    zip.finish();
  }

  private void finish(ZipArchiveEntry entry) throws IOException {
    record.add(WheelRecord.quoted(entry.getName()) + ",,");
    write(entry, (String.join("\n", record) + "\n").getBytes(StandardCharsets.UTF_8));
    files++;
    zip.finish();
  }

  @Override
  public void close() throws IOException {
    if (closesFile) {
      file.close();
    }
  }
}
