/**
 * Markers of host-only binaries that are edited in the window: the name in archives, search paths,
 * whether they fit, and what a loader finds with them. Edits are the model's; what all editors have
 * in common is in {@link org.kpackworkbench.views.editing}.
 */
package org.kpackworkbench.views.operation.edit.marker;
