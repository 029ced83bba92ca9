/**
 * The kinds of files, and what all of them have in common.
 *
 * <p>A {@link org.kpackworkbench.model.format.registry.Format} is one room's entry: it knows its
 * files by their content and opens them. {@link org.kpackworkbench.model.format.registry.Formats}
 * is a list of formats that detects and opens; {@link
 * org.kpackworkbench.model.format.StandardFormats} has all that the program knows. An open file is
 * a {@link org.kpackworkbench.model.format.registry.Document}: bytes, who owns them, problems, what
 * {@code info} says of it, and its code objects as one indexed list, so that archives, host
 * binaries, bundles and static libraries are listed and extracted in one way.
 *
 * {@snippet class="tour.Snippets" region="open"}
 */
package org.kpackworkbench.model.format.registry;
