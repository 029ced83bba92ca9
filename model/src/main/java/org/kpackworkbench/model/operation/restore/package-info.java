/**
 * Restores device code: makes a fat binary from a host-only one and its archives ({@link
 * org.kpackworkbench.model.operation.restore.Restore}).
 *
 * <p>The result loads like the binary that was converted: wrappers are HIPF again, and each points
 * to a bundle whose entries have the ids they had, in the order they had, with the same code
 * objects. It is not the same file. Bundles go where {@code .hip_fatbin} lies in memory; where they
 * do not fit there, because sections that made room for program headers are in its first pages,
 * {@code .hip_fatbin} goes into a new segment after all others. There is one {@code .hip_fatbin} in
 * any case, so that the result can be made host-only again. The marker and its section are removed.
 *
 * <table>
 * <caption>Where the device code goes</caption>
 * <tr><th>{@code .hip_fatbin} of the host-only file</th><th>bundles fit</th><th>they do not</th></tr>
 * <tr><td>{@code NOBITS}, last in its segment</td><td>the segment's bytes in the file grow; what
 * follows them in the file moves by whole pages</td><td rowspan="2">a new {@code PT_LOAD},
 * read-only, after the last one in memory and after everything loaded in the file; its program
 * header uses the spare entry, or that of a segment with nothing but the marker, or the sections
 * after the program headers move into the new segment</td></tr>
 * <tr><td>{@code PROGBITS}, zeros</td><td>they replace the zeros</td></tr>
 * </table>
 *
 * <p>The metadata of the archives' rows describes the former bundles ({@link
 * org.kpackworkbench.model.format.hostonly.BundleOrigin}); for archives without it the ids are made
 * from the targets.
 */
package org.kpackworkbench.model.operation.restore;
