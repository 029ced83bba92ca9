/**
 * The model's documents in the window: how a file is opened there, and the one list of all views.
 *
 * <p>{@link org.kpackworkbench.views.window.standard.DocumentFile} is a file in a tab; a view gets
 * the model's document from it with {@code file.as(ElfDocument.class)}. A new view is listed it in
 * {@link org.kpackworkbench.views.window.standard.StandardViews}.
 */
package org.kpackworkbench.views.window.standard;
