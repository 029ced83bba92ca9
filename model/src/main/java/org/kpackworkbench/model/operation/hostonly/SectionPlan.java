package org.kpackworkbench.model.operation.hostonly;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.SectionFlags;
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.elf.edit.OffsetEdits;
import org.kpackworkbench.model.format.elf.edit.SectionEdit;
import org.kpackworkbench.model.format.elf.edit.SectionIndices;
import org.kpackworkbench.model.format.offload.FatSections;
import org.kpackworkbench.model.operation.hostonly.KeptPages.Moved;

/**
 * Works out the section headers of the host-only file: in the order they had, with one for the
 * marker before that of the device code.
 *
 * <p>Sections that move keep their headers' places, though their addresses are higher then. GNU
 * objcopy and strip read the dynamic symbols before the tables that refer to them, whatever the
 * order, and write the headers in the order of their reading, but leave the indices of sections in
 * dynamic symbols alone: only where the symbols came early before do these stay right. And patchelf
 * takes every section away that stands behind the program headers, one after another up to the
 * first that stands elsewhere: the header of one that moved is that first one.
 */
final class SectionPlan {
  private final ElfFile elf;
  private final KeptPages kept;
  private final Map<Integer, Moved> moved = new HashMap<>();
  private final List<ElfSection> order = new ArrayList<>();
  private final SectionIndices indices;
  private final int markerIndex;

  SectionPlan(ElfFile elf, KeptPages kept, long markerNameOffset) {
    this.elf = elf;
    this.kept = kept;
    for (Moved each : kept.moved()) {
      moved.put(each.section().index(), each);
    }
    int marker = 0;
    for (ElfSection section : elf.sections()) {
      if (section.index() == kept.place().section().index()) {
        marker = order.size();
        order.add(marker(markerNameOffset));
      }
      order.add(section);
    }
    this.markerIndex = marker;
    int[] newIndex = new int[elf.sections().size()];
    for (int i = 0; i < order.size(); i++) {
      if (i != marker) {
        newIndex[order.get(i).index()] = i;
      }
    }
    this.indices = new SectionIndices(newIndex);
  }

  SectionIndices indices() {
    return indices;
  }

  int markerIndex() {
    return markerIndex;
  }

  /** The section that moved, by its old index. */
  Map<Integer, Moved> moved() {
    return moved;
  }

  int count() {
    return order.size();
  }

  /**
   * The headers in their new order.
   *
   * @param names the section of names, as it will be but for its index
   */
  List<ElfSection> sections(OffsetEdits edits, ElfSection names) {
    List<ElfSection> planned = new ArrayList<>();
    for (int i = 0; i < order.size(); i++) {
      ElfSection old = order.get(i);
      if (i == markerIndex) {
        planned.add(old);
      } else {
        planned.add(planned(old, i, edits, names));
      }
    }
    return planned;
  }

  private ElfSection planned(ElfSection old, int index, OffsetEdits edits, ElfSection names) {
    Moved gone = moved.get(old.index());
    SectionEdit edit;
    if (gone != null) {
      edit = new SectionEdit(old).at(gone.address(), kept.place().fileOffset(gone.address()));
    } else if (old.index() == kept.place().section().index()) {
      edit = new SectionEdit(kept.fatSection());
    } else if (old.index() == names.index()) {
      edit = new SectionEdit(names);
    } else {
      edit = new SectionEdit(old).fileOffset(edits.newOffset(old.fileOffset()));
    }
    return edit.index(index).links(indices.link(old), indices.info(old)).build();
  }

  private ElfSection marker(long nameOffset) {
    long address = kept.place().start();
    return new ElfSection(
        -1,
        FatSections.MARKER,
        nameOffset,
        SectionType.PROGBITS,
        SectionFlags.ALLOC,
        address,
        kept.place().fileOffset(address),
        kept.markerSizeBytes(),
        0,
        0,
        1,
        0,
        0);
  }

  ElfFile elf() {
    return elf;
  }
}
