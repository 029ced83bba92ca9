package org.kpackworkbench.model.operation.hostonly;

import java.io.IOException;
import java.nio.file.Path;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.Relocation;
import org.kpackworkbench.model.format.elf.RelocationTable;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperMagic;

/** Points 1 and 2, of a host-only file that tools have changed since. */
final class SurvivalChecks {
  private SurvivalChecks() {}

  /** What does not hold any more, in words; empty if all does. */
  static String broken(Path file, HostOnlyReport report) throws IOException {
    try (OpenFile open = OpenFile.open(file)) {
      ElfFile elf = ElfFile.read(open.view());
      FatBinary fat = FatBinary.read(elf);
      if (fat.state() != DeviceCode.HOST_ONLY) {
        return fat.state() + " " + fat.diagnosis();
      }
      String wrappers = wrappers(fat, report);
      return wrappers.isEmpty() ? relocations(elf, Converted.fat(report)) : wrappers;
    }
  }

  private static String wrappers(FatBinary fat, HostOnlyReport report) {
    if (fat.wrappers().size() != report.wrappers()) {
      return fat.wrappers().size() + " wrappers";
    }
    for (Wrapper wrapper : fat.wrappers()) {
      boolean right =
          wrapper.magic() == WrapperMagic.HIPK
              && wrapper.version() == 1
              && wrapper.statedIndex() == wrapper.index()
              && wrapper.pointer().value() == report.markerAddress();
      if (!right) {
        return "wrapper " + wrapper;
      }
    }
    boolean marked =
        fat.marker() != null
            && fat.marker().problems().isEmpty()
            && fat.marker().searchPaths().equals(Converted.SEARCH_PATHS);
    return marked ? "" : "marker " + fat.marker();
  }

  private static String relocations(ElfFile elf, ElfSection removed) throws IOException {
    for (RelocationTable table : elf.relocations()) {
      int size = table.isDynamic() ? table.size() : 0;
      for (int i = 0; i < size; i++) {
        Relocation relocation = table.relocation(i);
        ElfSymbol symbol = relocation.symbol().orElse(null);
        long target = relocation.addend() + (symbol == null ? 0 : symbol.value());
        if (removed.containsAddress(target) || removed.containsAddress(relocation.offset())) {
          return relocation.toString();
        }
      }
    }
    return "";
  }
}
