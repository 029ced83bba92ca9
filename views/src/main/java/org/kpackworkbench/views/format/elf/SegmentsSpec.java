package org.kpackworkbench.views.format.elf;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowMark;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;

/** The table of segments. */
final class SegmentsSpec implements RowsSpec<SegmentRow> {
  private final ElfSubject subject;

  SegmentsSpec(ElfSubject subject) {
    this.subject = subject;
  }

  @Override
  public String id() {
    return "segments";
  }

  @Override
  public String title() {
    return "Segments";
  }

  @Override
  public String empty() {
    return "The file has no program headers: it is not linked yet.";
  }

  @Override
  public List<RowColumn<SegmentRow>> columns() {
    return List.of(
        RowColumn.count("#", row -> row.segment().index()),
        RowColumn.<SegmentRow>text("Type", row -> row.segment().typeName()).alsoNamed("name"),
        RowColumn.text("Flags", row -> row.segment().flagWords()),
        RowColumn.address("Offset", row -> row.segment().fileOffset()),
        RowColumn.<SegmentRow>size("In file", row -> row.segment().fileSizeBytes())
            .alsoNamed("size"),
        RowColumn.address("Address", row -> row.segment().virtualAddress()),
        RowColumn.size("In memory", row -> row.segment().memorySizeBytes()),
        RowColumn.address("Alignment", row -> row.segment().alignment()),
        RowColumn.text("Remarks", SegmentRow::remarks),
        RowColumn.mono("Sections", SegmentRow::sections),
        RowColumn.<SegmentRow>address("Physical address", row -> row.segment().physicalAddress())
            .hidden());
  }

  @Override
  public RowSource<SegmentRow> load() {
    return RowSource.of(SegmentRow.of(subject));
  }

  @Override
  public Place place(SegmentRow row) {
    return row.place();
  }

  @Override
  public boolean shows(Place place) {
    return place.equals(subject.programHeaders())
        || (place instanceof Place.Segment segment && segment.parent().equals(subject.place()));
  }

  @Override
  public int indexOf(RowSource<SegmentRow> rows, Place place) throws IOException {
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
  public RowMark mark(SegmentRow row) {
    return RowMark.of(row.kind()).problem(String.join("; ", row.problems()));
  }

  @Override
  public String status(RowSource<SegmentRow> rows) {
    long loaded =
        subject.elf().segments().stream()
            .filter(segment -> segment.isLoad())
            .mapToLong(segment -> Math.max(0, segment.memorySizeBytes()))
            .sum();
    return "%s · %s in memory"
        .formatted(Words.count(rows.size(), "segment", "segments"), Words.size(loaded));
  }
}
