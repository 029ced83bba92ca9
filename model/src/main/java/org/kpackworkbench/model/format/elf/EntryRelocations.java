package org.kpackworkbench.model.format.elf;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;

/** {@code RELA} and {@code REL}: one entry each. */
final class EntryRelocations implements RelocationTable {
  static final int RELA_SIZE_BYTES = 24;
  static final int REL_SIZE_BYTES = 16;

  private final RelocationContext context;
  private final ByteView bytes;
  private final Kind kind;
  private final int entrySizeBytes;

  EntryRelocations(RelocationContext context, ByteView bytes, Kind kind, int entrySizeBytes) {
    this.context = context;
    this.bytes = bytes;
    this.kind = kind;
    this.entrySizeBytes = entrySizeBytes;
  }

  @Override
  public Kind kind() {
    return kind;
  }

  @Override
  public int machine() {
    return context.machine();
  }

  @Override
  public @Nullable ElfSection section() {
    return context.section();
  }

  @Override
  public @Nullable ElfSection target() {
    return context.target();
  }

  @Override
  public @Nullable SymbolTable symbols() {
    return context.symbols();
  }

  @Override
  public boolean isDynamic() {
    return context.dynamic();
  }

  @Override
  public int size() {
    return (int) Math.min(Integer.MAX_VALUE, bytes.size() / entrySizeBytes);
  }

  @Override
  public Relocation relocation(int index) throws FormatException {
    long at = (long) Objects.checkIndex(index, size()) * entrySizeBytes;
    long offset = bytes.u64(at);
    long type = bytes.u32(at + 8);
    long symbol = bytes.u32(at + 12);
    long addend = kind == Kind.RELA ? bytes.u64(at + 16) : context.storedWord(offset);
    return new Relocation(this, index, offset, type, symbol, addend);
  }

  @Override
  public void forEachOffset(OffsetVisitor visitor) throws FormatException {
    int size = size();
    for (int i = 0; i < size; i++) {
      visitor.visit(i, bytes.u64((long) i * entrySizeBytes));
    }
  }
}
