package org.kpackworkbench.model.format.image;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.place.Place;

/**
 * A library, program or object file for the host, as far as finding device code in it needs it.
 * Immutable, safe for use by many threads. Offsets count from the first byte of {@link #view}.
 */
public interface HostImage {

  /** A section, as its header states it. */
  interface Section {
    /** The position of its header in the table. */
    int index();

    /** The name; empty if it has none or the names cannot be read. */
    String name();

    /** The name, or the number where it has none. */
    default String label() {
      return name().isEmpty() ? "section " + index() : name();
    }

    /** The virtual address; 0 if it is not loaded. */
    long address();

    /** The size in memory, in bytes. */
    long sizeBytes();

    /** Whether it has no bytes in the file. */
    boolean isNoBits();

    /** Offset of the field of its header that states its size. */
    long sizeFieldOffset();
  }

  /** A pointer in data, as a loader leaves it. */
  interface Pointer {
    /** Whether {@link #value} is known. */
    boolean isKnown();

    /** The virtual address; in an object file an offset in {@link #targetSection}. */
    long value();

    /** Returns the relocation that sets the pointer, or that none does, in words. */
    String words();

    /** The 8 bytes as they are in the file; 0 if they are not in it. */
    long stored();

    /** The name of the type of the relocation that sets it; null if none does. */
    @Nullable String relocationName();

    /** Returns the type of that relocation, or that there is none, for a cell of a table. */
    String setBy();

    /** The table of the relocation that sets it, and the number there; empty if none does. */
    String tableEntry();

    /** The addend of the relocation, and its symbol; empty if none sets the pointer. */
    String addendWords();

    /** In an object file the section that the value counts in; else null. */
    @Nullable Section targetSection();
  }

  /**
   * A part of the file in memory.
   *
   * @param address its virtual address
   * @param memoryBytes its size there; what the file has no bytes for is zero
   * @param fileOffset where its bytes are in the file
   * @param fileBytes the number of these bytes
   */
  record Loaded(long address, long memoryBytes, long fileOffset, long fileBytes) {}

  /** The file's bytes. */
  ByteView view();

  /** How the system that it is for reads paths. */
  PathRules pathRules();

  /** Whether it is an object file, which is not linked yet. */
  boolean isObject();

  /** Whether linkers cut the names of its sections after eight bytes. */
  boolean hasShortNames();

  /** Returns why no section has a name, as the end of "The section headers …". */
  String whyNoNames();

  /** The problems found while it was read. */
  List<FormatException> problems();

  /** The sections in the order of their headers. */
  List<? extends Section> sections();

  /** The loaded section that holds a virtual address; never in object files. */
  Optional<? extends Section> sectionAt(long virtualAddress);

  /** The section whose bytes hold an offset. */
  Optional<? extends Section> sectionAtOffset(long fileOffset);

  /** The part of a section's bytes that is inside the file. */
  ByteRange rangeOf(Section section);

  /** The parts that are loaded, the later over the earlier; none in object files. */
  List<Loaded> loaded();

  /** The bytes that are loaded and cannot be written; where device code is if no section says. */
  List<ByteRange> readOnlyRanges();

  /** The offset of the byte that is loaded at a virtual address; empty if no byte is. */
  OptionalLong offsetOf(long virtualAddress);

  /** The virtual address at which a byte of the file is loaded; empty if it is not. */
  OptionalLong addressOf(long fileOffset);

  /** The location at a virtual address, in words. */
  String whereWords(long virtualAddress);

  /**
   * Returns the value that the pointer at an offset of a section will have.
   *
   * @throws FormatException if it cannot be read
   */
  Pointer effectivePointer(Section section, long offset) throws FormatException;

  /** The place of a section; {@code parent} is the place of the image. */
  Place.Section placeOf(Section section, Place parent);
}
