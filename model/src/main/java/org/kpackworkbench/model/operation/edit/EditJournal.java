package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.operation.edit.EditedDocument.EditListener;

/**
 * Writes down the edits of a document that are not saved, each as it is made, so that a crash loses
 * none. Nothing to save, no journal: it appears with the first edit, and goes when the document is
 * saved, when all is undone, or when it is closed.
 *
 * <p>While it is open it is locked, so that other processes do not take it for what a crash left.
 * For the thread that edits; reads and writes files.
 */
public final class EditJournal implements EditListener, AutoCloseable {
  private final Path folder;
  private final List<Edit> written = new ArrayList<>();
  private List<String> lost = List.of();
  private @Nullable Path path;
  private @Nullable FileChannel channel;
  private @Nullable IOException failure;

  private EditJournal(Path folder) {
    this.folder = folder;
  }

  /**
   * Starts to write down the edits of a document from now on.
   *
   * @param folder where journals are kept; it is made when it is needed
   */
  public static EditJournal of(EditedDocument<?> document, Path folder) {
    EditJournal journal = new EditJournal(folder);
    document.listen(journal);
    return journal;
  }

  /**
   * Why edits are not written down any more, such as a full disk; null if they are. Editing goes on
   * meanwhile; the next save starts again.
   */
  public @Nullable IOException failure() {
    return failure;
  }

  @Override
  public void changed(EditedDocument<?> document, Change change) {
    try {
      if (change == Change.SAVED || !document.dirty()) {
        remove();
        failure = null;
      }
      // Edits may have been made while an earlier state was saved.
      if (document.dirty() && failure == null) {
        write(document);
      }
    } catch (IOException cannot) {
      failure = cannot;
    }
  }

  private void write(EditedDocument<?> document) throws IOException {
    FileChannel out = channel == null ? start(document) : channel;
    List<? extends Edit> wanted = document.history().unsaved();
    int common = 0;
    while (common < Math.min(wanted.size(), written.size())
        && written.get(common).equals(wanted.get(common))) {
      common++;
    }
    int dropped = written.size() - common;
    if (dropped > 0) {
      append(out, JournalFormat.UNDO, MsgValue.Int.of(dropped));
      written.subList(common, written.size()).clear();
    }
    for (Edit edit : wanted.subList(common, wanted.size())) {
      append(out, JournalFormat.DO, DocumentKind.of(document).value(edit));
      written.add(edit);
    }
    List<String> takenBack = document.history().takenBack().stream().map(Edit::words).toList();
    if (!takenBack.equals(lost)) {
      List<MsgValue> words = new ArrayList<>();
      takenBack.forEach(each -> words.add(new MsgValue.Text(each)));
      append(out, JournalFormat.LOST, new MsgValue.Array(words));
      lost = takenBack;
    }
  }

  private FileChannel start(EditedDocument<?> document) throws IOException {
    DocumentKind kind = DocumentKind.of(document);
    FileStamp stamp = document.stamp();
    byte[] header =
        JournalFormat.record(JournalFormat.header(kind, stamp, kind.digest(stamp.path())));
    Files.createDirectories(folder);
    Path file = folder.resolve(JournalFormat.OWN_PREFIX + UUID.randomUUID() + JournalFormat.SUFFIX);
    FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    path = file;
    channel = out;
    out.lock();
    byte[] magic = JournalFormat.magic();
    put(out, ByteBuffer.allocate(magic.length + header.length).put(magic).put(header).flip());
    return out;
  }

  private static void append(FileChannel out, String key, MsgValue value) throws IOException {
    put(out, ByteBuffer.wrap(JournalFormat.record(key, value)));
  }

  private static void put(FileChannel out, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      out.write(bytes);
    }
    out.force(false);
  }

  private void remove() throws IOException {
    written.clear();
    lost = List.of();
    FileChannel open = channel;
    Path file = path;
    channel = null;
    path = null;
    if (open != null) {
      open.close();
    }
    if (file != null) {
      Files.deleteIfExists(file);
    }
  }

  /** Ends it and removes it: the document is closed, and unsaved edits are discarded. */
  @Override
  public void close() throws IOException {
    remove();
  }
}
