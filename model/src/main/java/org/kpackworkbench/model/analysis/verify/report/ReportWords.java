package org.kpackworkbench.model.analysis.verify.report;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.cause.FindingGroup;
import org.kpackworkbench.model.analysis.verify.cause.FindingGrouping;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid.CellKind;
import org.kpackworkbench.model.analysis.verify.run.Baseline;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport.NotChecked;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.base.text.TimeText;

/** Words and groups that several formats have in common. */
final class ReportWords {
  private ReportWords() {}

  private static final int MOST_KINDS = 12;

  /** The outcome in words; a warning can say that no kernel of a binary runs. */
  static String outcome(VerifyReport report) {
    String words = report.outcome().words();
    return report.passed() && report.count(Severity.WARNING) > 0 ? words + " with warnings" : words;
  }

  /** How many there are of what. */
  static String counts(VerifyReport report) {
    Set<Path> checked = Set.copyOf(report.checked());
    Set<Path> left = new HashSet<>();
    report.notChecked().forEach(each -> left.add(each.file()));
    int all = left.size();
    left.removeAll(checked);
    int part = all - left.size();
    VerifyReport.Compared compared = report.compared();
    int idle = report.scope().idle().size();
    return "%s checked%s%s%s, %s, %s, %s%s"
        .formatted(
            CountText.of(report.checked().size(), "file"),
            part == 0 ? "" : ", %d in part".formatted(part),
            left.isEmpty() ? "" : ", %d not checked".formatted(left.size()),
            idle == 0 ? "" : ", %s had nothing to check".formatted(CountText.of(idle, "rule")),
            CountText.of(report.count(Severity.ERROR), "error"),
            CountText.of(report.count(Severity.WARNING), "warning"),
            CountText.of(report.count(Severity.NOTE), "note"),
            compared == null
                ? ""
                : ", %d known, %d fixed"
                    .formatted(compared.known().size(), compared.mended().size()));
  }

  /**
   * Returns lines about everything that was not checked: files that were named one by one, those of
   * folders by their kinds; then the rules that had nothing to check.
   */
  static List<Reports.Left> left(VerifyReport report) {
    List<Reports.Left> lines = new ArrayList<>();
    Map<String, Integer> kinds = new LinkedHashMap<>();
    for (NotChecked each : report.notChecked()) {
      if (each.named()) {
        lines.add(new Reports.Left(each.file(), each.words()));
      } else {
        String kind = each.format().isRead() ? each.what() : each.format().words();
        kinds.merge(kind, 1, Integer::sum);
      }
    }
    if (!kinds.isEmpty()) {
      lines.add(new Reports.Left(null, kinds(kinds)));
    }
    for (String rule : report.scope().idle()) {
      lines.add(new Reports.Left(null, "The rule %s had nothing to check.".formatted(rule)));
    }
    return lines;
  }

  private static String kinds(Map<String, Integer> kinds) {
    List<Map.Entry<String, Integer>> most = new ArrayList<>(kinds.entrySet());
    most.sort(Map.Entry.<String, Integer>comparingByValue().reversed());
    int all = kinds.values().stream().mapToInt(Integer::intValue).sum();
    int shown = 0;
    StringJoiner words = new StringJoiner(", ");
    for (Map.Entry<String, Integer> kind : most.subList(0, Math.min(MOST_KINDS, most.size()))) {
      words.add(String.format(Locale.ROOT, "%s (%,d)", kind.getKey(), kind.getValue()));
      shown += kind.getValue();
    }
    if (shown < all) {
      words.add(String.format(Locale.ROOT, "others (%,d)", all - shown));
    }
    String files =
        all == 1 ? "1 file in a folder" : String.format(Locale.ROOT, "%,d files in folders", all);
    return files + ": " + words;
  }

  /** Findings of a baseline; none without one. */
  static List<Finding> known(VerifyReport report) {
    VerifyReport.Compared compared = report.compared();
    return compared == null ? List.of() : compared.known();
  }

  /** Findings of a baseline that are gone; none without one. */
  static List<Baseline.Entry> mended(VerifyReport report) {
    VerifyReport.Compared compared = report.compared();
    return compared == null ? List.of() : compared.mended();
  }

