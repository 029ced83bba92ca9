/**
 * MessagePack as the formats of this program need it: read in place, from untrusted bytes.
 *
 * <p>Archives' tables, manifests, markers and the notes of code objects are MessagePack. {@link
 * org.kpackworkbench.model.base.msgpack.MsgCursor} walks over such bytes with a small window, knows
 * the offset of every value, checks each count and length against the bytes that are left, and
 * skips values without recursion. {@link org.kpackworkbench.model.base.msgpack.MsgValue} is a
 * decoded value for the parts whose shape is free.
 *
 * <p>First byte of a value (see the MessagePack specification, "Formats"):
 *
 * <table>
 * <caption>Formats</caption>
 * <tr><th>byte</th><th>value</th></tr>
 * <tr><td>{@code 00–7f}, {@code e0–ff}</td><td>the integer itself</td></tr>
 * <tr><td>{@code 80–8f}, {@code de df}</td><td>map, count in the byte or in 2 or 4 bytes</td></tr>
 * <tr><td>{@code 90–9f}, {@code dc dd}</td><td>array</td></tr>
 * <tr><td>{@code a0–bf}, {@code d9–db}</td><td>text, its length in the byte or in 1, 2 or 4</td></tr>
 * <tr><td>{@code c0}, {@code c2 c3}</td><td>nil, false and true</td></tr>
 * <tr><td>{@code c4–c6}</td><td>binary</td></tr>
 * <tr><td>{@code c7–c9}, {@code d4–d8}</td><td>extension</td></tr>
 * <tr><td>{@code ca cb}</td><td>float of 4 or 8 bytes</td></tr>
 * <tr><td>{@code cc–cf}, {@code d0–d3}</td><td>unsigned and signed integer of 1, 2, 4, 8 bytes</td></tr>
 * <tr><td>{@code c1}</td><td>never used</td></tr>
 * </table>
 *
 * Counts, lengths and integers are big-endian.
 *
 * {@snippet class="tour.Snippets" region="metadata"}
 */
package org.kpackworkbench.model.base.msgpack;
