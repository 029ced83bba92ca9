/**
 * Artifacts as they travel: {@code NAME.tar.zst}, older ones {@code NAME.tar.xz}.
 *
 * <p>{@link org.kpackworkbench.model.operation.tar.ArtifactInput} opens an artifact whatever it is,
 * {@link org.kpackworkbench.model.operation.tar.TarUnpacking} unpacks any such file, {@link
 * org.kpackworkbench.model.operation.tar.TarPacking} makes one. All stream: memory does not depend
 * on sizes.
 *
 * <table>
 * <caption>What is unpacked</caption>
 * <tr><th>entry</th><th>what becomes of it</th></tr>
 * <tr><td>file, folder, symbolic link</td><td>itself, with mode and time; a link's text is not
 * changed, and nothing is ever written through one</td></tr>
 * <tr><td>hard link</td><td>a hard link to a file that was unpacked before</td></tr>
 * <tr><td>device, pipe</td><td>refused</td></tr>
 * <tr><td>name with {@code ..}, absolute, or through a link</td><td>refused</td></tr>
 * <tr><td>a name that stands twice (folders may)</td><td>refused</td></tr>
 * </table>
 */
@org.jspecify.annotations.NullMarked
package org.kpackworkbench.model.operation.tar;
