package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.analysis.verify.run.RulesOfContent;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.edit.Edit;
import org.kpackworkbench.model.operation.edit.EditSettings;
import org.kpackworkbench.model.operation.edit.EditedDocument;
import org.kpackworkbench.model.operation.output.OperationNote;

/** A file that a command edits, of whichever kind. */
interface Editing extends AutoCloseable {

  /**
   * Limits for the content that edits may add.
   *
   * @param file where the result is to be, for what lies around it
   * @param forced whether they may add what verification calls an error
   */
  record Contents(Path file, boolean forced) {

    /** Makes an edit, unless what it adds would be an error for verification. */
    <E extends Edit> void apply(EditedDocument<E> document, E edit)
        throws IOException, CliException {
      List<Finding> errors =
          forced ? List.of() : document.errorsOf(edit, file, new RulesOfContent(), Progress.NONE);
      if (errors.isEmpty()) {
        document.apply(edit);
        return;
      }
      Finding first = errors.getFirst();
      String more = errors.size() == 1 ? "" : " (and %d more errors)".formatted(errors.size() - 1);
      throw CliException.failed(
          "%s: %s: %s [%s]%s Nothing was written; %s accepts it as it is."
              .formatted(
                  edit.words(),
                  first.placeText(),
                  first.message(),
                  first.rule(),
                  more,
                  EditSettings.FORCE_CONTENTS));
    }
  }

  /** The document with its edits. */
  EditedDocument<?> document();

  /**
   * Makes one change; what is so already is no change.
   *
   * @throws CliException if it does not go with this kind of file, or nothing matches
   */
  void change(EditOption asked, Progress progress) throws IOException, CliException;

  /** Returns what is to be known of the result of all changes. */
  default List<OperationNote> findings() throws IOException {
    return List.of();
  }

  @Override
  default void close() throws IOException {
    document().close();
  }
}
