/**
 * The guides that come with the program.
 *
 * <p>In the sources they are the folder {@code app/guides}, with pictures of {@code app/pictures};
 * the program carries a copy.
 */
package org.kpackworkbench.app.guide;
