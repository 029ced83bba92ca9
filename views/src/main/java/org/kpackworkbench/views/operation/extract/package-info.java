/**
 * Taking code objects out of files: by a dialog with a live preview, by dragging one onto the
 * desktop, or by the command line that the dialog shows.
 *
 * <p>{@link org.kpackworkbench.views.operation.extract.ExportActions} handles Extract and Extract
 * All for the whole window. A view with a selection of its own calls {@link
 * org.kpackworkbench.views.operation.extract.Exporter#extract} with the selected places.
 */
package org.kpackworkbench.views.operation.extract;
