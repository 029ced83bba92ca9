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

  /** Returns the state to show of a document as it is now. */
  S look(D document) throws IOException;

  /** Opens a file for editing. */
  @FunctionalInterface
  interface Opener<D> {
    /** Opens it; writes nothing. */
    D open(Path path) throws IOException;
  }

  /** Makes the state to show of a document. */
  @FunctionalInterface
  interface Look<D, S> {
    /** Reads it. */
    S look(D document) throws IOException;
  }

  /** A kind by its parts. */
  static <E extends Edit, D extends EditedDocument<E>, S> EditedKind<E, D, S> of(
      DocumentKind kind, Class<E> edits, Opener<D> opener, Look<D, S> look) {
    return new EditedKind<>() {
      @Override
      public DocumentKind kind() {
        return kind;
      }

      @Override
      public Class<E> edits() {
        return edits;
      }

      @Override
      public D open(Path path) throws IOException {
        return opener.open(path);
      }

      @Override
      public S look(D document) throws IOException {
        return look.look(document);
      }
    };
  }
}
