/**
 * Where something is, and who owns which bytes.
 *
 * <p>A {@link org.kpackworkbench.model.base.place.Place} is a value that says where something is: a
 * file, a range of bytes, a section, a wrapper, a bundle entry, a key of a table of contents, a
 * kernel. Selection, breadcrumbs, history and links pass it around.
 *
 * <p>A {@link org.kpackworkbench.model.base.place.Claim} says that a range of a file's bytes
 * belongs to something. Each format lists its claims; an {@link
 * org.kpackworkbench.model.base.place.Ownership} answers "what is this byte?" from them for the hex
 * view, the layout map, go-to and the verifier.
 *
 * {@snippet class="tour.Snippets" region="owners"}
 */
package org.kpackworkbench.model.base.place;
