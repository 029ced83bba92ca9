package org.kpackworkbench.model.operation.pack;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Writes a shared library with device code as linkers lay it out, of any size: a read-only segment
 * with the dynamic tables and {@code .hip_fatbin}, and a writable one with the wrappers, whose
 * pointers are set by relative relocations.
 *
 * <table>
 * <caption>The file; addresses are offsets, those of the writable segment one page more</caption>
 * <tr><th>what</th><th>where</th></tr>
 * <tr><td>ELF header, program headers</td><td>0</td></tr>
 * <tr><td>{@code .dynsym .dynstr .hash .rela.dyn}</td><td>0x200</td></tr>
 * <tr><td>{@code .hip_fatbin}</td><td>next page, the rest of the first segment</td></tr>
 * <tr><td>{@code .dynamic .hipFatBinSegment}</td><td>next page, the second segment</td></tr>
 * <tr><td>{@code .shstrtab}, section headers</td><td>behind</td></tr>
 * </table>
 */
final class FatElf extends FatFile {
  private static final int TABLES = 0x200;
  private static final int SYMBOLS_BYTES = 24;
  private static final int STRINGS_BYTES = 8;
  private static final int HASH_BYTES = 16;
  private static final int RELA_BYTES = 24;
  private static final int DYNAMIC_BYTES = 16 * 9;
  private static final String[] NAMES = {
    "",
    ".dynsym",
    ".dynstr",
    ".hash",
    ".rela.dyn",
    ".hip_fatbin",
    ".dynamic",
    ".hipFatBinSegment",
    ".shstrtab"
  };

  private final long fatStart;

  FatElf(Path path, int wrappers) throws IOException {
    super(path, wrappers, fatStart(wrappers));
    this.fatStart = fatStart(wrappers);
  }

  private static long fatStart(int wrappers) {
    return page(relaStart() + (long) wrappers * RELA_BYTES);
  }

  private static long relaStart() {
    return TABLES + SYMBOLS_BYTES + STRINGS_BYTES + HASH_BYTES;
  }

  @Override
  void finish(long fatEnd) throws IOException {
    long dataStart = page(fatEnd);
    long dataAddress = dataStart + PAGE_BYTES;
    long wrapperOffset = dataStart + DYNAMIC_BYTES;
    long dataEnd = wrapperOffset + (long) wrappers * WRAPPER_BYTES;
    put(TABLES, tables(dataAddress));
    put(dataStart, data());
    byte[] names = (String.join("\0", NAMES) + "\0").getBytes(StandardCharsets.US_ASCII);
    put(dataEnd, ByteBuffer.wrap(names));
    long headers = (dataEnd + names.length + 7) & -8;
    put(headers, sectionHeaders(fatEnd, dataStart, dataEnd, names.length));
    put(0, header(headers));
    put(64, programHeaders(fatEnd, dataStart, dataEnd));
  }

