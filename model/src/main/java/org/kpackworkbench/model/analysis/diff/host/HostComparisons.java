package org.kpackworkbench.model.analysis.diff.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Aligned;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Comparison.PartOpener;
import org.kpackworkbench.model.analysis.diff.Comparison.Resources;
import org.kpackworkbench.model.analysis.diff.ComparisonKind;
import org.kpackworkbench.model.analysis.diff.Draft;
import org.kpackworkbench.model.analysis.diff.ListComparison;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.Values;
import org.kpackworkbench.model.analysis.diff.host.DeviceRows.DeviceParts;
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
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperTarget;
import org.kpackworkbench.model.format.registry.CodeElsewhere;
import org.kpackworkbench.model.format.registry.Document;

/**
 * Compares libraries, programs and object files: headers, device code, wrappers, marker, segments,
 * sections, relocations, bytes. For a fat binary and its host-only form it says in words what the
 * conversion did.
 */
public final class HostComparisons {
  private static final int MOST_STEPS = 6;
  private static final String SEGMENT = "segment";

  /** Groups of rows that are found by the names of sections. */
  private static final Set<String> FROM_SECTIONS =
      Set.of("wrapper", "marker", "dynamic", "relocations", DeviceRows.CODE);

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
   * @throws IOException if one is none, or an archive of one cannot be opened
   */
  public static Comparison open(
      List<Side> sides, PartOpener opener, Resources resources, Progress progress)
      throws IOException {
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
    return host.build(builder, resources, progress);
  }

  private Comparison build(ListComparison.Builder builder, Resources resources, Progress progress)
      throws IOException {
    builder.add(header());
    builder.add(deviceCode());
    addWrappers(builder);
    builder.add(marker());
    List<DeviceParts> parts = new ArrayList<>();
    for (int side = 0; side < sides.size(); side++) {
      FatBinary fat = fats.get(side);
      OffloadPlaces places = OffloadPlaces.of(fat, sides.get(side).place());
      // Without section headers bundles are only what looks like one.
      FormatException lost = SectionRows.lost(elfs.get(side));
      parts.add(DeviceParts.of(sides.get(side), places, lost == null ? fat.bundles() : List.of()));
      builder.cut(side, lost, (group, key) -> FROM_SECTIONS.contains(group));
    }
    List<String> words = sides.size() == 2 ? ConversionWords.between(sides, fats) : List.of();
    words.stream().limit(1).forEach(builder::remark);
    addArchives(builder, parts, resources, progress);
    words.stream().skip(1).forEach(builder::remark);
    DeviceRows.add(builder, parts, opener);
    addSegments(builder);
    SectionRows.add(builder, sides, elfs, List.of(), opener);
    addDynamic(builder);
    addRelocations(builder);
    return builder.bytes().build();
  }

  /**
   * Adds the code objects of host-only binaries from their archives, where another side has them in
   * itself: what each target gets is compared, wherever it is.
   */
  private void addArchives(
      ListComparison.Builder builder,
      List<DeviceParts> parts,
      Resources resources,
      Progress progress)
      throws IOException {
    if (fats.stream().noneMatch(fat -> fat.state() == DeviceCode.FAT)) {
      return;
    }
    for (int side = 0; side < sides.size(); side++) {
      if (fats.get(side).state() != DeviceCode.HOST_ONLY) {
        continue;
      }
      Document binary =
          resources
              .formats()
              .read(
                  sides.get(side).place(),
                  Objects.requireNonNull(sides.get(side).bytes()),
                  progress);
      resources.add(binary::close);
      String name = sides.get(side).label();
      Optional<CodeElsewhere> found = binary.codeElsewhere(path -> true, progress);
      if (found.isEmpty()) {
        builder.remark(
            "%s has no marker that says where its device code is: only the layout is compared."
                .formatted(name));
        continue;
      }
      CodeElsewhere archives = resources.add(found.get());
      parts.get(side).add(archives);
      builder.remark(
          archives.codeObjects().size() == 0
              ? "%s: %s. Only the layout is compared.".formatted(name, archives.whyNone())
              : "Code objects are compared with those in the archives of %s: %s."
                  .formatted(
                      name,
                      archives.files().stream()
                          .map(each -> seen(each, binary.path()))
                          .collect(Collectors.joining(", "))));
    }
  }

  /** A path as it is seen from a binary; absolute where they have little in common. */
  private static String seen(Path archive, Path binary) {
    try {
      Path folder = Objects.requireNonNull(binary.toRealPath().getParent());
      Path way = folder.relativize(archive);
      return way.getNameCount() <= MOST_STEPS ? way.toString() : archive.toString();
    } catch (IOException | IllegalArgumentException elsewhere) {
      return archive.toString();
    }
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

  private Draft deviceCode() {
    List<@Nullable Values> values = new ArrayList<>();
    for (int side = 0; side < fats.size(); side++) {
      FatBinary fat = fats.get(side);
      FormatException lost = SectionRows.lost(elfs.get(side));
      Values known = Values.at(sides.get(side).place()).with("state", fat.state().words());
      values.add(
          lost == null
              ? known.with("wrappers", fat.wrappers().size()).with("bundles", fat.bundles().size())
              : known.broken(lost));
    }
    return new Draft("device code", "device code", values);
  }

  private void addWrappers(ListComparison.Builder builder) throws FormatException {
    builder.rows(
        fats.stream().map(FatBinary::wrappers).toList(),
        wrapper -> "wrapper " + wrapper.index(),
        (key, row) ->
            new Draft("wrapper", key, Aligned.map(row, this::values)).places("address", "pointer"));
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
        HostComparisons::key,
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
