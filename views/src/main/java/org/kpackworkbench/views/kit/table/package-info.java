/**
 * Tables and trees that look and behave alike.
 *
 * <pre>{@code
 * TableView<FoundFile> table = new TableView<>(files);
 * table.getColumns().add(Columns.text("File", FoundFile::name));
 * Tables.dress(table, "add-files", "Files to be added", "Reading…");
 * }</pre>
 */
package org.kpackworkbench.views.kit.table;
