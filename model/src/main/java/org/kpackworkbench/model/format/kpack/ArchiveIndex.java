package org.kpackworkbench.model.format.kpack;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;

/**
 * Where the keys and blobs of a large archive are, in a file beside it: one code object is found
 * without reading the table of contents.
 *
 * <p>An index is of one state of an archive: its size, its time of change, and the checksum of each
 * block of its table, of which those are compared that an answer is read from. What an index says
 * is a place; keys, targets and sizes are read from the archive. So an index that is stale or
 * damaged gives no wrong answer: it is not used, or {@link #archive} fails.
 *
 * <p>Its parts follow one another: the {@link Head}, checksums of the table's blocks, keys sorted
 * by hash, blobs by ordinal. Safe for use by many threads.
 */
public final class ArchiveIndex implements AutoCloseable {
  /** Ending of its name, behind that of the archive. */
  public static final String ENDING = ".idx";

  static final int BLOCK_BYTES = 64 * 1024;
  static final int KEY_BYTES = 2 * Long.BYTES + 2 * Integer.BYTES;
  static final int BLOB_BYTES = 2 * Long.BYTES;
  private static final long MAGIC = 0x4b50414b49445831L;
  private static final int MOST_HEAD_BYTES = 1 << 20;

  private final ByteView archive;
  private final OpenFile file;
  private final IndexPages pages;
  private final Head head;
  private final long blocksAt;

