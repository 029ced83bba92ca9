package org.kpackworkbench.views.format.coff;

import java.util.List;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.coff.CoffClaims;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.ImagePart;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.TableSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

/** The table of what a Windows binary has beside sections, exports and imports. */
final class ImagePartsSpec extends TableSpec<ImagePart> {
  ImagePartsSpec(CoffFile file, List<ImagePart> parts, Place parent) {
    super(
        TableWords.of(
            "parts",
            "Parts",
            "No directory leads to anything, and nothing is behind the sections."));
    columns(
        List.of(
            RowColumn.text("Kind", ImagePart::kind),
            RowColumn.text("Name", ImagePart::name),
            RowColumn.address("Offset", part -> part.range().isEmpty() ? -1 : part.range().start()),
            RowColumn.size("Size", part -> part.range().length()),
            RowColumn.mono("States", ImagePart::detailWords)));
    load(() -> RowSource.of(parts));
    place(part -> CoffClaims.placeOf(file, part, parent));
    shows(place -> parts.stream().anyMatch(part -> place.equals(place(part))));
  }
}
