package org.kpackworkbench.model.operation.archives;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.bytes.NotFetched;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.operation.output.OperationNote;

/** Tells from its first bytes whether a file of a tree is worth a look. */
public final class CandidateFile {
  private static final int MZ = 0x5a4d;

  private CandidateFile() {}

  /**
   * Whether it is an ELF file for a host; code objects, of which trees hold thousands, are none.
   *
   * @param findings gets what is to be said of a Windows binary with device code
   */
  public static boolean isCandidate(Path file, List<OperationNote> findings) throws IOException {
    byte[] start;
    try (InputStream in = Files.newInputStream(file)) {
      start = in.readNBytes(ElfFile.START_BYTES);
    }
    return isCandidate(file, start, findings);
  }

  /**
   * The same, of a file whose first bytes were read.
   *
   * @param start its first {@link ElfFile#START_BYTES} bytes, or fewer where it has no more
   */
  public static boolean isCandidate(Path file, byte[] start, List<OperationNote> findings)
      throws IOException {
    if (start.length < ElfFile.START_BYTES) {
      return false;
    }
    ByteBuffer bytes = ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN);
    if ((bytes.getShort(0) & 0xffff) == MZ) {
      windows(file, findings);
      return false;
    }
    if (start[0] == NotFetched.START.charAt(0) && NotFetched.is(file)) {
      findings.add(
          new OperationNote(
              Severity.WARNING,
              "git-lfs-pointer",
              file,
              "copied unchanged: it is %s, and the file that it refers to was not examined"
                  .formatted(NotFetched.WORDS),
              NotFetched.ADVICE));
    }
    return ElfFile.isHost(start);
  }

  private static void windows(Path file, List<OperationNote> findings) throws IOException {
    try (MappedFile mapped = MappedFile.open(file)) {
      if (CoffFile.isCoff(mapped.view()) && CoffFile.read(mapped.view()).hasDeviceCode()) {
        findings.add(
            new OperationNote(
                Severity.ERROR,
                "windows-binary",
                file,
                "copied unchanged: a Windows binary with device code, which cannot be made"
                    + " host-only yet",
                ""));
      }
    } catch (FormatException broken) {
      findings.add(
          new OperationNote(
              Severity.NOTE, "unreadable", file, "copied unchanged: " + broken.getMessage(), ""));
    }
  }
}
