/**
 * The program's questions and operations in one call each: {@link
 * org.kpackworkbench.model.analysis.library.KpackLibrary}.
 *
 * {@snippet class="tour.Snippets" region="library"}
 */
package org.kpackworkbench.model.analysis.library;
