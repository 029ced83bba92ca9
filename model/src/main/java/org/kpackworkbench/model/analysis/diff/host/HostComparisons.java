package org.kpackworkbench.model.analysis.diff.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperTarget;
import org.kpackworkbench.model.format.registry.CodeElsewhere;
import org.kpackworkbench.model.format.registry.Document;

/**
 * Compares libraries, programs and object files: device code, wrappers, marker, the tables of the
 * container, bytes. For a fat binary and its host-only form it says in words what the conversion
 * did.
 */
public final class HostComparisons {
  private static final int MOST_STEPS = 6;

  /** Groups of rows that are found by the names of sections. */
  private static final Set<String> FROM_SECTIONS =
      Set.of("wrapper", "marker", "dynamic", "relocations", DeviceRows.CODE);

  private final List<Side> sides;
  private final PartOpener opener;
  private final ContainerRows container;
  private final List<FatBinary> fats;

  private HostComparisons(
      List<Side> sides, PartOpener opener, ContainerRows container, List<FatBinary> fats) {
    this.sides = sides;
    this.opener = opener;
    this.container = container;
    this.fats = fats;
  }

  /**
   * Compares ELF files.
   *
   * @param resources what ends with the comparison
   * @throws IOException if one is none, or an archive of one cannot be opened
   */
  public static Comparison elf(
      List<Side> sides, PartOpener opener, Resources resources, Progress progress)
      throws IOException {
    List<FatBinary> fats = read(sides, ElfFile::read, progress);
    ElfRows rows = new ElfRows(sides, fats.stream().map(FatBinary::elf).toList());
    return new HostComparisons(sides, opener, rows, fats)
        .build(ComparisonKind.ELF, resources, progress);
  }

  /**
   * Compares Windows binaries.
   *
   * @param resources what ends with the comparison
   * @throws IOException if one is none, or an archive of one cannot be opened
   */
  public static Comparison windows(
      List<Side> sides, PartOpener opener, Resources resources, Progress progress)
      throws IOException {
    List<FatBinary> fats = read(sides, CoffFile::read, progress);
    return new HostComparisons(sides, opener, CoffRows.of(sides, fats), fats)
        .build(ComparisonKind.WINDOWS, resources, progress);
  }

  private interface Reader {
    HostImage read(ByteView view) throws FormatException;
  }

  private static List<FatBinary> read(List<Side> sides, Reader reader, Progress progress)
      throws FormatException {
    List<FatBinary> fats = new ArrayList<>();
    for (Side side : sides) {
      ByteView view = Objects.requireNonNull(side.bytes(), "a file has bytes");
      fats.add(FatBinary.read(reader.read(view), progress));
    }
    return fats;
  }

  private Comparison build(ComparisonKind kind, Resources resources, Progress progress)
      throws IOException {
    ListComparison.Builder builder = new ListComparison.Builder(kind, sides).closing(resources);
    for (int side = 0; side < sides.size(); side++) {
      builder.problems(side, container.problems(side)).problems(side, fats.get(side).problems());
    }
    builder.add(container.header());
    builder.add(deviceCode());
    addWrappers(builder);
    builder.add(marker());
    List<DeviceParts> parts = new ArrayList<>();
    for (int side = 0; side < sides.size(); side++) {
      FatBinary fat = fats.get(side);
      OffloadPlaces places = OffloadPlaces.of(fat, sides.get(side).place());
      // Without section headers bundles are only what looks like one.
      FormatException lost = container.lost(side);
      parts.add(DeviceParts.of(sides.get(side), places, lost == null ? fat.bundles() : List.of()));
      builder.cut(side, lost, (group, key) -> FROM_SECTIONS.contains(group));
    }
    List<String> words = sides.size() == 2 ? ConversionWords.between(sides, fats) : List.of();
    words.stream().limit(1).forEach(builder::remark);
    addArchives(builder, parts, resources, progress);
    words.stream().skip(1).forEach(builder::remark);
    DeviceRows.add(builder, parts, opener);
    container.addTables(builder, opener);
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

  private Draft deviceCode() {
    List<@Nullable Values> values = new ArrayList<>();
    for (int side = 0; side < fats.size(); side++) {
      FatBinary fat = fats.get(side);
      FormatException lost = container.lost(side);
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
}
