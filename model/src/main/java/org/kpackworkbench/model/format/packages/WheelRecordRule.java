package org.kpackworkbench.model.format.packages;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.base.text.ListText;

/** A wheel's RECORD. */
final class WheelRecordRule extends PackageRule {
  private static final Set<String> SIGNATURES = Set.of("RECORD.jws", "RECORD.p7s");

  WheelRecordRule() {
    super(
        PackageFormat.WHEEL,
        "wheel-record",
        "RECORD lists each file of a wheel once, with its digest and size.");
  }

  @Override
  void look(Whole subject, Sink sink) throws IOException {
    Wheel wheel = Wheel.of(subject.file());
    String record = wheel.infoFolder() + "/RECORD";
    String text = wheel.text("RECORD");
    if (text == null) {
      sink.error(
          subject.place(),
          "There is no %s.".formatted(record),
          "Installers refuse such a wheel: pack it again.");
      return;
    }
    Map<String, Member> left = new LinkedHashMap<>();
    for (Member member : subject.file().tree().members()) {
      if (member.kind() != Member.Kind.FOLDER) {
        left.put(member.path(), member);
      }
    }
    Set<String> known = new HashSet<>();
    List<String> hexadecimal = new ArrayList<>();
    for (WheelRecord.Row row : WheelRecord.of(text.getBytes(StandardCharsets.UTF_8)).rows()) {
      if (!known.add(row.path())) {
        sink.error(
            at(subject, row.path()), "RECORD lists this file twice.", "Pack the wheel again.");
        continue;
      }
      Member member = left.remove(row.path());
      if (member == null) {
        sink.error(
            at(subject, row.path()),
            "RECORD lists this file, but the wheel does not contain it.",
            "Get the wheel again, or pack it again.");
        continue;
      }
      boolean own =
          row.path().equals(record)
              || SIGNATURES.stream()
                  .anyMatch(each -> row.path().equals(wheel.infoFolder() + "/" + each));
      if (!own) {
        compare(subject, member, row, hexadecimal, sink);
      }
    }
    if (!hexadecimal.isEmpty()) {
      sink.warning(
          at(subject, record),
          "RECORD has digests in hexadecimal digits, of %s: %s."
              .formatted(CountText.of(hexadecimal.size(), "file"), ListText.some(hexadecimal)),
          "Write them as URL-safe base64 without =: installers that check digests refuse the"
              + " wheel; pip does not check them.");
    }
    left.values().stream()
        .map(Member::path)
        .filter(path -> !path.equals(record))
        .filter(path -> !SIGNATURES.contains(path.substring(path.lastIndexOf('/') + 1)))
        .forEach(
            path ->
                sink.error(
                    at(subject, path),
                    "RECORD does not list this file.",
                    "It is not removed with the package; some installers refuse the wheel."));
  }

  private static void compare(
      Whole subject, Member member, WheelRecord.Row row, List<String> hexadecimal, Sink sink)
      throws IOException {
    if (!row.size().isEmpty() && !row.size().equals(Long.toString(member.sizeBytes()))) {
      differs(
          subject,
          row.path(),
          "The size in RECORD",
          row.size(),
          Long.toString(member.sizeBytes()),
          sink);
      return;
    }
    if (!row.algorithm().equals("sha256")) {
      String found = row.algorithm().isEmpty() ? "no digest" : row.algorithm();
      sink.error(
          at(subject, row.path()),
          "RECORD has %s for this file, where it should be SHA-256.".formatted(found),
          "Installers refuse weaker digests: pack the wheel again.",
          Evidence.of("sha256", found));
      return;
    }
    byte[] digest = digest(subject, member, Digests.sha256(), sink);
    String right = Wheel.digest(digest);
    if (row.digest().equalsIgnoreCase(HexText.of(digest))) {
      hexadecimal.add(row.path());
    } else if (row.digest().endsWith("=") && row.digest().replaceAll("=+$", "").equals(right)) {
      sink.warning(
          at(subject, row.path()),
          "The digest in RECORD ends with \"=\".",
          "Remove the = at the end.",
          Evidence.of(right, row.digest()));
    } else if (!row.digest().equals(right)) {
      differs(subject, row.path(), "The digest in RECORD", right, row.digest(), sink);
    }
  }
}
