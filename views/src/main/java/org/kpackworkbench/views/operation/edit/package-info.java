/**
 * Common parts of the editors of documents: edits run one after the other in the background, with
 * undo and redo by name, a history, saving, a journal for recovery after a crash, and edits that
 * are made again when the file changes on disk.
 *
 * <table>
 * <caption>To add an editor</caption>
 * <tr><td>{@link org.kpackworkbench.views.operation.edit.EditedKind}</td><td>describes the kind of
 *     document</td></tr>
 * <tr><td>{@link org.kpackworkbench.views.operation.edit.EditSession}</td><td>takes edits through
 *     {@code apply}; the editor shows what {@code shownProperty} holds</td></tr>
 * <tr><td>{@link org.kpackworkbench.views.operation.edit.SessionView}</td><td>the base class of the
 *     editor's view; implements {@link org.kpackworkbench.views.spi.EditingView}</td></tr>
 * <tr><td>{@link org.kpackworkbench.views.operation.edit.DroppedEdits}</td><td>the edits that could
 *     not be made again on another version of the file</td></tr>
 * </table>
 */
package org.kpackworkbench.views.operation.edit;
