/**
 * SQLite databases, and the kernels in those of rocFFT and MIOpen.
 *
 * <p>Nothing is changed: a database is opened read-only and as one that does not change, so no
 * journal is replayed and no lock taken. What lies beside it and says that it is not complete, or a
 * lock that another program has on it, is a problem of the document.
 *
 * <table>
 * <caption>Tables that hold code objects</caption>
 * <tr><th>whose</th><th>table</th><th>a row</th></tr>
 * <tr><td>rocFFT, {@code rocfft_kernel_cache*.db}</td><td>{@code cache_v1}</td><td>{@code kernel_name,
 * arch, hip_version, generator_sum, code, timestamp}; {@code code} is a code object</td></tr>
 * <tr><td>MIOpen, {@code *.kdb}</td><td>{@code kern_db}</td><td>{@code kernel_name, kernel_args,
 * kernel_blob, kernel_hash, uncompressed_size}; the blob is packed with bzip2 where the size is not
 * 0, the hash is the MD5 of what it unpacks to</td></tr>
 * </table>
 *
 * <p>The architecture of MIOpen's kernels is in the file's name, or in the compiler's arguments.
 */
package org.kpackworkbench.model.format.sqlite;
