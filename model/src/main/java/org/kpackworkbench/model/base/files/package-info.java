/**
 * Trees of files.
 *
 * <table>
 * <caption>Classes by task</caption>
 * <tr><th>task</th><th>classes</th></tr>
 * <tr><td>list in an order that is the same on all systems</td><td>{@link
 *     org.kpackworkbench.model.base.files.FolderWalk}, {@link
 *     org.kpackworkbench.model.base.files.TreeItem}</td></tr>
 * <tr><td>copy, compare</td><td>{@link org.kpackworkbench.model.base.files.TreeCopy}, {@link
 *     org.kpackworkbench.model.base.files.SameTree}, {@link
 *     org.kpackworkbench.model.base.files.SameFiles}</td></tr>
 * <tr><td>write a tree that gets its name as a whole</td><td>{@link
 *     org.kpackworkbench.model.base.files.StagedTree}, {@link
 *     org.kpackworkbench.model.base.files.PlacedFolders}, {@link
 *     org.kpackworkbench.model.base.files.NewFolders}</td></tr>
 * <tr><td>temporary files</td><td>{@link org.kpackworkbench.model.base.files.SpoolFile}, {@link
 *     org.kpackworkbench.model.base.files.MappedSpool}, {@link
 *     org.kpackworkbench.model.base.files.ScratchFolder}, {@link
 *     org.kpackworkbench.model.base.files.WorkName}</td></tr>
 * <tr><td>leave space on a disk</td><td>{@link
 *     org.kpackworkbench.model.base.files.DiskRoom}</td></tr>
 * </table>
 */
package org.kpackworkbench.model.base.files;
