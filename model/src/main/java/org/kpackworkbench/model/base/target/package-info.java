/**
 * GPU targets: what a code object is for.
 *
 * <p>A target is a processor and, where it matters, features: {@code gfx942:sramecc+:xnack-}. The
 * field spells them in several ways; {@link org.kpackworkbench.model.base.target.GpuTarget#parse}
 * reads them all and prints the one with colons.
 *
 * <table>
 * <caption>Spellings</caption>
 * <tr><th>text</th><th>where</th></tr>
 * <tr><td>{@code gfx90a:xnack+}</td><td>archives, bundle entries, code object metadata</td></tr>
 * <tr><td>{@code hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+}</td><td>bundle entry ids</td></tr>
 * <tr><td>{@code amdgcn-amd-amdhsa--gfx90a:xnack+}</td><td>code object metadata</td></tr>
 * <tr><td>{@code amdgpu9.0a-amd-amdhsa-unknown-gfx90a:xnack+}</td><td>the same, from mid-2026 on;
 *     the last part may be missing</td></tr>
 * <tr><td>{@code gfx90a-xnack+}</td><td>file names of kernel databases</td></tr>
 * <tr><td>{@code gfx90a_xnackp}</td><td>members of some static libraries</td></tr>
 * <tr><td>{@code gfx1250_strict}</td><td>{@code gfx1250-strict} where hyphens are not allowed</td></tr>
 * </table>
 *
 * {@snippet class="tour.Snippets" region="target"}
 */
package org.kpackworkbench.model.base.target;
