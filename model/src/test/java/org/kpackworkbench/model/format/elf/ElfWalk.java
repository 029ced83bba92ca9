package org.kpackworkbench.model.format.elf;

import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.ClaimMap;
import org.kpackworkbench.model.base.place.Place;

/** Reads everything from an ELF file, as all views together would. */
public final class ElfWalk {
  private static final int MOST = 2000;

  private ElfWalk() {}

  /** Returns how much there was, so that no question is unused. */
  public static long everything(ElfFile elf) throws FormatException {
    Place file = new Place.File(Path.of("sample.so"));
    ElfPlaces places = new ElfPlaces(elf, file);
    long sum = elf.header().toString().length() + elf.extentBytes();
    sum += elf.header().typeName().length() + elf.header().osAbiName().length();
    for (ElfSection section : elf.sections()) {
      sum += section.typeName().length() + section.flagWords().length();
      sum += places.section(section).range().length();
      sum += contentSize(elf, section);
      sum += ZeroPages.inFile(elf.view(), elf.rangeOf(section), Progress.NONE).size();
      sum += elf.effectivePointer(section, 8).value();
    }
    for (ElfSegment segment : elf.segments()) {
      sum += segment.label().length() + segment.flagWords().length();
      sum += places.segment(segment).range().length();
      sum += ZeroPages.inFile(elf.view(), elf.rangeOf(segment), Progress.NONE).size();
      sum += elf.addresses().locate(segment.virtualAddress()).hashCode();
      sum += elf.addresses().addressOf(segment.fileOffset()).hashCode();
    }
    for (SymbolTable table : elf.symbolTables()) {
      sum += symbols(elf, places, table);
    }
    for (RelocationTable table : elf.relocations()) {
      sum += relocations(elf, table);
    }
    for (DynamicEntry entry : elf.dynamic()) {
      sum += entry.tagName().length();
    }
    for (ElfNote note : elf.notes()) {
      sum += note.typeName().length() + note.content().size();
    }
    List<Claim> claims = ElfClaims.of(elf, file, null);
    ClaimMap map = ClaimMap.of(elf.view().size(), claims);
    return sum + map.runs(new ByteRange(0, elf.view().size())).size();
  }

  /** What cannot be read is a format error, and no other one. */
  private static long contentSize(ElfFile elf, ElfSection section) {
    try {
      return elf.content(section).size();
    } catch (FormatException outside) {
      return outside.getMessage().length();
    }
  }

  private static long symbols(ElfFile elf, ElfPlaces places, SymbolTable table)
      throws FormatException {
    long sum = 0;
    for (int i = 0; i < Math.min(MOST, table.size()); i++) {
      ElfSymbol symbol = table.symbol(i);
      sum += symbol.typeName().length() + symbol.bindingName().length();
      sum += places.symbol(symbol).label().length();
      ElfSymbol found = table.holding(symbol.value()).orElse(null);
      sum += found == null ? 0 : found.index();
    }
    sum += table.named("answer").isEmpty() ? 0 : 1;
    return sum + elf.symbolTables().size();
  }

  private static long relocations(ElfFile elf, RelocationTable table) throws FormatException {
    long sum = 0;
    for (int i = 0; i < Math.min(MOST, table.size()); i++) {
      Relocation relocation = table.relocation(i);
      ElfSymbol symbol = relocation.symbol().orElse(null);
      sum += relocation.typeName().length() + (symbol == null ? 0 : symbol.index());
      sum += elf.effectivePointer(relocation.offset()).words().length();
    }
    return sum;
  }
}
