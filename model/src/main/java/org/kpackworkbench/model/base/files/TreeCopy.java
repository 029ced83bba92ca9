package org.kpackworkbench.model.base.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.job.Progress;

/** Copies what stays as it is: bytes, modes and times. */
public final class TreeCopy {
  private static final long STEP_BYTES = 8L << 20;
  private static final int SMALL_BYTES = 64 * 1024;
  private static final int START_BYTES = 512;

  private final Path root;
  private final Progress progress;
  private final AttributeCopy attributes;
  private final List<TreeItem> folders = new ArrayList<>();
  private final ByteBuffer small = ByteBuffer.allocateDirect(SMALL_BYTES);

  /** Looks at the first bytes of a file before it is copied. */
  public interface Start {
    /**
     * Whether the file is copied.
     *
     * @param file the file
     * @param start its first 512 bytes, or all where it has fewer
     */
    boolean take(Path file, byte[] start) throws IOException;
  }

  /** Into a folder that is there. */
  public TreeCopy(Path root, Progress progress) {
    this.root = root;
    this.progress = progress;
    this.attributes = new AttributeCopy(root);
  }

  /** Makes a folder; its mode and time come when everything is in it. */
  public void folder(TreeItem item) throws IOException {
    Path folder = item.in(root);
    // The archive's folder may be there already.
    if (!Files.isDirectory(folder)) {
      Files.createDirectory(folder);
    }
    folders.add(item);
  }

  /** Makes a link that leads to what the original leads to, by the same words. */
  public void link(TreeItem item) throws IOException {
    Path link = item.in(root);
    Files.createSymbolicLink(link, Files.readSymbolicLink(item.source()));
    attributes.copyTime(item.source(), link);
  }

  /** Copies a file. */
  public void file(TreeItem item) throws IOException {
    file(item, (file, start) -> true);
  }

  /**
   * Copies a file, which is opened once, unless its first bytes are not to be taken.
   *
   * @return whether it was copied
   */
  public boolean file(TreeItem item, Start start) throws IOException {
    Path file = item.in(root);
    try (FileChannel in = FileChannel.open(item.source(), StandardOpenOption.READ)) {
      small.clear();
      long at = 0;
      // What was added meanwhile is not asked for: most files are read at once.
      while (small.hasRemaining() && at < item.sizeBytes()) {
        int count = in.read(small, at);
        if (count < 0) {
          break;
        }
        at += count;
      }
      small.flip();
      byte[] first = new byte[Math.min(START_BYTES, small.remaining())];
      small.get(0, first);
      if (!start.take(item.source(), first)) {
        return false;
      }
      try (FileChannel out =
          NamedChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        if (small.limit() < SMALL_BYTES) {
          small(item, out);
        } else {
          large(item, in, out);
        }
      }
    }
    attributes.copy(item.source(), file);
    return true;
  }

  /** One that was read as a whole. */
  private void small(TreeItem item, FileChannel out) throws IOException {
    if (small.limit() < item.sizeBytes()) {
      throw shorter(item, item.sizeBytes());
    }
    progress.step(small.limit());
    while (small.hasRemaining()) {
      out.write(small);
    }
  }

  private void large(TreeItem item, FileChannel in, FileChannel out) throws IOException {
    long size = in.size();
    for (long done = 0; done < size; ) {
      long count = out.transferFrom(in.position(done), done, Math.min(STEP_BYTES, size - done));
      if (count <= 0) {
        throw shorter(item, size);
      }
      done += count;
      progress.step(count);
    }
  }

  private static FormatException shorter(TreeItem item, long size) {
    return FormatException.in(item.source().toString(), "file", "", Reason.FILE_CHANGED)
        .expected("the %d bytes it had when it was opened".formatted(size))
        .found("that it became shorter")
        .build();
  }

  /** Puts the very same file there, by a hard link; copies it where the disk has none. */
  public void same(TreeItem item) throws IOException {
    try {
      Files.createLink(item.in(root), item.source());
      progress.step(item.sizeBytes());
    } catch (UnsupportedOperationException | FileSystemException noLinks) {
      Files.deleteIfExists(item.in(root));
      file(item);
    }
  }

  /** Gives the folders their modes and times, the innermost first. */
  public void finish() throws IOException {
    for (TreeItem folder : folders.reversed()) {
      progress.step(0);
      attributes.copy(folder.source(), folder.in(root));
    }
  }

  /** The same, and the root those of the original. */
  public void finish(Path source) throws IOException {
    finish();
    if (Files.isDirectory(source)) {
      attributes.copy(source, root);
    }
  }
}
