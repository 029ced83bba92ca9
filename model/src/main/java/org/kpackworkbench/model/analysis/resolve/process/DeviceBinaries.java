package org.kpackworkbench.model.analysis.resolve.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.offload.FatSections;

/**
 * Tells which of the files that processes have mapped have device code or a marker for it. It
 * remembers what it has looked at: hundreds of processes map the same libraries. Safe for use by
 * many threads.
 */
public final class DeviceBinaries {
  private final ConcurrentMap<Path, Boolean> known = new ConcurrentHashMap<>();

  /** Those that have some and are still there. */
  public List<MappedBinary> in(List<MappedBinary> mapped) {
    return mapped.stream()
        .filter(file -> !file.deleted() && known.computeIfAbsent(file.path(), DeviceBinaries::has))
        .toList();
  }

  private static boolean has(Path path) {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    try (MappedFile file = MappedFile.open(path)) {
      ByteView view = file.view();
      if (!ElfFile.isElf(view)) {
        return false;
      }
      ElfFile elf = ElfFile.read(view);
      return elf.section(FatSections.MARKER) != null || elf.section(FatSections.WRAPPERS) != null;
    } catch (IOException unreadable) {
      // What cannot be read cannot be resolved; the process's own list says more about it.
      return false;
    }
  }
}
