package org.kpackworkbench.model.analysis.verify.rules;

import java.util.HashSet;
import java.util.Set;
import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.Relocation;
import org.kpackworkbench.model.format.elf.RelocationTable;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.Wrapper;

/** No relocation of a host-only binary changes, or points into, what was its device code. */
public final class RemovedRelocations extends HostRule {
  private static final int POINTER_OFFSET = 8;
  private static final int STEP = 4096;

  public RemovedRelocations() {
    super("removed-relocation", "No relocation leads to where the device code was.");
  }

  @Override
  public void check(HostSubject subject, Sink sink) throws FormatException {
    if (subject.fat().state() != DeviceCode.HOST_ONLY) {
      return;
    }
    Set<Long> pointers = new HashSet<>();
    for (Wrapper wrapper : subject.fat().wrappers()) {
      pointers.add(wrapper.address() + POINTER_OFFSET);
    }
    for (RelocationTable table : subject.elf().relocations()) {
      int size = table.isDynamic() ? table.size() : 0;
      for (int i = 0; i < size; i++) {
        if (i % STEP == 0) {
          sink.progress().step(0);
        }
        check(subject, table.relocation(i), pointers, sink);
      }
    }
  }

  private static void check(
      HostSubject subject, Relocation relocation, Set<Long> pointers, Sink sink)
      throws FormatException {
    if (pointers.contains(relocation.offset())) {
      return;
    }
    ElfSymbol symbol = relocation.symbolIndex() == 0 ? null : relocation.symbol();
    boolean outside = relocation.symbolIndex() != 0 && (symbol == null || symbol.section() <= 0);
    long target = relocation.addend() + (symbol == null ? 0 : symbol.value());
    for (ElfSection section : subject.fat().fatSections()) {
      boolean into = !outside && target != 0 && section.containsAddress(target);
      if (into || section.containsAddress(relocation.offset())) {
        sink.error(
            subject.place(),
            -1,
            "%s number %d of %s %s 0x%x, where the device code was."
                .formatted(
                    relocation.typeName(),
                    relocation.index(),
                    relocation.table().label(),
                    into ? "points to" : "changes",
                    into ? target : relocation.offset()),
            "Whatever uses it reads zeros; such a binary cannot be host-only.");
      }
    }
  }
}
