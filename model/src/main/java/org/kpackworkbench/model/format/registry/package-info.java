/**
 * Opening any file: told by its content, shown as far as it can be read.
 *
 * <p>{@link org.kpackworkbench.model.format.registry.Documents#open} answers with a {@link
 * org.kpackworkbench.model.format.registry.Document}, one type for each kind of file. What the
 * kinds have in common is there: bytes, who owns them, problems, and the code objects as one
 * indexed list, so that archives, fat binaries, bundles and static libraries are listed and
 * extracted in one way.
 */
package org.kpackworkbench.model.format.registry;
