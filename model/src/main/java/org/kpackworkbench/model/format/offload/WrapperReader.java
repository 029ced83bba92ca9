package org.kpackworkbench.model.format.offload;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.format.elf.AddressMap;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.PointerValue;

/** Reads wrappers and where in the file they point. */
final class WrapperReader {
  private static final int MOST_WRAPPERS = 1 << 18;

  private final ElfFile elf;
  private final List<FormatException> problems;
  private final List<Raw> wrappers = new ArrayList<>();

  WrapperReader(ElfFile elf, List<FormatException> problems) {
    this.elf = elf;
    this.problems = problems;
  }

  /**
   * A wrapper before it is known what it points to.
   *
   * @param pointedOffset the byte of the file it points to; -1 where it points to none
   * @param why where it points to no byte of the file, what it points to instead
   */
  record Raw(
      int index,
      ElfSection section,
      ByteRange range,
      long address,
      long magicValue,
      long version,
      PointerValue pointer,
      long reserved,
      @Nullable ElfSection pointedSection,
      long pointedOffset,
      String why) {

    WrapperMagic magic() {
      return WrapperMagic.of(magicValue);
    }

    boolean isAtFileOffset() {
      return pointedOffset >= 0;
    }

    Wrapper with(WrapperTarget target) {
      return new Wrapper(
          index,
          section,
          range,
          address,
          magicValue,
          version,
          pointer,
          reserved,
          pointedSection,
          target);
    }
  }

  List<Raw> read(List<ElfSection> sections) throws FormatException {
    for (ElfSection section : sections) {
      ByteRange range = elf.rangeOf(section);
      if (section.sizeBytes() % Wrapper.SIZE_BYTES != 0) {
        problems.add(badSize(section));
      }
      long count = range.length() / Wrapper.SIZE_BYTES;
      for (long i = 0; i < count && wrappers.size() < MOST_WRAPPERS; i++) {
        wrappers.add(read(section, range.start(), i * Wrapper.SIZE_BYTES));
      }
    }
    return wrappers;
  }

  private FormatException badSize(ElfSection section) {
    return FormatException.at(
            elf.view(), section.headerOffset() + 32, section.label(), "size", Reason.BAD_VALUE)
        .expected("a multiple of %d, the size of a wrapper".formatted(Wrapper.SIZE_BYTES))
        .found(section.sizeBytes())
        .build();
  }

  private Raw read(ElfSection section, long sectionStart, long offset) throws FormatException {
    ByteView view = elf.view();
    long at = sectionStart + offset;
    PointerValue pointer = elf.effectivePointer(section, offset + 8);
    Destination destination = destination(pointer);
    return new Raw(
        wrappers.size(),
        section,
        new ByteRange(at, Wrapper.SIZE_BYTES),
        section.address() + offset,
        view.u32(at),
        view.u32(at + 4),
        pointer,
        view.u64(at + 16),
        destination.section,
        destination.offset,
        destination.why);
  }

  /** Where a pointer leads. */
  private record Destination(@Nullable ElfSection section, long offset, String why) {}

  private Destination destination(PointerValue pointer) {
    if (!pointer.isKnown()) {
      return new Destination(null, -1, pointer.words());
    }
    ElfSection target = pointer.targetSection();
    if (elf.header().isObject()) {
      return target == null
          ? new Destination(null, -1, "0x%x, no section".formatted(pointer.value()))
          : inSection(target, pointer.value());
    }
    ElfSection section = elf.sectionAt(pointer.value());
    return elf.addresses().locate(pointer.value()) instanceof AddressMap.InFile in
        ? new Destination(section, in.fileOffset(), "")
        : new Destination(section, -1, FatBinaryReader.where(elf, pointer.value()));
  }

  private Destination inSection(ElfSection section, long offset) {
    ByteRange range = elf.rangeOf(section);
    boolean inside = offset >= 0 && offset < range.length();
    return inside
        ? new Destination(section, range.start() + offset, "")
        : new Destination(
            section, -1, "0x%x, outside the bytes of %s".formatted(offset, section.label()));
  }
}
