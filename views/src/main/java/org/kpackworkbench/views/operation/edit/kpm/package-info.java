/**
 * Manifests that are edited in the window: rows and their cells, fields, the dialect, and what the
 * archives on the disk say. Edits are the model's; what all editors have in common is in {@link
 * org.kpackworkbench.views.operation.edit}.
 */
package org.kpackworkbench.views.operation.edit.kpm;
