/**
 * The copy menu: bytes as text, hex or C, offset, key, path, hash, and the same thing as a command
 * line. {@link org.kpackworkbench.views.kit.copy.CopyFormats} are pure functions that views may use
 * for their own selections.
 */
package org.kpackworkbench.views.kit.copy;
