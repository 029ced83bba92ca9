package org.kpackworkbench.model.operation.recombine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.operation.output.Finding;
import org.kpackworkbench.model.operation.output.Finding.Severity;

/** Tells host binaries from the rest. */
final class HostCode {
  private HostCode() {}

  /** Whether a file is an ELF file for a host, or a Windows binary. */
  static boolean isHost(Path file) throws IOException {
    byte[] start;
    try (InputStream in = Files.newInputStream(file)) {
      start = in.readNBytes(ElfFile.START_BYTES);
    }
    return start.length == ElfFile.START_BYTES
        && ((start[0] == 'M' && start[1] == 'Z') || ElfFile.isHost(start));
  }

  /** Says of a host binary that device code is in it. */
  static void deviceCode(Path file, List<Finding> findings, Progress progress) throws IOException {
    try (MappedFile mapped = MappedFile.open(file)) {
      if (!ElfFile.isElf(mapped.view())) {
        return;
      }
      DeviceCode state = FatBinary.read(ElfFile.read(mapped.view()), progress).state();
      if (state == DeviceCode.FAT || state == DeviceCode.HALF_CONVERTED) {
        findings.add(
            new Finding(
                Severity.WARNING,
                "device-code-in-generic",
                file,
                "taken as it is: " + state.words(),
                "Split the artifact again if it should be host-only."));
      }
    } catch (FormatException broken) {
      findings.add(
          new Finding(
              Severity.NOTE, "unreadable", file, "taken as it is: " + broken.getMessage(), ""));
    }
  }
}
