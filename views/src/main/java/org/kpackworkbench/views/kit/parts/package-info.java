/**
 * The general views of a document: an overview, the map, a table of its parts, sizes of its code
 * objects, rows in the workspace tree, and its parts in find.
 *
 * <p>They use only methods of {@link org.kpackworkbench.model.format.registry.Document}, so a
 * format whose parts are rows needs no views of its own:
 *
 * <pre>{@code
 * PartsViews parts = new PartsViews(ToyFormat.FORMAT);
 * }</pre>
 */
package org.kpackworkbench.views.kit.parts;
