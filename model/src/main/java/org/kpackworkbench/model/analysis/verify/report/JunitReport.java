package org.kpackworkbench.model.analysis.verify.report;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.text.HtmlText;

/**
 * JUnit's XML: a case for each file that is good, one for each rule that a file breaks, and one for
 * each file that could not be read. Notes break nothing; they are the output of their file's case.
 */
final class JunitReport {
  private JunitReport() {}

  static void write(VerifyReport report, ReportOptions options, Writer out) throws IOException {
    Map<Path, List<Finding>> found = ReportWords.byFile(report.findings());
    Map<Path, List<Finding>> known = ReportWords.byFile(ReportWords.known(report));
    Set<Path> files = new LinkedHashSet<>(report.checked());
    files.addAll(found.keySet());
    files.addAll(known.keySet());
    List<Reports.Left> left = ReportWords.left(report);
    Map<Path, Map<String, List<Finding>>> broken = new LinkedHashMap<>();
    int failures = 0;
    int good = 0;
    for (Path file : files) {
      Map<String, List<Finding>> rules = broken(found.getOrDefault(file, List.of()));
      broken.put(file, rules);
      failures += rules.size();
      good += rules.isEmpty() ? 1 : 0;
    }
    int errors = report.unreadable().size();
    String counts =
        "tests=\"%d\" failures=\"%d\" errors=\"%d\""
            .formatted(good + failures + errors + left.size(), failures, errors);
    out.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.write("<testsuites name=\"kpack-workbench verify\" " + counts + ">\n");
    out.write("  <testsuite name=\"verify\" " + counts + " skipped=\"" + left.size() + "\">\n");
    for (Path file : files) {
      String path = HtmlText.of(ReportWords.relative(file, options.base()));
      Map<String, List<Finding>> rules = broken.getOrDefault(file, Map.of());
      if (rules.isEmpty()) {
        good(path, found.getOrDefault(file, List.of()), known.getOrDefault(file, List.of()), out);
      }
      for (Map.Entry<String, List<Finding>> rule : rules.entrySet()) {
        failure(path, rule.getKey(), rule.getValue(), out);
      }
    }
    for (VerifyReport.Unreadable one : report.unreadable()) {
      out.write(
          "    <testcase classname=\"%s\" name=\"readable\"><error message=\"%s\"/></testcase>\n"
              .formatted(
                  HtmlText.of(ReportWords.relative(one.path(), options.base())),
                  HtmlText.of(options.failure().apply(one.failure()))));
    }
    for (Reports.Left each : left) {
      Path file = each.file();
      String path = file == null ? "verify" : ReportWords.relative(file, options.base());
      out.write(
          "    <testcase classname=\"%s\" name=\"checked\"><skipped message=\"%s\"/></testcase>\n"
              .formatted(HtmlText.of(path), HtmlText.of("not checked: " + each.words())));
    }
    out.write("  </testsuite>\n</testsuites>\n");
  }

  private static Map<String, List<Finding>> broken(List<Finding> findings) {
    return findings.stream()
        .filter(finding -> finding.severity() != Severity.NOTE)
        .collect(Collectors.groupingBy(Finding::rule, LinkedHashMap::new, Collectors.toList()));
  }

  private static void good(String path, List<Finding> notes, List<Finding> known, Writer out)
      throws IOException {
    out.write("    <testcase classname=\"" + path + "\" name=\"verified\"");
    if (notes.isEmpty() && known.isEmpty()) {
      out.write("/>\n");
      return;
    }
    out.write("><system-out>");
    for (Finding note : notes) {
      out.write(HtmlText.of(note.line()) + "\n");
    }
    for (Finding finding : known) {
      out.write(HtmlText.of("known: " + finding.lineWithoutAdvice()) + "\n");
    }
    out.write("</system-out></testcase>\n");
  }

  private static void failure(String path, String rule, List<Finding> findings, Writer out)
      throws IOException {
    Finding first = findings.getFirst();
    out.write(
        "    <testcase classname=\"%s\" name=\"%s\"><failure type=\"%s\" message=\"%s\">"
            .formatted(
                path, HtmlText.of(rule), first.severity().word(), HtmlText.of(first.message())));
    for (Finding finding : findings) {
      out.write(HtmlText.of(finding.line()) + "\n");
    }
    out.write("</failure></testcase>\n");
  }
}
