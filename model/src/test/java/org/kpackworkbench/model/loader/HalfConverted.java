package org.kpackworkbench.model.loader;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.kpackworkbench.model.bytes.MappedFile;
import org.kpackworkbench.model.elf.ElfFile;
import org.kpackworkbench.model.offload.FatBinary;
import org.kpackworkbench.model.offload.Wrapper;

/** Breaks single wrappers of host-only libraries. */
public final class HalfConverted {
  private static final int HIPF = 0x48495046;

  private HalfConverted() {}

  /** Gives a wrapper the magic back that it had before. */
  public static void revert(Path library, int wrapper) throws IOException {
    long at = wrapper(library, wrapper).range().start();
    byte[] bytes = Files.readAllBytes(library);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt((int) at, HIPF);
    Files.write(library, bytes);
  }

  /** Lets the relocation of a wrapper's pointer lead 8 bytes too far. */
  public static void misdirect(Path library, int wrapper) throws IOException {
    Wrapper found = wrapper(library, wrapper);
    byte[] bytes = Files.readAllBytes(library);
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at + 24 <= bytes.length; at += 8) {
      boolean relocation =
          buffer.getLong(at) == found.address() + 8
              && buffer.getLong(at + 8) == 8
              && buffer.getLong(at + 16) == found.pointer().value();
      if (relocation) {
        buffer.putLong(at + 16, found.pointer().value() + 8);
        Files.write(library, bytes);
        return;
      }
    }
    throw new IllegalArgumentException("no relative relocation for wrapper " + wrapper);
  }

  private static Wrapper wrapper(Path library, int wrapper) throws IOException {
    try (MappedFile file = MappedFile.open(library)) {
      return FatBinary.read(ElfFile.read(file.view())).wrappers().get(wrapper);
    }
  }
}
