package org.kpackworkbench.model.format.elf;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.kpackworkbench.model.base.bytes.FormatException;

/** Prints an ELF file's tables as {@code llvm-readelf} does, with single spaces. */
final class ReadelfText {
  private static final String FLAG_LETTERS = "WAXxMSILOGTC";

  private final ElfFile elf;

  ReadelfText(ElfFile elf) {
    this.elf = elf;
  }

  List<String> sections() {
    List<String> lines = new ArrayList<>();
    for (ElfSection section : elf.sections()) {
      lines.add(
          squeeze(
              "[%d] %s %s %016x %06x %06x %02x %s %d %d %d"
                  .formatted(
                      section.index(),
                      section.name(),
                      typeName(section),
                      section.address(),
                      section.fileOffset(),
                      section.sizeBytes(),
                      section.entrySizeBytes(),
                      letters(section.flags()),
                      section.link(),
                      section.info(),
                      section.alignment())));
    }
    return lines;
  }

  List<String> segments() {
    List<String> lines = new ArrayList<>();
    for (ElfSegment segment : elf.segments()) {
      String flags =
          ((segment.flags() & SegmentFlags.READ) != 0 ? "R" : "")
              + ((segment.flags() & SegmentFlags.WRITE) != 0 ? "W" : "")
              + ((segment.flags() & SegmentFlags.EXECUTE) != 0 ? "E" : "");
      lines.add(
          "%s 0x%06x 0x%016x 0x%016x 0x%06x 0x%06x %s 0x%x"
              .formatted(
                  segment.typeName(),
                  segment.fileOffset(),
                  segment.virtualAddress(),
                  segment.physicalAddress(),
                  segment.fileSizeBytes(),
                  segment.memorySizeBytes(),
                  flags,
                  segment.alignment()));
    }
    return lines;
  }

  /** Tags with their names, and the texts of those that have one. */
  List<String> dynamic() {
    return elf.dynamic().stream()
        .map(
            entry ->
                "0x%016x (%s)%s"
                    .formatted(
                        entry.tag(),
                        entry.tagName(),
                        entry.text() == null ? "" : " [" + entry.text() + "]"))
        .toList();
  }

  List<String> symbols(SymbolTable table) {
    return table.asList().stream().map(symbol -> symbol(symbol, table.isDynamic())).toList();
  }

  List<String> relocations(RelocationTable table) throws FormatException {
    List<String> lines = new ArrayList<>();
    for (Relocation each : table.asList()) {
      if (table.kind() == RelocationTable.Kind.RELR) {
        lines.add("%016x".formatted(each.offset()));
      } else {
        lines.add(entry(each));
      }
    }
    return lines;
  }

  List<String> notes() throws FormatException {
    List<String> lines = new ArrayList<>();
    for (ElfNote note : elf.notes()) {
      lines.add("%s 0x%08x".formatted(note.name(), note.content().size()));
      if (note.isBuildId()) {
        byte[] id = note.content().bytes(0, (int) note.content().size());
        lines.add("Build ID: " + HexFormat.of().formatHex(id));
      }
    }
    return lines;
  }

  private String entry(Relocation each) throws FormatException {
    String start =
        "%016x %08x%08x %s"
            .formatted(each.offset(), each.symbolIndex(), each.type(), each.typeName());
    ElfSymbol symbol = each.symbol().orElse(null);
    if (symbol == null) {
      return "%s %x".formatted(start, each.addend());
    }
    String sign = each.addend() < 0 ? "-" : "+";
    return "%s %016x %s %s %x"
        .formatted(
            start,
            symbol.value(),
            named(symbol, elf.dynamicSymbols().isPresent()),
            sign,
            Math.abs(each.addend()));
  }

  private static String symbol(ElfSymbol symbol, boolean versions) {
    String index =
        symbol.isUndefined()
            ? "UND"
            : symbol.isAbsolute() ? "ABS" : Integer.toString(symbol.section());
    String type =
        switch (symbol.type()) {
          case ElfSymbol.NO_TYPE -> "NOTYPE";
          case ElfSymbol.OBJECT -> "OBJECT";
          case ElfSymbol.FUNCTION -> "FUNC";
          case ElfSymbol.SECTION -> "SECTION";
          case ElfSymbol.FILE -> "FILE";
          case ElfSymbol.TLS -> "TLS";
          default -> symbol.typeName();
        };
    return squeeze(
        "%d: %016x %d %s %s %s %s %s"
            .formatted(
                symbol.index(),
                symbol.value(),
                symbol.sizeBytes(),
                type,
                symbol.bindingName().toUpperCase(Locale.ROOT),
                symbol.visibilityName().toUpperCase(Locale.ROOT),
                index,
                named(symbol, versions)));
  }

  private static String named(ElfSymbol symbol, boolean versions) {
    if (!versions || symbol.version() == null) {
      return symbol.name();
    }
    return symbol.name() + "@" + symbol.version();
  }

  private static String typeName(ElfSection section) {
    return switch (section.typeName()) {
      case "GNU_VERSYM" -> "VERSYM";
      case "GNU_VERNEED" -> "VERNEED";
      case "GNU_VERDEF" -> "VERDEF";
      default -> section.typeName();
    };
  }

  private static String letters(long flags) {
    StringBuilder letters = new StringBuilder();
    for (int bit = 0; bit < FLAG_LETTERS.length(); bit++) {
      if ((flags >> bit & 1) != 0) {
        letters.append(FLAG_LETTERS.charAt(bit));
      }
    }
    return letters + ((flags & 0x80000000L) != 0 ? "E" : "");
  }

  static String squeeze(String line) {
    // A second @ marks the default version, which is for linkers to know.
    return line.strip().replaceAll(" +", " ").replace("[ ", "[").replace("@@", "@");
  }
}
