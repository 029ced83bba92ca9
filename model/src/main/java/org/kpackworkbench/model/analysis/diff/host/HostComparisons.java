package org.kpackworkbench.model.analysis.diff.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Aligned;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.ComparisonKind;
import org.kpackworkbench.model.analysis.diff.Draft;
import org.kpackworkbench.model.analysis.diff.ListComparison;
import org.kpackworkbench.model.analysis.diff.PartOpener;
import org.kpackworkbench.model.analysis.diff.Resources;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.Values;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.elf.DynamicEntry;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfHeader;
import org.kpackworkbench.model.format.elf.ElfPlaces;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.RelocationTable;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperTarget;

/**
 * Libraries, programs and object files beside one another: headers, device code, wrappers, marker,
 * segments, sections, relocations, bytes. For a fat binary and its host-only form it says in words
 * what the conversion did.
 */
public final class HostComparisons {
  private final List<Side> sides;
  private final PartOpener opener;
  private final List<ElfFile> elfs = new ArrayList<>();
  private final List<FatBinary> fats = new ArrayList<>();

  private HostComparisons(List<Side> sides, PartOpener opener) {
    this.sides = sides;
    this.opener = opener;
  }

  /**
   * Compares ELF files.
   *
   * @param resources what ends with the comparison
   * @throws FormatException where one is none
   */
  public static Comparison open(
      List<Side> sides, PartOpener opener, Resources resources, Progress progress)
      throws FormatException {
    HostComparisons host = new HostComparisons(sides, opener);
    ListComparison.Builder builder =
        new ListComparison.Builder(ComparisonKind.ELF, sides).closing(resources);
    for (int side = 0; side < sides.size(); side++) {
      ElfFile elf =
          ElfFile.read(Objects.requireNonNull(sides.get(side).bytes(), "a file has bytes"));
      FatBinary fat = FatBinary.read(elf, progress);
      host.elfs.add(elf);
      host.fats.add(fat);
      builder.problems(side, elf.problems()).problems(side, fat.problems());
    }
    if (sides.size() == 2) {
      ConversionWords.between(sides, host.fats).forEach(builder::remark);
    }
    return host.build(builder);
  }

  private Comparison build(ListComparison.Builder builder) throws FormatException {
    builder.add(header());
    builder.add(deviceCode());
    addWrappers(builder);
    builder.add(marker());
    List<DeviceParts> parts = new ArrayList<>();
    for (int side = 0; side < sides.size(); side++) {
      FatBinary fat = fats.get(side);
      OffloadPlaces places = OffloadPlaces.of(fat, sides.get(side).place());
      parts.add(DeviceParts.of(sides.get(side), places, fat.bundles()));
    }
    DeviceRows.add(builder, parts, opener);
    addSegments(builder);
    SectionRows.add(builder, sides, elfs);
    addDynamic(builder);
    addRelocations(builder);
    return builder.bytes().build();
  }

