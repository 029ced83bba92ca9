package org.kpackworkbench.model.format.registration;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.PointerValue;
import org.kpackworkbench.model.format.elf.Relocation;

/**
 * The x86-64 code and data of a host binary as its constructors see them before any has run: what
 * pointers hold, which function of another file a call leads to, texts. Not for use by many
 * threads.
 */
final class HostCode {
  private static final int GLOB_DAT = 6;
  private static final int JUMP_SLOT = 7;
  private static final int SYMBOLIC = 1;
  private static final int MOST_TEXT_BYTES = 1 << 16;

  private final ElfFile elf;
  private final Map<Long, String> imports = new HashMap<>();

  HostCode(ElfFile elf) {
    this.elf = elf;
  }

  /** The bytes from an address on, to the end of their segment. */
  ByteView from(long address) throws FormatException {
    return elf.addresses().from(address);
  }

  /**
   * Returns the value of the 8 bytes at an address; null if that is not known before the file is
   * loaded.
   */
  @Nullable Long pointer(long address) throws FormatException {
    PointerValue pointer = elf.effectivePointer(address);
    if (pointer.isKnown()) {
      return pointer.value();
    }
    Relocation relocation = pointer.relocation();
    ElfSymbol symbol = pointer.symbol();
    boolean slot = relocation != null && isSlot(relocation.type());
    return slot && symbol != null && !symbol.isUndefined() ? (Long) symbol.value() : null;
  }

  /** The function of another file that the slot at an address leads to; empty if none is known. */
  String imported(long slot) throws FormatException {
    String known = imports.get(slot);
    if (known == null) {
      PointerValue pointer = elf.effectivePointer(slot);
      Relocation relocation = pointer.relocation();
      ElfSymbol symbol = pointer.symbol();
      known =
          relocation != null && symbol != null && isSlot(relocation.type()) ? symbol.name() : "";
      imports.put(slot, known);
    }
    return known;
  }

  /** The function of another file that a call of an address ends in, by way of a stub; or empty. */
  String importedThrough(long address) throws FormatException {
    ByteView code = from(address);
    int at = code.size() >= 4 && code.u32(0) == 0xfa1e0ff3L ? 4 : 0;
    if (code.size() > at && code.u8(at) == 0xf2) {
      at++;
    }
    boolean jump = code.size() >= at + 6 && code.u16(at) == 0x25ff;
    return jump ? imported(address + at + 6 + (int) code.u32(at + 2)) : "";
  }

  /** A text that ends in a zero byte; null if there is none of a usual length. */
  @Nullable String text(long address) throws FormatException {
    ByteView bytes = from(address);
    int most = (int) Math.min(MOST_TEXT_BYTES, bytes.size());
    for (int length = 0; length < most; length++) {
      if (bytes.u8(length) == 0) {
        return new String(bytes.bytes(0, length), StandardCharsets.UTF_8);
      }
    }
    return null;
  }

  private static boolean isSlot(long type) {
    return type == GLOB_DAT || type == JUMP_SLOT || type == SYMBOLIC;
  }
}
