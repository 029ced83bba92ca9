/**
 * Tables and trees that look and behave alike.
 *
 * <pre>{@code
 * TableView<Section> table = new TableView<>(sections);
 * table.getColumns().setAll(List.of(
 *     Columns.mono("Name", Section::name),
 *     Columns.address("Address", Section::virtualAddress),
 *     Columns.size("Size", Section::sizeBytes)));
 * Tables.dress(table, "sections", "Sections", "This file has no section table.")
 *     .on(ActionId.FIND, filter::focusField);
 * }</pre>
 */
package org.kpackworkbench.views.kit.table;
