package org.kpackworkbench.views.format.coff;

import java.util.List;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.coff.CoffClaims;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.ImagePart;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

/** The table of what a Windows binary has beside sections, exports and imports. */
record ImagePartsSpec(CoffFile file, List<ImagePart> parts, Place parent)
    implements RowsSpec<ImagePart> {
  @Override
  public TableWords words() {
    return TableWords.of(
        "parts", "Parts", "No directory leads to anything, and nothing is behind the sections.");
  }

  @Override
  public List<RowColumn<ImagePart>> columns() {
    return List.of(
        RowColumn.text("Kind", ImagePart::kind),
        RowColumn.text("Name", ImagePart::name),
        RowColumn.address("Offset", part -> part.range().isEmpty() ? -1 : part.range().start()),
        RowColumn.size("Size", part -> part.range().length()),
        RowColumn.mono("States", ImagePart::detailWords));
  }

  @Override
  public RowSource<ImagePart> load() {
    return RowSource.of(parts);
  }

  @Override
  public Place place(ImagePart part) {
    return CoffClaims.placeOf(file, part, parent);
  }

  @Override
  public boolean shows(Place place) {
    return parts.stream().anyMatch(part -> place(part).equals(place));
  }

  @Override
  public int indexOf(RowSource<ImagePart> rows, Place place) {
    return parts.stream().map(this::place).toList().indexOf(place);
  }
}
