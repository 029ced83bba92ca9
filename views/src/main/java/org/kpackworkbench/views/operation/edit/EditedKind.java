package org.kpackworkbench.views.operation.edit;

import java.nio.file.Path;
import org.kpackworkbench.model.base.job.Maker;
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
    DocumentKind kind, Class<E> edits, Maker<Path, D> opener, Maker<D, S> look) {}
