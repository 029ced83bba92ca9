package org.kpackworkbench.model.analysis.diff.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Aligned;
import org.kpackworkbench.model.analysis.diff.ByteComparison;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.Comparison.Resources;
import org.kpackworkbench.model.analysis.diff.Difference;
import org.kpackworkbench.model.analysis.diff.Draft;
import org.kpackworkbench.model.analysis.diff.ListComparison;
import org.kpackworkbench.model.analysis.diff.MachineCode;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.Values;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
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
    ByteView content() throws FormatException {
      return elf.content(section).named(side.label() + ", " + section.label());
    }

    Side asSide() throws FormatException {
      return Side.of(new ElfPlaces(elf, side.place()).section(section), content());
    }
  }

  /**
   * Adds a row for each section of code objects, whose code can be shown as instructions.
   *
   * @param codes the code object of each side; empty for other files
   */
  public static void add(
      ListComparison.Builder builder, List<Side> sides, List<ElfFile> elfs, List<CodeObject> codes)
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
    for (Map.Entry<String, List<@Nullable Part>> row :
        Aligned.byKey(all, part -> part.section().name()).entrySet()) {
      builder.add(row(row.getKey(), row.getValue()));
    }
  }

  /** Why no section could be read of a file that says it has some; null of other files. */
  static @Nullable FormatException lost(ElfFile elf) {
    return elf.sections().isEmpty()
            && elf.header().sectionHeadersOffset() != 0
            && !elf.problems().isEmpty()
        ? elf.problems().getFirst()
        : null;
  }

  private static Draft row(String name, List<@Nullable Part> row) throws FormatException {
    Draft draft =
        new Draft(SECTION, name, Aligned.map(row, (side, part) -> values(part)))
            .places("address", "offset", "link", "info");
    Part first = row.getFirst();
    if (first == null || !draft.isShared()) {
      return draft;
    }
    return draft
        .check(
            (side, progress) -> {
              Part other = row.get(side);
              return other != null && first.content().mismatch(other.content(), progress).isEmpty()
                  ? Change.SAME
                  : Change.CHANGED;
            })
        .explains(
            (side, progress) -> {
              Part other = row.get(side);
              return other == null
                  ? List.of()
                  : Difference.bytes(first.content(), other.content(), "", progress);
            })
        .opens(
            progress -> {
              List<Side> parts = new ArrayList<>();
              List<MachineCode> code = new ArrayList<>();
              for (Part part : row) {
                if (part != null) {
                  parts.add(part.asSide());
                  if (part.code != null) {
                    code.add(part.code);
                  }
                }
              }
              return new ByteComparison(
                  parts,
                  code.size() == parts.size() ? code : List.of(),
                  List.of(),
                  new Resources());
            });
  }

  private static Values values(Part part) {
    ElfSection section = part.section();
    return Values.at(new ElfPlaces(part.elf(), part.side().place()).section(section))
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