  private Draft header() {
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
              .with("section headers", elf.sections().size())
              .hex("program headers at", header.programHeadersOffset())
              .hex("section headers at", header.sectionHeadersOffset()));
    }
    return new Draft("header", "ELF header", values).places("section headers at");
  }

  private Draft deviceCode() {
    List<@Nullable Values> values = new ArrayList<>();
    for (int side = 0; side < fats.size(); side++) {
      FatBinary fat = fats.get(side);
      values.add(
          Values.at(sides.get(side).place())
              .with("state", fat.state().words())
              .with("wrappers", fat.wrappers().size())
              .with("bundles", fat.bundles().size()));
    }
    return new Draft("device code", "device code", values);
  }

  private void addWrappers(ListComparison.Builder builder) throws FormatException {
    List<List<Wrapper>> wrappers = fats.stream().map(FatBinary::wrappers).toList();
    for (Map.Entry<String, List<@Nullable Wrapper>> row :
        Aligned.byKey(wrappers, wrapper -> "wrapper " + wrapper.index()).entrySet()) {
      builder.add(
          new Draft("wrapper", row.getKey(), Aligned.map(row.getValue(), this::values))
              .places("address", "pointer"));
    }
  }

  private Values values(int side, Wrapper wrapper) {
    return Values.at(OffloadPlaces.of(fats.get(side), sides.get(side).place()).wrapper(wrapper))
        .with("magic", wrapper.magicWords())
        .with("version", wrapper.version())
        .hex("address", wrapper.address())
        .with("pointer", wrapper.pointer().isKnown() ? wrapper.pointer().words() : null)
        .with("leads to", words(wrapper.target()))
        .hex("reserved", wrapper.reserved());
  }

  private static String words(WrapperTarget target) {
    return switch (target) {
      case WrapperTarget.ToBundle(int bundle) -> "bundle " + bundle;
      case WrapperTarget.ToMarker() -> "the marker";
      case WrapperTarget.ToNothing(String why) -> why;
    };
  }

  private Draft marker() {
    List<@Nullable Values> values = new ArrayList<>();
    for (int side = 0; side < fats.size(); side++) {
      FatBinary fat = fats.get(side);
      Marker marker = fat.marker();
      if (marker == null) {
        values.add(null);
        continue;
      }
      Values known =
          Values.at(OffloadPlaces.of(fat, sides.get(side).place()).marker(marker))
              .with("kernel name", marker.kernelName())
              .with("search paths", String.join(" ", marker.searchPaths()))
              .hex("address", marker.address());
      marker
          .otherKeys()
          .forEach(pair -> known.with(pair.key().toString(), pair.value().toString()));
      values.add(known);
    }
    return new Draft("marker", "marker", values).places("address");
  }

  private void addSegments(ListComparison.Builder builder) throws FormatException {
    List<List<ElfSegment>> segments = elfs.stream().map(ElfFile::segments).toList();
    for (Map.Entry<String, List<@Nullable ElfSegment>> row :
        Aligned.byKey(segments, ElfSegment::typeName).entrySet()) {
      builder.add(
          new Draft("segment", row.getKey(), Aligned.map(row.getValue(), this::values))
              .places("address", "offset"));
    }
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
    List<List<DynamicEntry>> dynamic = elfs.stream().map(ElfFile::dynamic).toList();
    for (Map.Entry<String, List<@Nullable DynamicEntry>> row :
        Aligned.byKey(dynamic, HostComparisons::key).entrySet()) {
      builder.add(
          new Draft(
              "dynamic",
              row.getKey(),
              Aligned.map(
                  row.getValue(),
                  (side, entry) -> {
                    Values values = Values.at(sides.get(side).place());
                    return entry.text() == null
                        ? values.hex("value", entry.value())
                        : values.with("value", entry.text());
                  })));
    }
  }

  /** Needed libraries are told apart by their names, the rest by tag. */
  private static String key(DynamicEntry entry) {
    return entry.tagName().equals("NEEDED") && entry.text() != null
        ? "NEEDED " + entry.text()
        : entry.tagName();
  }

  private void addRelocations(ListComparison.Builder builder) throws FormatException {
    List<List<RelocationTable>> tables = elfs.stream().map(ElfFile::relocations).toList();
    for (Map.Entry<String, List<@Nullable RelocationTable>> row :
        Aligned.byKey(tables, RelocationTable::label).entrySet()) {
      List<Side> below = new ArrayList<>();
      List<RelocationTable> shared = new ArrayList<>();
      List<ElfFile> files = new ArrayList<>();
      for (int side = 0; side < sides.size(); side++) {
        RelocationTable table = row.getValue().get(side);
        if (table != null) {
          below.add(sides.get(side));
          shared.add(table);
          files.add(elfs.get(side));
        }
      }
      Draft draft =
          new Draft("relocations", row.getKey(), Aligned.map(row.getValue(), this::values));
      builder.add(
          shared.size() < 2
              ? draft
              : draft.opens(progress -> RelocationComparison.open(below, shared, files, progress)));
    }
  }

  private Values values(int side, RelocationTable table) throws FormatException {
    return Values.at(
            table.section() == null
                ? sides.get(side).place()
                : new ElfPlaces(elfs.get(side), sides.get(side).place()).section(table.section()))
        .with("kind", table.kind().toString())
        .with("relocations", table.size());
  }
}
