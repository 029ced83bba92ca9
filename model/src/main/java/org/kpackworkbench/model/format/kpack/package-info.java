/**
 * {@code .kpack} archives: code objects of many binaries and GPU targets in one file.
 *
 * <p>All integers of the header and of the blob area are little-endian.
 *
 * <table>
 * <caption>File, version 1</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0x00</td><td>4</td><td>magic, the bytes {@code K P A K}</td></tr>
 * <tr><td>0x04</td><td>4</td><td>version, 1</td></tr>
 * <tr><td>0x08</td><td>8</td><td>offset of the table of contents</td></tr>
 * <tr><td>0x10</td><td>48</td><td>reserved, zero</td></tr>
 * <tr><td>0x40</td><td></td><td>blob area</td></tr>
 * <tr><td>table offset</td><td>to the end</td><td>table of contents, one MessagePack map</td></tr>
 * </table>
 *
 * <table>
 * <caption>Keys of the table of contents, in the order in which writers emit them</caption>
 * <tr><th>key</th><th>value</th></tr>
 * <tr><td>{@code format_version}</td><td>1</td></tr>
 * <tr><td>{@code group_name}, {@code gfx_arch_family}</td><td>text</td></tr>
 * <tr><td>{@code gfx_arches}</td><td>array of targets</td></tr>
 * <tr><td>{@code toc}</td><td>map: binary key → map: target → entry ({@code type}, {@code ordinal},
 *     {@code original_size}, {@code metadata})</td></tr>
 * <tr><td>{@code compression_scheme}</td><td>{@code none} or {@code zstd-per-kernel};
 *     where it is missing, or is {@code NoOp} or {@code ZstdPerKernel}, the other keys decide</td></tr>
 * <tr><td>{@code blobs}</td><td>{@code none}: array of {@code {offset, size}} by ordinal</td></tr>
 * <tr><td>{@code zstd_offset}, {@code zstd_size}</td><td>{@code zstd-per-kernel}: the blob area:
 *     {@code num_kernels: uint32}, then for each ordinal {@code frame_size: uint32} and one
 *     frame</td></tr>
 * </table>
 *
 * <p>A binary key is {@code name#n} with the wrapper's index n. Plain {@code name} means index 0.
 *
 * <p>The room has four roles:
 *
 * <table>
 * <caption>Roles</caption>
 * <tr><th>role</th><th>classes</th></tr>
 * <tr><td>constants</td><td>{@link org.kpackworkbench.model.format.kpack.ArchiveFormat} (magic,
 *     offsets, keys), {@link org.kpackworkbench.model.format.kpack.StorageScheme},
 *     {@link org.kpackworkbench.model.format.kpack.LoaderLimits}</td></tr>
 * <tr><td>reader</td><td>{@code TableReader} reads the table of contents,
 *     {@code EntryReader} the rows, {@code Storage} the positions of blobs, {@code BlobReader} one
 *     code object</td></tr>
 * <tr><td>model</td><td>{@link org.kpackworkbench.model.format.kpack.KpackArchive} answers
 *     everything; {@code EntryTable} has the rows and finds them by key; {@code RowProblems} describes a bad row; {@link
 *     org.kpackworkbench.model.format.kpack.ArchiveClaims} names the owner of each byte</td></tr>
 * <tr><td>writer</td><td>{@link org.kpackworkbench.model.format.kpack.ArchiveWriter} takes code
 *     objects and rows; {@code BlobPipeline} compresses with the threads of a {@link
 *     org.kpackworkbench.model.format.kpack.WriterPool} and writes in order; {@code WrittenCheck}
 *     reads the new file back before it gets its name</td></tr>
 * <tr><td>registry</td><td>{@link org.kpackworkbench.model.format.kpack.KpackFormat} is the entry
 *     of the format, {@link org.kpackworkbench.model.format.kpack.ArchiveDocument} an open file</td></tr>
 * </table>
 *
 * <p>{@link org.kpackworkbench.model.format.kpack.KpackArchive} keeps header and rows as numbers.
 * Everything else is read from the file on request:
 *
 * {@snippet class="tour.Snippets" region="archive"}
 *
 * {@snippet class="tour.Snippets" region="write"}
 */
package org.kpackworkbench.model.format.kpack;
