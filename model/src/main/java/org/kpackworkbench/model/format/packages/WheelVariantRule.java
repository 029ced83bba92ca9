package org.kpackworkbench.model.format.packages;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.Sink;

/** The description of a wheel with a label (PEP 825, a draft). */
final class WheelVariantRule extends PackageRule {
  WheelVariantRule() {
    super(
        PackageFormat.WHEEL,
        "wheel-variant",
        "A wheel's label and its variant.json describe one variant.");
  }

  @Override
  void look(Whole subject, Sink sink) throws IOException {
    Wheel wheel = Wheel.of(subject.file());
    String label = wheel.name() == null ? "" : wheel.name().variant();
    String text = wheel.text(WheelVariants.FILE);
    String path = wheel.infoFolder() + "/" + WheelVariants.FILE;
    if (text == null && label.isEmpty()) {
      return;
    }
    if (text == null) {
      sink.error(
          subject.place(),
          "Its name has the label of a variant, and there is no %s.".formatted(path),
          "Installers that know variants refuse it: pack it again, or rename it.",
          Evidence.of(path, "nothing"));
      return;
    }
    if (label.isEmpty()) {
      sink.warning(
          at(subject, path),
          "The wheel describes a variant, and its name has no label.",
          "Installers take it for a wheel without variants: rename it.",
          Evidence.of(
              "NAME-…-PLATFORM-LABEL.whl", String.valueOf(subject.file().path().getFileName())));
      return;
    }
    List<String> problems;
    try {
      problems = WheelVariants.read(text).problems(label);
    } catch (IllegalArgumentException wrong) {
      problems = List.of(String.valueOf(wrong.getMessage()));
    }
    for (String problem : problems) {
      sink.error(
          at(subject, path),
          "%s is not that of the variant %s: %s.".formatted(WheelVariants.FILE, label, problem),
          "Installers that know variants refuse it: pack the wheel again.");
    }
  }
}
