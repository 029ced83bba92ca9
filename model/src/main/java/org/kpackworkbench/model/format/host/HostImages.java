package org.kpackworkbench.model.format.host;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.image.HostImage;

/** Opens host binaries of every container. */
public final class HostImages {
  private HostImages() {}

  /** Whether bytes are a program or library for a host, or an object of one. */
  public static boolean isImage(ByteView view) throws FormatException {
    return ElfFile.isElf(view) || CoffFile.isCoff(view);
  }

  /**
   * Whether a file may be a program or library for a host.
   *
   * @param start its first {@link ElfFile#START_BYTES} bytes, or fewer where it has no more
   */
  public static boolean isHost(byte[] start) {
    return ElfFile.isHost(start) || CoffFile.isImage(start);
  }

  /**
   * Reads the headers of a host binary.
   *
   * @throws FormatException if it is none, or its header cannot be read
   */
  public static HostImage read(ByteView view) throws FormatException {
    return !ElfFile.isElf(view) && CoffFile.isCoff(view) ? CoffFile.read(view) : ElfFile.read(view);
  }
}
