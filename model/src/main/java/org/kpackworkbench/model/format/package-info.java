/**
 * Where programs that use this module as a library begin: {@link
 * org.kpackworkbench.model.format.StandardFormats} is the one list of formats, which detects the
 * kind of a file and opens it; each format has a package below this one.
 *
 * <p>This is a whole program:
 *
 * {@snippet class="tour.Tour" region="tour"}
 */
package org.kpackworkbench.model.format;