  /**
   * Facts about the archive that an index is of.
   *
   * @param modifiedNanos time of its last change, since 1970
   * @param area the blob area; empty for scheme {@code none}
   * @param ascii whether keys and targets are ASCII, so that they are the same text to all who read
   *     them
   * @param blocks number of blocks of the table
   */
  record Head(
      long archiveBytes,
      long modifiedNanos,
      long tableOffset,
      StorageScheme scheme,
      ByteRange area,
      String group,
      String family,
      List<String> architectures,
      boolean ascii,
      int keys,
      int blobs,
      int blocks) {

    void write(DataOutputStream out) throws IOException {
      out.writeLong(archiveBytes);
      out.writeLong(modifiedNanos);
      out.writeLong(tableOffset);
      out.writeUTF(scheme.text());
      out.writeLong(area.start());
      out.writeLong(area.length());
      out.writeUTF(group);
      out.writeUTF(family);
      out.writeInt(architectures.size());
      for (String architecture : architectures) {
        out.writeUTF(architecture);
      }
      out.writeBoolean(ascii);
      out.writeInt(keys);
      out.writeInt(blobs);
      out.writeInt(blocks);
    }

    static Head read(DataInputStream in) throws IOException {
      long archiveBytes = in.readLong();
      long modifiedNanos = in.readLong();
      long tableOffset = in.readLong();
      StorageScheme scheme = StorageScheme.named(in.readUTF());
      ByteRange area = new ByteRange(in.readLong(), in.readLong());
      String group = in.readUTF();
      String family = in.readUTF();
      List<String> architectures = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        architectures.add(in.readUTF());
      }
      return new Head(
          archiveBytes,
          modifiedNanos,
          tableOffset,
          scheme,
          area,
          group,
          family,
          List.copyOf(architectures),
          in.readBoolean(),
          in.readInt(),
          in.readInt(),
          in.readInt());
    }
  }

  /** A key's hash, its text, and the bytes from there to the end of its rows. */
  record Key(long hash, long start, int length, int rowsLength) {}

  /**
   * The index beside an archive.
   *
   * @param index null if there is none, or it is not used
   * @param warning why it is not used, in a sentence; null if there is nothing to say
   */
  public record Beside(@Nullable ArchiveIndex index, @Nullable String warning) {
    /** No index. */
    public static final Beside NONE = new Beside(null, null);
  }

  private ArchiveIndex(ByteView archive, OpenFile file) throws FormatException {
    this.archive = archive;
    this.file = file;
    this.pages = new IndexPages(file.view());
    ByteBuffer start = pages.read(0, Long.BYTES + Integer.BYTES);
    if (start.getLong() != MAGIC) {
      throw error("magic").mismatch("an index of this version", "something else");
    }
    int length = start.getInt();
    if (length < 0 || length > MOST_HEAD_BYTES) {
      throw error("head").mismatch("at most " + MOST_HEAD_BYTES + " bytes", length);
    }
    byte[] bytes = pages.read(start.capacity(), length).array();
    try {
      head = Head.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    } catch (FormatException failure) {
      throw failure;
    } catch (IOException malformed) {
      throw error("head").mismatch("the facts of an archive", malformed.toString());
    }
    if (!head.scheme.isCopied()) {
      throw error("scheme")
          .mismatch("code objects that are stored each for itself", head.scheme.words());
    }
    blocksAt = (long) start.capacity() + length;
  }

  /** The path of an archive's index. */
  public static Path path(Path archive) {
    return archive.resolveSibling(archive.getFileName() + ENDING);
  }

  /**
   * Opens the index beside an archive, where it is of the archive as it is now.
   *
   * @param view the archive's bytes; they stay open as long as the index
   */
  public static Beside beside(Path archive, ByteView view) {
    Path path = path(archive);
    if (!Files.isRegularFile(path)) {
      return Beside.NONE;
    }
    try {
      return Closing.ifFails(
          OpenFile.open(path),
          file -> {
            ArchiveIndex index = new ArchiveIndex(view, file);
            if (index.isOf(archive)) {
              return new Beside(index, null);
            }
            file.close();
            return new Beside(
                null, warning(path, "it is of an earlier state of the archive", archive));
          });
    } catch (IOException damaged) {
      return new Beside(null, damaged(archive));
    }
  }

  /** Returns a warning that the index of an archive does not fit it. */
  public static String damaged(Path archive) {
    return warning(path(archive), "it is damaged, or the archive was changed", archive);
  }

  /** Returns a note that an archive was written and its index, where it has one, was not. */
  public static Optional<String> outdated(Path archive) {
    Path index = path(archive);
    return Files.isRegularFile(index)
        ? Optional.of(warning(index, "it is of the archive as it was before", archive) + ".")
        : Optional.empty();
  }

  /** Returns a warning that an index is not used. */
  private static String warning(Path index, String why, Path archive) {
    return "%s is not used: %s; kpack-workbench edit %s --write-index writes it again"
        .formatted(index, why, archive);
  }

  private boolean isOf(Path path) throws IOException {
    return head.archiveBytes == archive.size()
        && head.modifiedNanos == modifiedNanos(path)
        && archive.size() >= ArchiveFormat.HEADER_BYTES
        && archive.u32(0) == ArchiveFormat.MAGIC
        && archive.u32(ArchiveFormat.VERSION_OFFSET) == ArchiveFormat.VERSION
        && archive.u64(ArchiveFormat.TABLE_OFFSET_OFFSET) == head.tableOffset;
  }

  static long modifiedNanos(Path file) throws IOException {
    return Files.getLastModifiedTime(file).to(TimeUnit.NANOSECONDS);
  }

  /** The targets that the archive's table lists, as written. */
  public List<String> architectures() {
    return head.architectures;
  }

  /** Whether keys and targets are ASCII, so that they are the same text to all who read them. */
  public boolean isAscii() {
    return head.ascii;
  }

  /** Whether the archive is more than loaders open. */
  public boolean isBeyond(LoaderLimits limits) {
    return head.scheme == StorageScheme.ZSTD_PER_KERNEL
        && (limits.beyondArea(head.area.length()).isPresent()
            || limits.beyondFrames(head.blobs).isPresent());
  }

  /** How code objects are stored. */
  public StorageScheme scheme() {
    return head.scheme;
  }

  /**
   * The archive as if it had the rows of one key only; their places and ordinals are those that
   * they have. It uses the archive's bytes, not this index.
   *
   * @param place what the bytes are
   * @return empty if the archive has no such key
   * @throws FormatException if the index or the archive's table is not as it was
   */
  public Optional<KpackArchive> archive(String key, Place place, UnpackBudget budget)
      throws FormatException {
    Key found = find(key);
    return found == null ? Optional.empty() : Optional.of(archive(found, key, place, budget));
  }

  /**
   * Whether the archive has a key.
   *
   * @throws FormatException as {@link #archive}
   */
  public boolean has(String key) throws FormatException {
    return find(key) != null;
  }

  private @Nullable Key find(String key) throws FormatException {
    long hash = hash(key);
    for (int number = first(hash); number < head.keys; number++) {
      Key found = key(number);
      if (found.hash != hash) {
        break;
      }
      checkTable(found.start, found.rowsLength);
      if (archive.text(found.start, found.length).equals(key)) {
        return found;
      }
    }
    return null;
  }

  private KpackArchive archive(Key key, String text, Place place, UnpackBudget budget)
      throws FormatException {
    TableReader table = new TableReader(archive, key.start + key.length);
    table.readRows(head, key.start, text);
    Map<Integer, StoredBlobs.Blob> blobs = new HashMap<>();
    EntryTable rows = table.rows.table();
    for (int row = 0; row < rows.count(); row++) {
      int ordinal = rows.row(row).ordinal();
      if (ordinal < 0 || ordinal >= head.blobs) {
        throw error("blob").mismatch("an ordinal below " + head.blobs, ordinal);
      }
      blobs.put(ordinal, blob(ordinal));
    }
    return KpackArchive.partOf(archive, place, head, table, blobs, budget);
  }

  /** The number of the first key with a hash that is not below one. */
  private int first(long hash) throws FormatException {
    int low = 0;
    int high = head.keys;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (key(middle).hash < hash) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private Key key(int number) throws FormatException {
    long at = blocksAt + (long) head.blocks * Integer.BYTES + (long) number * KEY_BYTES;
    ByteBuffer bytes = pages.read(at, KEY_BYTES);
    return new Key(bytes.getLong(), bytes.getLong(), bytes.getInt(), bytes.getInt());
  }

  private StoredBlobs.Blob blob(int ordinal) throws FormatException {
    long keysEnd = blocksAt + (long) head.blocks * Integer.BYTES + (long) head.keys * KEY_BYTES;
    ByteBuffer bytes = pages.read(keysEnd + (long) ordinal * BLOB_BYTES, BLOB_BYTES);
    StoredBlobs.Blob blob = new StoredBlobs.Blob(bytes.getLong(), bytes.getLong());
    if (head.scheme == StorageScheme.ZSTD_PER_KERNEL
        && archive.u32(blob.offset() - Integer.BYTES) != blob.size()) {
      throw FormatException.at(
              archive,
              blob.offset() - Integer.BYTES,
              ArchiveFormat.BLOB_AREA,
              "frame_size of frame " + ordinal,
              Reason.CHECKSUM_MISMATCH)
          .mismatch(blob.size() + ", as in its index", "another size");
    }
    return blob;
  }

  /** Compares those blocks of the table that bytes lie in. */
  private void checkTable(long start, long length) throws FormatException {
    long first = (start - head.tableOffset) / BLOCK_BYTES;
    long last = (start + length - 1 - head.tableOffset) / BLOCK_BYTES;
    for (long block = first; block <= last; block++) {
      long at = head.tableOffset + block * BLOCK_BYTES;
      int count = (int) Math.min(BLOCK_BYTES, archive.size() - at);
      CRC32C checksum = new CRC32C();
      checksum.update(archive.bytes(at, count));
      int stored = pages.read(blocksAt + block * Integer.BYTES, Integer.BYTES).getInt();
      if (stored != (int) checksum.getValue()) {
        throw FormatException.at(
                archive, at, ArchiveFormat.TABLE, "block", Reason.CHECKSUM_MISMATCH)
            .mismatch("the bytes of which its index has the checksum", "other bytes");
      }
    }
  }

  /** The hash that keys are sorted by: FNV-1a of their UTF-8 bytes. */
  static long hash(String key) {
    long hash = 0xcbf29ce484222325L;
    for (byte each : key.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (each & 0xff)) * 0x100000001b3L;
    }
    return hash;
  }

  /** Writes magic and head. */
  static void writeHead(Head head, DataOutputStream out) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    head.write(new DataOutputStream(bytes));
    out.writeLong(MAGIC);
    out.writeInt(bytes.size());
    bytes.writeTo(out);
  }

  private FormatException.Builder error(String field) {
    return FormatException.at(file.view(), 0, "index", field, Reason.BAD_VALUE);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
