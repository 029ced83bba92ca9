package org.kpackworkbench.model.operation.pack;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Writes a Windows DLL with device code. Every section starts at a page of the file, so that
 * addresses are offsets: headers, {@code .text}, {@code .hipFatB} with the wrappers, {@code
 * .hip_fat}, {@code .reloc}.
 */
final class FatDll extends FatFile {
  private static final long BASE = 0x180000000L;
  private static final int NEW_HEADER = 64;
  private static final int DIRECTORIES = 16;
  private static final int OPTIONAL_BYTES = 112 + DIRECTORIES * 8;
  private static final long CODE = 0x60000020L;
  private static final long DATA = 0x40000040L;

  FatDll(Path path, int wrappers) throws IOException {
    super(path, wrappers, 3L * PAGE_BYTES);
    if (wrappers * WRAPPER_BYTES > PAGE_BYTES) {
      throw new IllegalArgumentException(wrappers + " wrappers have more than a page");
    }
  }

  @Override
  void finish(long fatEnd) throws IOException {
    long relocations = page(fatEnd);
    long relocationBytes = 8 + wrappers * 2L;
    put(0, headers(fatEnd, relocations, relocationBytes));
    put(PAGE_BYTES, ByteBuffer.wrap(new byte[] {(byte) 0xc3}));
    put(2L * PAGE_BYTES, wrapperBytes());
    ByteBuffer block = buffer((int) page(relocationBytes));
    block.putInt(2 * PAGE_BYTES).putInt((int) relocationBytes);
    for (int i = 0; i < wrappers; i++) {
      block.putShort((short) ((10 << 12) | (i * WRAPPER_BYTES + 8)));
    }
    put(relocations, block.rewind());
  }

  private ByteBuffer wrapperBytes() {
    ByteBuffer out = buffer(wrappers * WRAPPER_BYTES);
    for (long bundle : bundles) {
      out.putInt(0x48495046).putInt(1).putLong(BASE + bundle).putLong(0);
    }
    return out.flip();
  }

  private ByteBuffer headers(long fatEnd, long relocations, long relocationBytes) {
    ByteBuffer out = buffer(PAGE_BYTES);
    out.put("MZ".getBytes(StandardCharsets.US_ASCII)).putInt(60, NEW_HEADER).position(NEW_HEADER);
    out.put("PE\0\0".getBytes(StandardCharsets.US_ASCII));
    out.putShort((short) 0x8664).putShort((short) 4).putInt(0).putInt(0).putInt(0);
    out.putShort((short) OPTIONAL_BYTES).putShort((short) 0x2022);
    int optional = out.position();
    out.putShort((short) 0x20b).putInt(optional + 4, PAGE_BYTES);
    out.putInt(optional + 8, (int) (page(fatEnd) - PAGE_BYTES));
    out.putInt(optional + 20, PAGE_BYTES).putLong(optional + 24, BASE);
    out.putInt(optional + 32, PAGE_BYTES).putInt(optional + 36, PAGE_BYTES);
    out.putInt(optional + 56, (int) (relocations + PAGE_BYTES)).putInt(optional + 60, PAGE_BYTES);
    out.putShort(optional + 68, (short) 3).putShort(optional + 70, (short) 0x160);
    out.putInt(optional + 108, DIRECTORIES);
    out.putInt(optional + 112 + 5 * 8, (int) relocations);
    out.putInt(optional + 112 + 5 * 8 + 4, (int) relocationBytes);
    out.position(optional + OPTIONAL_BYTES);
    section(out, ".text", PAGE_BYTES, 1, CODE);
    section(out, ".hipFatB", 2L * PAGE_BYTES, (long) wrappers * WRAPPER_BYTES, DATA);
    section(out, ".hip_fat", 3L * PAGE_BYTES, fatEnd - 3L * PAGE_BYTES, DATA);
    section(out, ".reloc", relocations, relocationBytes, DATA | 0x02000000L);
    return out.rewind();
  }

  private static void section(ByteBuffer out, String name, long start, long size, long flags) {
    int end = out.position() + 8;
    out.put(name.getBytes(StandardCharsets.US_ASCII)).position(end);
    out.putInt((int) size).putInt((int) start).putInt((int) page(size)).putInt((int) start);
    out.putInt(0).putInt(0).putInt(0).putInt((int) flags);
  }
}
