package org.kpackworkbench.model.analysis.verify.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.model.analysis.verify.context.SplitShard;
import org.kpackworkbench.model.analysis.verify.run.StandardRules;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** The documents: what they hold, and that names made to do harm stay names in them. */
class ReportsTest {
  private static final String HOSTILE =
      "<script>alert(1)</script> \"q\" 'a' `b` |c| [l](http://x) ]]> & \u202e\u00fc\uD83D\uDE00 \u0001\n#";

  @TempDir Path folder;

  private String write(VerifyReport report, ReportFormat format) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ReportOptions options = new ReportOptions("1.2.3", folder, failure -> "cannot: " + failure);
    Reports.write(report, format, options, out, StandardCharsets.UTF_8);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static Finding finding(Severity severity, Path file, String text) {
    Place place = new Place.CodeObject(new Place.File(file), text, 0, "gfx90a:xnack+", null, true);
    return new Finding(severity, "code-object-elf", place, 300, "It is " + text + ".", "Do this.");
  }

  private VerifyReport hostile() {
    Path file = folder.resolve("lib/a " + HOSTILE.replace("/", "_").replace("\n", "_") + ".so");
    return new VerifyReport(
        List.of(
            finding(Severity.ERROR, file, HOSTILE),
            finding(Severity.WARNING, file, "plain"),
            finding(Severity.NOTE, folder.resolve("b.so"), HOSTILE)),
        List.of(file, folder.resolve("b.so"), folder.resolve("good.so")),
        List.of(),
        List.of(
            new VerifyReport.Unreadable(
                folder.resolve("c" + HOSTILE.replace("/", "_").replace("\n", "")),
                new NoSuchFileException(HOSTILE))),
        List.of(),
        VerifyReport.Scope.NONE,
        null);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> json(String text) {
    // All JSON is YAML.
    return (Map<String, Object>)
        new Load(LoadSettings.builder().setAllowDuplicateKeys(false).build()).loadFromString(text);
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> rows(Object list) {
    return (List<Map<String, Object>>) list;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Object value) {
    return (Map<String, Object>) value;
  }

  @Test
  void jsonHoldsEverythingAsItIs() throws IOException {
    Map<String, Object> document = json(write(hostile(), ReportFormat.JSON));
    assertThat(document).containsEntry("passed", false).containsEntry("checked", 3);
    assertThat(document).containsEntry("errors", 1).containsEntry("notes", 1);
    Map<String, Object> first = rows(document.get("findings")).getFirst();
    assertThat(first)
        .containsEntry("message", "It is " + HOSTILE + ".")
        .containsEntry("offset", 300);
    assertThat(rows(document.get("unreadable"))).hasSize(1);
  }

  @Test
  void textNamesAFileAsTheUserDidHoweverARuleReachedIt() throws IOException {
    Path input = Path.of("some-tree");
    Path file = input.resolve("a.kpack");
    VerifyReport report =
        new VerifyReport(
            List.of(
                finding(Severity.ERROR, file, "one"),
                finding(Severity.ERROR, file.toAbsolutePath(), "two")),
            List.of(file),
            List.of(),
            List.of(),
            List.of(),
            new VerifyReport.Scope(List.of(input), List.of(), List.of(), Severity.ERROR),
            null);
    assertThat(write(report, ReportFormat.TEXT).lines().filter(line -> line.endsWith(".kpack")))
        .containsExactly(file.toString());
  }

  @Test
  void sarifHasRulesResultsAndRelativeAddresses() throws IOException {
    Map<String, Object> document = json(write(hostile(), ReportFormat.SARIF));
    assertThat(document).containsEntry("version", "2.1.0").containsKey("$schema");
    Map<String, Object> run = rows(document.get("runs")).getFirst();
    Map<String, Object> driver = map(map(run.get("tool")).get("driver"));
    assertThat(driver).containsEntry("name", "Kpack Workbench").containsEntry("version", "1.2.3");
    List<Map<String, Object>> rules = rows(driver.get("rules"));
    assertThat(rules).hasSameSizeAs(StandardRules.all());
    assertThat(rules).allSatisfy(rule -> assertThat(rule).containsKeys("shortDescription", "help"));
    List<Map<String, Object>> results = rows(run.get("results"));
    assertThat(results)
        .extracting(each -> each.get("level"))
        .containsExactly("error", "warning", "note");
    Map<String, Object> first = results.getFirst();
    assertThat(rules.get((Integer) first.get("ruleIndex"))).containsEntry("id", "code-object-elf");
    assertThat(map(first.get("message"))).containsEntry("text", "It is " + HOSTILE + ". Do this.");
    Map<String, Object> location = rows(first.get("locations")).getFirst();
    Map<String, Object> physical = map(location.get("physicalLocation"));
    assertThat(map(physical.get("region"))).containsEntry("byteOffset", 300);
    String uri = (String) map(physical.get("artifactLocation")).get("uri");
    assertThat(uri).matches("[\\x21-\\x7e]+").startsWith("lib/a%20%3Cscript%3E");
    assertThat(folder.toUri().resolve(uri).getPath())
        .isEqualTo(hostile().findings().getFirst().file().toString());
    String base = (String) map(map(run.get("originalUriBaseIds")).get("%SRCROOT%")).get("uri");
    assertThat(base).isEqualTo(folder.toUri().toString()).endsWith("/");
    assertThat(rows(run.get("invocations")).getFirst()).containsEntry("executionSuccessful", false);
  }

  /** Two causes of several findings and one finding alone, not in the order of how bad they are. */
  private VerifyReport causes() {
    List<Finding> findings = new ArrayList<>();
    for (String name : List.of("x", "y")) {
      findings.add(
          new Finding(
              Severity.NOTE,
              "name-windows",
              new Place.File(folder.resolve(name)),
              -1,
              "On Windows it cannot exist: " + name + ".",
              "Rename."));
    }
    findings.add(finding(Severity.WARNING, folder.resolve("w.so"), "alone"));
    for (String name : List.of("p", "q", "r")) {
      findings.add(finding(Severity.ERROR, folder.resolve("e.so"), "broken " + name));
    }
    return new VerifyReport(
        findings,
        List.of(folder.resolve("e.so")),
        List.of(),
        List.of(),
        List.of(),
        VerifyReport.Scope.NONE,
        null);
  }

  @ParameterizedTest
  @EnumSource(names = {"TEXT", "HTML", "MARKDOWN", "SARIF", "JSON"})
  void eachHasTheCausesAndTheFindingsInTheSameOrder(ReportFormat format) throws IOException {
    String text = write(causes(), format);
    int before = -1;
    for (String each :
        List.of(
            "It is broken p.",
            "It is broken q.",
            "It is broken r.",
            "It is alone.",
            "On Windows it cannot exist: x.",
            "On Windows it cannot exist: y.")) {
      int at = text.lastIndexOf(each);
      assertThat(at).as(each + " in " + text).isGreaterThan(before);
      before = at;
    }
    assertThat(text)
        .contains("e.so: 3 errors of the rule code-object-elf")
        .contains("2 names cannot exist on Windows");
  }

  @Test
  void aPageSaysWhenAndWithWhatItWasMadeAndSumsUpByCause() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ReportOptions options =
        new ReportOptions("1.2.3", folder, IOException::getMessage)
            .at(Instant.parse("2026-11-23T14:45:59Z"));
    Reports.write(causes(), ReportFormat.HTML, options, out, StandardCharsets.UTF_8);
    String page = out.toString(StandardCharsets.UTF_8);
    assertThat(page).contains("Kpack Workbench 1.2.3, 2026-11-23 14:45 UTC");
    String summary = page.substring(page.indexOf("<h2>Causes</h2>"), page.indexOf("<h2>Findings"));
    assertThat(summary.split("<tr class=", -1)).hasSize(4);
    assertThat(summary)
        .contains("3 errors of the rule code-object-elf</td><td>3</td><td><code>e.so</code>")
        .contains("2 names cannot exist on Windows</td><td>2</td><td>2 files</td>");
  }

  @Test
  void manyNotesOfOneCauseAreALineOfABriefText() throws IOException {
    List<Finding> notes = new ArrayList<>();
    for (int i = 0; i < 15; i++) {
      notes.add(
          new Finding(
              Severity.NOTE,
              "name-windows",
              new Place.File(folder.resolve("f" + i)),
              -1,
              "On Windows it cannot exist.",
              "Rename."));
    }
    VerifyReport report =
        new VerifyReport(
            notes,
            List.of(folder.resolve("f")),
            List.of(),
            List.of(),
            List.of(),
            VerifyReport.Scope.NONE,
            null);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ReportOptions options = new ReportOptions("", folder, IOException::getMessage).brief(true);
    Reports.write(report, ReportFormat.TEXT, options, out, StandardCharsets.UTF_8);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            15 names cannot exist on Windows (15 notes); --verbose lists them
              Rename.
            Passed: 1 file checked, 0 errors, 0 warnings, 15 notes
            """);
  }

  @Test
  void aFileElsewhereHasAnAddressOfItsOwn() throws IOException {
    VerifyReport report =
        new VerifyReport(
            List.of(finding(Severity.ERROR, Path.of("/elsewhere/x y.so"), "z")),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            VerifyReport.Scope.NONE,
            null);
    assertThat(write(report, ReportFormat.SARIF))
        .contains("\"uri\": \"file:///elsewhere/x%20y.so\"}");
  }

  @Test
  void junitHasACaseForEachFileAndEachBrokenRule() throws Exception {
    Document document = xml(write(hostile(), ReportFormat.JUNIT));
    assertThat(document.getDocumentElement().getAttribute("tests")).isEqualTo("4");
    assertThat(document.getDocumentElement().getAttribute("failures")).isEqualTo("1");
    assertThat(document.getDocumentElement().getAttribute("errors")).isEqualTo("1");
    NodeList cases = document.getElementsByTagName("testcase");
    assertThat(cases.getLength()).isEqualTo(4);
    assertThat(cases.item(0).getAttributes().getNamedItem("name").getNodeValue())
        .isEqualTo("code-object-elf");
    assertThat(document.getElementsByTagName("failure").item(0).getTextContent())
        .contains("<script>")
        .contains("warning [code-object-elf]");
    assertThat(document.getElementsByTagName("system-out").getLength()).isEqualTo(1);
  }

  private static Document xml(String text) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void htmlIsOnePageInBothColoursAndLetsNothingOut() throws IOException {
    String page = write(hostile(), ReportFormat.HTML);
    assertThat(page)
        .startsWith("<!DOCTYPE html>")
        .contains("prefers-color-scheme: dark", "&lt;script&gt;", "error", "warning", "note")
        .doesNotContain("<script", "href=", "src=", "url(", "\u202e", "\u0001");
    // Each tag that is opened is closed.
    for (String tag : List.of("section", "ul", "li", "table", "h2", "h3", "code", "body")) {
      assertThat(count(page, "<" + tag + "[ >]")).as(tag).isEqualTo(count(page, "</" + tag + ">"));
    }
    // Quotes in attributes are the page's own.
    assertThat(page).doesNotContain("title=\"It");
  }

  private static long count(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results().count();
  }

  @Test
  void markdownAndTextLetNothingOut() throws IOException {
    String markdown = write(hostile(), ReportFormat.MARKDOWN);
    assertThat(markdown)
        .contains("- **error** `code-object-elf`", "&lt;script&gt;", "\\`b\\`", "\\|c\\|")
        .doesNotContain("\u202e");
    // What is marked as code is no link.
    assertThat(markdown.replaceAll("(`+)(?!`).*?(?<!`)\\1(?!`)", ""))
        .doesNotContain("](", "<", "@ ");
    assertThat(markdown.lines().filter(line -> line.startsWith("#")))
        .allMatch(line -> line.startsWith("## Ver") || line.startsWith("### "));
    String text = write(hostile(), ReportFormat.TEXT);
    assertThat(text).doesNotContain("\u202e", "\u0001").contains("\\u202e", "\\x01");
    assertThat(text.lines().toList().getLast())
        .isEqualTo("Not all was read: 3 files checked, 1 error, 1 warning, 1 note");
  }

  @Test
  void theGridIsInTheFormatsThatShowIt() throws IOException {
    SplitShard shard =
        new SplitShard(folder.resolve("shard"), "math_lib", "a/stage")
            .binary("a/stage", "lib/libdrift.so", "libdrift.so")
            .without("gfx942", "a/stage/lib/libdrift.so#2")
            .write();
    VerifyReport report =
        Verify.run(
            List.of(shard.generic()), VerifyRequest.everything().withCoverage(), Progress.NONE);
    assertThat(write(report, ReportFormat.HTML))
        .contains("<th>a/stage/lib/libdrift.so#2</th>", "<td class=\"hole\"", ">missing</td>");
    assertThat(write(report, ReportFormat.MARKDOWN))
        .contains("| binary#index | `gfx90a` | `gfx942` | `gfx1030` | `gfx1100` |")
        .contains("| `a/stage/lib/libdrift.so#2` | never built | missing | never built |");
    Map<String, Object> row = rows(json(write(report, ReportFormat.JSON)).get("coverage")).get(2);
    assertThat(row).containsEntry("binary", "a/stage/lib/libdrift.so").containsEntry("index", 2);
    assertThat(map(row.get("targets")))
        .containsEntry("gfx942", "hole")
        .containsEntry("gfx1100", "present");
  }

  @ParameterizedTest
  @EnumSource
  void aFileAppearsWholeAndIsNotReplacedUnasked(ReportFormat format) throws IOException {
    Path file = folder.resolve("report." + format.ending());
    ReportOptions options = new ReportOptions("1", folder, IOException::getMessage);
    Reports.write(hostile(), format, options, file, false);
    assertThat(Files.readString(file))
        .isEqualTo(
            write(hostile(), format)
                .replace("1.2.3", "1")
                .replace("cannot: java.nio.file.NoSuchFileException: ", ""));
    FileTime written = Files.getLastModifiedTime(file);
    Reports.write(hostile(), format, options, file, false);
    assertThat(Files.getLastModifiedTime(file)).as("the same is left alone").isEqualTo(written);
    Files.writeString(file, "mine");
    assertThatThrownBy(() -> Reports.write(hostile(), format, options, file, false))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(file).hasContent("mine");
    Reports.write(hostile(), format, options, file, true);
    assertThat(ReportFormat.ofFile("a.b." + format.ending())).contains(format);
  }

  @ParameterizedTest
  @EnumSource
  void nothingWrongIsADocumentToo(ReportFormat format) throws Exception {
    VerifyReport good =
        new VerifyReport(
            List.of(),
            List.of(folder.resolve("x.so")),
            List.of(),
            List.of(),
            List.of(),
            VerifyReport.Scope.NONE,
            null);
    String text = write(good, format);
    switch (format) {
      case JSON -> assertThat(json(text)).containsEntry("passed", true);
      case SARIF ->
          assertThat(rows(rows(json(text).get("runs")).getFirst().get("results"))).isEmpty();
      case JUNIT -> assertThat(xml(text).getElementsByTagName("testcase").getLength()).isEqualTo(1);
      case JSON_LINES -> assertThat(text).isEmpty();
      case HTML, MARKDOWN, TEXT -> assertThat(text).contains("Passed", "0 errors");
    }
  }
}
