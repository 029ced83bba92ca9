/**
 * Packing an install tree or one binary: {@link org.kpackworkbench.model.operation.pack.Pack}
 * writes a new tree with host-only binaries, one archive, and everything else unchanged.
 *
 * <table>
 * <caption>Content of a packed tree</caption>
 * <tr><th>path</th><th>what</th></tr>
 * <tr><td>{@code .kpack/GROUP-FAMILY.kpack}</td><td>all code objects, keys {@code PATH#n} with the
 * binary's path in the tree</td></tr>
 * <tr><td>each binary with device code</td><td>host-only; its marker names its path in the tree and
 * leads to the archive by as many {@code ../} as the binary has folders above it</td></tr>
 * <tr><td>everything else</td><td>unchanged: bytes, mode, time; links as links</td></tr>
 * </table>
 */
package org.kpackworkbench.model.operation.pack;
