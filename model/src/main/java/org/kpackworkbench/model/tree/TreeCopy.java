package org.kpackworkbench.model.tree;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.bytes.FileModes;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.bytes.FormatException.Reason;
import org.kpackworkbench.model.job.Progress;

/** Copies what stays as it is: bytes, modes and times. */
public final class TreeCopy {
  private static final long STEP_BYTES = 8L << 20;

  private final Path root;
  private final Progress progress;
  private final List<TreeItem> folders = new ArrayList<>();

  /** Into a folder that is there. */
  public TreeCopy(Path root, Progress progress) {
    this.root = root;
    this.progress = progress;
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
    times(item.source(), link);
  }

  /** Copies a file. */
  public void file(TreeItem item) throws IOException {
    Path file = item.in(root);
    try (FileChannel in = FileChannel.open(item.source(), StandardOpenOption.READ);
        FileChannel out =
            FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      long size = in.size();
      for (long done = 0; done < size; ) {
        long count = in.transferTo(done, Math.min(STEP_BYTES, size - done), out);
        if (count <= 0) {
          throw FormatException.in(item.source().toString(), "file", "", Reason.FILE_CHANGED)
              .expected("the %d bytes it had when it was opened".formatted(size))
              .found("that it became shorter")
              .build();
        }
        done += count;
        progress.step(count);
      }
    }
    attributes(item.source(), file);
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
      attributes(folder.source(), folder.in(root));
    }
  }

  /** The same, and the root those of the original. */
  public void finish(Path source) throws IOException {
    finish();
    if (Files.isDirectory(source)) {
      attributes(source, root);
    }
  }

  private static void attributes(Path from, Path to) throws IOException {
    FileModes.set(to, FileModes.of(from));
    times(from, to);
  }

  private static void times(Path from, Path to) throws IOException {
    BasicFileAttributes old =
        Files.readAttributes(from, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    Files.getFileAttributeView(to, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .setTimes(old.lastModifiedTime(), null, null);
  }
}
