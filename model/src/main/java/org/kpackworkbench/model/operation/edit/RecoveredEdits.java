package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.format.kpm.Checksum;

/**
 * Edits that a process left behind that ended without saving or closing.
 *
 * @param journal where they are written down
 * @param kind what was edited
 * @param file the file as it was
 * @param digest of its table of contents, its bytes or its marker, as it was
 * @param edits what was not saved, the first one first
 * @param lost words of saved edits that had been undone, and stay as they were saved
 * @param whole whether the journal could be read to its end
 */
public record RecoveredEdits(
    Path journal,
    DocumentKind kind,
    FileStamp file,
    Checksum digest,
    List<Edit> edits,
    List<String> lost,
    boolean whole) {
  public RecoveredEdits {
    edits = List.copyOf(edits);
    lost = List.copyOf(lost);
  }

  /** The state of the file since then. */
  public enum State {
    /** The file is the same. */
    SAME,
    /** The file was written again, and what the edits are about is the same. */
    SAME_CONTENT,
    /** The file is another; some edits may not apply. */
    CHANGED,
    /** There is none. */
    GONE
  }

  /** Journals that were left behind: those that can be read, and those that cannot. */
  public record Found(List<RecoveredEdits> edits, List<Path> unreadable) {
    public Found {
      edits = List.copyOf(edits);
      unreadable = List.copyOf(unreadable);
    }
  }

  /**
   * Looks for journals in whose process is gone.
   *
   * @param folder where journals are kept; it may be missing
   */
  public static Found in(Path folder) throws IOException {
    List<RecoveredEdits> edits = new ArrayList<>();
    List<Path> unreadable = new ArrayList<>();
    for (Path journal : journals(folder)) {
      // Closing a second channel would release this process's own lock.
      if (String.valueOf(journal.getFileName()).startsWith(JournalFormat.OWN_PREFIX)
          || isOpen(journal)) {
        continue;
      }
      try {
        edits.add(JournalFormat.read(journal));
      } catch (FormatException broken) {
        unreadable.add(journal);
      }
    }
    return new Found(edits, unreadable);
  }

  private static List<Path> journals(Path folder) throws IOException {
    try {
      return FolderList.of(folder, "*" + JournalFormat.SUFFIX);
    } catch (NoSuchFileException none) {
      return List.of();
    }
  }

  /** Whether another process is writing it. */
  private static boolean isOpen(Path journal) throws IOException {
    try (FileChannel channel = FileChannel.open(journal, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      return lock == null;
    }
  }

  /** The state of the file. */
  public State state() throws IOException {
    if (!Files.exists(file.path())) {
      return State.GONE;
    }
    if (file.unchanged()) {
      return State.SAME;
    }
    try {
      return kind.digest(file.path()).equals(digest) ? State.SAME_CONTENT : State.CHANGED;
    } catch (FormatException anotherKind) {
      return State.CHANGED;
    }
  }

  /** The edits in words, the first one first. */
  public List<String> words() {
    return edits.stream().map(Edit::words).toList();
  }

  /** Removes the journal: the edits are discarded, or were stored elsewhere. */
  public void discard() throws IOException {
    Files.deleteIfExists(journal);
  }
}
