package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.files.DiskState;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.files.TreeDeletion;

/**
 * Changes to a tree that are made all or none, file by file. New files are staged in a folder below
 * the tree's root. When all are there, the journal gets its name; from then on the changes are
 * made, by this run or by the next one. What a file was stays there under a second name until all
 * are made: where one of them fails, the others are undone.
 *
 * <p>The journal is text in UTF-8: {@code prune 3 NUL}, then {@code replace NUMBER NUL PATH NUL
 * STATE NUL} for a file whose new content is staged under that number, {@code remove NUL PATH NUL
 * STATE NUL} for one that goes, {@code empty NUL PATH NUL NUL} for a folder that goes unless
 * something is in it then, and {@code end NUL}. The state is size and time of the file before; one
 * that is another by now is left as it is. Version 2 has no folders.
 */
final class PruneJournal implements AutoCloseable {
  private static final String FOLDER = FolderWalk.JOURNAL_FOLDER;
  private static final String JOURNAL = "journal";
  private static final String HEAD = "prune 3";
  private static final String OLDER_HEAD = "prune 2";
  private static final String REPLACE = "replace ";
  private static final String REMOVE = "remove";
  private static final String EMPTY = "empty";
  private static final String END = "end";
  private static final long MOST_BYTES = 256L << 20;

  private final Path root;
  private final Path folder;
  private final FileChannel lockFile;
  private final List<String> entries = new ArrayList<>();
  private final Map<String, String> before = new HashMap<>();
  private int staged;

  private PruneJournal(Path root, FileChannel lockFile) {
    this.root = root;
    this.folder = root.resolve(FOLDER);
    this.lockFile = lockFile;
    entries.add(HEAD);
  }

  /** Whether a path of a tree is a journal's, at any depth, and no part of the tree. */
  static boolean isOwn(String path) {
    return ("/" + path + "/").contains("/" + FOLDER + "/");
  }

  /**
   * Refuses changes where a run on another folder was interrupted: its journal has to be completed
   * first, or it would replace what is changed now.
   *
   * @param input a file or folder; a journal of its own is no obstacle
   * @param below the paths of all files below it
   */
  static void requireNoOther(Path input, List<String> below) throws IOException {
    for (Path folder = input.getParent(); folder != null; folder = folder.getParent()) {
      if (isUnfinished(folder)) {
        throw interrupted(input, folder);
      }
    }
    String end = "/" + FOLDER + "/" + JOURNAL;
    for (String path : below) {
      if (path.endsWith(end)) {
        throw interrupted(
            input, SystemText.below(input, path.substring(0, path.length() - end.length())));
      }
    }
  }

