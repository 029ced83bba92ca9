/**
 * Archives in the window: overview, contents as a tree or a list, treemap of sizes.
 *
 * <table>
 * <caption>From the archive to the table</caption>
 * <tr><th>class</th><th>holds</th></tr>
 * <tr><td>{@link org.kpackworkbench.views.format.kpack.ArchiveRows}</td>
 * <td>the rows of the table of contents, and the numbers of their texts</td></tr>
 * <tr><td>{@link org.kpackworkbench.views.format.kpack.Arrangement}</td>
 * <td>the rows that a filter leaves, in groups with their sums</td></tr>
 * <tr><td>{@link org.kpackworkbench.views.format.kpack.ArchiveSpec}</td>
 * <td>columns, filter, groups and places of the table</td></tr>
 * <tr><td>{@link org.kpackworkbench.views.kit.rows.GroupedRows}</td>
 * <td>which groups are open, and the visible lines: rows and groups</td></tr>
 * <tr><td>{@link org.kpackworkbench.views.format.kpack.ArchiveTableModel}</td>
 * <td>the grouping of one table, and sums for the status bar; no nodes</td></tr>
 * </table>
 *
 * <p>Filtering, grouping, sorting and adding up run in the background. {@link
 * org.kpackworkbench.views.format.kpack.ArchiveViews} makes the tabs.
 */
package org.kpackworkbench.views.format.kpack;
