package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.files.TreeDeletion;

/**
 * Changes to a tree that are made all or none, file by file. New files are staged in a folder below
 * the tree's root. When all are there, the journal gets its name; from then on the changes are
 * made, by this run or by the next one.
 *
 * <p>The journal is text in UTF-8: {@code replace NUMBER NUL PATH NUL} for a file whose new content
 * is staged under that number, {@code remove NUL PATH NUL} for one that goes, and {@code end NUL}.
 */
final class PruneJournal implements AutoCloseable {
  private static final String FOLDER = ".kpack-workbench-prune";
  private static final String JOURNAL = "journal";
  private static final String REPLACE = "replace ";
  private static final String REMOVE = "remove";
  private static final String END = "end";
  private static final long MOST_BYTES = 256L << 20;

  private final Path root;
  private final Path folder;
  private final FileChannel lockFile;
  private final List<String> entries = new ArrayList<>();
  private int staged;

  private PruneJournal(Path root, FileChannel lockFile) {
    this.root = root;
    this.folder = root.resolve(FOLDER);
    this.lockFile = lockFile;
  }

  /** Whether a path of a tree is the journal's, and no part of the tree. */
  static boolean isOwn(String path) {
    return path.equals(FOLDER) || path.startsWith(FOLDER + "/");
  }

  /**
   * Whether a run was interrupted on a tree when it had begun to change files.
   *
   * @param root the tree's root
   */
  static boolean isUnfinished(Path root) {
    return Files.isRegularFile(root.resolve(FOLDER).resolve(JOURNAL), LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Completes what an interrupted run had begun to change, or takes back what it had prepared.
   *
   * @param root the tree's root
   * @return whether something was completed
   */
  static boolean recover(Path root) throws IOException {
    if (!Files.isDirectory(root.resolve(FOLDER), LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try (PruneJournal journal = lock(root)) {
      boolean unfinished = isUnfinished(root);
      if (unfinished) {
        journal.make(read(root.resolve(FOLDER).resolve(JOURNAL)));
      }
      return unfinished;
    }
  }

  /** Begins changes; nothing else may be changing the tree with a journal. */
  static PruneJournal begin(Path root) throws IOException {
    recover(root);
    Files.createDirectory(root.resolve(FOLDER));
    return lock(root);
  }

  private static PruneJournal lock(Path root) throws IOException {
    FileChannel channel =
        NamedChannel.open(
            root.resolve(FOLDER).resolve("lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return new PruneJournal(root, channel);
      }
    } catch (OverlappingFileLockException own) {
      // The same as a lock of another process.
    } catch (IOException failure) {
      channel.close();
      throw failure;
    }
    channel.close();
    throw new FileSystemException(root.toString(), null, "another prune is changing this folder");
  }

  /** A place for new content; nothing is there yet. */
  Path next() {
    return folder.resolve(Integer.toString(staged++));
  }

  /** Replaces a file by what was put in a place of {@link #next}. */
  void replace(String path, Path content) {
    entries.add(REPLACE + content.getFileName());
    entries.add(path);
  }

  /** Removes a file. */
  void remove(String path) {
    entries.add(REMOVE);
    entries.add(path);
  }

  /** Makes all changes: each file is replaced or removed at once. */
  void commit() throws IOException {
    entries.add(END);
    Path draft = folder.resolve(JOURNAL + ".new");
    try (FileChannel channel =
        NamedChannel.open(draft, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer bytes =
          ByteBuffer.wrap((String.join("\0", entries) + "\0").getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(draft, folder.resolve(JOURNAL), StandardCopyOption.ATOMIC_MOVE);
    make(entries);
  }

  private static List<String> read(Path journal) throws IOException {
    if (Files.size(journal) > MOST_BYTES) {
      throw damaged(journal, "a larger file");
    }
    String text = Files.readString(journal);
    List<String> entries = List.of(text.split("\0"));
    if (!entries.getLast().equals(END)) {
      throw damaged(journal, "one without an end");
    }
    return entries;
  }

  private static FormatException damaged(Path journal, String found) {
    return FormatException.in(
            journal.toString(), "journal of prune", "", FormatException.Reason.BAD_VALUE)
        .expected("a complete list of changes")
        .found(found)
        .advice("Remove its folder if the files beside it are no longer needed.")
        .build();
  }

  private void make(List<String> changes) throws IOException {
    for (int i = 0; i + 1 < changes.size(); i += 2) {
      Path file = root.resolve(changes.get(i + 1)).normalize();
      if (!file.startsWith(root)) {
        throw damaged(folder.resolve(JOURNAL), "a path that leaves the folder");
      }
      String what = changes.get(i);
      if (what.equals(REMOVE)) {
        Files.deleteIfExists(file);
      } else {
        Path content = folder.resolve(what.substring(REPLACE.length()));
        // One that is not there any more is in its place.
        if (Files.exists(content, LinkOption.NOFOLLOW_LINKS)) {
          Files.move(
              content, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
    Files.deleteIfExists(folder.resolve(JOURNAL));
  }

  /** Removes what is staged and was not put in place. */
  @Override
  public void close() throws IOException {
    try (lockFile) {
      // With a journal, the next run completes it.
      if (!isUnfinished(root)) {
        TreeDeletion.delete(folder);
      }
    }
  }
}
