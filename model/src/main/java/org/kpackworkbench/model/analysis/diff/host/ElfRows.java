package org.kpackworkbench.model.analysis.diff.host;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Aligned;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Comparison.PartOpener;
import org.kpackworkbench.model.analysis.diff.ComparisonKind;
import org.kpackworkbench.model.analysis.diff.Draft;
import org.kpackworkbench.model.analysis.diff.ListComparison;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.Values;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.elf.DynamicEntry;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfHeader;
import org.kpackworkbench.model.format.elf.ElfPlaces;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.Relocation;
import org.kpackworkbench.model.format.elf.RelocationTable;

/** Rows of ELF files: header, segments, sections, dynamic section, relocations. */
record ElfRows(List<Side> sides, List<ElfFile> elfs) implements ContainerRows {
  private static final String SEGMENT = "segment";

  @Override
  public @Nullable FormatException lost(int side) {
    return SectionRows.lost(elfs.get(side));
  }

  @Override
  public List<FormatException> problems(int side) {
    return elfs.get(side).problems();
  }

  @Override
  public void addTables(ListComparison.Builder builder, PartOpener opener) throws FormatException {
    addSegments(builder);
    SectionRows.add(builder, sides, elfs, List.of(), opener);
    addDynamic(builder);
    addRelocations(builder);
  }

  @Override
  public Draft header() {
    List<@Nullable Values> values = new ArrayList<>();
    for (int side = 0; side < elfs.size(); side++) {
      ElfFile elf = elfs.get(side);
      ElfHeader header = elf.header();
      values.add(
          Values.at(new ElfPlaces(elf, sides.get(side).place()).header())
              .with("type", elf.typeName())
              .with("machine", header.machineName())
              .with("OS ABI", header.osAbiName())
              .with("ABI version", header.abiVersion())
              .hex("entry", header.entry())
              .hex("flags", header.flags())
              .with("program headers", elf.segments().size())
              .with(
                  "section headers",
                  SectionRows.lost(elf) == null
                      ? elf.sections().size()
                      : header.sectionHeaderCount())
              .hex("program headers at", header.programHeadersOffset())
              .hex("section headers at", header.sectionHeadersOffset()));
    }
    return new Draft("header", "ELF header", values).places("section headers at");
  }

  private void addSegments(ListComparison.Builder builder) throws FormatException {
    for (int side = 0; side < elfs.size(); side++) {
      ElfFile elf = elfs.get(side);
      boolean lost = elf.segments().isEmpty() && elf.header().programHeaderCount() != 0;
      builder.cut(
          side,
          lost && !elf.problems().isEmpty() ? elf.problems().getFirst() : null,
          (group, key) -> group.equals(SEGMENT));
    }
    builder.rows(
        elfs.stream().map(ElfFile::segments).toList(),
        ElfSegment::typeName,
        (key, row) ->
            new Draft(SEGMENT, key, Aligned.map(row, this::values)).places("address", "offset"));
  }

  private Values values(int side, ElfSegment segment) {
    return Values.at(new ElfPlaces(elfs.get(side), sides.get(side).place()).segment(segment))
        .with("flags", segment.flagWords())
        .hex("address", segment.virtualAddress())
        .hex("offset", segment.fileOffset())
        .with("bytes in file", segment.fileSizeBytes())
        .with("bytes in memory", segment.memorySizeBytes())
        .hex("alignment", segment.alignment())
        .size(segment.fileSizeBytes());
  }

  private void addDynamic(ListComparison.Builder builder) throws FormatException {
    builder.rows(
        elfs.stream().map(ElfFile::dynamic).toList(),
        ElfRows::key,
        (key, row) -> new Draft("dynamic", key, Aligned.map(row, this::values)));
  }

  private Values values(int side, DynamicEntry entry) {
    Values values = Values.at(sides.get(side).place());
    return entry.text() == null
        ? values.hex("value", entry.value())
        : values.with("value", entry.text());
  }

  /** Needed libraries are identified by name, other entries by tag. */
  private static String key(DynamicEntry entry) {
    return entry.tagName().equals("NEEDED") && entry.text() != null
        ? "NEEDED " + entry.text()
        : entry.tagName();
  }

