/**
 * Kernel databases: files beside binaries that hold device code or tuning data, and that belong to
 * one architecture.
 *
 * <p>Each kind has a {@link org.kpackworkbench.model.format.database.DatabaseRecogniser}, a small
 * class that is found as a service; {@link org.kpackworkbench.model.format.database.Databases}
 * knows those that are installed. A further one needs a class and, in a module, {@code provides
 * DatabaseRecogniser with …}; on the class path a line in {@code
 * META-INF/services/org.kpackworkbench.model.format.database.DatabaseRecogniser}.
 *
 * <table>
 * <caption>What is recognised, below any folder of a stage prefix</caption>
 * <tr><th>name</th><th>where</th><th>architecture from</th></tr>
 * <tr><td>{@code rocblas}, {@code hipblaslt}, {@code hipsparselt}</td><td>below {@code
 * NAME/library/}: names that hold an architecture and end in {@code .co}, {@code .hsaco}, {@code
 * .dat}, {@code .dat.zlib}; any file below a folder {@code ARCH}</td><td>the file's name, else the
 * folder's</td></tr>
 * <tr><td>{@code rocfft}</td><td>{@code rocfft_kernel_cache_ARCH.db}; without one for
 * all</td><td>the file's name</td></tr>
 * <tr><td>{@code aotriton}</td><td>{@code aotriton/kernels/ARCH/…}, {@code
 * aotriton.images/amd-ARCH/…}</td><td>the folder's name, which may be a family's</td></tr>
 * <tr><td>{@code miopen}</td><td>{@code miopen/db/gfx*} with an ending {@code kdb}, {@code db.txt},
 * {@code fdb.txt} or {@code model}; {@code [lib]MIOpenCK*_ARCH.so}, {@code .dll}</td><td>the longest
 * target that the file's name begins with; the number of compute units follows without a
 * separator</td></tr>
 * <tr><td>{@code composablekernel}</td><td>{@code
 * [lib]device_conv_operations_ARCH….a}</td><td>the file's name</td></tr>
 * <tr><td>{@code hipkernelprovider}</td><td>below {@code engines/arch_content/}</td><td>the first
 * folder that is called after one</td></tr>
 * <tr><td>{@code hotswap_cache}</td><td>{@code
 * share/rocjitsu/translations/ARCH…/v1/}</td><td>the folder's name</td></tr>
 * </table>
 *
 * <p>Only targets that LLVM has are architectures. What SQLite keeps beside a database, {@code
 * -wal}, {@code -shm} and {@code -journal}, belongs to what the database belongs to.
 *
 * <p>A file with features in its name belongs to the architecture without them. A family, {@code
 * gfx11}, is an architecture of its own name: what belongs to it goes into one artifact, {@code
 * PREFIX_gfx11}, once, and not into one for each member. An installation for {@code gfx1100} takes
 * it as well; a filter for {@code gfx1100} keeps it ({@link
 * org.kpackworkbench.model.base.target.GpuTable}).
 */
package org.kpackworkbench.model.format.database;
