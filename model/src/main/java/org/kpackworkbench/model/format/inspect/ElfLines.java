package org.kpackworkbench.model.format.inspect;

import java.util.function.BiConsumer;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.StructReader;
import org.kpackworkbench.model.format.elf.ElfMachine;

/** The first fields of an ELF header. */
final class ElfLines {
  private static final String[] CLASSES = {"no class", "32-bit", "64-bit"};
  private static final String[] ORDERS = {"no byte order", "little-endian", "big-endian"};
  private static final String[] TYPES = {"none", "object file", "executable", "shared", "core"};
  private static final int OS_ABI_HSA = 64;

  private ElfLines() {}

  /**
   * @param reader behind the magic
   * @param field gets name and value of each field
   */
  static void add(StructReader reader, BiConsumer<String, String> field) throws FormatException {
    String width = name(CLASSES, reader.u8("class"));
    String order = name(ORDERS, reader.u8("byte order"));
    field.accept("class", width + ", " + order);
    reader.skip("version", 1);
    int osAbi = reader.u8("OS ABI");
    int abiVersion = reader.u8("ABI version");
    reader.skip("padding", 7);
    field.accept("type", name(TYPES, reader.u16("type")));
    field.accept("machine", ElfMachine.name(reader.u16("machine")));
    if (osAbi == OS_ABI_HSA) {
      field.accept("OS ABI", "64 (AMDGPU HSA), version " + abiVersion);
    } else {
      field.accept("OS ABI", Integer.toString(osAbi));
    }
  }

  private static String name(String[] names, int value) {
    return value < names.length ? names[value] : Integer.toString(value);
  }
}
