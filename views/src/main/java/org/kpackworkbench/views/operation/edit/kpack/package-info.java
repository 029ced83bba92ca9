/**
 * Editing archives in the window: a table of the rows as they will be saved, the history of edits,
 * and the actions that make them. The edits themselves are the model's.
 */
package org.kpackworkbench.views.operation.edit.kpack;
