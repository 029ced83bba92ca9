/**
 * Splits artifacts into a generic one and one for each architecture (see "Split (map)" in the
 * specification of artifacts).
 *
 * <p>{@link org.kpackworkbench.model.operation.split.Split} splits one artifact, or every one of a
 * shard, as a {@link org.kpackworkbench.model.operation.split.SplitRequest} says.
 *
 * <table>
 * <caption>Results for {@code rand_lib_gfx110X-dgpu}</caption>
 * <tr><th>path</th><th>what</th></tr>
 * <tr><td>{@code rand_lib_generic/}</td><td>everything but device code, under the same stage
 * prefixes; fat binaries are host-only; the same manifest</td></tr>
 * <tr><td>{@code rand_lib_gfx1100/PREFIX/.kpack/rand_lib_gfx1100.kpack}</td><td>all code objects for
 * gfx1100 of all prefixes; PREFIX is the first, by name, that has one</td></tr>
 * <tr><td>{@code …/.kpack/rand_lib.kpm}</td><td>a manifest that lists that archive</td></tr>
 * <tr><td>{@code rand_lib_gfx1100/…}</td><td>database files for gfx1100 at their own
 * places</td></tr>
 * <tr><td>{@code rand_lib_gfx1100/artifact_manifest.txt}</td><td>the prefixes that it
 * holds</td></tr>
 * </table>
 *
 * <p>Architectures are full targets: code for {@code gfx90a:xnack+} goes into {@code
 * rand_lib_gfx90a:xnack+/} and {@code rand_lib_gfx90a:xnack+.kpack}, since a loader puts the full
 * target, and then its reductions, in the place of {@code @GFXARCH@} (it finds {@code
 * gfx90a:xnack+} first and falls back to {@code gfx90a}). Windows allows no colon in names, and
 * {@code ROCM_KPACK_PATH} takes it for a separator: a note says so.
 *
 * <p>A host-only binary's search paths: first {@code .kpack/} of its own prefix, which is also
 * right when all prefixes lie on one root; then {@code .kpack/} of each other prefix that has an
 * archive with code of this binary, right while prefixes are side by side.
 *
 * <p>New files (archives, manifests) have the time of the newest file that they were made from, so
 * that two runs give the same tree.
 */
package org.kpackworkbench.model.operation.split;
