package org.kpackworkbench.views.format.elf;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.elf.DynamicEntry;
import org.kpackworkbench.model.format.elf.DynamicTag;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.SegmentType;

/**
 * An entry of the dynamic section as the table shows it.
 *
 * @param entry the entry
 * @param value its value, in the form that its tag asks for
 * @param meaning what it tells the loader
 * @param place where it stands
 */
record DynamicRow(DynamicEntry entry, String value, String meaning, Place.Part place) {

  /** The rows of all entries; none for files without a dynamic section. */
  static List<DynamicRow> of(ElfSubject subject) {
    List<DynamicRow> rows = new ArrayList<>();
    long start = start(subject);
    for (DynamicEntry entry : subject.elf().dynamic()) {
      long at = start + (long) entry.index() * DynamicEntry.SIZE_BYTES;
      Place.Part place =
          subject
              .places()
              .part(
                  "dynamic entry %d (%s)".formatted(entry.index(), entry.tagName()),
                  at,
                  DynamicEntry.SIZE_BYTES);
      rows.add(new DynamicRow(entry, value(subject, entry), meaning(entry.tag()), place));
    }
    return List.copyOf(rows);
  }

  /** Where the dynamic section starts in the file. */
  static long start(ElfSubject subject) {
    for (ElfSegment segment : subject.elf().segments()) {
      if (segment.type() == SegmentType.DYNAMIC) {
        return segment.fileOffset();
      }
    }
    ElfSection section = subject.elf().section(".dynamic");
    return section == null ? 0 : section.fileOffset();
  }

  private static String value(ElfSubject subject, DynamicEntry entry) {
    String text = entry.text();
    if (text != null) {
      return text;
    }
    return switch (entry.tagName()) {
      case "RELASZ",
          "RELSZ",
          "RELRSZ",
          "PLTRELSZ",
          "STRSZ",
          "INIT_ARRAYSZ",
          "FINI_ARRAYSZ",
          "PREINIT_ARRAYSZ",
          "RELAENT",
          "RELENT",
          "RELRENT",
          "SYMENT" ->
          Words.size(entry.value());
      case "RELACOUNT", "RELCOUNT", "VERDEFNUM", "VERNEEDNUM" -> Long.toString(entry.value());
      case "PLTREL" -> entry.value() == DynamicTag.RELA ? "RELA" : "REL";
      case "FLAGS" -> DynamicFlags.words(entry.value());
      case "FLAGS_1" -> DynamicFlags.words1(entry.value());
      default -> address(subject, entry.value());
    };
  }

  private static String address(ElfSubject subject, long value) {
    ElfSection section = value == 0 ? null : subject.elf().sectionAt(value);
    if (section == null) {
      return Words.hex(value);
    }
    long inside = value - section.address();
    return inside == 0
        ? "%s (%s)".formatted(Words.hex(value), section.label())
        : "%s (%s + %s)".formatted(Words.hex(value), section.label(), Words.hex(inside));
  }

  private static String meaning(long tag) {
    return switch (DynamicTag.name(tag)) {
      case "NEEDED" -> "a library that is loaded with it";
      case "SONAME" -> "the name that others know it by";
      case "RPATH" -> "where libraries are looked for, before LD_LIBRARY_PATH";
      case "RUNPATH" -> "where libraries are looked for";
      case "INIT", "INIT_ARRAY" -> "runs when it is loaded";
      case "FINI", "FINI_ARRAY" -> "runs when it is unloaded";
      case "PREINIT_ARRAY" -> "runs before everything else";
      case "INIT_ARRAYSZ", "FINI_ARRAYSZ", "PREINIT_ARRAYSZ" -> "size of that array";
      case "HASH", "GNU_HASH" -> "finds symbols by name";
      case "STRTAB" -> "names";
      case "STRSZ" -> "size of the names";
      case "SYMTAB" -> "symbols";
      case "SYMENT" -> "size of a symbol";
      case "RELA", "REL" -> "relocations";
      case "RELASZ", "RELSZ" -> "size of the relocations";
      case "RELAENT", "RELENT" -> "size of a relocation";
      case "RELACOUNT", "RELCOUNT" -> "how many relative relocations come first";
      case "RELR" -> "packed relative relocations";
      case "RELRSZ" -> "size of the packed relocations";
      case "RELRENT" -> "size of a word of them";
      case "JMPREL" -> "relocations of functions, applied when first called";
      case "PLTRELSZ" -> "size of those";
      case "PLTREL" -> "kind of those";
      case "PLTGOT" -> "addresses of functions in other files";
      case "TEXTREL" -> "relocations change read-only memory";
      case "SYMBOLIC" -> "its own symbols come first";
      case "BIND_NOW" -> "all symbols are bound when it is loaded";
      case "FLAGS", "FLAGS_1" -> "how it is loaded";
      case "VERSYM" -> "a version for each symbol";
      case "VERNEED" -> "versions that it needs of others";
      case "VERNEEDNUM" -> "how many libraries those are of";
      case "VERDEF" -> "versions that it defines";
      case "VERDEFNUM" -> "how many those are";
      case "DEBUG" -> "filled in for debuggers";
      case "NULL" -> "the end";
      default -> "";
    };
  }
}
