/**
 * The editor of a host-only binary's marker: the binary's name in archives and the search paths.
 *
 * <p>While the user types, {@code MarkerForecast} computes in the background where the marker fits
 * and which archives a loader would find with it. Edits are the model's; undo, history and saving
 * are those of {@link org.kpackworkbench.views.operation.edit}.
 */
package org.kpackworkbench.views.operation.edit.marker;
