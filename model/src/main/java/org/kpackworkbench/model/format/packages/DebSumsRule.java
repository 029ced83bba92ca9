package org.kpackworkbench.model.format.packages;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.text.HexText;

/** A Debian package's md5sums and control file. */
final class DebSumsRule extends PackageRule {
  private static final Pattern SUM = Pattern.compile("([0-9a-f]{32}) [ *](?:\\./)?(.+)");

  /** Fields that must be there, with what deb-control(5) allows in them. */
  private static final List<Field> FIELDS =
      List.of(
          new Field("Package", "[a-z0-9][a-z0-9+.-]+", "lower-case letters, digits, +, - and ."),
          new Field(
              "Version",
              "(?:\\d+:)?\\d[A-Za-z0-9.+~:-]*",
              "a digit, then letters, digits, ., +, ~ and -"),
          new Field("Architecture", "[a-z0-9-]+", "lower-case letters, digits and -"),
          new Field("Maintainer", "(?s).+", "a text"),
          new Field("Description", "(?s).+", "a text"));

  private record Field(String name, String pattern, String words) {}

  DebSumsRule() {
    super(
        PackageFormat.DEB,
        "deb-sums",
        "A Debian package's control file is complete, and md5sums matches the files.");
  }

  @Override
  void look(Whole subject, Sink sink) throws IOException {
    Map<String, String> texts = subject.file().facts().texts();
    PackageFacts.Fields control = PackageFacts.Fields.of(texts.getOrDefault("control", ""));
    for (Field field : FIELDS) {
      List<String> values = control.all(field.name().toLowerCase(Locale.ROOT));
      if (values.isEmpty() || values.getFirst().isEmpty()) {
        sink.error(
            subject.place(),
            "The control file has no %s.".formatted(field.name()),
            "dpkg refuses such a package: build it again.");
      } else if (values.size() > 1) {
        sink.error(
            subject.place(),
            "The control file has %s twice.".formatted(field.name()),
            "dpkg refuses such a package: build it again.");
      } else if (!values.getFirst().matches(field.pattern())) {
        sink.error(
            subject.place(),
            "%s in the control file is not a valid one.".formatted(field.name()),
            "dpkg refuses such a package: build it again.",
            Evidence.of(field.words(), values.getFirst()));
      }
    }
    String sums = texts.get("md5sums");
    if (sums == null) {
      return;
    }
    Map<String, Member> members = new HashMap<>();
    subject.file().tree().members().forEach(member -> members.put(member.path(), member));
    for (String line : sums.split("\n", -1)) {
      Matcher matcher = SUM.matcher(line);
      if (!matcher.matches()) {
        if (!line.isBlank()) {
          sink.warning(
              subject.place(),
              "md5sums has a line without a digest and a path.",
              "Files whose line is damaged are not checked: build the package again.",
              Evidence.of("32 hexadecimal digits, two spaces, a path", line.strip()));
        }
        continue;
      }
      Member member = members.get(matcher.group(2));
      if (member == null || member.kind() != Member.Kind.FILE) {
        missing(
            subject,
            matcher.group(2),
            "md5sums lists this file, but the package does not contain it.",
            sink);
        continue;
      }
      String found = HexText.of(digest(subject, member, Digests.md5(), sink));
      if (!found.equals(matcher.group(1))) {
        differs(subject, member.path(), "The MD5 in md5sums", matcher.group(1), found, sink);
      }
    }
  }
}
