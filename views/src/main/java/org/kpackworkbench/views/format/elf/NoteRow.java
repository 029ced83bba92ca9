package org.kpackworkbench.views.format.elf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.elf.ElfNote;

/**
 * A note as the table shows it.
 *
 * @param note the note
 * @param content what it says, as far as that can be put into words
 * @param place where it stands
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
    HexFormat format = note.isBuildId() ? HexFormat.of() : HexFormat.ofDelimiter(" ");
    String hex = format.formatHex(bytes.bytes(0, count));
    return count < bytes.size() ? hex + " …" : hex;
  }

  private static String abiTag(ByteView bytes) throws IOException {
    long system = bytes.u32(0);
    String name =
        system == 0 ? "Linux" : system == 1 ? "Hurd" : system == 3 ? "FreeBSD" : "system " + system;
    return "%s %d.%d.%d or newer".formatted(name, bytes.u32(4), bytes.u32(8), bytes.u32(12));
  }
}
