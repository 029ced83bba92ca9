package org.kpackworkbench.views.format.offload;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperMagic;
import org.kpackworkbench.model.format.offload.WrapperTarget;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowMark;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

/** The table of wrappers. */
public final class WrappersSpec extends TableSpec<WrappersSpec.WrapperRow>
    implements RowsSpec.Marked<WrappersSpec.WrapperRow> {
  private final FatBinary fat;
  private final Place parent;

  public WrappersSpec(FatBinary fat, Place parent) {
    super(
        TableWords.of(
            "wrappers",
            "Wrappers",
            "The file has no wrappers: nothing in it registers device code with the HIP runtime."));
    this.fat = fat;
    this.parent = parent;
    columns(
        List.of(
            RowColumn.count("#", row -> row.wrapper().index()),
            RowColumn.text("Magic", row -> row.wrapper().magicWords()),
            RowColumn.text("Points to", WrapperRow::pointsTo).alsoNamed("name"),
            RowColumn.address(
                "Pointer",
                row -> row.wrapper().pointer().isKnown() ? row.wrapper().pointer().value() : -1),
            RowColumn.text("Section", WrapperRow::section),
            RowColumn.text("Set by relocation", row -> row.wrapper().pointer().setBy()),
            RowColumn.text("Pointer table", row -> row.wrapper().pointer().tableEntry()),
            RowColumn.mono("Addend", row -> row.wrapper().pointer().addendWords()),
            RowColumn.text("Reserved", WrapperRow::reserved),
            RowColumn.count("Version", row -> row.wrapper().version()),
            RowColumn.address("Address", row -> row.wrapper().address()),
            RowColumn.address("Offset", row -> row.place().range().start()),
            RowColumn.<WrapperRow>address("Stored pointer", row -> row.wrapper().pointer().stored())
                .hidden()));
    load(() -> RowSource.of(WrapperRow.of(fat, parent)));
    place(WrapperRow::place);
    target(WrapperRow::target);
    mark(row -> RowMark.of(OwnerKind.WRAPPER).problem(String.join(" ", row.problems())));
  }

  @Override
  public boolean shows(Place place) {
    if (!(place instanceof Place.Wrapper wrapper)) {
      return false;
    }
    Place section = wrapper.parent();
    return section.equals(parent) || parent.equals(section.parent());
  }

  @Override
  public String status(RowSource<WrapperRow> rows) {
    Map<String, Integer> magics = new TreeMap<>();
    for (Wrapper wrapper : fat.wrappers()) {
      magics.merge(wrapper.magicWords(), 1, Integer::sum);
    }
    StringBuilder text = new StringBuilder(CountText.of(rows.size(), "wrapper"));
    magics.forEach((magic, count) -> text.append(" · ").append(count).append(' ').append(magic));
    return text.toString();
  }

  /**
   * A wrapper as the table shows it.
   *
   * @param wrapper the wrapper
   * @param place where it is
   * @param pointsTo what it points to, in words
   * @param target the place of what it points to; null if that is nothing
   * @param problems what is wrong with it, in sentences
   */
  public record WrapperRow(
      Wrapper wrapper,
      Place.Wrapper place,
      String pointsTo,
      @Nullable Place target,
      List<String> problems) {

    /** The rows of all wrappers; looks into the bundles they point to. */
    public static List<WrapperRow> of(FatBinary fat, Place parent) throws FormatException {
      Map<Integer, BundleTargets> known = new HashMap<>();
      OffloadPlaces places = OffloadPlaces.of(fat, parent);
      List<WrapperRow> rows = new ArrayList<>();
      for (Wrapper wrapper : fat.wrappers()) {
        StoredBundle bundle = fat.bundleOf(wrapper).orElse(null);
        if (bundle != null && !known.containsKey(bundle.index())) {
          known.put(bundle.index(), BundleTargets.of(bundle));
        }
        BundleTargets targets = bundle == null ? null : known.get(bundle.index());
        rows.add(row(fat, places, wrapper, bundle, targets));
      }
      return List.copyOf(rows);
    }

    private static WrapperRow row(
        FatBinary fat,
        OffloadPlaces places,
        Wrapper wrapper,
        @Nullable StoredBundle bundle,
        @Nullable BundleTargets targets) {
      Marker marker = fat.marker();
      Place target =
          bundle != null
              ? places.bundle(bundle)
              : wrapper.target() instanceof WrapperTarget.ToMarker && marker != null
                  ? places.marker(marker)
                  : null;
      return new WrapperRow(
          wrapper,
          places.wrapper(wrapper),
          targetText(wrapper, bundle, targets),
          target,
          problems(wrapper, targets));
    }

    /** The section that the pointer falls in. */
    String section() {
      HostImage.Section section = wrapper.pointedSection();
      return section == null ? "none" : section.label();
    }

    /** The reserved field: in HIPK wrappers the index that a loader will look up. */
    String reserved() {
      if (wrapper.magic() == WrapperMagic.HIPK) {
        String high =
            wrapper.reserved() >>> 32 == 0
                ? ""
                : ", high bits " + "0x" + Long.toHexString(wrapper.reserved() >>> 32);
        return "index " + wrapper.statedIndex() + high;
      }
      return "0x" + Long.toHexString(wrapper.reserved());
    }

    private static String targetText(
        Wrapper wrapper, @Nullable StoredBundle bundle, @Nullable BundleTargets targets) {
      return switch (wrapper.target()) {
        case WrapperTarget.ToMarker marker -> "the marker";
        case WrapperTarget.ToNothing(String why) -> "nothing: " + why;
        case WrapperTarget.ToBundle(int index) -> {
          String what = targets == null ? "" : ": " + targets.words();
          yield "bundle %d%s%s".formatted(index, what, shared(wrapper, bundle));
        }
      };
    }

    private static String shared(Wrapper wrapper, @Nullable StoredBundle bundle) {
      if (bundle == null || bundle.wrappers().size() < 2) {
        return "";
      }
      List<String> others =
          bundle.wrappers().stream()
              .filter(index -> index != wrapper.index())
              .map(index -> Integer.toString(index))
              .toList();
      String shown = String.join(", ", others.subList(0, Math.min(8, others.size())));
      String more = others.size() > 8 ? " and %d more".formatted(others.size() - 8) : "";
      return " (shared with %s %s%s)"
          .formatted(CountText.word(others.size(), "wrapper"), shown, more);
    }

    private static List<String> problems(Wrapper wrapper, @Nullable BundleTargets targets) {
      List<String> problems = new ArrayList<>();
      if (wrapper.magic() == WrapperMagic.OTHER) {
        problems.add("The magic is %s, neither HIPF nor HIPK.".formatted(wrapper.magicWords()));
      }
      if (wrapper.version() != 1) {
        problems.add("The version is %d; only 1 is known.".formatted(wrapper.version()));
      }
      switch (wrapper.target()) {
        case WrapperTarget.ToNothing(String why) ->
            problems.add("It points to nothing: " + why + ".");
        case WrapperTarget.ToMarker marker -> {
          if (wrapper.magic() == WrapperMagic.HIPF) {
            problems.add("It is HIPF but points to the marker.");
          }
        }
        case WrapperTarget.ToBundle bundle -> {
          if (wrapper.magic() == WrapperMagic.HIPK) {
            problems.add("It is HIPK but points to a bundle.");
          }
        }
      }
      if (wrapper.statesOther()) {
        problems.add(
            "It states index %d but is wrapper %d: a loader would request another wrapper's code."
                .formatted(wrapper.statedIndex(), wrapper.index()));
      }
      FormatException broken = targets == null ? null : targets.problem();
      if (broken != null) {
        problems.add("Its bundle cannot be read: " + broken.getMessage());
      }
      return List.copyOf(problems);
    }
  }
}
