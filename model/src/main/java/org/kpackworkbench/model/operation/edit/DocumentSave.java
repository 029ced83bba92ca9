package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.edit.EditedManifest.ManifestSave;
import org.kpackworkbench.model.operation.edit.EditedMarker.MarkerSave;

/**
 * Saves a document as it was when this was made: whole under its name, or not at all. May run on
 * another thread while editing goes on; then {@link EditedDocument#saved} takes note of it.
 *
 * @param <E> the document's kind of edit
 */
public abstract sealed class DocumentSave<E extends Edit>
    permits ArchiveSave, ManifestSave, MarkerSave {
  private static final String CHANGED =
      "Save under another name, or open the file again and apply the edits to it.";

  private final Path target;
  private final boolean replace;
  private final @Nullable FileStamp expected;
  private final List<E> edits;
  private @Nullable FileStamp stamp;

  /**
   * @param expected what the target must still be; null if it may be anything
   * @param edits those that what is saved has
   */
  DocumentSave(Path target, boolean replace, @Nullable FileStamp expected, List<E> edits) {
    this.target = target;
    this.replace = replace;
    this.expected = expected;
    this.edits = List.copyOf(edits);
  }

  /** The file that is written. */
  public final Path target() {
    return target;
  }

  /**
   * Returns the path that is written: the file itself where the document is saved over what was
   * opened.
   */
  final Path place() throws IOException {
    return expected == null ? target : ReplacingFile.inPlace(target);
  }

  final boolean replace() {
    return replace;
  }

  final List<E> edits() {
    return edits;
  }

  /** The file that was written. */
  final FileStamp stamp() {
    if (stamp == null) {
      throw new IllegalStateException("not saved");
    }
    return stamp;
  }

  /**
   * Saves; on any failure the target is as it was.
   *
   * @throws org.kpackworkbench.model.base.bytes.FormatException {@code FILE_CHANGED} where the
   *     target, or a file that was added, is not what it was; {@code BAD_VALUE} where rows have
   *     problems that would be written again
   * @throws java.nio.file.FileAlreadyExistsException if the target is there and may not be replaced
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public final void run(Progress progress) throws IOException {
    requireTarget();
    write(progress);
    stamp = FileStamp.of(target);
  }

  /** Writes beside the target, and gives the name after {@link #requireTarget}. */
  abstract void write(Progress progress) throws IOException;

  /** Checks that the target is unchanged since it was opened. */
  final void requireTarget() throws IOException {
    if (expected != null) {
      expected.require(CHANGED);
    }
  }
}
