package org.kpackworkbench.views.format.ar;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.ar.StaticLibraryDocument;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowMark;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

/** The table of members. */
record MembersSpec(StaticLibraryDocument document) implements RowsSpec.Marked<MemberRow> {
  @Override
  public TableWords words() {
    return TableWords.of("members", "Members", "The library has no members.")
        .prompt("filter, e.g. name:gemm device:fat size>1M");
  }

  @Override
  public List<RowColumn<MemberRow>> columns() {
    return List.of(
        RowColumn.count("#", row -> row.member().index()),
        RowColumn.mono("Name", row -> row.member().name()),
        RowColumn.size("Size", row -> row.member().sizeBytes()),
        RowColumn.text("Device", MemberRow::deviceCode),
        RowColumn.count("Code objects", MemberRow::codeObjects),
        RowColumn.text("Kind", MemberRow::kind),
        RowColumn.address("Offset", row -> row.place().range().start()),
        RowColumn.text("Time (UTC)", MemberRow::time),
        RowColumn.text("Mode", MemberRow::mode));
  }

  @Override
  public RowSource<MemberRow> load() throws IOException {
    return RowSource.of(MemberRow.of(document));
  }

  @Override
  public Place place(MemberRow row) {
    return row.place();
  }

  @Override
  public @Nullable Place target(MemberRow row) {
    return row.external() == null ? row.place() : new Place.File(row.external());
  }

  @Override
  public boolean shows(Place place) {
    return place instanceof Place.Member member && member.parent().equals(document.place());
  }

  @Override
  public RowMark mark(MemberRow row) {
    return RowMark.of(row.codeObjects() > 0 ? OwnerKind.DEVICE_CODE : OwnerKind.HOST_DATA)
        .problem(row.problem());
  }

  @Override
  public String status(RowSource<MemberRow> rows) {
    int objects = document.codeObjects().size();
    return "%s · %s"
        .formatted(CountText.of(rows.size(), "member"), CountText.of(objects, "code object"));
  }
}
