package org.kpackworkbench.model.artifact.recombine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.bytes.MappedFile;
import org.kpackworkbench.model.elf.ElfFile;
import org.kpackworkbench.model.elf.ElfMachine;
import org.kpackworkbench.model.job.Progress;
import org.kpackworkbench.model.offload.DeviceCode;
import org.kpackworkbench.model.offload.FatBinary;
import org.kpackworkbench.model.pack.Finding;
import org.kpackworkbench.model.pack.Finding.Severity;

/** Tells host binaries from the rest. */
final class HostCode {
  private static final int START_BYTES = 20;
  private static final int ELF = 0x464c457f;
  private static final int MACHINE_OFFSET = 18;
  private static final int MZ = 0x5a4d;

  private HostCode() {}

  /** Whether a file is an ELF file for a host, or a Windows binary. */
  static boolean isHost(Path file) throws IOException {
    byte[] start;
    try (InputStream in = Files.newInputStream(file)) {
      start = in.readNBytes(START_BYTES);
    }
    if (start.length < START_BYTES) {
      return false;
    }
    ByteBuffer bytes = ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN);
    return (bytes.getShort(0) & 0xffff) == MZ
        || (bytes.getInt(0) == ELF
            && (bytes.getShort(MACHINE_OFFSET) & 0xffff) != ElfMachine.AMDGPU);
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
