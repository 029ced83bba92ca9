package org.kpackworkbench.views.format.elf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.elf.DynamicEntry;
import org.kpackworkbench.model.format.elf.DynamicEntry.DynamicTag;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.SegmentType;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.TableSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

/** The table of entries for the loader. */
final class DynamicSpec extends TableSpec<DynamicSpec.DynamicRow> {
  private final ElfSubject subject;

  DynamicSpec(ElfSubject subject) {
    super(
        TableWords.of(
            "dynamic",
            "Dynamic",
            "The file has no dynamic section: a dynamic linker does nothing for it."));
    this.subject = subject;
    columns(
        List.of(
            RowColumn.count("#", row -> row.entry().index()),
            RowColumn.<DynamicRow>text("Tag", row -> row.entry().tagName()).alsoNamed("name"),
            RowColumn.mono("Value", DynamicRow::value),
            RowColumn.muted("Meaning", DynamicRow::meaning)));
    load(() -> RowSource.of(DynamicRow.of(subject)));
    place(DynamicRow::place);
    status(rows -> CountText.of(rows.size(), "entry"));
  }

  @Override
  public boolean shows(Place place) {
    ByteRange range = ElfViews.smallRange(subject, place);
    return range != null && tableRange().contains(range.start());
  }

  @Override
  public int indexOf(RowSource<DynamicRow> rows, Place place) throws IOException {
    return ElfViews.indexOf(subject, rows, DynamicRow::place, place);
  }

  private ByteRange tableRange() {
    int entries = subject.elf().dynamic().size();
    return subject
        .places()
        .part("dynamic section", DynamicRow.start(subject), (long) entries * 16)
        .range();
  }

  /** The bits of {@code DT_FLAGS} and {@code DT_FLAGS_1} (glibc's {@code elf.h}) in words. */
  private static final class DynamicFlags {
    private static final String[] FLAGS = {
      "ORIGIN", "SYMBOLIC", "TEXTREL", "BIND_NOW", "STATIC_TLS"
    };
    private static final String[] FLAGS_1 = {
      "NOW",
      "GLOBAL",
      "GROUP",
      "NODELETE",
      "LOADFLTR",
      "INITFIRST",
      "NOOPEN",
      "ORIGIN",
      "DIRECT",
      "",
      "INTERPOSE",
      "NODEFLIB",
      "NODUMP",
      "CONFALT",
      "ENDFILTEE",
      "DISPRELDNE",
      "DISPRELPND",
      "NODIRECT",
      "IGNMULDEF",
      "NOKSYMS",
      "NOHDR",
      "EDITED",
      "NORELOC",
      "SYMINTPOSE",
      "GLOBAUDIT",
      "SINGLETON",
      "STUB",
      "PIE"
    };

    private DynamicFlags() {}

    static String words(long flags) {
      return words(flags, FLAGS);
    }

    static String words1(long flags) {
      return words(flags, FLAGS_1);
    }

    private static String words(long flags, String[] names) {
      StringJoiner words = new StringJoiner(", ");
      long left = flags;
      for (int bit = 0; bit < names.length; bit++) {
        if ((flags & 1L << bit) != 0 && !names[bit].isEmpty()) {
          words.add(names[bit]);
          left &= ~(1L << bit);
        }
      }
      if (left != 0 || flags == 0) {
        words.add(ElfNumbers.hex(left));
      }
      return words.toString();
    }
  }

  /**
   * An entry of the dynamic section as the table shows it.
   *
   * @param entry the entry
   * @param value its value, in the form that its tag requires
   * @param meaning its meaning for the loader
   * @param place where it is stored
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
      ElfSection section = subject.elf().section(".dynamic").orElse(null);
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
            ElfNumbers.size(entry.value());
        case "RELACOUNT", "RELCOUNT", "VERDEFNUM", "VERNEEDNUM" -> Long.toString(entry.value());
        case "PLTREL" -> entry.value() == DynamicTag.RELA ? "RELA" : "REL";
        case "FLAGS" -> DynamicFlags.words(entry.value());
        case "FLAGS_1" -> DynamicFlags.words1(entry.value());
        default -> address(subject, entry.value());
      };
    }

    private static String address(ElfSubject subject, long value) {
      ElfSection section = value == 0 ? null : subject.elf().sectionAt(value).orElse(null);
      if (section == null) {
        return ElfNumbers.hex(value);
      }
      long inside = value - section.address();
      return inside == 0
          ? "%s (%s)".formatted(ElfNumbers.hex(value), section.label())
          : "%s (%s + %s)"
              .formatted(ElfNumbers.hex(value), section.label(), ElfNumbers.hex(inside));
    }

    private static String meaning(long tag) {
      return switch (DynamicTag.name(tag)) {
        case "NEEDED" -> "a library that is loaded with it";
        case "SONAME" -> "the name by which other files refer to it";
        case "RPATH" -> "where libraries are looked for, before LD_LIBRARY_PATH";
        case "RUNPATH" -> "where libraries are looked for";
        case "INIT", "INIT_ARRAY" -> "runs when it is loaded";
        case "FINI", "FINI_ARRAY" -> "runs when it is unloaded";
        case "PREINIT_ARRAY" -> "runs before everything else";
        case "INIT_ARRAYSZ", "FINI_ARRAYSZ", "PREINIT_ARRAYSZ" -> "size of the array of functions";
        case "HASH", "GNU_HASH" -> "finds symbols by name";
        case "STRTAB" -> "names";
        case "STRSZ" -> "size of the names";
        case "SYMTAB" -> "symbols";
        case "SYMENT" -> "size of a symbol";
        case "RELA", "REL" -> "relocations";
        case "RELASZ", "RELSZ" -> "size of the relocations";
        case "RELAENT", "RELENT" -> "size of a relocation";
        case "RELACOUNT", "RELCOUNT" -> "number of relative relocations at the start";
        case "RELR" -> "packed relative relocations";
        case "RELRSZ" -> "size of the packed relocations";
        case "RELRENT" -> "size of an entry of the packed relocations";
        case "JMPREL" -> "relocations of functions, applied when first called";
        case "PLTRELSZ" -> "size of the relocations of functions";
        case "PLTREL" -> "kind of the relocations of functions";
        case "PLTGOT" -> "addresses of functions in other files";
        case "TEXTREL" -> "relocations change read-only memory";
        case "SYMBOLIC" -> "its own symbols come first";
        case "BIND_NOW" -> "all symbols are bound when it is loaded";
        case "FLAGS", "FLAGS_1" -> "how it is loaded";
        case "VERSYM" -> "a version for each symbol";
        case "VERNEED" -> "versions that it needs from other files";
        case "VERNEEDNUM" -> "number of libraries with needed versions";
        case "VERDEF" -> "versions that it defines";
        case "VERDEFNUM" -> "number of defined versions";
        case "DEBUG" -> "filled in for debuggers";
        case "NULL" -> "the end";
        default -> "";
      };
    }
  }
}
