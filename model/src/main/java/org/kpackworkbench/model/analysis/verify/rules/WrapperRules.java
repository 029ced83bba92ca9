package org.kpackworkbench.model.analysis.verify.rules;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.kpackworkbench.model.analysis.resolve.answer.Answer;
import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.FatSections;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperMagic;
import org.kpackworkbench.model.format.offload.WrapperTarget;

/** Rules about wrappers, and the bundles to which they point. */
public final class WrapperRules {
  private WrapperRules() {}

  private static Rule<HostSubject> rule(
      String name, String sentence, String advice, Function<Wrapper, String> check) {
    return rule(name, sentence, wrapper -> advice, wrapper -> Severity.ERROR, check);
  }

  private static Rule<HostSubject> rule(
      String name,
      String sentence,
      Function<Wrapper, String> advice,
      Function<Wrapper, Severity> severity,
      Function<Wrapper, String> check) {
    return HostRule.of(
        name,
        sentence,
        (subject, sink) -> {
          if (subject.image().isObject()) {
            // Its pointers are not set before it is linked.
            return;
          }
          for (Wrapper wrapper : subject.fat().wrappers()) {
            String wrong = check.apply(wrapper);
            if (!wrong.isEmpty()) {
              sink.add(
                  severity.apply(wrapper),
                  subject.wrapper(wrapper),
                  subject.fileOffset(wrapper.range().start()),
                  wrong,
                  advice.apply(wrapper));
            }
          }
        });
  }

  /** A wrapper starts with HIPF or HIPK, and states version 1. */
  public static final Rule<HostSubject> MAGIC_KNOWN =
      rule(
          "wrapper-magic",
          "A wrapper starts with HIPF or HIPK and states version 1.",
          "A runtime does not know it; the section was damaged, or is not an array of wrappers.",
          WrapperRules::magicKnown);

  private static String magicKnown(Wrapper wrapper) {
    if (wrapper.magic() == WrapperMagic.OTHER) {
      return "Wrapper %d starts with %s.".formatted(wrapper.index(), wrapper.magicWords());
    }
    return wrapper.version() == Wrapper.VERSION
        ? ""
        : "Wrapper %d states version %d, not 1.".formatted(wrapper.index(), wrapper.version());
  }

  /** A HIPF wrapper points to a bundle in {@code .hip_fatbin}. */
  public static final Rule<HostSubject> POINTS_TO_BUNDLE =
      rule(
          "wrapper-bundle",
          "A HIPF wrapper points to a bundle in .hip_fatbin.",
          wrapper ->
              wrapper.target() instanceof WrapperTarget.ToBundle
                  // A runtime follows the pointer, whatever the section is called.
                  ? "A runtime follows the pointer and finds it; tools that look for %s do not, and the file cannot be made host-only."
                      .formatted(FatSections.FAT)
                  : "A runtime finds no code for it; link the binary again, or convert it again "
                      + "from the fat binary.",
          wrapper ->
              wrapper.target() instanceof WrapperTarget.ToBundle
                  ? Severity.WARNING
                  : Severity.ERROR,
          WrapperRules::pointsToBundle);

  private static String pointsToBundle(Wrapper wrapper) {
    if (wrapper.magic() != WrapperMagic.HIPF) {
      return "";
    }
    return switch (wrapper.target()) {
      case WrapperTarget.ToNothing(String why) ->
          "Wrapper %d points to no bundle: %s.".formatted(wrapper.index(), why);
      case WrapperTarget.ToMarker marked ->
          "Wrapper %d is HIPF but points to the marker.".formatted(wrapper.index());
      case WrapperTarget.ToBundle bundle -> {
        boolean inside =
            wrapper.pointedSection() != null && FatSections.isFat(wrapper.pointedSection());
        yield inside
            ? ""
            : "Wrapper %d points to a bundle outside %s, at 0x%x."
                .formatted(wrapper.index(), FatSections.FAT, wrapper.pointer().value());
      }
    };
  }

