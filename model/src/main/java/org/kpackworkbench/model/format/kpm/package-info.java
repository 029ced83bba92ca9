/**
 * {@code .kpm} manifests: which archives belong to a component, for which target.
 *
 * <p>A manifest is a MessagePack map and lists archives in its own folder. Two dialects are in the
 * field; both are read, and an edited manifest is written in its own:
 *
 * <table>
 * <caption>Dialects</caption>
 * <tr><th></th><th>by architecture</th><th>by list</th></tr>
 * <tr><td>version</td><td>{@code format_version}: 1</td><td>{@code version}: 1</td></tr>
 * <tr><td>name</td><td>{@code component_name}</td><td>{@code component}</td></tr>
 * <tr><td>place</td><td>{@code prefix}</td><td></td></tr>
 * <tr><td>archives, {@code kpack_files}</td><td>map: target → {@code file, size,
 *     kernel_count}</td><td>array of {@code architecture, filename, checksum}</td></tr>
 * </table>
 *
 * <p>A {@code checksum} is 32 bytes of SHA-256; the first dialect may have one as {@code sha256}.
 * Keys are in the order of the table, targets in sorted order. Keys that are not known are kept and
 * written back.
 *
 * <p>{@link org.kpackworkbench.model.format.kpm.ManifestFile} reads one, {@link
 * org.kpackworkbench.model.format.kpm.ManifestWriter} writes one, {@link
 * org.kpackworkbench.model.format.kpm.ManifestDiskCheck} compares one with what is on the disk.
 */
package org.kpackworkbench.model.format.kpm;
