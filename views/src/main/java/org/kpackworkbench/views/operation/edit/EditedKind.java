package org.kpackworkbench.views.operation.edit;

import java.io.IOException;
import java.nio.file.Path;
import org.kpackworkbench.model.operation.edit.DocumentKind;
import org.kpackworkbench.model.operation.edit.Edit;
import org.kpackworkbench.model.operation.edit.EditedDocument;

/**
 * A kind of document that is edited. Used in the background, for one document by one thread at a
 * time.
 *
 * @param <E> its edits
 * @param <D> the document
 * @param <S> what is shown of it at one moment; never changes
 */
public interface EditedKind<E extends Edit, D extends EditedDocument<E>, S> {

  /** Which one it is. */
  DocumentKind kind();

  /** The class of its edits. */
  Class<E> edits();

  /**
   * Opens a file for editing; writes nothing.
   *
   * @throws IOException why it cannot be edited
   */
  D open(Path path) throws IOException;

  /** What is to be shown of a document as it is now. */
  S look(D document) throws IOException;
}
