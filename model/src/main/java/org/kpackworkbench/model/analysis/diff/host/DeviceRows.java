package org.kpackworkbench.model.analysis.diff.host;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Aligned;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Comparison.PartOpener;
import org.kpackworkbench.model.analysis.diff.Comparison.Resources;
import org.kpackworkbench.model.analysis.diff.ComparisonKind;
import org.kpackworkbench.model.analysis.diff.Draft;
import org.kpackworkbench.model.analysis.diff.ListComparison;
import org.kpackworkbench.model.analysis.diff.RowContents;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.Values;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.offload.BareCodeObject;
import org.kpackworkbench.model.format.offload.BrokenBundle;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.BundleFile;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.CompressedBundle.UnpackLimits;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.offload.UnpackedBundle;
import org.kpackworkbench.model.format.registry.CodeElsewhere;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;

/** Code objects in bundles, aligned by wrapper and target. */
public final class DeviceRows {
  /** The group of the rows. */
  public static final String CODE = "code object";

  private DeviceRows() {}

  /**
   * Compares files of bundles.
   *
   * @throws FormatException if one is none
   */
  public static Comparison open(List<Side> sides, PartOpener opener, Resources resources)
      throws FormatException {
    ListComparison.Builder builder =
        new ListComparison.Builder(ComparisonKind.BUNDLES, sides).closing(resources);
    List<DeviceParts> parts = new ArrayList<>();
    for (Side side : sides) {
      ByteView bytes = Objects.requireNonNull(side.bytes(), "a file has bytes");
      BundleFile file = BundleFile.read(bytes);
      parts.add(DeviceParts.of(side, OffloadPlaces.of(file, side.place()), file.bundles()));
    }
    add(builder, parts, opener);
    return builder.bytes().build();
  }

  /** Adds a row for each code object. */
  static void add(ListComparison.Builder builder, List<DeviceParts> sides, PartOpener opener)
      throws FormatException {
    List<List<DevicePart>> all = new ArrayList<>();
    for (int side = 0; side < sides.size(); side++) {
      all.add(sides.get(side).parts());
      List<FormatException> problems = sides.get(side).problems();
      builder
          .problems(side, problems)
          .cut(
              side,
              problems.isEmpty() ? null : problems.getFirst(),
              (group, key) -> group.equals(CODE));
    }
    builder.rows(all, DevicePart::key, (key, row) -> row(key, row, opener));
  }

  private static Draft row(String key, List<@Nullable DevicePart> row, PartOpener opener)
      throws FormatException {
    Draft draft =
        new Draft(
                CODE,
                key,
                Aligned.map(
                    row,
                    (side, part) ->
                        Values.at(part.place())
                            .with("entry", part.entryText())
                            .with("stored", part.form())
                            .with("size", part.sizeBytes())
                            .size(part.sizeBytes())
                            .broken(part.problem())))
            // Archives have rows where bundles have entries.
            .storage(
                row.stream().anyMatch(ArchivedPart.class::isInstance)
                    ? new String[] {"stored", "entry"}
                    : new String[] {"stored"});
    List<RowContents.@Nullable Part> contents =
        Aligned.map(
            row,
            (side, part) ->
                new RowContents.Part(
                    part.side().label() + ", " + part.key(), part.place(), part::load));
    DevicePart first = row.getFirst();
    new RowContents(contents, opener, false).of(draft);
    return first == null || !draft.isShared()
        ? draft
        : draft.check((side, progress) -> compare(first, row.get(side), opener, progress));
  }

  private static Change compare(
      DevicePart one, @Nullable DevicePart other, PartOpener opener, Progress progress)
      throws IOException {
    if (other == null) {
      return Change.CHANGED;
    }
    if (one.isCompressed() && other.isCompressed() && sameStored(one, other)) {
      return Change.SAME;
    }
    try (Resources resources = opener.resources()) {
      boolean same =
          one.load(resources, progress)
              .mismatch(other.load(resources, progress), Progress.NONE)
              .isEmpty();
      boolean stored = one.isCompressed() || other.isCompressed();
      return same ? stored ? Change.STORED_OTHERWISE : Change.SAME : Change.CHANGED;
    }
  }

  private static boolean sameStored(DevicePart one, DevicePart other) throws FormatException {
    return one instanceof BundledPart first
        && other instanceof BundledPart second
        && first.bundle().range().length() == second.bundle().range().length()
        && stored(first).mismatch(stored(second), Progress.NONE).isEmpty();
  }

  private static ByteView stored(BundledPart part) throws FormatException {
    ByteView bytes = Objects.requireNonNull(part.side().bytes(), "a file has bytes");
    return bytes.slice(part.bundle().range().start(), part.bundle().range().length());
  }

  /** The code of one wrapper for one target. */
  sealed interface DevicePart {
    Side side();

    /** By wrapper and target, as loaders count. */
    String key();

    Place place();

    /** Returns the name in a bundle; null if it is in none. */
    @Nullable String entryText();

    /** How it is stored, in words. */
    String form();

    /** Its size; -1 if that is not known. */
    long sizeBytes();

    /** Whether it has to be unpacked. */
    boolean isCompressed();

