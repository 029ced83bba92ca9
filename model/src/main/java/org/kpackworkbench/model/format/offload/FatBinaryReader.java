package org.kpackworkbench.model.format.offload;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.ZeroScan;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.offload.FatBinary.RelocatableCode;

/** Reads what a host binary has of device code: wrappers first, then what they point to. */
final class FatBinaryReader {
  private final HostImage image;
  private final Progress progress;
  private final List<FormatException> problems = new ArrayList<>();

  FatBinaryReader(HostImage image, Progress progress) {
    this.image = image;
    this.progress = progress;
  }

  FatBinary read() throws FormatException {
    List<HostImage.Section> fat = named(FatSections.fat(image));
    List<WrapperReader.Raw> raw =
        new WrapperReader(image, problems).read(named(FatSections.wrappers(image)));
    List<BundleScan.Found> found = bundles(fat, raw);
    Marker marker = marker(raw);
    WrapperTargets targets = new WrapperTargets(image, found, marker);
    List<Wrapper> wrappers = new ArrayList<>();
    for (WrapperReader.Raw wrapper : raw) {
      wrappers.add(wrapper.with(targets.of(wrapper)));
    }
    List<StoredBundle> stored = stored(found, wrappers);
    List<RelocatableCode> relocatable = relocatable();
    StateRules rules = new StateRules(image, fat, wrappers, stored, marker, relocatable);
    DeviceCode state = rules.state();
    addProblems(found, marker);
    return new FatBinary(
        image,
        state,
        rules.diagnosis(),
        List.copyOf(wrappers),
        stored,
        marker,
        relocatable,
        fat,
        List.copyOf(problems));
  }

  private List<HostImage.Section> named(List<String> names) {
    List<HostImage.Section> found = new ArrayList<>();
    for (HostImage.Section section : image.sections()) {
      if (names.contains(section.name())) {
        found.add(section);
      }
    }
    return List.copyOf(found);
  }

  private List<BundleScan.Found> bundles(
      List<HostImage.Section> fat, List<WrapperReader.Raw> wrappers) throws FormatException {
    NavigableSet<Long> pointed = new TreeSet<>();
    for (WrapperReader.Raw wrapper : wrappers) {
      if (wrapper.isAtFileOffset() && wrapper.magic() != WrapperMagic.HIPK) {
        pointed.add(wrapper.pointedOffset());
      }
    }
    BundleScan scan = new BundleScan(image.view(), progress);
    for (HostImage.Section section : fat) {
      scan.scan(image.rangeOf(section), pointed);
    }
    if (!StateRules.hasNames(image)) {
      // Without section headers, bundles can still be found by their magics.
      for (ByteRange range : image.readOnlyRanges()) {
        scan.scan(range, new TreeSet<>());
      }
    }
    for (long offset : pointed) {
      scan.readPointed(offset, endOfPlace(offset));
    }
    List<BundleScan.Found> found = scan.found();
    found.sort(Comparator.comparing(BundleScan.Found::range));
    return found;
  }

  /** Where the section that holds an offset of the file ends; the file's end where none does. */
  private long endOfPlace(long offset) {
    HostImage.Section section = image.sectionAtOffset(offset).orElse(null);
    return section == null ? image.view().size() : image.rangeOf(section).end();
  }

