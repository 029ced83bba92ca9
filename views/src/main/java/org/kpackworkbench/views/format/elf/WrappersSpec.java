package org.kpackworkbench.views.format.elf;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowMark;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;

/** The table of wrappers. */
final class WrappersSpec implements RowsSpec<WrapperRow> {
  private final FatBinary fat;
  private final Place parent;

  WrappersSpec(FatBinary fat, Place parent) {
    this.fat = fat;
    this.parent = parent;
  }

  @Override
  public String id() {
    return "wrappers";
  }

  @Override
  public String title() {
    return "Wrappers";
  }

  @Override
  public String empty() {
    return "The file has no wrappers: nothing in it registers device code with the HIP runtime.";
  }

  @Override
  public List<RowColumn<WrapperRow>> columns() {
    return List.of(
        RowColumn.count("#", row -> row.wrapper().index()),
        RowColumn.text("Magic", row -> row.wrapper().magicWords()),
        RowColumn.text("Points to", WrapperRow::pointsTo).alsoNamed("name"),
        RowColumn.address(
            "Pointer",
            row -> row.wrapper().pointer().isKnown() ? row.wrapper().pointer().value() : -1),
        RowColumn.text("Section", WrapperRow::section),
        RowColumn.text("Set by relocation", WrapperRow::relocation),
        RowColumn.text("Which stands in", WrapperRow::table),
        RowColumn.mono("Addend", WrapperRow::addend),
        RowColumn.text("Reserved", WrapperRow::reserved),
        RowColumn.count("Version", row -> row.wrapper().version()),
        RowColumn.address("Address", row -> row.wrapper().address()),
        RowColumn.address("Offset", row -> row.place().range().start()),
        RowColumn.<WrapperRow>address("Stored pointer", row -> row.wrapper().pointer().stored())
            .hidden());
  }

  @Override
  public RowSource<WrapperRow> load() throws IOException {
    return RowSource.of(WrapperRow.of(fat, parent));
  }

  @Override
  public Place place(WrapperRow row) {
    return row.place();
  }

  @Override
  public @Nullable Place target(WrapperRow row) {
    return row.target();
  }

  @Override
  public boolean shows(Place place) {
    if (!(place instanceof Place.Wrapper wrapper)) {
      return false;
    }
    Place section = wrapper.parent();
    return section.equals(parent) || parent.equals(section.parent());
  }

  @Override
  public int indexOf(RowSource<WrapperRow> rows, Place place) throws IOException {
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
  public RowMark mark(WrapperRow row) {
    return RowMark.of(OwnerKind.WRAPPER).problem(String.join(" ", row.problems()));
  }

  @Override
  public String status(RowSource<WrapperRow> rows) {
    Map<String, Integer> magics = new TreeMap<>();
    for (Wrapper wrapper : fat.wrappers()) {
      magics.merge(wrapper.magicWords(), 1, Integer::sum);
    }
    StringBuilder text = new StringBuilder(Words.count(rows.size(), "wrapper", "wrappers"));
    magics.forEach((magic, count) -> text.append(" · ").append(count).append(' ').append(magic));
    return text.toString();
  }
}
