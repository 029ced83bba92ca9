package org.kpackworkbench.model.format.offload;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.elf.AddressMap;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.elf.SegmentFlags;

/** Reads what an ELF file has of device code: wrappers first, then what they point to. */
final class FatBinaryReader {
  private final ElfFile elf;
  private final Progress progress;
  private final List<FormatException> problems = new ArrayList<>();

  FatBinaryReader(ElfFile elf, Progress progress) {
    this.elf = elf;
    this.progress = progress;
  }

  FatBinary read() throws FormatException {
    List<ElfSection> fat = named(FatSections.FAT);
    List<WrapperReader.Raw> raw =
        new WrapperReader(elf, problems).read(named(FatSections.WRAPPERS));
    List<BundleScan.Found> found = bundles(fat, raw);
    Marker marker = marker(raw);
    WrapperTargets targets = new WrapperTargets(elf, found, marker);
    List<Wrapper> wrappers = new ArrayList<>();
    for (WrapperReader.Raw wrapper : raw) {
      wrappers.add(wrapper.with(targets.of(wrapper)));
    }
    List<StoredBundle> stored = stored(found, wrappers);
    List<RelocatableCode> relocatable = relocatable();
    StateRules rules = new StateRules(elf, fat, wrappers, stored, marker, relocatable);
    DeviceCode state = rules.state();
    addProblems(found, marker);
    return new FatBinary(
        elf,
        state,
        rules.diagnosis(),
        List.copyOf(wrappers),
        stored,
        marker,
        relocatable,
        fat,
        List.copyOf(problems));
  }

  private List<ElfSection> named(String name) {
    return elf.sections().stream().filter(section -> section.name().equals(name)).toList();
  }

  private List<BundleScan.Found> bundles(List<ElfSection> fat, List<WrapperReader.Raw> wrappers)
      throws FormatException {
    NavigableSet<Long> pointed = new TreeSet<>();
    for (WrapperReader.Raw wrapper : wrappers) {
      if (wrapper.isAtFileOffset() && wrapper.magic() != WrapperMagic.HIPK) {
        pointed.add(wrapper.pointedOffset());
      }
    }
    BundleScan scan = new BundleScan(elf.view(), progress);
    for (ElfSection section : fat) {
      scan.scan(elf.rangeOf(section), pointed);
    }
    if (!StateRules.hasNames(elf)) {
      scanSegments(scan);
    }
    for (long offset : pointed) {
      scan.readPointed(offset, endOfPlace(offset));
    }
    List<BundleScan.Found> found = scan.found();
    found.sort(Comparator.comparing(BundleScan.Found::range));
    return found;
  }

  /** Without section headers, bundles can still be found by their magics. */
  private void scanSegments(BundleScan scan) throws FormatException {
    for (ElfSegment segment : elf.segments()) {
      boolean writable = (segment.flags() & SegmentFlags.WRITE) != 0;
      if (segment.isLoad() && !writable) {
        scan.scan(elf.rangeOf(segment), new TreeSet<>());
      }
    }
  }

  /** Where the section that holds an offset of the file ends; the file's end where none does. */
  private long endOfPlace(long offset) {
    ElfSection section = elf.sectionAtOffset(offset);
    return section == null ? elf.view().size() : elf.rangeOf(section).end();
  }

  private @Nullable Marker marker(List<WrapperReader.Raw> wrappers) throws FormatException {
    for (String name : List.of(FatSections.MARKER, FatSections.OLD_MARKER)) {
      for (ElfSection section : named(name)) {
        ByteRange range = elf.rangeOf(section);
        if (!range.isEmpty()) {
          return new MarkerReader(elf.view(), range).read(section, section.address());
        }
        problems.add(
            FormatException.at(
                    elf.view(), section.headerOffset() + 24, name, "size", Reason.BAD_VALUE)
                .expected("a marker")
                .found("a section without bytes in the file")
                .build());
      }
    }
    // Without its section header the marker can still be found as a loader does.
    for (WrapperReader.Raw wrapper : wrappers) {
      if (wrapper.isAtFileOffset() && wrapper.magic() == WrapperMagic.HIPK) {
        long offset = wrapper.pointedOffset();
        ByteRange range = ByteRange.between(offset, endOfPlace(offset));
        if (MarkerReader.isMarker(elf.view(), range)) {
          long address = wrapper.pointer().value();
          return new MarkerReader(elf.view(), range).read(elf.sectionAt(address), address);
        }
      }
    }
    return null;
  }

  private static List<StoredBundle> stored(List<BundleScan.Found> found, List<Wrapper> wrappers) {
    List<List<Integer>> users = new ArrayList<>();
    found.forEach(bundle -> users.add(new ArrayList<>()));
    for (Wrapper wrapper : wrappers) {
      if (wrapper.target() instanceof WrapperTarget.ToBundle(int bundle)) {
        users.get(bundle).add(wrapper.index());
      }
    }
    List<StoredBundle> stored = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      BundleScan.Found bundle = found.get(i);
      stored.add(new StoredBundle(i, bundle.range(), bundle.content(), List.copyOf(users.get(i))));
    }
    return List.copyOf(stored);
  }

  private List<RelocatableCode> relocatable() {
    List<RelocatableCode> found = new ArrayList<>();
    for (ElfSection section : elf.sections()) {
      String name = section.name();
      if (name.startsWith(FatSections.RELOCATABLE_PREFIX)) {
        String id = name.substring(FatSections.RELOCATABLE_PREFIX.length());
        found.add(new RelocatableCode(section, EntryId.parse(id)));
      } else if (name.equals(FatSections.LLVM_OFFLOADING)) {
        found.add(new RelocatableCode(section, EntryId.parse("")));
      }
    }
    return List.copyOf(found);
  }

  private void addProblems(List<BundleScan.Found> found, @Nullable Marker marker) {
    for (BundleScan.Found bundle : found) {
      switch (bundle.content()) {
        case BrokenBundle broken -> problems.add(broken.problem());
        case OffloadBundle plain -> problems.addAll(plain.table().problems());
        case BareCodeObject bare -> problems.addAll(bare.elf().problems());
        case CompressedBundle compressed -> {}
      }
    }
    if (marker != null) {
      problems.addAll(marker.problems());
    }
  }

  /** What is at a pointer, in words; for pointers that lead to no byte of the file. */
  static String where(ElfFile elf, long address) {
    AddressMap.Location location = elf.addresses().locate(address);
    ElfSection section = elf.sectionAt(address);
    String inside = section == null ? "" : ", in " + section.label();
    return "0x%x%s: %s".formatted(address, inside, AddressMap.words(location));
  }
}
