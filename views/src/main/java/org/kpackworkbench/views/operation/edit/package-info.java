/**
 * What all views have in common in which documents are edited: edits that are made one after the
 * other in the background, undo and redo by name, the history, saving, edits that are kept when the
 * file changes, and edits that a crash left behind.
 *
 * <p>An editor for another kind of document describes it by an {@link
 * org.kpackworkbench.views.operation.edit.EditedKind}, keeps an {@link
 * org.kpackworkbench.views.operation.edit.EditSession}, shows what {@code shownProperty} has, and
 * hands edits to {@code apply}. Its view extends {@link
 * org.kpackworkbench.views.operation.edit.SessionView}, which does everything that the window wants
 * of an {@link org.kpackworkbench.views.spi.EditingView}.
 */
package org.kpackworkbench.views.operation.edit;
