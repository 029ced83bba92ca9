package org.kpackworkbench.views.format.elf;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;

/** The table of what the loader is told. */
final class DynamicSpec implements RowsSpec<DynamicRow> {
  private final ElfSubject subject;

  DynamicSpec(ElfSubject subject) {
    this.subject = subject;
  }

  @Override
  public String id() {
    return "dynamic";
  }

  @Override
  public String title() {
    return "Dynamic";
  }

  @Override
  public String empty() {
    return "The file has no dynamic section: no loader has to do anything for it.";
  }

  @Override
  public List<RowColumn<DynamicRow>> columns() {
    return List.of(
        RowColumn.count("#", row -> row.entry().index()),
        RowColumn.<DynamicRow>text("Tag", row -> row.entry().tagName()).alsoNamed("name"),
        RowColumn.mono("Value", DynamicRow::value),
        RowColumn.muted("Meaning", DynamicRow::meaning));
  }

  @Override
  public RowSource<DynamicRow> load() {
    return RowSource.of(DynamicRow.of(subject));
  }

  @Override
  public Place place(DynamicRow row) {
    return row.place();
  }

  @Override
  public boolean shows(Place place) {
    ByteRange range = ElfViews.smallRange(subject, place);
    return range != null && tableRange().contains(range.start());
  }

  @Override
  public int indexOf(RowSource<DynamicRow> rows, Place place) throws IOException {
    @Nullable ByteRange range = ElfViews.smallRange(subject, place);
    for (int i = 0; range != null && i < rows.size(); i++) {
      if (rows.row(i).place().range().contains(range.start())) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public String status(RowSource<DynamicRow> rows) {
    return Words.count(rows.size(), "entry", "entries");
  }

  private ByteRange tableRange() {
    int entries = subject.elf().dynamic().size();
    return subject
        .places()
        .part("dynamic section", DynamicRow.start(subject), (long) entries * 16)
        .range();
  }
}
