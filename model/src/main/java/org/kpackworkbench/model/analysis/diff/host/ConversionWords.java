package org.kpackworkbench.model.analysis.diff.host;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Row.Delta;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperMagic;

/** Describes in sentences how a fat binary was converted to a host-only one, or back. */
final class ConversionWords {
  private static final int MOST_NAMED = 12;

  private final FatBinary fat;
  private final FatBinary host;
  private final List<String> sentences = new ArrayList<>();

  private ConversionWords(FatBinary fat, FatBinary host) {
    this.fat = fat;
    this.host = host;
  }

  /** The sentences; none unless one side is fat and the other host-only. */
  static List<String> between(List<Side> sides, List<FatBinary> fats) {
    FatBinary first = fats.getFirst();
    FatBinary last = fats.getLast();
    boolean converted = is(first, DeviceCode.FAT) && is(last, DeviceCode.HOST_ONLY);
    boolean restored = is(first, DeviceCode.HOST_ONLY) && is(last, DeviceCode.FAT);
    if (!converted && !restored) {
      return List.of();
    }
    ConversionWords words =
        converted ? new ConversionWords(first, last) : new ConversionWords(last, first);
    words.add(
        converted
            ? "The first file is fat, the second host-only: its device code was removed."
            : "The first file is host-only, the second fat: device code was put back.");
    Delta size = new Delta(sides.getFirst().sizeBytes(), sides.getLast().sizeBytes());
    words.add("The file has %d bytes, %s.".formatted(size.after(), size.words()));
    words.explain();
    return List.copyOf(words.sentences);
  }

  private static boolean is(FatBinary binary, DeviceCode state) {
    return binary.state() == state;
  }

  private void add(String sentence) {
    sentences.add(sentence);
  }

  private void explain() {
    wrappers();
    marker();
    fatSections();
    sections();
    segments();
  }

  private void wrappers() {
    add(
        "The host-only file has %s with the address of the marker and an index; the fat one has %s and %s."
            .formatted(
                wrappers(host, WrapperMagic.HIPK),
                wrappers(fat, WrapperMagic.HIPF),
                CountText.of(fat.bundles().size(), "bundle")));
    if (fat.wrappers().size() != host.wrappers().size()) {
      add("The number of wrappers differs, so these are not two forms of one file.");
      return;
    }
    int moved = 0;
    for (int i = 0; i < fat.wrappers().size(); i++) {
      Wrapper one = fat.wrappers().get(i);
      moved += one.address() == host.wrappers().get(i).address() ? 0 : 1;
    }
    add(
        moved == 0
            ? "Every wrapper keeps its address."
            : CountText.of(moved, "wrapper has", "wrappers have") + " another address.");
  }

  private static String wrappers(FatBinary binary, WrapperMagic magic) {
    int all = binary.wrappers().size();
    long count = binary.wrappers().stream().filter(each -> each.magic() == magic).count();
    return CountText.of(count, magic + " wrapper") + (count == all ? "" : " of " + all);
  }

  private void marker() {
    Marker marker = host.marker();
    if (marker != null) {
      add(
          "The marker says that the code is called \"%s\" in the archives %s."
              .formatted(marker.kernelName(), String.join(", ", marker.searchPaths())));
    }
  }

  private void fatSections() {
    for (HostImage.Section section : fat.fatSections()) {
      HostImage.Section left = named(host.image(), section);
      if (left == null) {
        add("%s is gone.".formatted(section.name()));
      } else if (left.isNoBits()) {
        add(
            "%s had %d bytes in the file; it now occupies %d bytes of memory, which are zero when loaded."
                .formatted(section.name(), stored(fat, section), left.sizeBytes()));
      } else {
        add(
            "%s keeps its %d bytes in the file, zeroed: there was no whole page to cut."
                .formatted(section.name(), stored(host, left)));
      }
    }
  }

  private static long stored(FatBinary binary, HostImage.Section section) {
    return binary.image().rangeOf(section).length();
  }

  private void sections() {
    Set<String> fatNames =
        fat.fatSections().stream().map(HostImage.Section::name).collect(Collectors.toSet());
    Set<String> moved = new LinkedHashSet<>();
    Set<String> elsewhere = new LinkedHashSet<>();
    Set<String> added = new LinkedHashSet<>();
    Set<String> gone = new LinkedHashSet<>();
    int kept = 0;
    for (HostImage.Section section : host.image().sections()) {
      HostImage.Section before = named(fat.image(), section);
      if (before == null) {
        added.add(section.name());
      } else if (section.address() != 0 && !fatNames.contains(section.name())) {
        if (before.address() == section.address()) {
          kept++;
        } else if (isFreed(section)) {
          moved.add(section.name());
        } else {
          elsewhere.add(section.name());
        }
      }
    }
    for (HostImage.Section section : fat.image().sections()) {
      if (named(host.image(), section) == null) {
        gone.add(section.name());
      }
    }
    add(
        "%d loaded sections keep their addresses%s%s."
            .formatted(
                kept,
                moved.isEmpty() ? "" : "; the freed range now contains " + list(moved),
                elsewhere.isEmpty() ? "" : "; %s do not".formatted(list(elsewhere))));
    if (!added.isEmpty()) {
      add("Only the host-only file has " + list(added) + ".");
    }
    if (!gone.isEmpty()) {
      add("Only the fat file has " + list(gone) + ".");
    }
  }

  private boolean isFreed(HostImage.Section section) {
    return fat.fatSections().stream()
        .anyMatch(
            each -> Long.compareUnsigned(section.address() - each.address(), each.sizeBytes()) < 0);
  }

  private static HostImage.@Nullable Section named(HostImage image, HostImage.Section section) {
    if (section.name().isEmpty()) {
      return section;
    }
    return image.sections().stream()
        .filter(each -> each.name().equals(section.name()))
        .findFirst()
        .orElse(null);
  }

  private void segments() {
    if (!(fat.image() instanceof ElfFile one && host.image() instanceof ElfFile other)) {
      return;
    }
    long before = one.segments().stream().filter(ElfSegment::isLoad).count();
    long after = other.segments().stream().filter(ElfSegment::isLoad).count();
    add(
        before == after
            ? "Both have %d loaded segments.".formatted(after)
            : "The fat file has %d loaded segments, the host-only one %d: the part after the device code is a separate segment."
                .formatted(before, after));
  }

  private static String list(Set<String> names) {
    return ListText.some(names, MOST_NAMED);
  }
}
