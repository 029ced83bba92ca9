package org.kpackworkbench.model.format.elf.edit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.SectionFlags;

/** The rules about where sections lie. */
final class SectionRules {
  private final ElfFile elf;
  private final List<LayoutFinding> findings;
  private final List<ElfSegment> loads;

  SectionRules(ElfFile elf, List<LayoutFinding> findings) {
    this.elf = elf;
    this.findings = findings;
    this.loads = elf.segments().stream().filter(ElfSegment::isLoad).toList();
  }

  void check() {
    for (ElfSection section : elf.sections()) {
      inFile(section);
      if (section.isAllocated() && !isThreadTemplate(section)) {
        inSegment(section);
      }
    }
    apart();
  }

  /** Thread-local zero-filled data takes no addresses: what follows has the same ones. */
  private static boolean isThreadTemplate(ElfSection section) {
    return section.isNoBits() && (section.flags() & SectionFlags.TLS) != 0;
  }

  private void inFile(ElfSection section) {
    long size = elf.view().size();
    long stored = section.storedSizeBytes();
    if (stored != 0
        && (stored < 0
            || section.fileOffset() < 0
            || section.fileOffset() > size
            || stored > size - section.fileOffset())) {
      add(LayoutRule.SECTION_IN_FILE, section, "of a file of 0x%x bytes".formatted(size));
    }
  }

  private void inSegment(ElfSection section) {
    ElfSegment holder = null;
    for (ElfSegment load : loads) {
      long inside = section.address() - load.virtualAddress();
      if (inside >= 0 && inside + section.sizeBytes() <= load.memorySizeBytes()) {
        holder = load;
        break;
      }
    }
    if (section.sizeBytes() == 0) {
      return;
    }
    if (holder == null) {
      add(LayoutRule.SECTION_IN_SEGMENT, section, "in no loaded segment");
      return;
    }
    long inside = section.address() - holder.virtualAddress();
    if (section.isNoBits()) {
      if (inside < holder.fileSizeBytes()) {
        add(LayoutRule.NO_BITS_IN_MEMORY, section, "segment " + holder.index());
      }
    } else if (section.fileOffset() - holder.fileOffset() != inside
        || inside + section.sizeBytes() > holder.fileSizeBytes()) {
      add(LayoutRule.SECTION_OFFSET, section, "segment " + holder.index());
    }
  }

  private void apart() {
    List<ElfSection> stored = new ArrayList<>();
    for (ElfSection section : elf.sections()) {
      if (section.storedSizeBytes() > 0) {
        stored.add(section);
      }
    }
    stored.sort(Comparator.comparingLong(ElfSection::fileOffset));
    long end = 0;
    for (ElfSection section : stored) {
      if (section.fileOffset() < end) {
        add(LayoutRule.SECTIONS_APART, section, "overlaps the one before");
      }
      end = Math.max(end, section.fileOffset() + section.storedSizeBytes());
    }
  }

  private void add(LayoutRule rule, ElfSection section, String what) {
    if (findings.size() < LayoutVerifier.MOST_FINDINGS) {
      findings.add(
          new LayoutFinding(
              rule,
              section.headerOffset(),
              "section %d (%s, address 0x%x, offset 0x%x, 0x%x bytes): %s"
                  .formatted(
                      section.index(),
                      section.label(),
                      section.address(),
                      section.fileOffset(),
                      section.sizeBytes(),
                      what)));
    }
  }
}
