package org.kpackworkbench.model.base.files;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.kpackworkbench.model.base.bytes.Mounts;
import org.kpackworkbench.model.base.text.SizeText;

/**
 * How much may be written because some file says so: never the last of a disk unasked. How much may
 * be unpacked at all is another matter, see the package {@code unpack}. For one thread.
 */
public final class DiskRoom {
  /** Space that stays free on a disk: a twentieth of it, at most this many bytes. */
  public static final long RESERVE_BYTES = 256L << 20;

  private static final long STEP_BYTES = 16L << 20;

  private final Path folder;
  private final Disk disk;
  private long sinceLooked = STEP_BYTES;

  /** The known sizes of a disk. */
  public interface Disk {
    /** Bytes that could be written now. */
    long usableBytes() throws IOException;

    /** Its size in bytes. */
    long totalBytes() throws IOException;
  }

  private record Store(FileStore store) implements Disk {
    @Override
    public long usableBytes() throws IOException {
      return store.getUsableSpace();
    }

    @Override
    public long totalBytes() throws IOException {
      return store.getTotalSpace();
    }
  }

  /** In a changed root, whose file system no list has. */
  private record Unlisted(File folder) implements Disk {
    @Override
    public long usableBytes() {
      return folder.getUsableSpace();
    }

    @Override
    public long totalBytes() {
      return folder.getTotalSpace();
    }
  }

  /**
   * For tests, which have no full disk available.
   *
   * @param folder what messages name
   */
  public DiskRoom(Path folder, Disk disk) {
    this.folder = folder;
    this.disk = disk;
  }

  /** The disk that a folder is on, or will be on. */
  public static DiskRoom at(Path folder) throws IOException {
    Path there = folder.toAbsolutePath();
    for (Path up = there; up != null && !Files.exists(there); up = up.getParent()) {
      there = up;
    }
    Optional<FileStore> store = Mounts.of(there);
    return new DiskRoom(
        folder, store.isPresent() ? new Store(store.get()) : new Unlisted(there.toFile()));
  }

  /**
   * Checks that so many bytes fit, with what stays free.
   *
   * @throws TooMuchException if they do not
   */
  public void require(long bytes) throws IOException {
    require(bytes, reserve());
  }

  /** Like {@link #require}, also for the last of a disk. */
  public void requireAll(long bytes) throws IOException {
    require(bytes, 0);
  }

  private void require(long bytes, long reserve) throws IOException {
    long usable = disk.usableBytes();
    if (bytes > usable - reserve) {
      throw new TooMuchException(
          folder,
          "%s would be written, and the disk has %s left"
              .formatted(SizeText.of(bytes), SizeText.of(usable)));
    }
  }

  /**
   * Counts written bytes whose number was not known in advance, and checks the disk from time to
   * time.
   *
   * @throws TooMuchException if the disk has come to what stays free
   */
  public void wrote(long bytes) throws IOException {
    sinceLooked += bytes;
    if (sinceLooked >= STEP_BYTES) {
      sinceLooked = 0;
      require(0);
    }
  }

  private long reserve() throws IOException {
    return Math.min(RESERVE_BYTES, disk.totalBytes() / 20);
  }

  /**
   * More would be written than anybody expects, or than the disk has room for; see {@link
   * DiskRoom}.
   */
  public static final class TooMuchException extends FileSystemException {
    private static final long serialVersionUID = 1L;

    /**
     * @param folder where it would be written
     * @param reason how much that is, and why it is too much
     */
    public TooMuchException(Path folder, String reason) {
      super(folder.toString(), null, reason);
    }
  }
}
