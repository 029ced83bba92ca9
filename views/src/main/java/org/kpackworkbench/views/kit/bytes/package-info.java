/**
 * The panes that follow wherever the window goes: the bytes and the inspector.
 *
 * <p>{@link org.kpackworkbench.views.kit.bytes.BytesPanes} makes both; they share what is shown:
 * the bytes of the active file or, below a decompressed code object, the bytes of that.
 */
package org.kpackworkbench.views.kit.bytes;