  /** The findings as every document for people has them: by cause, the worst first. */
  static List<FindingGroup> groups(VerifyReport report) {
    return FindingGrouping.CAUSE.of(report.findings());
  }

  /** When it was made, and with which version; each may be unknown. */
  static String made(ReportOptions options) {
    Instant written = options.written();
    String program = ("Kpack Workbench " + options.version()).strip();
    return written == null ? program : program + ", " + TimeText.minutes(written);
  }

  /** The findings of each file, in their order. */
  static Map<Path, List<Finding>> byFile(List<Finding> findings) {
    Map<Path, List<Finding>> files = new LinkedHashMap<>();
    for (Finding finding : findings) {
      files.computeIfAbsent(finding.file(), each -> new ArrayList<>()).add(finding);
    }
    return files;
  }

  /** Some findings in their order, as long as they are in one file. */
  record Run(Path file, List<Finding> findings) {}

  /** Findings in their order, in runs of one file each. */
  static List<Run> runs(List<Finding> findings) {
    List<Run> runs = new ArrayList<>();
    for (Finding finding : findings) {
      if (runs.isEmpty() || !runs.getLast().file().equals(finding.file())) {
        runs.add(new Run(finding.file(), new ArrayList<>()));
      }
      runs.getLast().findings().add(finding);
    }
    return runs;
  }

  /** A part of a document: a cause with its findings, or findings without one in a row. */
  record Part(@Nullable FindingGroup cause, List<Finding> findings) {}

  /** The findings by cause, the worst first; those that are alone follow one another. */
  static List<Part> parts(List<FindingGroup> groups) {
    List<Part> parts = new ArrayList<>();
    for (FindingGroup group : groups) {
      if (!group.isSingle()) {
        parts.add(new Part(group, group.findings()));
      } else if (!parts.isEmpty() && parts.getLast().cause() == null) {
        parts.getLast().findings().addAll(group.findings());
      } else {
        parts.add(new Part(null, new ArrayList<>(group.findings())));
      }
    }
    return parts;
  }

  /** Where a finding is in its file, in words; empty for the file as a whole. */
  static String where(Finding finding) {
    String place = finding.placeText();
    String offset =
        finding.fileOffset() < 0 ? "" : "at 0x" + Long.toHexString(finding.fileOffset());
    return offset.isEmpty() || place.isEmpty() ? offset + place : offset + ", " + place;
  }

  /** A path below the base, with {@code /}; as it is where it lies elsewhere. */
  static String relative(Path path, Path base) {
    Path absolute = path.toAbsolutePath().normalize();
    if (!absolute.startsWith(base) || absolute.equals(base)) {
      return SystemText.printed(path);
    }
    return SystemText.printed(base.relativize(absolute))
        .replace(path.getFileSystem().getSeparator(), "/");
  }

  /**
   * Text of a cell of the grid.
   *
   * @param text in the cell
   * @param meaning in a sentence, without a full stop
   * @param style the name of its look
   */
  record CellText(String text, String meaning, String style) {
    static CellText of(CoverageCell cell) {
      CellKind kind = CellKind.of(cell);
      String text =
          switch (cell) {
            case CoverageCell.Present present -> size(present.sizeBytes());
            case CoverageCell.Inside inside -> size(inside.sizeBytes()) + " inside";
            case CoverageCell.Files files ->
                "%s, %s".formatted(CountText.of(files.count(), "file"), size(files.sizeBytes()));
            case CoverageCell.Shared shared -> "by " + shared.target();
            case CoverageCell.Hole hole when kind == CellKind.UNCERTAIN -> "?";
            case CoverageCell.Hole hole when kind == CellKind.NEVER_BUILT -> "never built";
            case CoverageCell.Hole hole -> "missing";
            case CoverageCell.Absent absent -> "none";
            case CoverageCell.NotApplicable never -> "\u2013";
          };
      String style = kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
      return new CellText(text, kind.words(), style);
    }

    private static String size(long bytes) {
      return bytes < 0 ? "there" : SizeText.of(bytes);
    }
  }
}
