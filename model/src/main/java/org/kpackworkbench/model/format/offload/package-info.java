/**
 * Device code inside host binaries: wrappers, offload bundles plain and compressed, and the marker
 * of host-only binaries.
 *
 * <p>{@link org.kpackworkbench.model.format.offload.FatBinary#read} reads a library, program or
 * object file; {@link org.kpackworkbench.model.format.offload.BundleFile#read} a file that is
 * itself made of bundles. Which bundle belongs to wrapper n is what wrapper n points to, never the
 * n-th bundle. A bundle ends where its last entry ends, not where the magic happens to occur next.
 *
 * <table>
 * <caption>Roles</caption>
 * <tr><th>role</th><th>classes</th></tr>
 * <tr><td>constants</td><td>{@link org.kpackworkbench.model.format.offload.FatSections}, {@link
 *     org.kpackworkbench.model.format.offload.WrapperMagic}</td></tr>
 * <tr><td>readers</td><td>{@code FatBinaryReader} reads wrappers, marker and bundles of a host
 *     binary, {@code BundleScan} bundles one after another, {@code Unpacker} the contents of a
 *     compressed bundle</td></tr>
 * <tr><td>model</td><td>{@link org.kpackworkbench.model.format.offload.FatBinary} with its {@link
 *     org.kpackworkbench.model.format.offload.Wrapper wrappers}, {@link
 *     org.kpackworkbench.model.format.offload.StoredBundle bundles} and {@link
 *     org.kpackworkbench.model.format.offload.Marker marker}; {@code StateRules} decides its {@link
 *     org.kpackworkbench.model.format.offload.DeviceCode state}; the contents of a bundle are a
 *     {@link org.kpackworkbench.model.format.offload.BundleContent}</td></tr>
 * <tr><td>owners</td><td>{@link org.kpackworkbench.model.format.offload.OffloadClaims} and {@link
 *     org.kpackworkbench.model.format.offload.OffloadPlaces}</td></tr>
 * <tr><td>registry</td><td>{@link org.kpackworkbench.model.format.offload.BundleFormat} is the entry
 *     of files of bundles, {@link org.kpackworkbench.model.format.offload.BundleDocument} an open one</td></tr>
 * </table>
 *
 * <p>All numbers are little-endian. The bundle and its compressed form are those of "Clang Offload
 * Bundler" in Clang's manual.
 *
 * <table>
 * <caption>Wrapper, 24 bytes, in {@code .hipFatBinSegment}</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>4</td><td>magic: {@code 0x48495046} HIPF or {@code 0x4B504948} HIPK</td></tr>
 * <tr><td>4</td><td>4</td><td>version, 1</td></tr>
 * <tr><td>8</td><td>8</td><td>address of the bundle (HIPF) or of the marker (HIPK)</td></tr>
 * <tr><td>16</td><td>8</td><td>reserved; in HIPK the low 32 bits hold the wrapper's index</td></tr>
 * </table>
 *
 * <table>
 * <caption>Offload bundle</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>24</td><td>magic {@code __CLANG_OFFLOAD_BUNDLE__}</td></tr>
 * <tr><td>24</td><td>8</td><td>number of entries</td></tr>
 * <tr><td>32</td><td>…</td><td>per entry: offset from the magic (8), size (8), length of the id (8),
 * the id</td></tr>
 * </table>
 *
 * <table>
 * <caption>Compressed bundle (CCOB)</caption>
 * <tr><th>version</th><th>header</th></tr>
 * <tr><td>1</td><td>{@code CCOB}, version 2, method 2, original size 4, hash 8: 20 bytes; ends where
 * the compressed frame ends</td></tr>
 * <tr><td>2</td><td>{@code CCOB}, version 2, method 2, stored size 4, original size 4, hash 8: 24
 * bytes</td></tr>
 * <tr><td>3</td><td>{@code CCOB}, version 2, method 2, stored size 8, original size 8, hash 8: 32
 * bytes</td></tr>
 * </table>
 *
 * <p>Method 0 is zlib, 1 is zstd. The stored size counts the header. The hash is the low 64 bits of
 * the MD5 of the original bundle.
 *
 * <p>The marker is a MessagePack map with {@code kpack_search_paths} (texts) and {@code
 * kernel_name} (text), in {@code .rocm_kpack_ref}.
 *
 * {@snippet class="tour.Snippets" region="wrappers"}
 */
package org.kpackworkbench.model.format.offload;
