package org.kpackworkbench.model.operation.restore;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.edit.OffsetEdits;
import org.kpackworkbench.model.format.elf.edit.SectionEdit;
import org.kpackworkbench.model.format.elf.edit.SectionIndices;

/**
 * Works out the section headers of the fat file: without the marker's; that of the device code
 * where it was, or, where the code goes behind everything, behind the last one that is loaded, so
 * that headers stay in the order of their addresses.
 */
final class SectionPlan {
  private final DevicePlace place;
  private final OffsetEdits edits;
  private final @Nullable ElfSection names;
  private final List<ElfSection> order = new ArrayList<>();
  private final SectionIndices indices;
  private final int fatIndex;

  /**
   * @param names the section of names as it is to be but for its place; null where it stays
   */
  SectionPlan(
      ElfFile elf,
      @Nullable ElfSection marker,
      DevicePlace place,
      OffsetEdits edits,
      @Nullable ElfSection names) {
    this.names = names;
    this.place = place;
    this.edits = edits;
    int lastLoaded = 0;
    for (ElfSection section : elf.sections()) {
      lastLoaded = section.isAllocated() ? section.index() : lastLoaded;
    }
    int fat = place.section().index();
    for (ElfSection section : elf.sections()) {
      boolean here = section.index() != fat || place.inPlace();
      if (here && (marker == null || section.index() != marker.index())) {
        order.add(section);
      }
      if (!place.inPlace() && section.index() == lastLoaded) {
        order.add(place.section());
      }
    }
    this.fatIndex = order.indexOf(place.section());
    int[] newIndex = new int[elf.sections().size()];
    for (int i = 0; i < order.size(); i++) {
      newIndex[order.get(i).index()] = i;
    }
    if (marker != null) {
      newIndex[marker.index()] = fatIndex;
    }
    this.indices = new SectionIndices(newIndex);
  }

  SectionIndices indices() {
    return indices;
  }

  int fatIndex() {
    return fatIndex;
  }

  /** The headers in their new order. */
  List<ElfSection> sections() {
    List<ElfSection> planned = new ArrayList<>();
    for (int i = 0; i < order.size(); i++) {
      ElfSection old = order.get(i);
      planned.add(edit(old).index(i).links(indices.link(old), indices.info(old)).build());
    }
    return planned;
  }

  private SectionEdit edit(ElfSection old) {
    if (old.index() == place.section().index()) {
      return new SectionEdit(place.restored());
    }
    for (DevicePlace.Moved moved : place.moved()) {
      if (moved.section().index() == old.index()) {
        return new SectionEdit(old).at(moved.address(), place.fileOffset(moved.address()));
      }
    }
    // What has no bytes and lies before the room in memory stays before it in the file.
    boolean before =
        old.isAllocated()
            && old.storedSizeBytes() == 0
            && old.fileOffset() == place.insertAt()
            && old.address() < place.address();
    return new SectionEdit(names != null && names.index() == old.index() ? names : old)
        .fileOffset(
            before ? place.beforeRoom(old.fileOffset()) : edits.newOffset(old.fileOffset()));
  }
}
