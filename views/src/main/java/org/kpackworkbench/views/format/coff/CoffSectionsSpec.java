package org.kpackworkbench.views.format.coff;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.CoffSection;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowMark;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

/** The table of a Windows binary's sections. */
final class CoffSectionsSpec extends TableSpec<CoffSection>
    implements RowsSpec.Marked<CoffSection> {
  CoffSectionsSpec(CoffFile file, Place parent) {
    super(TableWords.of("sections", "Sections", "The file has no sections."));
    columns(
        List.of(
            RowColumn.count("#", CoffSection::index),
            RowColumn.mono("Name", CoffSection::name),
            RowColumn.text("Device code", CoffSection::holds),
            RowColumn.address("Address", section -> file.linked() ? section.address() : -1),
            RowColumn.size("In memory", section -> file.linked() ? section.memorySizeBytes() : -1),
            RowColumn.address("Offset", CoffSection::fileOffset),
            RowColumn.size("In file", CoffSection::fileSizeBytes).alsoNamed("size"),
            RowColumn.text("Flags", CoffSection::flagWords)));
    load(() -> RowSource.of(file.sections()));
    place(section -> file.placeOf(section, parent));
    shows(place -> place instanceof Place.Section section && section.parent().equals(parent));
    mark(section -> RowMark.of(kind(section)));
    status(rows -> CountText.of(rows.size(), "section"));
  }

  @Override
  public int indexOf(RowSource<CoffSection> rows, Place place) throws IOException {
    if (place instanceof Place.Section section) {
      for (int i = 0; i < rows.size(); i++) {
        if (rows.row(i).index() == section.index()) {
          return i;
        }
      }
    }
    return -1;
  }

  static OwnerKind kind(CoffSection section) {
    return switch (section.role()) {
      case BUNDLES -> OwnerKind.DEVICE_CODE;
      case WRAPPERS -> OwnerKind.WRAPPER;
      case MARKER -> OwnerKind.MARKER;
      case OTHER -> section.isExecutable() ? OwnerKind.HOST_CODE : OwnerKind.HOST_DATA;
    };
  }
}
