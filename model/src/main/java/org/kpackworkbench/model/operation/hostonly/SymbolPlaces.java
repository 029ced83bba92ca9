package org.kpackworkbench.model.operation.hostonly;

import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.edit.SymbolRewrite;
import org.kpackworkbench.model.format.elf.edit.SymbolRewrite.Place;
import org.kpackworkbench.model.format.elf.edit.SymbolSections;
import org.kpackworkbench.model.operation.hostonly.KeptPages.Moved;

/**
 * Where symbols go: those of the device code onto the marker, in its section, because a loader adds
 * its base to no symbol without a section; those of sections that moved along with these.
 */
final class SymbolPlaces implements SymbolRewrite.Rule {
  private static final int FIRST_RESERVED = 0xff00;

  private final KeptPages kept;
  private final SectionPlan sections;
  private final SymbolSections actual;

  SymbolPlaces(KeptPages kept, SectionPlan sections) {
    this.kept = kept;
    this.sections = sections;
    this.actual = new SymbolSections(sections.elf());
  }

  @Override
  public Place place(int info, Place old) {
    int field = old.sectionField();
    if (field == 0 || field >= FIRST_RESERVED) {
      return old;
    }
    int section = actual.of(info, old);
    ElfSection fat = kept.place().section();
    if (!isChanged(section)) {
      // What is stated may be wrong, and stays so: tools make other symbols of what is put right.
      return new Place((int) sections.indices().of(field), old.value(), old.sizeBytes());
    }
    int index = (int) sections.indices().of(section);
    if (section == fat.index()) {
      return (info & 0xf) == ElfSymbol.SECTION
          ? new Place(index, kept.fatSection().address(), old.sizeBytes())
          : new Place(
              sections.markerIndex(),
              kept.place().start(),
              Math.clamp(old.sizeBytes(), 0, kept.markerSizeBytes()));
    }
    Moved moved = sections.moved().get(section);
    long value = moved == null ? old.value() : moved.newAddress(old.value());
    return new Place(index, value, old.sizeBytes());
  }

  private boolean isChanged(int section) {
    return section == kept.place().section().index() || sections.moved().containsKey(section);
  }
}
