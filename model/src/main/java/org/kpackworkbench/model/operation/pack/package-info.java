/**
 * Taking device code out of binaries into archives: of one binary, or of a whole install tree.
 *
 * <p>{@link org.kpackworkbench.model.operation.convert.Conversion} makes one binary host-only; its
 * archives are written and verified first, and all files get their names together. {@link
 * org.kpackworkbench.model.operation.pack.Packing} makes a new tree: host-only binaries, one
 * archive, and everything else as it was. Both say in a plan what they would write.
 *
 * <table>
 * <caption>What a packed tree holds</caption>
 * <tr><th>path</th><th>what</th></tr>
 * <tr><td>{@code .kpack/GROUP-FAMILY.kpack}</td><td>all code objects, keys {@code PATH#n} with the
 * binary's path in the tree</td></tr>
 * <tr><td>each binary with device code</td><td>host-only; its marker names its path in the tree and
 * leads to the archive by as many {@code ../} as it lies deep</td></tr>
 * <tr><td>everything else</td><td>as it was: bytes, mode, time; links as links</td></tr>
 * </table>
 *
 * <table>
 * <caption>Where the archives of one converted binary go</caption>
 * <tr><th>search path</th><th>archives in the folder that was named</th></tr>
 * <tr><td>{@code ../.kpack/math_@GFXARCH@.kpack}</td><td>{@code math_gfx942.kpack}, … one for each
 * target</td></tr>
 * <tr><td>{@code ../.kpack/@GFXARCH@/math.kpack}</td><td>{@code gfx942/math.kpack}, …</td></tr>
 * <tr><td>{@code ../.kpack/math.kpack}</td><td>{@code math.kpack} with all targets</td></tr>
 * </table>
 *
 * The first search path whose folder, seen from the output, is the one for archives decides; where
 * none leads there, the first of all decides the names, and a finding says that the archives have
 * to be moved to where a loader looks.
 */
@org.jspecify.annotations.NullMarked
package org.kpackworkbench.model.operation.pack;
