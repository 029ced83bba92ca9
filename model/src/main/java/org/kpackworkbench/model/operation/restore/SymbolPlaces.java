package org.kpackworkbench.model.operation.restore;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.edit.SymbolRewrite;
import org.kpackworkbench.model.format.elf.edit.SymbolRewrite.Place;
import org.kpackworkbench.model.format.elf.edit.SymbolSections;
import org.kpackworkbench.model.operation.restore.DevicePlace.Moved;

/**
 * Where symbols go: those of the marker and of the device code onto the first bundle; those of
 * sections that moved along with these.
 */
final class SymbolPlaces implements SymbolRewrite.Rule {
  private static final int FIRST_RESERVED = 0xff00;

  private final @Nullable ElfSection marker;
  private final DevicePlace place;
  private final SectionPlan sections;
  private final SymbolSections actual;

  SymbolPlaces(ElfFile elf, @Nullable ElfSection marker, DevicePlace place, SectionPlan sections) {
    this.marker = marker;
    this.place = place;
    this.sections = sections;
    this.actual = new SymbolSections(elf);
  }

  @Override
  public Place place(int info, Place old) {
    int field = old.sectionField();
    if (field == 0 || field >= FIRST_RESERVED) {
      return old;
    }
    int section = actual.of(info, old);
    if (!isChanged(section)) {
      // What is stated may be wrong, and stays so: tools make other symbols of what is put right.
      return new Place((int) sections.indices().of(field), old.value(), old.sizeBytes());
    }
    if (isDevice(section)) {
      return new Place(
          sections.fatIndex(), place.address(), Math.clamp(old.sizeBytes(), 0, place.sizeBytes()));
    }
    long value = old.value();
    for (Moved moved : place.moved()) {
      value = moved.section().index() == section ? moved.newAddress(old.value()) : value;
    }
    return new Place((int) sections.indices().of(section), value, old.sizeBytes());
  }

  private boolean isDevice(int section) {
    return section == place.section().index() || (marker != null && section == marker.index());
  }

  private boolean isChanged(int section) {
    return isDevice(section)
        || place.moved().stream().anyMatch(moved -> moved.section().index() == section);
  }
}
