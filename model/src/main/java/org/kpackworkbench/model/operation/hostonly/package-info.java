/**
 * Makes fat binaries host-only: removes the device code from the file, adds a marker that names the
 * archives, and points the wrappers to the marker. {@link
 * org.kpackworkbench.model.operation.hostonly.HostOnlyInput} writes the new binary; {@link
 * org.kpackworkbench.model.operation.hostonly.DeviceCodeSource} reads the code objects for
 * archives.
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
 * to spare (stock tools that packagers run need it), the notes, hash tables and symbols that follow
 * it move into the kept pages; everything else keeps its address.
 *
 * <p>Restoring makes bundles whose entries have their former ids, order and compression. Code
 * objects do not contain these facts, so the metadata of their rows does:
 *
 * <table>
 * <caption>Metadata of a row, {@link org.kpackworkbench.model.format.hostonly.BundleOrigin}</caption>
 * <tr><th>key</th><th>value</th></tr>
 * <tr><td>{@code target}</td><td>the entry's id in the bundle</td></tr>
 * <tr><td>{@code source_prefix}</td><td>the stage prefix, where there is one</td></tr>
 * <tr><td>{@code bundle_index}</td><td>the entry's position in its bundle, the host's entry
 * counted</td></tr>
 * <tr><td>{@code bundle_ids}</td><td>array: the ids of all entries of the bundle in their order, the
 * host's included. Each row has all of them, so that a missing architecture can be named from any
 * archive</td></tr>
 * <tr><td>{@code bundle_compression}</td><td>{@code none}, {@code ccob-VERSION-METHOD} (for example
 * {@code ccob-2-zstd}), or {@code code-object} for one without a bundle</td></tr>
 * <tr><td>{@code bundle_empty}</td><td>array of positions of device entries without bytes, which
 * have no row; only if there are any</td></tr>
 * <tr><td>{@code bundle_copy}</td><td>how many bundles before this one had the same bytes; only if
 * any had, so that each of them comes back</td></tr>
 * </table>
 *
 * {@snippet class="tour.Snippets" region="convert"}
 */
package org.kpackworkbench.model.operation.hostonly;
