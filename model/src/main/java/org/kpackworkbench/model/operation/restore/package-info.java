/**
 * Puts device code back: makes a fat binary of a host-only one and its archives.
 *
 * <p>The result loads like the binary that was converted: wrappers are HIPF again, and each points
 * to a bundle whose entries have the ids they had, in the order they had, with the same code
 * objects. It is not the same file. Bundles go where {@code .hip_fatbin} lies in memory; where they
 * do not fit there, because sections that made room for program headers stand in its first pages,
 * {@code .hip_fatbin} goes into a segment of its own behind all others. There is one {@code
 * .hip_fatbin} in any case, so that the result can be made host-only again. The marker and its
 * section go away.
 *
 * <table>
 * <caption>Where the device code goes</caption>
 * <tr><th>{@code .hip_fatbin} of the host-only file</th><th>bundles fit</th><th>they do not</th></tr>
 * <tr><td>{@code NOBITS}, last in its segment</td><td>the segment's bytes in the file grow, what
 * stands behind them in the file moves on by whole pages</td><td rowspan="2">a new {@code PT_LOAD},
 * read-only, behind the last one in memory and behind everything loaded in the file; its program
 * header takes the spare place, or that of a segment that held the marker alone, or the sections
 * behind the program headers move into the new segment</td></tr>
 * <tr><td>{@code PROGBITS}, zeros</td><td>they replace the zeros</td></tr>
 * </table>
 *
 * <p>What the bundles were is told by the metadata of the archives' rows ({@link
 * org.kpackworkbench.model.format.hostonly.BundleOrigin}); for archives without it the ids are made
 * from the targets.
 */
@org.jspecify.annotations.NullMarked
package org.kpackworkbench.model.operation.restore;
