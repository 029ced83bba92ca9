package org.kpackworkbench.model.format.packages;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.ListText;

/**
 * A ZIP64 extra field in a local header holds sizes only where the header's own fields say so
 * (PKWARE APPNOTE, 4.5.3).
 */
final class WheelZipRule extends PackageRule {
  WheelZipRule() {
    super(
        PackageFormat.WHEEL,
        "wheel-zip-sizes",
        "Local headers have ZIP64 extra fields only for sizes that need them.");
  }

  @Override
  void look(Whole subject, Sink sink) throws IOException {
    List<String> members =
        ZipReader.withSuperfluousZip64(subject.file().path(), sink.progress().cancelOnly());
    if (!members.isEmpty()) {
      sink.warning(
          subject.place(),
          "%s a ZIP64 extra field in the local header, whose sizes are not 0xffffffff: %s."
              .formatted(
                  CountText.of(members.size(), "member has", "members have"),
                  ListText.some(members)),
          "pip takes such wheels, uv refuses them: pack the wheel again.");
    }
  }
}
