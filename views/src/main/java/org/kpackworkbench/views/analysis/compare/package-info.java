/**
 * Comparing in the window: a page for each comparison, from the table of differences down to the
 * bytes.
 *
 * <p>{@link org.kpackworkbench.views.analysis.compare.CompareActions} contributes the action,
 * {@link org.kpackworkbench.views.analysis.compare.Comparing} opens comparisons for other rooms. A
 * {@code ChooserPage} asks what to compare.
 *
 * <table>
 * <caption>Parts of a page</caption>
 * <tr><th>class</th><th>role</th></tr>
 * <tr><td>{@code CompareTrail}</td><td>the levels from the first comparison down; no nodes</td></tr>
 * <tr><td>{@code CompareLevel}</td><td>one {@link
 * org.kpackworkbench.model.analysis.diff.Comparison} and what is shown of it; no nodes</td></tr>
 * <tr><td>{@code CompareModel}</td><td>the rows of a level by number, filtered and sorted in the
 * background; no nodes</td></tr>
 * <tr><td>{@code ComparePage}</td><td>the page: header, message bars, and the pane of the current
 * level</td></tr>
 * <tr><td>{@code RowsLevelPane}</td><td>a level that is a table: a {@code TablePane} with the
 * details of a row, or a {@code ManifestPane}</td></tr>
 * </table>
 *
 * <p>Opening a row adds a level. The last level shows bytes or instructions; the packages {@code
 * bytes} and {@code code} draw it.
 */
package org.kpackworkbench.views.analysis.compare;
