/**
 * Makes fat binaries host-only: the device code leaves the file, a marker that names its archives
 * takes its place, and wrappers point to the marker.
 *
 * <table>
 * <caption>The segment that held the device code, before and after</caption>
 * <tr><th>before</th><th>after</th></tr>
 * <tr><td>what precedes {@code .hip_fatbin}</td><td>the same, same addresses</td></tr>
 * <tr><td rowspan="2">{@code .hip_fatbin}, {@code PROGBITS}</td><td>kept page(s): {@code
 * .rocm_kpack_ref} (the marker) at the first byte, then small sections that made room for program
 * headers, then zeros</td></tr>
 * <tr><td>{@code .hip_fatbin}, {@code NOBITS}, to the last page boundary: the segment runs on as
 * zero-fill</td></tr>
 * <tr><td>what follows, in the same segment</td><td>the same addresses, in a {@code PT_LOAD} of its
 * own that starts at that page boundary: the only program header that is added</td></tr>
 * </table>
 *
 * <p>The program header table stays where it is. Where it has no room for the added entry and one
 * to spare (stock tools that packagers run need it), the notes, hash tables and symbols that stand
 * behind it move into the kept pages; everything else keeps its address.
 */
@org.jspecify.annotations.NullMarked
package org.kpackworkbench.model.hostonly;
