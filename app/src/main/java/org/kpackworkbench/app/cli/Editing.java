package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.app.console.Facts;
import org.kpackworkbench.app.console.JsonOut;
import org.kpackworkbench.app.console.TextOut;
import org.kpackworkbench.model.edit.EditedDocument;
import org.kpackworkbench.model.job.Progress;

/** A file that a command edits, of whichever kind. */
interface Editing extends AutoCloseable {

  /** The document with its edits. */
  EditedDocument<?> document();

  /**
   * Makes one change; what is so already is no change.
   *
   * @throws CliException where it does not go with this kind of file, or nothing matches
   */
  void change(AskedEdit asked, Progress progress) throws IOException, CliException;

  /** Saves over the file that was opened. */
  void save(Progress progress) throws IOException;

  /** Saves to another file. */
  void saveAs(Path target, boolean replace, Progress progress) throws IOException;

  /** What is not as it should be after all changes, each in a sentence. */
  default List<String> findings() {
    return List.of();
  }

  /** What is worth knowing and not wrong, each in a sentence. */
  default List<String> notes() {
    return List.of();
  }

  /** What the file says now. */
  void facts(Facts facts) throws IOException;

  /** The rows that changed, below the facts. */
  default void rows(TextOut out) throws IOException {}

  /** The same as fields of a JSON document. */
  void json(JsonOut out) throws IOException;

  @Override
  void close() throws IOException;
}
