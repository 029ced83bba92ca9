package org.kpackworkbench.model.operation.pack;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.offload.FatBinary;

/** A library of which one bundle has no wrapper. */
public final class Unreferenced {
  private Unreferenced() {}

  /** Sends every wrapper to the first one's bundle; the pointers must be in the data (RELR). */
  public static Path make(Path from, Path to) throws IOException {
    byte[] bytes = Files.readAllBytes(from);
    FatBinary fat = FatBinary.read(ElfFile.read(ByteView.of("library", bytes)));
    ByteBuffer data = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    long first = fat.wrappers().getFirst().pointer().value();
    fat.wrappers().forEach(w -> data.putLong((int) w.range().start() + 8, first));
    return Files.write(to, bytes);
  }
}
