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
 * @param kind which one it is
 * @param edits the class of its edits
 * @param opener opens a file for editing; writes nothing
 * @param look makes the state to show of a document
 */
public record EditedKind<E extends Edit, D extends EditedDocument<E>, S>(
    DocumentKind kind, Class<E> edits, Opener<D> opener, Look<D, S> look) {

  /** Opens a file for editing. */
  @FunctionalInterface
  public interface Opener<D> {
    /**
     * Opens it; writes nothing.
     *
     * @throws IOException why it cannot be edited
     */
    D open(Path path) throws IOException;
  }

  /** Makes the state to show of a document. */
  @FunctionalInterface
  public interface Look<D, S> {
    /** Reads it. */
    S look(D document) throws IOException;
  }
}
