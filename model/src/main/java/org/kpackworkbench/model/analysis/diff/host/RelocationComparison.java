package org.kpackworkbench.model.analysis.diff.host;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.ComparisonKind;
import org.kpackworkbench.model.analysis.diff.Draft;
import org.kpackworkbench.model.analysis.diff.ListComparison;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.Values;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfPlaces;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.Relocation;
import org.kpackworkbench.model.format.elf.RelocationTable;

/** Tables of relocations, aligned by what each one changes; only what differs becomes a row. */
final class RelocationComparison {
  /** What differs beyond this is only counted. */
  private static final int MOST_ROWS = 100_000;

  static final String RELOCATION = "relocation";

  private final List<Side> sides;
  private final List<RelocationTable> tables;
  private final List<ElfFile> elfs;

  private RelocationComparison(List<Side> sides, List<RelocationTable> tables, List<ElfFile> elfs) {
    this.sides = sides;
    this.tables = tables;
    this.elfs = elfs;
  }

  static Comparison open(
      List<Side> sides, List<RelocationTable> tables, List<ElfFile> elfs, Progress progress)
      throws FormatException {
    return new RelocationComparison(sides, tables, elfs).build(progress);
  }

  private Comparison build(Progress progress) throws FormatException {
    ListComparison.Builder builder = new ListComparison.Builder(ComparisonKind.RELOCATIONS, sides);
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
        "%d relocation%s the same on all sides.".formatted(same, same == 1 ? " is" : "s are"));
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
    ElfSymbol symbol = relocation.symbol();
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
