package org.kpackworkbench.model.format.packages;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.NamedRule;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.packages.Packages.Part;

/** A file that two packages bring to one path, of packages that are to be installed together. */
final class SharedFileRule extends NamedRule<PackageRule.Whole> {
  private static final Pattern MANIFEST = Pattern.compile("(?:.*/)?\\.kpack/[^/]+\\.kpm");

  SharedFileRule() {
    super(
        PackageRule.Whole.class,
        "package-shared-file",
        "Packages that are installed together have no file in common.");
  }

  @Override
  public void check(PackageRule.Whole subject, Sink sink) throws IOException {
    PackageFile own = subject.file();
    Map<String, Member> members = new HashMap<>();
    for (Member member : Part.of(own).members()) {
      if (member.kind() != Member.Kind.FOLDER) {
        members.put(member.path(), member);
      }
    }
    for (PackageFile other : subject.together()) {
      if (other.format() == own.format()
          && other.path().compareTo(own.path()) < 0
          && !name(other).equals(name(own))
          && !replaces(own, other)
          && !replaces(other, own)) {
        List<String> shared = shared(members, other);
        if (!shared.isEmpty()) {
          report(subject, other, shared, sink);
        }
      }
    }
  }

  private static String name(PackageFile file) {
    return Wheel.normalized(file.facts().name());
  }

  /** Whether dpkg lets a package take files from another one, or installs only one of them. */
  private static boolean replaces(PackageFile file, PackageFile other) {
    return Pattern.compile(
            "(?m)^(?:Replaces|Conflicts|Breaks):(?:.*[ ,])?%s(?:[ ,(].*)?$"
                .formatted(Pattern.quote(other.facts().name())))
        .matcher(file.facts().texts().getOrDefault("control", ""))
        .find();
  }

  private static List<String> shared(Map<String, Member> members, PackageFile other)
      throws IOException {
    List<String> shared = new ArrayList<>();
    for (Member member : Part.of(other).members()) {
      Member own = members.get(member.path());
      // rpm installs a file twice where both packages have the same.
      boolean allowed =
          own == null
              || member.kind() == Member.Kind.FOLDER
              || (other.format() == PackageFormat.RPM && Packages.same(own, member));
      if (!allowed) {
        shared.add(member.path());
      }
    }
    return shared;
  }

  private static void report(
      PackageRule.Whole subject, PackageFile other, List<String> shared, Sink sink) {
    String files = ListText.some(shared);
    boolean manifests = shared.stream().allMatch(path -> MANIFEST.matcher(path).matches());
    String refused =
        switch (subject.file().format()) {
          case DEB -> "dpkg refuses the second one: it would overwrite a file of the first.";
          case RPM -> "rpm refuses both together.";
          default -> "pip keeps the last one's file, and removes it with either package.";
        };
    sink.add(
        subject.file().format() == PackageFormat.WHEEL ? Severity.WARNING : Severity.ERROR,
        subject.place(),
        -1,
        "%s is in %s, too. %s".formatted(files, other.path().getFileName(), refused),
        manifests
            ? "Only the generic package has a manifest of archives: split again, or leave it out"
                + " with --no-kpm."
            : "Leave the file out of one of them.",
        Evidence.of("files of its own", files));
  }
}