  private void addRelocations(ListComparison.Builder builder) throws FormatException {
    builder.rows(
        elfs.stream().map(ElfFile::relocations).toList(),
        RelocationTable::label,
        (label, row) -> {
          Draft draft = new Draft("relocations", label, Aligned.map(row, this::values));
          return draft.isShared()
              ? draft.opens(progress -> RelocationComparison.open(sides, row, elfs, progress))
              : draft;
        });
  }

  private Values values(int side, RelocationTable table) throws FormatException {
    return Values.at(
            table.section() == null
                ? sides.get(side).place()
                : new ElfPlaces(elfs.get(side), sides.get(side).place()).section(table.section()))
        .with("kind", table.kind().toString())
        .with("relocations", table.size());
  }

  /** Tables of relocations, aligned by what each one changes; only what differs becomes a row. */
  private record RelocationComparison(
      List<Side> sides, List<RelocationTable> tables, List<ElfFile> elfs) {
    /** Limit of rows; further differences are only counted. */
    private static final int MOST_ROWS = 100_000;

    static final String RELOCATION = "relocation";

    /** Compares the tables of those sides that have one. */
    static Comparison open(
        List<Side> sides,
        List<@Nullable RelocationTable> tables,
        List<ElfFile> elfs,
        Progress progress)
        throws FormatException {
      List<Side> below = new ArrayList<>();
      List<RelocationTable> shared = new ArrayList<>();
      List<ElfFile> files = new ArrayList<>();
      for (int side = 0; side < sides.size(); side++) {
        RelocationTable table = tables.get(side);
        if (table != null) {
          below.add(sides.get(side));
          shared.add(table);
          files.add(elfs.get(side));
        }
      }
      return new RelocationComparison(below, shared, files).build(progress);
    }

    private Comparison build(Progress progress) throws FormatException {
      ListComparison.Builder builder =
          new ListComparison.Builder(ComparisonKind.RELOCATIONS, sides);
      List<Map<Long, Integer>> byOffset = new ArrayList<>();
      for (RelocationTable table : tables) {
        Map<Long, Integer> map = new HashMap<>();
        table.forEachOffset((index, offset) -> map.putIfAbsent(offset, index));
        byOffset.add(map);
      }
      long same = 0;
      long more = 0;
      int rows = 0;
      for (int side = 0; side < tables.size(); side++) {
        for (int index = 0; index < tables.get(side).size(); index++) {
          progress.step(0);
          Relocation relocation = tables.get(side).relocation(index);
          if (isKnown(byOffset, side, relocation.offset())) {
            continue;
          }
          Draft draft = draft(byOffset, relocation.offset());
          if (draft.fieldsAgree()) {
            same++;
          } else if (rows++ < MOST_ROWS) {
            builder.add(draft);
          } else {
            more++;
          }
        }
      }
      builder.remark(
          CountText.of(same, "relocation is", "relocations are") + " the same on all sides.");
      if (more > 0) {
        builder.remark("%d more differ than are listed here.".formatted(more));
      }
      return builder.build();
    }

    /** Whether a side before has one for the same address, so that it was compared there. */
    private static boolean isKnown(List<Map<Long, Integer>> byOffset, int side, long offset) {
      for (int before = 0; before < side; before++) {
        if (byOffset.get(before).containsKey(offset)) {
          return true;
        }
      }
      return false;
    }

    private Draft draft(List<Map<Long, Integer>> byOffset, long offset) throws FormatException {
      List<@Nullable Values> values = new ArrayList<>();
      for (int side = 0; side < tables.size(); side++) {
        Integer index = byOffset.get(side).get(offset);
        values.add(index == null ? null : values(side, tables.get(side).relocation(index)));
      }
      return new Draft(RELOCATION, "0x" + Long.toHexString(offset), values);
    }

    private Values values(int side, Relocation relocation) throws FormatException {
      ElfSymbol symbol = relocation.symbol().orElse(null);
      ElfSection section = relocation.table().section();
      Place place =
          section == null
              ? null
              : new ElfPlaces(elfs.get(side), sides.get(side).place()).section(section);
      return Values.at(place)
          .with("type", relocation.typeName())
          .with("symbol", symbol == null ? null : symbol.name())
          .hex("addend", relocation.addend());
    }
  }
}
