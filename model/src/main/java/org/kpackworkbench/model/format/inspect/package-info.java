/**
 * Possible meanings of the bytes at one offset: numbers, text, the header of a known structure, a
 * MessagePack value.
 *
 * <p>{@link org.kpackworkbench.model.format.inspect.ValueInspector} reads a few kilobytes from the
 * offset on and returns lines for a table. Nothing here judges whether the bytes are right; what
 * does not decode is left out, or said to end there.
 */
package org.kpackworkbench.model.format.inspect;
