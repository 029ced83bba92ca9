package org.kpackworkbench.model.format.packages;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.packages.Packages.Part;

/**
 * Files that two packages bring to one path, which their installer does not allow.
 *
 * @param paths the files, as a list in words
 * @param message what happens, in sentences
 * @param advice what to do
 */
public record SharedFiles(Severity severity, String paths, String message, String advice) {
  private static final Pattern MANIFEST = Pattern.compile("(?:.*/)?\\.kpack/[^/]+\\.kpm");

  /**
   * Compares two packages that are to be installed together.
   *
   * @param format the format of both
   * @return empty where they can be
   * @throws IOException if members of one cannot be read
   */
  public static Optional<SharedFiles> of(
      PackageFormat format, Part first, PackageFacts facts, Part second, PackageFacts others)
      throws IOException {
    if (Wheel.normalized(facts.name()).equals(Wheel.normalized(others.name()))
        || replaces(facts, others)
        || replaces(others, facts)) {
      return Optional.empty();
    }
    Map<String, Member> members = new HashMap<>();
    first.members().forEach(member -> members.put(member.path(), member));
    List<String> shared = new ArrayList<>();
    for (Member member : second.members()) {
      Member other = members.get(member.path());
      // rpm installs a file twice where both packages have the same.
      boolean allowed =
          other == null
              || member.kind() == Member.Kind.FOLDER
              || other.kind() == Member.Kind.FOLDER
              || (format == PackageFormat.RPM && Packages.same(other, member));
      if (!allowed) {
        shared.add(member.path());
      }
    }
    if (shared.isEmpty()) {
      return Optional.empty();
    }
    boolean manifests = shared.stream().allMatch(path -> MANIFEST.matcher(path).matches());
    String refused =
        switch (format) {
          case DEB -> "dpkg refuses the second one: it would overwrite a file of the first.";
          case RPM -> "rpm refuses both together.";
          default -> "pip keeps the last one's file, and removes it with either package.";
        };
    String paths = ListText.some(shared);
    return Optional.of(
        new SharedFiles(
            format == PackageFormat.WHEEL ? Severity.WARNING : Severity.ERROR,
            paths,
            "%s is in %s, too. %s".formatted(paths, first.file().getFileName(), refused),
            manifests
                ? "Only the generic package has a manifest of archives: split again, or leave it"
                    + " out with --no-kpm."
                : "Leave the file out of one of them."));
  }

  /** Whether dpkg lets a package take files from another one, or installs only one of them. */
  private static boolean replaces(PackageFacts facts, PackageFacts other) {
    return Pattern.compile(
            "(?m)^(?:Replaces|Conflicts|Breaks):(?:.*[ ,])?%s(?:[ ,(].*)?$"
                .formatted(Pattern.quote(other.name())))
        .matcher(facts.texts().getOrDefault("control", ""))
        .find();
  }
}
