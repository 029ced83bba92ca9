/**
 * Artifacts: folders of a build, one for each component and GPU family, with what is made from them
 * by splitting, recombining and overlaying (see "Artifact directories" of the specification).
 *
 * <table>
 * <caption>An artifact</caption>
 * <tr><th>path</th><th>what</th></tr>
 * <tr><td>{@code blas_lib_gfx110X-dgpu/}</td><td>artifact prefix {@code blas_lib}, family {@code
 * gfx110X-dgpu}: {@link org.kpackworkbench.model.format.artifact.ArtifactName}</td></tr>
 * <tr><td>{@code …/artifact_manifest.txt}</td><td>its stage prefixes, one a line: {@link
 * org.kpackworkbench.model.format.artifact.ArtifactManifest}</td></tr>
 * <tr><td>{@code …/math-libs/BLAS/rocBLAS/stage/}</td><td>what one stage prefix holds</td></tr>
 * <tr><td>{@code …/math-libs/BLAS/rocBLAS/stage.prebuilt}</td><td>an empty file that says: this
 * came from an overlay, and is not to be packed again</td></tr>
 * </table>
 *
 * {@snippet class="tour.Snippets" region="artifact"}
 */
package org.kpackworkbench.model.format.artifact;
