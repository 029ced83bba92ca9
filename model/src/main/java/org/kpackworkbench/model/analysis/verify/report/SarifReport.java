package org.kpackworkbench.model.analysis.verify.report;

import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.analysis.verify.cause.FindingGroup;
import org.kpackworkbench.model.analysis.verify.run.Baseline;
import org.kpackworkbench.model.analysis.verify.run.StandardRules;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.text.JsonEscapes;

/** SARIF 2.1.0, the static analysis results interchange format of OASIS. */
final class SarifReport {
  private static final String BASE = "%SRCROOT%";

  private final JsonText json;
  private final ReportOptions options;

  private SarifReport(ReportOptions options, Writer out) {
    this.json = new JsonText(out);
    this.options = options;
  }

  static void write(VerifyReport report, ReportOptions options, Writer out) throws IOException {
    new SarifReport(options, out).write(report);
  }

  private void write(VerifyReport report) throws IOException {
    List<Rule<?>> rules = StandardRules.all();
    json.raw("{\n  ").field("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json.raw(",\n  ").field("version", "2.1.0").raw(",\n  ").name("runs").raw("[{\n    ");
    json.name("tool").raw("{").name("driver").raw("{").field("name", "Kpack Workbench");
    if (!options.version().isEmpty()) {
      json.raw(", ").field("version", options.version());
    }
    json.raw(", ").name("rules").raw("[");
    Map<String, Integer> numbers = new HashMap<>();
    for (Rule<?> rule : rules) {
      json.raw(numbers.isEmpty() ? "\n      " : ",\n      ");
      numbers.put(rule.name(), numbers.size());
      rule(rule);
    }
    json.raw("\n    ]}},\n    ").name("originalUriBaseIds").raw("{").name(BASE).raw("{");
    json.field("uri", folderUri(options.base())).raw("}},\n    ");
    json.name("columnKind").text("utf16CodeUnits").raw(",\n    ");
    invocation(report);
    json.raw(",\n    ").name("results").raw("[");
    String next = "\n      ";
    for (FindingGroup group : ReportWords.groups(report)) {
      String cause = group.isSingle() ? "" : group.title();
      for (Finding finding : group.findings()) {
        json.raw(next);
        String state = report.compared() == null ? "" : "new";
        result(finding, numbers.getOrDefault(finding.rule(), -1), state, cause);
        next = ",\n      ";
      }
    }
    for (Finding finding : ReportWords.known(report)) {
      json.raw(next);
      result(finding, numbers.getOrDefault(finding.rule(), -1), "unchanged", "");
      next = ",\n      ";
    }
    for (Baseline.Entry entry : ReportWords.mended(report)) {
      json.raw(next).raw("{").field("ruleId", entry.rule()).raw(", ");
      json.field("baselineState", "absent").raw(", ").name("message").raw("{");
      json.field("text", entry.line()).raw("}}");
      next = ",\n      ";
    }
    json.raw(next.startsWith(",") ? "\n    ]" : "]").raw("\n  }]\n}\n");
  }

  private void rule(Rule<?> rule) throws IOException {
    json.raw("{").field("id", rule.name()).raw(", ").name("shortDescription").raw("{");
    json.field("text", rule.sentence()).raw("}, ").name("help").raw("{");
    json.field(
            "text",
            rule.sentence()
                + " Each result says what to do. Only this rule: kpack-workbench verify --rule "
                + rule.name())
        .raw("}}");
  }

  private void invocation(VerifyReport report) throws IOException {
    json.name("invocations").raw("[{");
    json.field("executionSuccessful", report.unreadable().isEmpty() && !report.checked().isEmpty());
    List<Reports.Left> left = ReportWords.left(report);
    if (!report.unreadable().isEmpty() || !left.isEmpty()) {
      json.raw(", ").name("toolExecutionNotifications").raw("[");
      String next = "\n      ";
      for (VerifyReport.Unreadable one : report.unreadable()) {
        json.raw(next).raw("{").field("level", "error").raw(", ").name("message").raw("{");
        json.field("text", options.failure().apply(one.failure())).raw("}, ");
        json.name("locations").raw("[{");
        physical(one.path(), -1);
        json.raw("}]}");
        next = ",\n      ";
      }
      for (Reports.Left each : left) {
        Path file = each.file();
        json.raw(next).raw("{").field("level", "note").raw(", ").name("message").raw("{");
        json.field("text", "not checked: " + each.words()).raw("}");
        if (file != null) {
          json.raw(", ").name("locations").raw("[{");
          physical(file, -1);
          json.raw("}]");
        }
        json.raw("}");
        next = ",\n      ";
      }
      json.raw("\n    ]");
    }
    json.raw("}]");
  }

  /**
   * @param state how it compares with a baseline; empty without one
   * @param cause what it and others come from; empty if it is alone
   */
  private void result(Finding finding, int number, String state, String cause) throws IOException {
    json.raw("{").field("ruleId", finding.rule()).raw(", ");
    if (!state.isEmpty()) {
      json.field("baselineState", state).raw(", ");
    }
    if (number >= 0) {
      json.field("ruleIndex", number).raw(", ");
    }
    // The words for severities are the same there.
    json.field("level", finding.severity().word()).raw(", ").name("message").raw("{");
    String advice = finding.advice().isEmpty() ? "" : " " + finding.advice();
    json.field("text", finding.message() + advice).raw("}, ").name("locations").raw("[{");
    physical(finding.file(), finding.fileOffset());
    String place = finding.placeText();
    if (!place.isEmpty()) {
      json.raw(", ").name("logicalLocations").raw("[{").field("fullyQualifiedName", place);
      json.raw("}]");
    }
    json.raw("}]");
    if (!cause.isEmpty()) {
      json.raw(", ").name("properties").raw("{").field("cause", cause).raw("}");
    }
    json.raw("}");
  }

  private void physical(Path file, long offset) throws IOException {
    json.name("physicalLocation").raw("{").name("artifactLocation").raw("{");
    Path absolute = file.toAbsolutePath().normalize();
    if (absolute.startsWith(options.base()) && !absolute.equals(options.base())) {
      json.field("uri", encoded(ReportWords.relative(file, options.base()))).raw(", ");
      json.field("uriBaseId", BASE).raw("}");
    } else {
      json.field("uri", absolute.toUri().toASCIIString()).raw("}");
    }
    if (offset >= 0) {
      json.raw(", ").name("region").raw("{").field("byteOffset", offset).raw("}");
    }
    json.raw("}");
  }

  private static String folderUri(Path folder) {
    String uri = folder.toUri().toASCIIString();
    return uri.endsWith("/") ? uri : uri + "/";
  }

  /** A path as a relative reference; one whose first part has a colon would be a scheme. */
  private static String encoded(String path) {
    try {
      String text = new URI(null, null, "/" + path, null).toASCIIString().substring(1);
      int colon = text.indexOf(':');
      int slash = text.indexOf('/');
      return colon >= 0 && (slash < 0 || colon < slash) ? "./" + text : text;
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** JSON, one small piece after another; commas and brackets are the caller's. */
  private record JsonText(Writer out) {
    JsonText raw(String text) throws IOException {
      out.write(text);
      return this;
    }

    /** A text in quotes. */
    JsonText text(String text) throws IOException {
      out.write('"');
      out.write(JsonEscapes.quoted(text));
      out.write('"');
      return this;
    }

    /** A field's name. */
    JsonText name(String name) throws IOException {
      return text(name).raw(": ");
    }

    JsonText field(String name, String value) throws IOException {
      return name(name).text(value);
    }

    JsonText field(String name, long value) throws IOException {
      return name(name).raw(Long.toString(value));
    }

    JsonText field(String name, boolean value) throws IOException {
      return name(name).raw(Boolean.toString(value));
    }
  }
}
