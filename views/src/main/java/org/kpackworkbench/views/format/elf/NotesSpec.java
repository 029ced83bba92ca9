package org.kpackworkbench.views.format.elf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.format.elf.ElfNote;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.TableSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

/** The table of notes. */
final class NotesSpec extends TableSpec<NotesSpec.NoteRow> {
  private final ElfSubject subject;

  NotesSpec(ElfSubject subject) {
    super(TableWords.of("notes", "Notes", "The file has no notes."));
    this.subject = subject;
    columns(
        List.of(
            RowColumn.<NoteRow>text("Owner", row -> row.note().name()).alsoNamed("name"),
            RowColumn.text("Type", row -> row.note().typeName()),
            RowColumn.mono("Content", NoteRow::content),
            RowColumn.size("Size", row -> row.note().content().size()),
            RowColumn.text("Section", NoteRow::where),
            RowColumn.address("Offset", row -> row.place().range().start())));
    load(() -> RowSource.of(NoteRow.of(subject)));
    place(NoteRow::place);
    status(rows -> CountText.of(rows.size(), "note"));
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
    return ElfViews.indexOf(subject, rows, NoteRow::place, place);
  }

  /**
   * A note as the table shows it.
   *
   * @param note the note
   * @param content what it says, as far as that can be put into words
   * @param place where it is stored
   */
  record NoteRow(ElfNote note, String content, Place.Part place) {
    private static final int SHOWN_BYTES = 32;
    private static final long GNU_ABI_TAG = 1;

    /** The rows of all notes; reads the beginning of each. */
    static List<NoteRow> of(ElfSubject subject) throws IOException {
      List<NoteRow> rows = new ArrayList<>();
      for (ElfNote note : subject.elf().notes()) {
        Place.Part place =
            subject
                .places()
                .part(
                    "note %s, %s".formatted(note.name(), note.typeName()),
                    note.range().start(),
                    note.range().length());
        rows.add(new NoteRow(note, content(note), place));
      }
      return List.copyOf(rows);
    }

    /** The section, or that it was found without one. */
    String where() {
      return note.section() == null ? "(segment)" : note.section().label();
    }

    private static String content(ElfNote note) throws IOException {
      ByteView bytes = note.content();
      if (note.name().equals("GNU") && note.type() == GNU_ABI_TAG && bytes.size() >= 16) {
        return abiTag(bytes);
      }
      if (note.name().equals("FDO") && bytes.size() < 4096) {
        return bytes.text(0, (int) bytes.size()).replace("\0", "");
      }
      int count = (int) Math.min(note.isBuildId() ? 64 : SHOWN_BYTES, bytes.size());
      byte[] first = bytes.bytes(0, count);
      String hex = note.isBuildId() ? HexText.of(first) : HexText.spaced(first);
      return count < bytes.size() ? hex + " …" : hex;
    }

    private static String abiTag(ByteView bytes) throws IOException {
      long system = bytes.u32(0);
      String name =
          system == 0
              ? "Linux"
              : system == 1 ? "Hurd" : system == 3 ? "FreeBSD" : "system " + system;
      return "%s %d.%d.%d or newer".formatted(name, bytes.u32(4), bytes.u32(8), bytes.u32(12));
    }
  }
}
