package org.kpackworkbench.model.format.offload;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.ZeroScan;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.offload.FatBinary.RelocatableCode;

/** Decides from wrappers, bundles and marker what a file has of device code, and says why. */
final class StateRules {
  private static final int MOST_SENTENCES = 100;

  /** No code object begins with so many zeros. */
  private static final int FIRST_BYTES = 64;

  private final HostImage image;
  private final List<? extends HostImage.Section> fat;
  private final List<Wrapper> wrappers;
  private final List<StoredBundle> bundles;
  private final @Nullable Marker marker;
  private final List<RelocatableCode> relocatable;
  private final List<String> diagnosis = new ArrayList<>();

  StateRules(
      HostImage image,
      List<? extends HostImage.Section> fat,
      List<Wrapper> wrappers,
      List<StoredBundle> bundles,
      @Nullable Marker marker,
      List<RelocatableCode> relocatable) {
    this.image = image;
    this.fat = fat;
    this.wrappers = wrappers;
    this.bundles = bundles;
    this.marker = marker;
    this.relocatable = relocatable;
  }

  /** Whether sections can be identified by name at all. */
  static boolean hasNames(HostImage image) {
    return image.sections().stream().anyMatch(section -> !section.name().isEmpty());
  }

  List<String> diagnosis() {
    return List.copyOf(diagnosis);
  }

  DeviceCode state() throws FormatException {
    if (!hasNames(image)) {
      say(
          "The section headers %s, so wrappers and marker cannot be found by name; bundles were searched for by their magic."
              .formatted(image.whyNoNames()));
      return DeviceCode.NO_SECTION_HEADERS;
    }
    if (!relocatable.isEmpty()) {
      say(
          "%d sections hold relocatable device code; device linking makes the bundle from it."
              .formatted(relocatable.size()));
      return DeviceCode.RELOCATABLE;
    }
    if (wrappers.isEmpty()) {
      return withoutWrappers();
    }
    return withWrappers();
  }

  private DeviceCode withoutWrappers() {
    if (bundles.isEmpty()
        && isEmptied(FatSections.wrappers(image))
        && isEmptied(FatSections.fat(image))) {
      say(
          "The contents of %s and %s were left out, as in files of debug information; the library itself has them."
              .formatted(wrapperName(), fatName()));
      return DeviceCode.NONE;
    }
    if (!bundles.isEmpty() || !fat.isEmpty()) {
      say(
          ("There is %s but no %s: the code is registered in another way, and the file cannot be made"
                  + " host-only.")
              .formatted(fatName(), wrapperName()));
      return DeviceCode.NO_WRAPPERS;
    }
    if (marker != null) {
      say("There is a marker, but no wrapper that points to it.");
      return DeviceCode.HALF_CONVERTED;
    }
    return DeviceCode.NONE;
  }

  private String fatName() {
    return FatSections.fat(image).getFirst();
  }

  private String wrapperName() {
    return FatSections.wrappers(image).getFirst();
  }

  private boolean isEmptied(List<String> names) {
    return image.sections().stream()
        .filter(section -> names.contains(section.name()))
        .findFirst()
        .filter(HostImage.Section::isNoBits)
        .isPresent();
  }

  private DeviceCode withWrappers() throws FormatException {
    long converted = wrappers.stream().filter(w -> w.magic() == WrapperMagic.HIPK).count();
    if (converted == 0) {
      return unconverted();
    }
    if (converted < wrappers.size()) {
      say(
          "%d of %d wrappers are HIPK, the others are not (%s)."
              .formatted(converted, wrappers.size(), numbers(WrapperMagic.HIPK, false)));
    }
    if (marker == null) {
      say("Wrappers are HIPK, but there is no marker.");
    }
    for (Wrapper wrapper : wrappers) {
      if (wrapper.magic() == WrapperMagic.HIPK) {
        check(wrapper);
      }
    }
    return diagnosis.isEmpty() ? DeviceCode.HOST_ONLY : DeviceCode.HALF_CONVERTED;
  }

  private void check(Wrapper wrapper) {
    String wrong = wrapper.wrongIfConverted();
    if (!wrong.isEmpty()) {
      say(wrong);
    }
    if (wrapper.statesOther()) {
      say(
          "Wrapper %d states index %d; a loader would look for another wrapper's code."
              .formatted(wrapper.index(), wrapper.statedIndex()));
    }
  }

  private DeviceCode unconverted() throws FormatException {
    boolean half = marker != null;
    if (half) {
      say("There is a marker, but no wrapper is HIPK.");
    }
    for (Wrapper wrapper : wrappers) {
      switch (wrapper.target()) {
        case WrapperTarget.ToBundle bundle -> {}
        case WrapperTarget.ToMarker marked ->
            say("Wrapper %d points to the marker.".formatted(wrapper.index()));
        case WrapperTarget.ToNothing nothing ->
            say(
                "Wrapper %d (%s) points to no device code: %s."
                    .formatted(wrapper.index(), wrapper.magicWords(), nothing.why()));
      }
    }
    if (isRemoved()) {
      say("The device code was removed, but the wrappers were not converted.");
      half = true;
    }
    return half ? DeviceCode.HALF_CONVERTED : DeviceCode.FAT;
  }

  /** Whether what remains where the device code was, apart from tables of bundles, is zero. */
  private boolean isRemoved() throws FormatException {
    if (bundles.isEmpty()) {
      boolean zero = !fat.isEmpty();
      for (HostImage.Section section : fat) {
        zero &= section.isNoBits() || ZeroScan.isZero(image.view(), image.rangeOf(section));
      }
      return zero;
    }
    for (StoredBundle bundle : bundles) {
      if (!(bundle.content() instanceof OffloadBundle plain) || !isRemoved(plain)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isRemoved(OffloadBundle bundle) throws FormatException {
    boolean any = false;
    for (BundleEntry entry : bundle.entries()) {
      if (entry.isDevice() && entry.problem() == null && entry.sizeBytes() > 0) {
        ByteView code = bundle.content(entry);
        if (!ZeroScan.isZero(code, new ByteRange(0, Math.min(code.size(), FIRST_BYTES)))) {
          return false;
        }
        any = true;
      }
    }
    return any;
  }

  private void say(String sentence) {
    if (diagnosis.size() < MOST_SENTENCES) {
      diagnosis.add(sentence);
    }
  }

  private String numbers(WrapperMagic magic, boolean having) {
    return String.join(
        ", ",
        wrappers.stream()
            .filter(wrapper -> (wrapper.magic() == magic) == having)
            .limit(10)
            .map(wrapper -> Integer.toString(wrapper.index()))
            .toList());
  }
}
