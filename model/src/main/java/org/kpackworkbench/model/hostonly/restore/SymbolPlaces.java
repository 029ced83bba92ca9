package org.kpackworkbench.model.hostonly.restore;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.elf.ElfSection;
import org.kpackworkbench.model.elf.edit.SymbolRewrite;
import org.kpackworkbench.model.elf.edit.SymbolRewrite.Place;
import org.kpackworkbench.model.hostonly.restore.DevicePlace.Moved;

/**
 * Where symbols go: those of the marker and of the device code onto the first bundle; those of
 * sections that moved along with these.
 */
final class SymbolPlaces implements SymbolRewrite.Rule {
  private static final int FIRST_RESERVED = 0xff00;

  private final @Nullable ElfSection marker;
  private final DevicePlace place;
  private final SectionPlan sections;

  SymbolPlaces(@Nullable ElfSection marker, DevicePlace place, SectionPlan sections) {
    this.marker = marker;
    this.place = place;
    this.sections = sections;
  }

  @Override
  public Place place(int info, Place old) {
    int field = old.sectionField();
    if (field == 0 || field >= FIRST_RESERVED) {
      return old;
    }
    boolean device =
        field == place.section().index() || (marker != null && field == marker.index());
    if (device) {
      return new Place(
          sections.fatIndex(), place.address(), Math.clamp(old.sizeBytes(), 0, place.sizeBytes()));
    }
    long value = old.value();
    for (Moved moved : place.moved()) {
      value = moved.section().index() == field ? moved.newAddress(value) : value;
    }
    return new Place((int) sections.indices().of(field), value, old.sizeBytes());
  }
}
