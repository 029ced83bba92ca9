package org.kpackworkbench.views.format.ar;

import java.util.List;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.ar.StaticLibraryDocument;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowMark;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

/** The table of members. */
final class MembersSpec extends TableSpec<MemberRow> implements RowsSpec.Marked<MemberRow> {
  MembersSpec(StaticLibraryDocument document) {
    super(
        TableWords.of("members", "Members", "The library has no members.")
            .prompt("filter, e.g. name:gemm device:fat size>1M"));
    columns(
        List.of(
            RowColumn.count("#", row -> row.member().index()),
            RowColumn.mono("Name", row -> row.member().name()),
            RowColumn.size("Size", row -> row.member().sizeBytes()),
            RowColumn.text("Device", MemberRow::deviceCode),
            RowColumn.count("Code objects", MemberRow::codeObjects),
            RowColumn.text("Kind", MemberRow::kind),
            RowColumn.address("Offset", row -> row.place().range().start()),
            RowColumn.text("Time (UTC)", MemberRow::time),
            RowColumn.text("Mode", MemberRow::mode)));
    load(() -> RowSource.of(MemberRow.of(document)));
    place(MemberRow::place);
    target(row -> row.external() == null ? row.place() : new Place.File(row.external()));
    shows(
        place -> place instanceof Place.Member member && member.parent().equals(document.place()));
    mark(
        row ->
            RowMark.of(row.codeObjects() > 0 ? OwnerKind.DEVICE_CODE : OwnerKind.HOST_DATA)
                .problem(row.problem()));
    status(
        rows ->
            CountText.of(rows.size(), "member")
                + " · "
                + CountText.of(document.codeObjects().size(), "code object"));
  }
}
