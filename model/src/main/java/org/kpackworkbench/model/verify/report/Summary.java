package org.kpackworkbench.model.verify.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.verify.Finding;
import org.kpackworkbench.model.verify.Severity;
import org.kpackworkbench.model.verify.run.VerifyReport;

/** Words and groups that several formats have in common. */
final class Summary {
  private Summary() {}

  /** In a word what came of it. */
  static String outcome(VerifyReport report) {
    return report.passed()
        ? "Passed"
        : report.unreadable().isEmpty() ? "Failed" : "Not all was read";
  }

  /** How many there are of what. */
  static String counts(VerifyReport report) {
    return "%s checked, %s, %s, %s"
        .formatted(
            counted(report.checked().size(), "file"),
            counted(report.count(Severity.ERROR), "error"),
            counted(report.count(Severity.WARNING), "warning"),
            counted(report.count(Severity.NOTE), "note"));
  }

  static String counted(long count, String word) {
    return "%d %s%s".formatted(count, word, count == 1 ? "" : "s");
  }

  /** The findings of each file, in their order. */
  static Map<Path, List<Finding>> byFile(VerifyReport report) {
    Map<Path, List<Finding>> files = new LinkedHashMap<>();
    for (Finding finding : report.findings()) {
      files.computeIfAbsent(finding.file(), each -> new ArrayList<>()).add(finding);
    }
    return files;
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
      return path.toString();
    }
    return base.relativize(absolute).toString().replace(path.getFileSystem().getSeparator(), "/");
  }
}
