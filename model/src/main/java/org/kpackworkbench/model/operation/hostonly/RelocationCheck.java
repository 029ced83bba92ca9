package org.kpackworkbench.model.operation.hostonly;

import java.util.HashSet;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.Relocation;
import org.kpackworkbench.model.format.elf.RelocationTable;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.operation.hostonly.KeptPages.Moved;

/** Nothing but the wrappers may point to what goes away, or to what moves. */
final class RelocationCheck {
  private static final int STEP = 4096;

  private final ElfFile elf;
  private final KeptPages kept;
  private final Set<Long> wrapperPointers = new HashSet<>();

  RelocationCheck(ElfFile elf, KeptPages kept, Iterable<Wrapper> wrappers) {
    this.elf = elf;
    this.kept = kept;
    for (Wrapper wrapper : wrappers) {
      wrapperPointers.add(wrapper.address() + 8);
    }
  }

  void check(Progress progress) throws Refused, FormatException {
    for (RelocationTable table : elf.relocations()) {
      if (table.isDynamic()) {
        int size = table.size();
        for (int i = 0; i < size; i++) {
          check(table.relocation(i));
          if (i % STEP == 0) {
            progress.step(0);
          }
        }
      }
    }
  }

  private void check(Relocation relocation) throws Refused, FormatException {
    if (kept.place().contains(relocation.offset())) {
      throw into(relocation, "changes 0x%x, in .hip_fatbin".formatted(relocation.offset()));
    }
    if (wrapperPointers.contains(relocation.offset())) {
      return;
    }
    ElfSymbol symbol = relocation.symbolIndex() == 0 ? null : relocation.symbol();
    if (relocation.symbolIndex() != 0 && (symbol == null || symbol.section() <= 0)) {
      return;
    }
    long target = relocation.addend() + (symbol == null ? 0 : symbol.value());
    if (kept.place().contains(target)) {
      throw into(relocation, "points to 0x%x, in .hip_fatbin".formatted(target));
    }
    for (Moved moved : kept.moved()) {
      if (moved.containedOld(target) && symbol == null) {
        throw new Refused(
            Refusal.NO_ROOM_FOR_HEADERS,
            name(relocation) + " points to " + moved.section().label() + ", which has to move");
      }
    }
  }

  private static Refused into(Relocation relocation, String what) {
    return new Refused(Refusal.RELOCATION_INTO_DEVICE_CODE, name(relocation) + " " + what);
  }

  private static String name(Relocation relocation) {
    return "%s for 0x%x, entry %d of %s,"
        .formatted(
            relocation.typeName(),
            relocation.offset(),
            relocation.index(),
            relocation.table().label());
  }
}
