/**
 * Views that are one table of rows: filtered, sorted and read in the background, in step with the
 * place where the user is.
 *
 * <p>What a table shows is a {@link org.kpackworkbench.views.kit.rows.RowsSpec}, which knows no
 * screen; {@link org.kpackworkbench.views.kit.rows.RowsView} makes the view of it. Rows are read
 * when they become visible, so a table of 100,000 symbols holds no more than it shows:
 *
 * <pre>{@code
 * final class NotesSpec implements RowsSpec<NoteRow> {
 *   public String id() { return "notes"; }
 *   public RowSource<NoteRow> load() { return RowSource.of(NoteRow.of(subject)); }
 *   public List<RowColumn<NoteRow>> columns() {
 *     return List.of(RowColumn.text("Owner", NoteRow::owner), RowColumn.size("Size", NoteRow::sizeBytes));
 *   }
 *   public Place place(NoteRow row) { return row.place(); }
 *   …
 * }
 * DocumentView view = new RowsView<>(new NotesSpec(subject), context);
 * }</pre>
 *
 * <p>Rows that have parents among them are folded ({@link
 * org.kpackworkbench.views.kit.rows.RowsSpec.Folding}); rows that are grouped by what they have in
 * common, with sums of their groups, are {@link org.kpackworkbench.views.kit.rows.GroupedRows}. A
 * column of a matrix has what it is made from as its key, and may keep it: columns of newer rows
 * replace it.
 */
package org.kpackworkbench.views.kit.rows;