    @Nullable FormatException problem();

    /**
     * Its bytes.
     *
     * @param resources what has to be closed when they are no longer needed
     */
    ByteView load(Resources resources, Progress progress) throws IOException;
  }

  /** A code object of a host-only binary, in one of its archives. */
  record ArchivedPart(Side side, CodeObjects archives, CodeObjectRow row) implements DevicePart {
    @Override
    public String key() {
      return "wrapper %d @ %s".formatted(row.index(), row.target());
    }

    @Override
    public Place place() {
      return row.place();
    }

    @Override
    public @Nullable String entryText() {
      return null;
    }

    @Override
    public String form() {
      return "in " + row.place().file().getFileName();
    }

    @Override
    public long sizeBytes() {
      return row.originalSizeBytes();
    }

    @Override
    public boolean isCompressed() {
      return true;
    }

    @Override
    public @Nullable FormatException problem() {
      return row.problem();
    }

    @Override
    public ByteView load(Resources resources, Progress progress) throws IOException {
      return archives.load(row.row(), progress);
    }
  }

  /** An entry of a bundle, or a bundle that is one code object. */
  record BundledPart(
      Side side, StoredBundle bundle, @Nullable BundleEntry entry, String key, Place place)
      implements DevicePart {

    @Override
    public @Nullable String entryText() {
      return entry == null ? null : entry.id().text();
    }

    @Override
    public long sizeBytes() {
      BundleEntry known = entry;
      return known == null ? bundle.range().length() : known.sizeBytes();
    }

    @Override
    public @Nullable FormatException problem() {
      return entry == null ? null : entry.problem();
    }

    @Override
    public boolean isCompressed() {
      return bundle.content() instanceof CompressedBundle;
    }

    @Override
    public String form() {
      return bundle.content() instanceof CompressedBundle compressed
          ? "compressed, %s version %d".formatted(compressed.method().words(), compressed.version())
          : bundle.content().kindName();
    }

    @Override
    public ByteView load(Resources resources, Progress progress) throws IOException {
      return switch (bundle.content()) {
        case OffloadBundle plain -> plain.content(entry(plain.entries()));
        case CompressedBundle compressed -> {
          UnpackedBundle unpacked =
              resources.add(compressed.unpack(UnpackLimits.of(resources.budget()), progress));
          yield unpacked.bundle().content(entry(unpacked.bundle().entries())).detached();
        }
        case BareCodeObject bare -> bare.elf().view();
        case BrokenBundle(FormatException problem) -> throw problem;
      };
    }

    private BundleEntry entry(List<BundleEntry> entries) {
      return entries.get(Objects.requireNonNull(entry).index());
    }
  }

  /** The code objects of one side. */
  static final class DeviceParts {
    private final Side side;
    private final OffloadPlaces places;
    private final List<DevicePart> parts = new ArrayList<>();
    private final List<FormatException> problems = new ArrayList<>();

    private DeviceParts(Side side, OffloadPlaces places) {
      this.side = side;
      this.places = places;
    }

    static DeviceParts of(Side side, OffloadPlaces places, List<StoredBundle> bundles)
        throws FormatException {
      DeviceParts found = new DeviceParts(side, places);
      for (StoredBundle bundle : bundles) {
        try {
          found.add(bundle);
        } catch (FormatException failure) {
          failure.throwIfFileChanged();
          found.problems.add(failure);
        }
      }
      return found;
    }

    /** Adds what is in archives. */
    void add(CodeElsewhere archives) throws FormatException {
      CodeObjects objects = archives.codeObjects();
      for (int row = 0; row < objects.size(); row++) {
        parts.add(new ArchivedPart(side, objects, objects.row(row)));
      }
      problems.addAll(archives.problems());
    }

    List<DevicePart> parts() {
      return parts;
    }

    List<FormatException> problems() {
      return problems;
    }

    private void add(StoredBundle bundle) throws FormatException {
      switch (bundle.content()) {
        case OffloadBundle plain -> entries(bundle, plain.entries());
        case CompressedBundle compressed -> entries(bundle, compressed.readTable().entries());
        case BareCodeObject bare -> {
          String target = CodeObject.of(bare.elf()).target().toString();
          parts.add(
              new BundledPart(
                  side, bundle, null, key(bundle, target), places.codeObject(bundle, target)));
        }
        case BrokenBundle(FormatException problem) -> throw problem;
      }
    }

    private void entries(StoredBundle bundle, List<BundleEntry> entries) {
      for (BundleEntry entry : entries) {
        if (entry.isDevice()) {
          String target = entry.target() == null ? entry.id().text() : entry.target().toString();
          parts.add(
              new BundledPart(
                  side, bundle, entry, key(bundle, target), places.codeObject(bundle, entry)));
        }
      }
    }

    /** By wrapper, as loaders count; what no wrapper points to by its number in the file. */
    private static String key(StoredBundle bundle, String target) {
      return bundle.wrappers().isEmpty()
          ? "bundle %d @ %s".formatted(bundle.index(), target)
          : "wrapper %d @ %s".formatted(bundle.wrappers().getFirst(), target);
    }
  }
}