  /** A HIPK wrapper, and the relocation that sets its pointer, lead to the marker. */
  public static final Rule<HostSubject> POINTS_TO_MARKER =
      rule(
          "wrapper-marker",
          "A HIPK wrapper points to the marker.",
          "A runtime reads the bytes at that address as a marker; convert the binary again "
              + "from the fat one.",
          WrapperRules::pointsToMarker);

  private static String pointsToMarker(Wrapper wrapper) {
    return wrapper.magic() == WrapperMagic.HIPK ? wrapper.wrongIfConverted() : "";
  }

  /** The n-th wrapper of a host-only binary states index n, so that each index occurs once. */
  public static final Rule<HostSubject> INDEX_MATCHES =
      HostRule.of(
          "wrapper-index",
          "The n-th wrapper of a host-only binary states index n.",
          WrapperRules::indexMatches);

  private static void indexMatches(HostSubject subject, Sink sink) throws IOException {
    List<Wrapper> other = subject.fat().wrappers().stream().filter(Wrapper::statesOther).toList();
    boolean own = !other.isEmpty() && !subject.image().isObject() && isOwn(subject, sink);
    for (Wrapper wrapper : subject.image().isObject() ? List.<Wrapper>of() : other) {
      sink.add(
          own ? Severity.NOTE : Severity.ERROR,
          subject.wrapper(wrapper),
          subject.fileOffset(wrapper.range().start()),
          "Wrapper %d states index %d.".formatted(wrapper.index(), wrapper.statedIndex()),
          own
              ? "Archives have its own code under that index, as the names of its kernels show."
              : "A runtime requests another translation unit's code; convert the binary again.");
    }
  }

  /**
   * Whether wrappers that state another one's index get their own code nevertheless: it is filed
   * under that index, too, and what they register proves it.
   */
  static boolean isOwn(HostSubject subject, Sink sink) throws IOException {
    FatBinary fat = subject.fat();
    if (!isConverted(fat)) {
      return false;
    }
    List<Answer> answers =
        subject.context().answersOf(fat, subject.place(), true, sink.progress()).all();
    List<Wrapper> other = fat.wrappers().stream().filter(Wrapper::statesOther).toList();
    return !other.isEmpty()
        && other.stream()
            .allMatch(
                wrapper -> {
                  List<Answer> found =
                      answers.stream()
                          .filter(
                              each -> each.wrapper() == wrapper.index() && each.outcome().found())
                          .toList();
                  return !found.isEmpty()
                      && found.stream().allMatch(each -> each.outcome().right());
                });
  }

  /** Whether all wrappers lead to the marker, and state each index once, in whatever order. */
  static boolean isConverted(FatBinary fat) {
    Set<Long> stated = new HashSet<>();
    return fat.wrappers().stream()
        .allMatch(
            each ->
                each.magic() == WrapperMagic.HIPK
                    && each.wrongIfConverted().isEmpty()
                    && each.statedIndex() < fat.wrappers().size()
                    && stated.add(each.statedIndex()));
  }

  /** Every bundle of a fat binary is pointed to by a wrapper. */
  public static final Rule<HostSubject> BUNDLES_POINTED =
      HostRule.of(
          "bundle-unpointed",
          "A wrapper points to every bundle of a fat binary.",
          WrapperRules::bundlesPointed);

  private static void bundlesPointed(HostSubject subject, Sink sink) {
    if (subject.image().isObject() || subject.fat().wrappers().isEmpty()) {
      return;
    }
    OffloadPlaces places = OffloadPlaces.of(subject.fat(), subject.place());
    for (StoredBundle bundle : subject.fat().bundles()) {
      if (bundle.wrappers().isEmpty()) {
        sink.note(
            places.bundle(bundle),
            subject.fileOffset(bundle.range().start()),
            "No wrapper points to this %s of %d bytes."
                .formatted(bundle.content().kindName(), bundle.range().length()),
            "No runtime loads it this way; converting the binary drops it.");
      }
    }
  }
}
