/**
 * Editing archives, manifests and the markers of host-only binaries. An edited document is its
 * original, which never changes, and a list of {@link org.kpackworkbench.model.operation.edit.Edit}
 * values; what is shown is derived from both. Undoing drops the last edit; a document is dirty
 * while its list differs from the one that was saved.
 *
 * <pre>{@code
 * try (EditedArchive archive = EditedArchive.open(path)) {
 *   archive.apply(new ArchiveEdit.RenameBinary("lib/libfoo.so.1", "lib/libfoo.so.2"));
 *   archive.save(progress);
 * }
 * }</pre>
 *
 * <p>Edits name what they change, so they can be applied to another version of the file ({@link
 * org.kpackworkbench.model.operation.edit.EditedDocument.Rebased}), and be written down as they are
 * made: what an {@link org.kpackworkbench.model.operation.edit.EditJournal} of a process holds that
 * was killed comes back as {@link org.kpackworkbench.model.operation.edit.RecoveredEdits}.
 */
package org.kpackworkbench.model.operation.edit;
