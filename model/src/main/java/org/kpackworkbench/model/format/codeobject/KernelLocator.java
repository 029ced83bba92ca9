package org.kpackworkbench.model.format.codeobject;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.elf.AddressMap;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.SymbolTable;

/** Finds kernels' code and descriptors by their symbols. Safe for use by many threads. */
final class KernelLocator {
  private final ElfFile elf;
  private final @Nullable SymbolTable symbols;

  KernelLocator(ElfFile elf) {
    this.elf = elf;
    SymbolTable all = elf.staticSymbols();
    this.symbols = all != null ? all : elf.dynamicSymbols();
  }

  KernelLocation locate(Kernel kernel) throws FormatException {
    ElfSymbol code = named(kernel.codeSymbol());
    ElfSymbol descriptor = named(kernel.symbol());
    return new KernelLocation(
        code == null ? null : bytes(code, code.sizeBytes()),
        address(code),
        descriptor == null ? null : whole(bytes(descriptor, KernelDescriptor.SIZE_BYTES)),
        address(descriptor));
  }

  private long address(@Nullable ElfSymbol symbol) {
    return symbol == null || elf.header().isObject() ? -1 : symbol.value();
  }

  private @Nullable ElfSymbol named(String name) throws FormatException {
    if (name.isEmpty() || symbols == null) {
      return null;
    }
    ElfSymbol found = symbols.named(name);
    return found == null || found.isUndefined() ? null : found;
  }

  private static @Nullable ByteRange whole(@Nullable ByteRange range) {
    return range != null && range.length() == KernelDescriptor.SIZE_BYTES ? range : null;
  }

  /** The bytes that a symbol stands for, as far as the file has them. */
  private @Nullable ByteRange bytes(ElfSymbol symbol, long size) {
    long start;
    if (elf.header().isObject()) {
      if (symbol.section() <= 0 || symbol.section() >= elf.sections().size()) {
        return null;
      }
      ElfSection section = elf.sections().get(symbol.section());
      start = section.isNoBits() ? -1 : section.fileOffset() + symbol.value();
    } else {
      start =
          elf.addresses().locate(symbol.value()) instanceof AddressMap.InFile in
              ? in.fileOffset()
              : -1;
    }
    long end = elf.view().size();
    return start < 0 || start >= end || size < 0
        ? null
        : new ByteRange(start, Math.min(size, end - start));
  }
}