  private static FileSystemException interrupted(Path input, Path folder) {
    return new FileSystemException(
        input.toString(),
        null,
        "a prune of %s was interrupted; prune that folder in place again, which completes it"
            .formatted(folder));
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
   * @return the files that were left as they are, since they changed after the interruption; empty
   *     if nothing had to be completed
   */
  static Optional<List<Path>> recover(Path root) throws IOException {
    if (!Files.isDirectory(root.resolve(FOLDER), LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    try (PruneJournal journal = lock(root)) {
      return isUnfinished(root)
          ? Optional.of(journal.make(read(root.resolve(FOLDER).resolve(JOURNAL))))
          : Optional.empty();
    }
  }

  /** Begins changes; nothing else may be changing the tree with a journal. */
  static PruneJournal begin(Path root) throws IOException {
    Optional<List<Path>> unused = recover(root);
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

  /** Notes the state of a file before it is read; what differs from it later stays. */
  void read(String path) {
    before.put(path, state(SystemText.below(root, path)));
  }

  private String stateBefore(String path) {
    String noted = before.get(path);
    return noted == null ? state(SystemText.below(root, path)) : noted;
  }

  /** Replaces a file by what was put in a place of {@link #next}. */
  void replace(String path, Path content) {
    entries.add(REPLACE + content.getFileName());
    entries.add(path);
    entries.add(stateBefore(path));
  }

  /** Removes a file. */
  void remove(String path) {
    entries.add(REMOVE);
    entries.add(path);
    entries.add(stateBefore(path));
  }

  /**
   * Removes folders in which there is nothing after all changes of files; called after those are
   * noted.
   */
  void removeFolders(Collection<String> paths) {
    // The deepest first.
    for (String path : paths.stream().sorted(Comparator.reverseOrder()).toList()) {
      entries.addAll(List.of(EMPTY, path, ""));
    }
  }

  private static String state(Path file) {
    DiskState state = DiskState.of(file);
    return state.sizeBytes() + " " + state.modified();
  }

  /**
   * Makes all changes: each file is replaced or removed at once.
   *
   * @return the files that are left as they are, since they changed meanwhile
   */
  List<Path> commit() throws IOException {
    write();
    return make(entries);
  }

  /** Writes down all changes: from now on they are made, if not by this run, by the next one. */
  void write() throws IOException {
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
  }

  private static List<String> read(Path journal) throws IOException {
    if (Files.size(journal) > MOST_BYTES) {
      throw damaged(journal, "a larger file");
    }
    String text = Files.readString(journal);
    List<String> entries = List.of(text.split("\0", -1));
    if (!List.of(HEAD, OLDER_HEAD).contains(entries.getFirst())) {
      throw damaged(journal, "one that does not begin with \"" + HEAD + "\"");
    }
    if (entries.size() < 2 || !entries.get(entries.size() - 2).equals(END)) {
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

  /** Makes the changes; where one cannot be made, none is. */
  private List<Path> make(List<String> changes) throws IOException {
    List<Path> left = new ArrayList<>();
    List<Path> emptied = new ArrayList<>();
    for (int i = 1; i + 2 < changes.size(); i += 3) {
      Path file = file(changes, i);
      if (changes.get(i).equals(EMPTY)) {
        emptied.add(file);
        continue;
      }
      // What is not there any more was made before the interruption.
      if (isMade(changes, i)) {
        continue;
      }
      // A folder in the way is no file that changed: the move says what is wrong.
      if (!changes.get(i + 2).equals(state(file))
          && !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
        left.add(file);
        continue;
      }
      keep(file, old(i));
      try {
        if (changes.get(i).equals(REMOVE)) {
          Files.delete(file);
        } else {
          Files.move(
              content(changes, i),
              file,
              StandardCopyOption.ATOMIC_MOVE,
              StandardCopyOption.REPLACE_EXISTING);
        }
      } catch (IOException failure) {
        throw undone(changes, i, failure);
      }
    }
    for (Path each : emptied) {
      try {
        Files.deleteIfExists(each);
      } catch (DirectoryNotEmptyException used) {
        // It got something meanwhile, or has a file that is left as it is.
        continue;
      }
    }
    Files.deleteIfExists(folder.resolve(JOURNAL));
    return left;
  }

  private Path file(List<String> changes, int at) throws FormatException {
    Path file = SystemText.below(root, changes.get(at + 1)).normalize();
    if (!file.startsWith(root)) {
      throw damaged(folder.resolve(JOURNAL), "a path that leaves the folder");
    }
    return file;
  }

  private Path content(List<String> changes, int at) {
    return folder.resolve(changes.get(at).substring(REPLACE.length()));
  }

  private boolean isMade(List<String> changes, int at) throws FormatException {
    Path gone = changes.get(at).equals(REMOVE) ? file(changes, at) : content(changes, at);
    return !Files.exists(gone, LinkOption.NOFOLLOW_LINKS);
  }

  /** Where the file of a change is kept until all are made. */
  private Path old(int at) {
    return folder.resolve("old" + at);
  }

  /** Gives a file a second name; where that is impossible, its change cannot be undone. */
  private static void keep(Path file, Path old) {
    try {
      Files.deleteIfExists(old);
      Files.createLink(old, file);
    } catch (IOException | UnsupportedOperationException impossible) {
      // File systems without links, and files of others.
      return;
    }
  }

  /**
   * Undoes all changes after one failed, if that is possible.
   *
   * @param failed where the one is that failed
   * @return what to throw
   */
  private FileSystemException undone(List<String> changes, int failed, IOException why)
      throws FormatException {
    boolean all = true;
    for (int i = failed - 3; i > 0; i -= 3) {
      try {
        if (isMade(changes, i) && Files.exists(old(i), LinkOption.NOFOLLOW_LINKS)) {
          Files.move(
              old(i),
              file(changes, i),
              StandardCopyOption.ATOMIC_MOVE,
              StandardCopyOption.REPLACE_EXISTING);
        } else {
          all &= !isMade(changes, i);
        }
      } catch (IOException impossible) {
        why.addSuppressed(impossible);
        all = false;
      }
    }
    if (all) {
      try {
        Files.deleteIfExists(folder.resolve(JOURNAL));
      } catch (IOException impossible) {
        why.addSuppressed(impossible);
      }
    }
    FileSystemException failure =
        new FileSystemException(
            file(changes, failed).toString(),
            null,
            "it cannot be %s: %s; %s"
                .formatted(
                    changes.get(failed).equals(REMOVE) ? "removed" : "replaced",
                    FolderWalk.words(why),
                    all
                        ? "all files are as they were before. Make it possible, or prune a copy"
                            + " with -o"
                        : "other files were changed already. Make it possible and prune again,"
                            + " which completes it"));
    failure.initCause(why);
    return failure;
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
