package org.kpackworkbench.views.analysis.findings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.analysis.verify.run.StandardRules;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;

/**
 * Findings in words, and where they lead. Immutable; any thread.
 *
 * @param root what was verified, absolute; paths below it are shown from there
 */
record FindingWords(Path root) {
  private static final Pattern CHECKSUM =
      Pattern.compile("\\b([0-9a-f]{8})[0-9a-f]{52}([0-9a-f]{4})\\b");

  private static final Pattern PATH =
      Pattern.compile("(?<![\\w./])/?(?:[\\w.+:@~-]+/){2,}([\\w.+:@~-]*[\\w+])");

  private static final Map<String, String> RULES =
      StandardRules.all().stream().collect(Collectors.toMap(Rule::name, Rule::sentence));

  /** The sign of a severity. */
  static KpackIcon icon(Severity severity) {
    return switch (severity) {
      case ERROR -> KpackIcon.ERROR;
      case WARNING -> KpackIcon.WARNING;
      case NOTE -> KpackIcon.INFO;
    };
  }

  /** Returns the class for the stylesheet that colours the icon of a severity. */
  static String style(Severity severity) {
    return "severity-" + severity.word();
  }

  /** Returns what a rule checks; empty for a rule that is not known. */
  static String checks(String rule) {
    return RULES.getOrDefault(rule, "");
  }

  /** The path of a finding's file: from the folder that was verified, or the name alone. */
  String file(Finding finding) {
    Path file = file(finding.place());
    Path name = file.getFileName();
    if (file.equals(root) || !file.startsWith(root)) {
      return name == null || !file.equals(root) ? file.toString() : name.toString();
    }
    return root.relativize(file).toString();
  }

  /** The files of a line: the path of one, or how many there are. */
  String files(FindingLine line) {
    Set<String> files = line.findings().stream().map(this::file).collect(Collectors.toSet());
    return files.size() == 1 ? files.iterator().next() : CountText.of(files.size(), "file");
  }

  /** Returns the first text of a line. */
  static String title(FindingLine line) {
    return switch (line) {
      case FindingLine.Group group -> group.group().title();
      case FindingLine.Item item -> item.finding().message();
    };
  }

  /**
   * Returns the text of a line behind that: how many findings there are in a group; the name of the
   * file of a finding in none, where nothing else says it.
   *
   * @param column whether there is a column of files
   */
  static String beside(FindingLine line, boolean column) {
    return switch (line) {
      case FindingLine.Group group -> group.group().counts();
      case FindingLine.Item item -> {
        Path file = file(item.finding().place());
        String name = Objects.requireNonNullElse(file.getFileName(), file).toString();
        yield column || item.depth() > 0 || title(line).contains(name) ? "" : name;
      }
    };
  }

  /**
   * The first with checksums by their first and last digits, and paths by their names where these
   * differ: only the pane has room for all.
   */
  static String brief(FindingLine line) {
    String title = CHECKSUM.matcher(title(line)).replaceAll("$1…$2");
    Set<String> paths =
        PATH.matcher(title).results().map(MatchResult::group).collect(Collectors.toSet());
    Set<String> names =
        paths.stream()
            .map(path -> path.substring(path.lastIndexOf('/')))
            .collect(Collectors.toSet());
    return names.size() < paths.size() ? title : PATH.matcher(title).replaceAll("…/$1");
  }

  /** The rule of a line: none for a group of several. */
  static String rule(FindingLine line) {
    return switch (line) {
      case FindingLine.Item item -> item.finding().rule();
      case FindingLine.Group group -> {
        Set<String> rules =
            group.findings().stream().map(Finding::rule).collect(Collectors.toSet());
        yield rules.size() == 1 ? rules.iterator().next() : CountText.of(rules.size(), "rule");
      }
    };
  }

  /** The file that a place is in, absolute; of an entry of a folder that file. */
  static Path file(Place place) {
    Path file = place instanceof Place.Entry entry ? entry.target() : place.file();
    return file.toAbsolutePath().normalize();
  }

  /** Where in its file a finding is: its offset, else where its place begins; -1 for nowhere. */
  static long offset(Finding finding) {
    if (finding.fileOffset() >= 0) {
      return finding.fileOffset();
    }
    ByteRange range = finding.place().container() == null ? finding.place().range() : null;
    return range == null ? -1 : range.start();
  }

  /**
   * Where a finding leads: its place; the bytes of a file at its offset; or, of what has none, the
   * file in the folder that was verified.
   *
   * @param folder whether a folder was verified
   */
  Place target(Finding finding, boolean folder) {
    if (!(finding.place() instanceof Place.File)) {
      return finding.place();
    }
    Path file = file(finding.place());
    if (finding.fileOffset() >= 0) {
      return new Place.Bytes(new Place.File(file), new ByteRange(finding.fileOffset(), 1));
    }
    return !folder || file.equals(root) || !file.startsWith(root)
        ? new Place.File(file)
        : new Place.Entry(
            new Place.File(root), root.relativize(file).toString().replace('\\', '/'));
  }

  /** A line as text for an issue, with all of its findings. */
  String text(FindingLine line) {
    List<String> lines = new ArrayList<>();
    if (line instanceof FindingLine.Group group) {
      lines.add(group.group().title() + " (" + group.group().counts() + ")");
      if (!group.group().advice().isEmpty()) {
        lines.add(group.group().advice());
      }
    }
    for (Finding finding : line.findings()) {
      lines.add(
          "%s%s: %s"
              .formatted(
                  finding.severity().word(),
                  finding.rule().isEmpty() ? "" : " " + finding.rule(),
                  finding.message()));
      lines.add("  " + file(finding) + where(finding));
      if (!finding.evidence().expected().isEmpty()) {
        lines.add("  expected: " + finding.evidence().expected());
      }
      if (!finding.evidence().found().isEmpty()) {
        lines.add("  found: " + finding.evidence().found());
      }
      finding.evidence().consequences().forEach(each -> lines.add("  " + each));
      if (!finding.advice().isEmpty()) {
        lines.add("  " + finding.advice());
      }
    }
    return String.join("\n", lines);
  }

  private static String where(Finding finding) {
    String offset =
        finding.fileOffset() < 0 ? "" : ", at 0x" + Long.toHexString(finding.fileOffset());
    return offset + (finding.placeText().isEmpty() ? "" : ", " + finding.placeText());
  }
}
