package org.kpackworkbench.model.analysis.diff.host;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Aligned;
import org.kpackworkbench.model.analysis.diff.Comparison.PartOpener;
import org.kpackworkbench.model.analysis.diff.Draft;
import org.kpackworkbench.model.analysis.diff.ListComparison;
import org.kpackworkbench.model.analysis.diff.MachineCode;
import org.kpackworkbench.model.analysis.diff.RowContents;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.Values;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfPlaces;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.SectionType;

/** Sections of ELF files, aligned by name; each opens its bytes. */
public final class SectionRows {
  /** The group of the rows. */
  public static final String SECTION = "section";

  private SectionRows() {}

  private record Part(Side side, ElfFile elf, ElfSection section, @Nullable MachineCode code) {
    Place place() {
      return new ElfPlaces(elf, side.place()).section(section);
    }

    ByteView content() throws FormatException {
      return elf.content(section).named(side.label() + ", " + section.label());
    }
  }

  /**
   * Adds a row for each section of code objects, whose code can be shown as instructions.
   *
   * @param codes the code object of each side; empty for other files
   */
  public static void add(
      ListComparison.Builder builder,
      List<Side> sides,
      List<ElfFile> elfs,
      List<CodeObject> codes,
      PartOpener opener)
      throws FormatException {
    List<List<Part>> all = new ArrayList<>();
    for (int side = 0; side < elfs.size(); side++) {
      List<Part> parts = new ArrayList<>();
      builder.cut(side, lost(elfs.get(side)), (group, key) -> group.equals(SECTION));
      for (ElfSection section : elfs.get(side).sections()) {
        if (section.type() != SectionType.NULL) {
          MachineCode code =
              codes.isEmpty() || !section.isExecutable()
                  ? null
                  : new MachineCode(codes.get(side), null, section.address());
          parts.add(new Part(sides.get(side), elfs.get(side), section, code));
        }
      }
      all.add(parts);
    }
    builder.rows(all, part -> part.section().name(), (name, row) -> row(name, row, opener));
  }

  /** Why no section could be read of a file that says it has some; null of other files. */
  static @Nullable FormatException lost(ElfFile elf) {
    return elf.sections().isEmpty()
            && elf.header().sectionHeadersOffset() != 0
            && !elf.problems().isEmpty()
        ? elf.problems().getFirst()
        : null;
  }

  private static Draft row(String name, List<@Nullable Part> row, PartOpener opener)
      throws FormatException {
    List<RowContents.@Nullable Part> contents =
        Aligned.map(
            row,
            (side, part) ->
                new RowContents.Part(
                    part.side().label() + ", " + part.section().label(),
                    part.place(),
                    part.code(),
                    (resources, progress) -> part.content()));
    return new RowContents(contents, opener, true)
        .of(
            new Draft(SECTION, name, Aligned.map(row, (side, part) -> values(part)))
                .places("address", "offset", "link", "info"));
  }

  private static Values values(Part part) {
    ElfSection section = part.section();
    return Values.at(part.place())
        .with("type", section.typeName())
        .with("flags", section.flagWords())
        .hex("address", section.address())
        .hex("offset", section.fileOffset())
        .with("size", section.sizeBytes())
        .with("alignment", section.alignment())
        .with("entry size", section.entrySizeBytes())
        .with("link", name(part.elf(), section.link()))
        .with("info", section.info())
        .size(section.storedSizeBytes());
  }

  /** Sections' numbers change whenever one is added; what counts is which one it is. */
  private static @Nullable String name(ElfFile elf, long index) {
    return index <= 0 || index >= elf.sections().size()
        ? null
        : elf.sections().get((int) index).label();
  }
}
