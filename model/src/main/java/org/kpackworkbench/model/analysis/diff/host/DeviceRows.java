package org.kpackworkbench.model.analysis.diff.host;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Aligned;
import org.kpackworkbench.model.analysis.diff.Change;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.ComparisonKind;
import org.kpackworkbench.model.analysis.diff.Draft;
import org.kpackworkbench.model.analysis.diff.ListComparison;
import org.kpackworkbench.model.analysis.diff.PartOpener;
import org.kpackworkbench.model.analysis.diff.Resources;
import org.kpackworkbench.model.analysis.diff.SameBytes;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.Values;
import org.kpackworkbench.model.analysis.diff.host.DeviceParts.DevicePart;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.offload.BundleFile;
import org.kpackworkbench.model.format.offload.OffloadPlaces;

/** Code objects in bundles, aligned by wrapper and target. */
public final class DeviceRows {
  /** The group of the rows. */
  public static final String CODE = "code object";

  private DeviceRows() {}

  /**
   * Compares files of bundles.
   *
   * @throws FormatException where one is none
   */
  public static Comparison open(List<Side> sides, PartOpener opener, Resources resources)
      throws FormatException {
    ListComparison.Builder builder =
        new ListComparison.Builder(ComparisonKind.BUNDLES, sides).closing(resources);
    List<DeviceParts> parts = new ArrayList<>();
    for (Side side : sides) {
      ByteView bytes = java.util.Objects.requireNonNull(side.bytes(), "a file has bytes");
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
      builder.problems(side, sides.get(side).problems());
    }
    for (Map.Entry<String, List<@Nullable DevicePart>> row :
        Aligned.byKey(all, DevicePart::key).entrySet()) {
      builder.add(row(row.getKey(), row.getValue(), opener));
    }
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
                            .with("entry", part.entry() == null ? null : part.entry().id().text())
                            .with("stored", part.form())
                            .with("size", part.sizeBytes())
                            .size(part.sizeBytes())
                            .broken(part.problem())))
            .storage("stored");
    DevicePart first = row.getFirst();
    if (first == null || !draft.isShared()) {
      return draft;
    }
    return draft
        .check((side, progress) -> compare(first, row.get(side), opener, progress))
        .opens(progress -> open(row, opener, progress));
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
          SameBytes.mismatch(
                  one.load(resources, progress), other.load(resources, progress), Progress.NONE)
              < 0;
      boolean stored = one.isCompressed() || other.isCompressed();
      return same ? stored ? Change.STORED_OTHERWISE : Change.SAME : Change.CHANGED;
    }
  }

  private static boolean sameStored(DevicePart one, DevicePart other) throws FormatException {
    return one.bundle().range().length() == other.bundle().range().length()
        && SameBytes.mismatch(stored(one), stored(other), Progress.NONE) < 0;
  }

  private static ByteView stored(DevicePart part) throws FormatException {
    ByteView bytes = java.util.Objects.requireNonNull(part.side().bytes(), "a file has bytes");
    return bytes.slice(part.bundle().range().start(), part.bundle().range().length());
  }

  private static @Nullable Comparison open(
      List<@Nullable DevicePart> row, PartOpener opener, Progress progress) throws IOException {
    Resources resources = opener.resources();
    try {
      List<Side> parts = new ArrayList<>();
      for (DevicePart part : row) {
        if (part != null) {
          String label = part.side().label() + ", " + part.key();
          parts.add(new Side(label, part.place(), part.load(resources, progress)));
        }
      }
      return opener.open(parts, resources, progress);
    } catch (IOException | RuntimeException failure) {
      resources.close();
      throw failure;
    }
  }
}
