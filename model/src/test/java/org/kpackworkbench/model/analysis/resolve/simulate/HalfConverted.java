package org.kpackworkbench.model.analysis.resolve.simulate;

import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.msgpack.MsgBytes;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperMagic;

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

  /** Makes a wrapper state another index. */
  public static void index(Path library, int wrapper, int index) throws IOException {
    long at = wrapper(library, wrapper).range().start() + 16;
    byte[] bytes = Files.readAllBytes(library);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt((int) at, index);
    Files.write(library, bytes);
  }

  /** Lets the relocation of a wrapper's pointer lead 8 bytes too far. */
  public static void misdirect(Path library, int wrapper) throws IOException {
    Wrapper found = wrapper(library, wrapper);
    byte[] bytes = Files.readAllBytes(library);
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putLong(relocation(buffer, found) + 16, found.pointer().value() + 8);
    Files.write(library, bytes);
  }

  /** Makes the wrappers of a fat library HIPK, and lets them point to their bundles still. */
  public static void magicOnly(Path library) throws IOException {
    convert(library, new byte[0]);
  }

  /**
   * Converts the wrappers of a fat library as far as a loader looks, and leaves its device code in.
   * The marker gets a place between two code objects.
   */
  public static void keepingCode(Path library, String kernelName, String searchPath)
      throws IOException {
    convert(
        library,
        MsgBytes.pack(map("kernel_name", kernelName, "kpack_search_paths", List.of(searchPath))));
  }

  private static void convert(Path library, byte[] marker) throws IOException {
    byte[] bytes = Files.readAllBytes(library);
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    FatBinary fat = FatBinary.read(ElfFile.read(ByteView.of("library", bytes.clone())));
    ElfSection section = fat.elfSections().getFirst();
    int gap = gap(bytes, section, marker.length + 16);
    buffer.put((int) section.fileOffset() + gap, marker);
    for (Wrapper wrapper : fat.wrappers()) {
      int at = (int) wrapper.range().start();
      buffer.putInt(at, (int) WrapperMagic.HIPK_VALUE).putInt(at + 16, wrapper.index());
      if (marker.length > 0) {
        buffer.putLong(relocation(buffer, wrapper) + 16, section.address() + gap);
      }
    }
    Files.write(library, bytes);
  }

  /** Where zeros begin that are more than are wanted, from a section's start. */
  private static int gap(byte[] bytes, ElfSection section, int wanted) {
    int zeros = 0;
    for (int i = 0; i < section.sizeBytes(); i++) {
      zeros = bytes[(int) section.fileOffset() + i] == 0 ? zeros + 1 : 0;
      if (zeros == wanted) {
        return i + 1 - wanted + 8;
      }
    }
    throw new IllegalArgumentException("no room for a marker");
  }

  private static int relocation(ByteBuffer buffer, Wrapper wrapper) {
    for (int at = 0; at + 24 <= buffer.capacity(); at += 8) {
      boolean found =
          buffer.getLong(at) == wrapper.address() + 8
              && buffer.getLong(at + 8) == 8
              && buffer.getLong(at + 16) == wrapper.pointer().value();
      if (found) {
        return at;
      }
    }
    throw new IllegalArgumentException("no relative relocation for wrapper " + wrapper.index());
  }

  private static Wrapper wrapper(Path library, int wrapper) throws IOException {
    try (OpenFile file = OpenFile.open(library)) {
      return FatBinary.read(ElfFile.read(file.view())).wrappers().get(wrapper);
    }
  }
}
