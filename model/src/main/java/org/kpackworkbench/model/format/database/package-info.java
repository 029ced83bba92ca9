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
 * <tr><td>{@code rocblas}, {@code hipblaslt}, {@code hipsparselt}</td><td>{@code
 * NAME/library/*.co}, {@code .hsaco}, {@code .dat}, or {@code
 * NAME/library/ARCH/…}</td><td>the file's name, else the folder's</td></tr>
 * <tr><td>{@code aotriton}</td><td>{@code aotriton/kernels/ARCH/…}, {@code
 * aotriton.images/amd-ARCH/…}</td><td>the folder's name, which may be a family's</td></tr>
 * <tr><td>{@code miopen}</td><td>{@code miopen/db/gfx*} with an ending {@code kdb}, {@code db.txt},
 * {@code fdb.txt} or {@code model}</td><td>the file's name; the number of compute units follows
 * without a separator</td></tr>
 * </table>
 *
 * <p>A family form, {@code gfx11xx}, is an architecture of its own name: what belongs to it goes
 * into one artifact, {@code PREFIX_gfx11xx}, once, and not into one for each member. An
 * installation for {@code gfx1100} takes it as well; a filter for {@code gfx1100} keeps it ({@link
 * org.kpackworkbench.model.base.target.FamilyForm}).
 */
@org.jspecify.annotations.NullMarked
package org.kpackworkbench.model.format.database;
