package org.kpackworkbench.views.format.elf;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.elf.ElfNote;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;

/** The table of notes. */
final class NotesSpec implements RowsSpec<NoteRow> {
  private final ElfSubject subject;

  NotesSpec(ElfSubject subject) {
    this.subject = subject;
  }

  @Override
  public String id() {
    return "notes";
  }

  @Override
  public String title() {
    return "Notes";
  }

  @Override
  public String empty() {
    return "The file has no notes.";
  }

  @Override
  public List<RowColumn<NoteRow>> columns() {
    return List.of(
        RowColumn.<NoteRow>text("Owner", row -> row.note().name()).alsoNamed("name"),
        RowColumn.text("Type", row -> row.note().typeName()),
        RowColumn.mono("Content", NoteRow::content),
        RowColumn.size("Size", row -> row.note().content().size()),
        RowColumn.text("Section", NoteRow::where),
        RowColumn.address("Offset", row -> row.place().range().start()));
  }

  @Override
  public RowSource<NoteRow> load() throws IOException {
    return RowSource.of(NoteRow.of(subject));
  }

  @Override
  public Place place(NoteRow row) {
    return row.place();
  }

  @Override
  public boolean shows(Place place) {
    ByteRange range = ElfViews.smallRange(subject, place);
    if (range == null) {
      return false;
    }
    for (ElfNote note : subject.elf().notes()) {
      if (subject.places().outer(note.range()).contains(range.start())) {
        return true;
      }
    }
    return false;
  }

  @Override
  public int indexOf(RowSource<NoteRow> rows, Place place) throws IOException {
    @Nullable ByteRange range = ElfViews.smallRange(subject, place);
    for (int i = 0; range != null && i < rows.size(); i++) {
      if (rows.row(i).place().range().contains(range.start())) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public String status(RowSource<NoteRow> rows) {
    return Words.count(rows.size(), "note", "notes");
  }
}
