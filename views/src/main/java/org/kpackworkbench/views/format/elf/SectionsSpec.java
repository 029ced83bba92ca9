package org.kpackworkbench.views.format.elf;

import java.util.List;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowMark;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;

/** The table of sections. */
final class SectionsSpec implements RowsSpec<SectionRow> {
  private final ElfSubject subject;

  SectionsSpec(ElfSubject subject) {
    this.subject = subject;
  }

  @Override
  public String id() {
    return "sections";
  }

  @Override
  public String title() {
    return "Sections";
  }

  @Override
  public String empty() {
    return "The file has no section headers; its segments are still there.";
  }

  @Override
  public List<RowColumn<SectionRow>> columns() {
    return List.of(
        RowColumn.count("#", row -> row.section().index()),
        RowColumn.mono("Name", SectionRow::name),
        RowColumn.text("Type", row -> row.section().typeName()),
        RowColumn.address(
            "Address", row -> row.section().isAllocated() ? row.section().address() : -1),
        RowColumn.address("Offset", row -> row.section().fileOffset()),
        RowColumn.size("Size", row -> row.section().sizeBytes()),
        RowColumn.text("Flags", row -> row.section().flagWords()),
        RowColumn.count("Alignment", row -> row.section().alignment()),
        RowColumn.text("Segments", SectionRow::segments),
        RowColumn.size("In file", row -> row.section().storedSizeBytes()),
        RowColumn.<SectionRow>size("Entry size", row -> row.section().entrySizeBytes()).hidden(),
        RowColumn.text("Link", SectionRow::link),
        RowColumn.text("Info", SectionRow::info));
  }

  @Override
  public RowSource<SectionRow> load() {
    return RowSource.of(SectionRow.of(subject));
  }

  @Override
  public Place place(SectionRow row) {
    return row.place();
  }

  @Override
  public boolean shows(Place place) {
    return place.equals(subject.sectionHeaders())
        || (place instanceof Place.Section section && section.parent().equals(subject.place()));
  }

  @Override
  public int indexOf(RowSource<SectionRow> rows, Place place) throws java.io.IOException {
    for (int i = 0; i < rows.size(); i++) {
      if (rows.row(i).place().equals(place)) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public boolean marked() {
    return true;
  }

  @Override
  public RowMark mark(SectionRow row) {
    boolean cut =
        !row.section().isNoBits()
            && row.place().range().length() != row.section().storedSizeBytes();
    return RowMark.of(row.kind())
        .problem(cut ? "The section reaches beyond the end of the file." : "");
  }

  @Override
  public String status(RowSource<SectionRow> rows) {
    long loaded =
        subject.elf().sections().stream()
            .filter(section -> section.isAllocated())
            .mapToLong(section -> Math.max(0, section.sizeBytes()))
            .sum();
    return "%s · %s in memory"
        .formatted(Words.count(rows.size(), "section", "sections"), Words.size(loaded));
  }
}
