/**
 * Packed artifacts: {@code NAME.tar.zst}, older ones {@code NAME.tar.xz}.
 *
 * <p>{@link org.kpackworkbench.model.operation.tar.ArtifactInput} opens an artifact, a folder or a
 * packed file, {@link org.kpackworkbench.model.operation.tar.PackedTree} reads any such file,
 * {@link org.kpackworkbench.model.operation.tar.TarPack} makes one, {@link
 * org.kpackworkbench.model.operation.tar.TarRewrite} changes some of its files. Memory does not
 * depend on sizes.
 *
 * <table>
 * <caption>Entries of a packed artifact</caption>
 * <tr><th>entry</th><th>result</th></tr>
 * <tr><td>file, folder, symbolic link</td><td>itself, with mode and time; a link's text is not
 * changed, and none is followed out of the file</td></tr>
 * <tr><td>hard link</td><td>another name of that file</td></tr>
 * <tr><td>device, pipe</td><td>refused</td></tr>
 * <tr><td>name with {@code ..}, absolute, or through a link</td><td>refused</td></tr>
 * <tr><td>a second entry with the same name</td><td>takes the place of an earlier file or link;
 * refused where that is a folder with something in it</td></tr>
 * </table>
 */
package org.kpackworkbench.model.operation.tar;
