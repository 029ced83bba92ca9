/**
 * Converting one binary: {@link org.kpackworkbench.model.operation.convert.Convert} makes it
 * host-only and writes its device code to archives. The archives are written and verified first,
 * and all files get their names together.
 *
 * <table>
 * <caption>Names of the archives in the requested folder</caption>
 * <tr><th>search path</th><th>archives</th></tr>
 * <tr><td>{@code ../.kpack/math_@GFXARCH@.kpack}</td><td>{@code math_gfx942.kpack}, … one for each
 * target</td></tr>
 * <tr><td>{@code ../.kpack/@GFXARCH@/math.kpack}</td><td>{@code gfx942/math.kpack}, …</td></tr>
 * <tr><td>{@code ../.kpack/math.kpack}</td><td>{@code math.kpack} with all targets</td></tr>
 * </table>
 *
 * <p>The first search path that leads from the output to the requested folder decides. Where none
 * does, the first search path decides the names, and a note says that the archives have to be moved
 * to where a loader looks.
 *
 * {@snippet class="tour.Snippets" region="convert"}
 */
package org.kpackworkbench.model.operation.convert;
