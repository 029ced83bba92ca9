package org.kpackworkbench.model.format.elf;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.image.HostImage;

/**
 * Value that a 64-bit pointer in data will hold when the file is loaded, and why. In an object
 * file, the place that it will point to: an offset in a section.
 *
 * @param how what sets it
 * @param value the value before the load base is added: a virtual address; in an object file an
 *     offset in {@code targetSection}; 0 where {@code how} says that it is not known
 * @param stored the 8 bytes as they are in the file; 0 if they are not in it
 * @param relocation the relocation that sets it; null if none does
 * @param symbol the symbol that the relocation adds to; null if it names none
 * @param targetSection in an object file, the section the value counts in; else null
 */
public record PointerValue(
    How how,
    long value,
    long stored,
    @Nullable Relocation relocation,
    @Nullable ElfSymbol symbol,
    @Nullable ElfSection targetSection)
    implements HostImage.Pointer {

  /** Ways in which a pointer is set. */
  public enum How {
    /** No relocation: the bytes in the file. */
    STATIC("static bytes"),
    /** A relative relocation with its addend in the table. */
    RELATIVE("relative relocation"),
    /** A packed relative relocation; its addend is in the data. */
    PACKED("packed relative relocation (RELR), addend in the data"),
    /** A relocation to symbol + addend, with the symbol in this file. */
    SYMBOLIC("symbolic relocation"),
    /** A relocation to a symbol of another file. */
    UNDEFINED("symbolic relocation to a symbol of another file"),
    /** A relocation of a type that does not set a pointer to an address in this file. */
    OTHER("relocation of another type"),
    /** There are no 8 bytes, neither in the file nor zero-filled. */
    NONE("no bytes there");

    private final String words;

    How(String words) {
      this.words = words;
    }

    /** How the pointer gets its value, in words for people. */
    public String words() {
      return words;
    }
  }

  /** Whether {@code value} is known. */
  @Override
  public boolean isKnown() {
    return switch (how) {
      case STATIC, RELATIVE, PACKED, SYMBOLIC -> true;
      case UNDEFINED, OTHER, NONE -> false;
    };
  }

  /**
   * Returns the way the pointer is set, with the relocation's type, table and symbol where there is
   * one.
   */
  @Override
  public String words() {
    Relocation set = relocation;
    if (set == null) {
      return how.words();
    }
    String where = "%s in %s, entry %d".formatted(set.typeName(), set.table().label(), set.index());
    return switch (how) {
      case PACKED -> where + ", addend in the data";
      case SYMBOLIC, UNDEFINED -> where + ", " + sum(set);
      default -> where;
    };
  }

  @Override
  public @Nullable String relocationName() {
    return relocation == null ? null : relocation.typeName();
  }

  @Override
  public String setBy() {
    if (relocation == null) {
      return how == How.STATIC ? "none: the bytes in the file" : how.words();
    }
    return relocation.table().kind() == RelocationTable.Kind.RELR
        ? "RELR (" + relocation.typeName() + ")"
        : relocation.typeName();
  }

  @Override
  public String tableEntry() {
    return relocation == null
        ? ""
        : "%s, entry %d".formatted(relocation.table().label(), relocation.index());
  }

  @Override
  public String addendWords() {
    if (relocation == null) {
      return "";
    }
    String addend =
        "0x%x%s".formatted(relocation.addend(), relocation.addendInData() ? " (in the data)" : "");
    if (relocation.symbolIndex() == 0) {
      return addend;
    }
    String name = symbol == null ? "symbol " + relocation.symbolIndex() : symbol.name();
    return relocation.addend() == 0 ? name : name + " + " + addend;
  }

  private String sum(Relocation set) {
    String name = symbol == null ? "symbol " + set.symbolIndex() : symbol.name();
    String undefined = how == How.UNDEFINED ? " (of another file)" : "";
    return set.addend() == 0
        ? name + undefined
        : "%s%s + 0x%x".formatted(name, undefined, set.addend());
  }
}
