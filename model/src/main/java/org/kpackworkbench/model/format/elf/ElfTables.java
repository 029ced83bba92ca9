package org.kpackworkbench.model.format.elf;

import java.util.List;

/** The tables behind the headers, as far as they can be read. */
record ElfTables(
    List<SymbolTable> symbols,
    List<DynamicEntry> dynamic,
    List<ElfNote> notes,
    List<RelocationTable> relocations) {}