  private @Nullable Marker marker(List<WrapperReader.Raw> wrappers) throws FormatException {
    for (String name : FatSections.markers(image)) {
      for (HostImage.Section section : named(List.of(name))) {
        ByteRange range = image.rangeOf(section);
        if (!range.isEmpty()) {
          return new MarkerReader(image, range).read(section, section.address());
        }
        // In a file of debug information no section has any.
        if (!wrappers.isEmpty()) {
          problems.add(
              FormatException.at(
                      image.view(), section.sizeFieldOffset(), name, "size", Reason.BAD_VALUE)
                  .mismatch("a marker", "a section without bytes in the file"));
        }
      }
    }
    // Without its section header the marker can still be found as a loader does.
    for (WrapperReader.Raw wrapper : wrappers) {
      if (wrapper.isAtFileOffset() && wrapper.magic() == WrapperMagic.HIPK) {
        long offset = wrapper.pointedOffset();
        ByteRange range = ByteRange.between(offset, endOfPlace(offset));
        if (MarkerReader.isMarker(image, range)) {
          long address = wrapper.pointer().value();
          return new MarkerReader(image, range)
              .read(image.sectionAt(address).orElse(null), address);
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
    for (HostImage.Section section : image.sections()) {
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

  /**
   * Describes the location of a pointer in words; for pointers that lead to no byte of the file.
   */
  static String where(HostImage image, long address) {
    HostImage.Section section = image.sectionAt(address).orElse(null);
    String inside = section == null ? "" : ", in " + section.label();
    return "0x%x%s: %s".formatted(address, inside, image.whereWords(address));
  }

  private static final class WrapperTargets {
    private static final int SHOWN_BYTES = 8;

    private final HostImage image;
    private final Map<Long, Integer> bundleAt = new HashMap<>();
    private final @Nullable Marker marker;

    WrapperTargets(HostImage image, List<BundleScan.Found> bundles, @Nullable Marker marker) {
      this.image = image;
      this.marker = marker;
      for (int i = 0; i < bundles.size(); i++) {
        bundleAt.putIfAbsent(bundles.get(i).range().start(), i);
      }
    }

    WrapperTarget of(WrapperReader.Raw wrapper) throws FormatException {
      if (!wrapper.isAtFileOffset()) {
        return new WrapperTarget.ToNothing(wrapper.why());
      }
      long offset = wrapper.pointedOffset();
      if (marker != null && marker.range().start() == offset) {
        return new WrapperTarget.ToMarker();
      }
      Integer bundle = bundleAt.get(offset);
      if (bundle != null) {
        return new WrapperTarget.ToBundle(bundle);
      }
      return new WrapperTarget.ToNothing(
          "no bundle and no marker starts at file offset 0x%x; the bytes there are %s"
              .formatted(image.view().fileOffset(offset), bytes(offset)));
    }

    private String bytes(long offset) throws FormatException {
      ByteView view = image.view();
      int count = (int) Math.min(SHOWN_BYTES, view.size() - offset);
      return HexText.spaced(view.bytes(offset, count)).toUpperCase(Locale.ROOT);
    }
  }

  /** Reads a marker; what is wrong with it is listed in it. */
  private static final class MarkerReader {
    private static final String STRUCTURE = "marker";
    private static final int MOST_BYTES = 1 << 20;
    private static final int MOST_PATH_BYTES = 4096;

    private final ByteView file;
    private final PathRules rules;
    private final ByteRange range;
    private final List<FormatException> problems = new ArrayList<>();
    private final List<String> searchPaths = new ArrayList<>();
    private final List<MsgValue.Pair> otherKeys = new ArrayList<>();
    private @Nullable String kernelName;

    /**
     * @param range where it starts, and how far it may go
     */
    MarkerReader(HostImage image, ByteRange range) {
      this.file = image.view();
      this.rules = image.pathRules();
      this.range = range;
    }

    Marker read(HostImage.@Nullable Section section, long address) throws FormatException {
      if (section != null && section.name().equals(FatSections.OLD_MARKER)) {
        String path = path();
        if (path != null) {
          return new Marker(
              section, range, address, null, List.of(path), rules, List.of(), List.of());
        }
      }
      long end = range.start();
      try {
        end = map();
      } catch (FormatException problem) {
        problem.throwIfFileChanged();
        problems.add(problem);
        end = range.end();
      }
      if (problems.isEmpty() && kernelName == null) {
        missing(Marker.KERNEL_NAME_KEY);
      }
      if (problems.isEmpty() && searchPaths.isEmpty()) {
        missing(Marker.SEARCH_PATHS_KEY);
      }
      return new Marker(
          section,
          ByteRange.between(range.start(), end),
          address,
          kernelName,
          List.copyOf(searchPaths),
          rules,
          List.copyOf(otherKeys),
          List.copyOf(problems));
    }

    /** Whether a MessagePack map with one of the marker's keys is there. */
    static boolean isMarker(HostImage image, ByteRange range) throws FormatException {
      MarkerReader reader = new MarkerReader(image, range);
      Marker found = reader.read(null, 0);
      return found.kernelName() != null || !found.searchPaths().isEmpty();
    }

    /** A path as an old plan had it, also as a text of MessagePack; null if there is none. */
    private @Nullable String path() throws FormatException {
      MsgCursor cursor = new MsgCursor(file, range.start(), range.end(), STRUCTURE);
      if (cursor.kind("path") == MsgKind.MAP) {
        return null;
      }
      boolean text = range.length() > 1 && cursor.kind("path") == MsgKind.TEXT;
      byte[] bytes = file.bytes(range.start(), (int) Math.min(range.length(), MOST_PATH_BYTES));
      String path =
          text ? cursor.text("path") : new String(bytes, StandardCharsets.UTF_8).split("\0", -1)[0];
      boolean written =
          path.endsWith(".kpm") && path.codePoints().noneMatch(Character::isISOControl);
      return written ? path : null;
    }

    private long map() throws FormatException {
      long end = range.start() + Math.min(range.length(), MOST_BYTES);
      MsgCursor cursor = new MsgCursor(file, range.start(), end, STRUCTURE);
      long pairs = cursor.mapHeader("map");
      for (long i = 0; i < pairs; i++) {
        pair(cursor);
      }
      return cursor.position();
    }

    private void pair(MsgCursor cursor) throws FormatException {
      MsgValue key = cursor.value("key");
      String name = key instanceof MsgValue.Text text ? text.value() : "";
      long at = cursor.position();
      MsgValue value = cursor.value(name);
      switch (name) {
        case Marker.KERNEL_NAME_KEY -> {
          if (value instanceof MsgValue.Text text) {
            kernelName = text.value();
          } else {
            problems.add(wrong(cursor, at, name, "text", value));
          }
        }
        case Marker.SEARCH_PATHS_KEY -> {
          List<MsgValue> items = value instanceof MsgValue.Array array ? array.items() : List.of();
          items.stream()
              .filter(MsgValue.Text.class::isInstance)
              .forEach(item -> searchPaths.add(((MsgValue.Text) item).value()));
          if (!(value instanceof MsgValue.Array)
              || !items.stream().allMatch(MsgValue.Text.class::isInstance)) {
            problems.add(wrong(cursor, at, name, "an array of texts", value));
          }
        }
        default -> otherKeys.add(new MsgValue.Pair(key, value));
      }
    }

    private static FormatException wrong(
        MsgCursor cursor, long at, String name, String expected, MsgValue found) {
      return cursor.error(at, name, Reason.BAD_VALUE).mismatch(expected, found.toString());
    }

    private void missing(String key) {
      problems.add(
          FormatException.at(file, range.start(), STRUCTURE, key, Reason.NOT_FOUND)
              .mismatch("the key \"" + key + "\"", "no such key"));
    }
  }

  /** Reads wrappers and where in the file they point. */
  private static final class WrapperReader {
    private static final int MOST_WRAPPERS = 1 << 18;
    private static final int STEP = 8;
    private static final int POINTER = 8;

    private final HostImage image;
    private final List<FormatException> problems;
    private final List<Raw> wrappers = new ArrayList<>();

    WrapperReader(HostImage image, List<FormatException> problems) {
      this.image = image;
      this.problems = problems;
    }

    /**
     * A wrapper before it is known what it points to.
     *
     * @param pointedOffset the byte of the file it points to; -1 if it points to none
     * @param why where it points to no byte of the file, what it points to instead
     */
    record Raw(
        int index,
        HostImage.Section section,
        ByteRange range,
        long address,
        long magicValue,
        long version,
        HostImage.Pointer pointer,
        long reserved,
        HostImage.@Nullable Section pointedSection,
        long pointedOffset,
        String why) {

      WrapperMagic magic() {
        return WrapperMagic.of(magicValue);
      }

      boolean isAtFileOffset() {
        return pointedOffset >= 0;
      }

      Wrapper with(WrapperTarget target) {
        return new Wrapper(
            index,
            section,
            range,
            address,
            magicValue,
            version,
            pointer,
            reserved,
            pointedSection,
            target);
      }
    }

    List<Raw> read(List<HostImage.Section> sections) throws FormatException {
      for (HostImage.Section section : sections) {
        read(section, image.rangeOf(section));
      }
      return wrappers;
    }

    /**
     * Reads the wrappers of a section. Each is registered by its address: between them may be
     * zeros, as red zones of AddressSanitizer.
     */
    private void read(HostImage.Section section, ByteRange range) throws FormatException {
      long at = 0;
      while (range.length() - at >= Wrapper.SIZE_BYTES && wrappers.size() < MOST_WRAPPERS) {
        if (isPadding(section, range, at)) {
          at += STEP;
        } else {
          wrappers.add(read(section, range.start(), at));
          at += Wrapper.SIZE_BYTES;
        }
      }
      ByteRange rest = ByteRange.between(range.start() + at, range.end());
      if (wrappers.size() < MOST_WRAPPERS && !ZeroScan.isZero(image.view(), rest)) {
        problems.add(badSize(section));
      }
    }

    /** Zeros, where no relocation sets what would be a wrapper's pointer. */
    private boolean isPadding(HostImage.Section section, ByteRange range, long at)
        throws FormatException {
      return image.view().u64(range.start() + at) == 0
          && image.effectivePointer(section, at + POINTER).relocationName() == null;
    }

    private FormatException badSize(HostImage.Section section) {
      return FormatException.at(
              image.view(), section.sizeFieldOffset(), section.label(), "size", Reason.BAD_VALUE)
          .mismatch(
              "wrappers of %d bytes, with nothing but zeros between".formatted(Wrapper.SIZE_BYTES),
              section.sizeBytes());
    }

    private Raw read(HostImage.Section section, long sectionStart, long offset)
        throws FormatException {
      ByteView view = image.view();
      long at = sectionStart + offset;
      HostImage.Pointer pointer = image.effectivePointer(section, offset + POINTER);
      Destination destination = destination(pointer);
      return new Raw(
          wrappers.size(),
          section,
          new ByteRange(at, Wrapper.SIZE_BYTES),
          section.address() + offset,
          view.u32(at),
          view.u32(at + 4),
          pointer,
          view.u64(at + 16),
          destination.section,
          destination.offset,
          destination.why);
    }

    /** Where a pointer leads. */
    private record Destination(HostImage.@Nullable Section section, long offset, String why) {}

    private Destination destination(HostImage.Pointer pointer) {
      if (!pointer.isKnown()) {
        return new Destination(null, -1, pointer.words());
      }
      HostImage.Section target = pointer.targetSection();
      if (image.isObject()) {
        return target == null
            ? new Destination(null, -1, "0x%x, no section".formatted(pointer.value()))
            : inSection(target, pointer.value());
      }
      HostImage.Section section = image.sectionAt(pointer.value()).orElse(null);
      OptionalLong offset = image.offsetOf(pointer.value());
      return offset.isPresent()
          ? new Destination(section, offset.getAsLong(), "")
          : new Destination(section, -1, FatBinaryReader.where(image, pointer.value()));
    }

    private Destination inSection(HostImage.Section section, long offset) {
      ByteRange range = image.rangeOf(section);
      boolean inside = offset >= 0 && offset < range.length();
      return inside
          ? new Destination(section, range.start() + offset, "")
          : new Destination(
              section, -1, "0x%x, outside the bytes of %s".formatted(offset, section.label()));
    }
  }
}
