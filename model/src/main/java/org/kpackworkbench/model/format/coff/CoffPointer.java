package org.kpackworkbench.model.format.coff;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.image.HostImage;

/**
 * A pointer in a Windows binary.
 *
 * @param value a virtual address; in an object an offset in {@code targetSection}
 * @param stored the 8 bytes in the file
 * @param relocationName the relocation's type; null if none sets it
 * @param symbol the symbol that it points to; empty if none is named
 * @param targetSection in an object the section that the value counts in; null if the symbol is of
 *     another file, and in images
 */
record CoffPointer(
    long value,
    long stored,
    @Nullable String relocationName,
    String symbol,
    @Nullable CoffSection targetSection)
    implements HostImage.Pointer {

  @Override
  public boolean isKnown() {
    return symbol.isEmpty() || targetSection != null;
  }

  @Override
  public String words() {
    return relocationName == null
        ? "static bytes"
        : symbol.isEmpty()
            ? "%s, in the base relocations".formatted(relocationName)
            : "%s, %s%s".formatted(relocationName, symbol, isKnown() ? "" : " (of another file)");
  }

  @Override
  public String setBy() {
    return relocationName == null ? "none: the bytes in the file" : relocationName;
  }

  @Override
  public String tableEntry() {
    return relocationName == null ? "" : symbol.isEmpty() ? "base relocations" : "relocations";
  }

  @Override
  public String addendWords() {
    return symbol;
  }
}