  private static ByteBuffer header(long sectionHeaders) {
    ByteBuffer out = buffer(64);
    out.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1}).position(16);
    out.putShort((short) 3).putShort((short) 62).putInt(1).putLong(0).putLong(64);
    out.putLong(sectionHeaders).putInt(0).putShort((short) 64).putShort((short) 56);
    out.putShort((short) 4).putShort((short) 64);
    out.putShort((short) NAMES.length).putShort((short) (NAMES.length - 1));
    return out.flip();
  }

  private static ByteBuffer programHeaders(long fatEnd, long dataStart, long dataEnd) {
    ByteBuffer out = buffer(4 * 56);
    program(out, 1, 4, 0, 0, fatEnd, PAGE_BYTES);
    program(out, 1, 6, dataStart, dataStart + PAGE_BYTES, dataEnd - dataStart, PAGE_BYTES);
    program(out, 2, 6, dataStart, dataStart + PAGE_BYTES, DYNAMIC_BYTES, 8);
    program(out, 0x6474e551, 6, 0, 0, 0, 16);
    return out.flip();
  }

  private static void program(
      ByteBuffer out, int type, int flags, long offset, long address, long size, long alignment) {
    out.putInt(type).putInt(flags).putLong(offset).putLong(address).putLong(address);
    out.putLong(size).putLong(size).putLong(alignment);
  }

  private ByteBuffer tables(long dataAddress) {
    ByteBuffer out = buffer((int) (relaStart() - TABLES) + wrappers * RELA_BYTES);
    out.position(SYMBOLS_BYTES + STRINGS_BYTES);
    // One bucket, one symbol.
    out.putInt(1).putInt(1).putInt(0).putInt(0);
    for (int i = 0; i < wrappers; i++) {
      out.putLong(dataAddress + DYNAMIC_BYTES + (long) i * WRAPPER_BYTES + 8);
      out.putLong(8).putLong(bundles.get(i));
    }
    return out.flip();
  }

  private ByteBuffer data() {
    ByteBuffer out = buffer(DYNAMIC_BYTES + wrappers * WRAPPER_BYTES);
    long symbols = TABLES;
    long[] dynamic = {
      4,
      symbols + SYMBOLS_BYTES + STRINGS_BYTES,
      5,
      symbols + SYMBOLS_BYTES,
      6,
      symbols,
      10,
      STRINGS_BYTES,
      11,
      SYMBOLS_BYTES,
      7,
      relaStart(),
      8,
      (long) wrappers * RELA_BYTES,
      9,
      RELA_BYTES,
      0,
      0
    };
    for (long word : dynamic) {
      out.putLong(word);
    }
    for (int i = 0; i < wrappers; i++) {
      out.putInt(0x48495046).putInt(1).putLong(0).putLong(0);
    }
    return out.flip();
  }

  private ByteBuffer sectionHeaders(long fatEnd, long dataStart, long dataEnd, int namesBytes) {
    ByteBuffer out = buffer(NAMES.length * 64);
    long strings = TABLES + SYMBOLS_BYTES;
    long hash = strings + STRINGS_BYTES;
    long dataAddress = dataStart + PAGE_BYTES;
    out.position(64);
    section(out, 1, 11, 2, TABLES, TABLES, SYMBOLS_BYTES, 2, 1, 8, 24);
    section(out, 2, 3, 2, strings, strings, STRINGS_BYTES, 0, 0, 1, 0);
    section(out, 3, 5, 2, hash, hash, HASH_BYTES, 1, 0, 8, 4);
    section(
        out, 4, 4, 2, relaStart(), relaStart(), (long) wrappers * RELA_BYTES, 1, 0, 8, RELA_BYTES);
    section(out, 5, 1, 2, fatStart, fatStart, fatEnd - fatStart, 0, 0, PAGE_BYTES, 0);
    section(out, 6, 6, 3, dataAddress, dataStart, DYNAMIC_BYTES, 2, 0, 8, 16);
    section(
        out,
        7,
        1,
        3,
        dataAddress + DYNAMIC_BYTES,
        dataStart + DYNAMIC_BYTES,
        (long) wrappers * WRAPPER_BYTES,
        0,
        0,
        8,
        0);
    section(out, 8, 3, 0, 0, dataEnd, namesBytes, 0, 0, 1, 0);
    return out.flip();
  }

  private static void section(
      ByteBuffer out,
      int name,
      int type,
      long flags,
      long address,
      long offset,
      long size,
      int link,
      int info,
      long alignment,
      long entrySize) {
    int nameOffset = 0;
    for (int i = 0; i < name; i++) {
      nameOffset += NAMES[i].length() + 1;
    }
    out.putInt(nameOffset).putInt(type).putLong(flags).putLong(address).putLong(offset);
    out.putLong(size).putInt(link).putInt(info).putLong(alignment).putLong(entrySize);
  }
}
