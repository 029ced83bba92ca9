package org.kpackworkbench.model.analysis.verify.report;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A kind of document that says what a verification found. */
public enum ReportFormat {
  /** For people at a terminal. */
  TEXT("txt", "Text"),
  /** For scripts. */
  JSON("json", "JSON"),
  /** For scripts that read lines: an object for each finding. */
  JSON_LINES("jsonl", "JSON lines"),
  /** One page for people, which needs nothing else. */
  HTML("html", "HTML page"),
  /** For issues and pull requests. */
  MARKDOWN("md", "Markdown"),
  /** SARIF 2.1.0, for code scanning. */
  SARIF("sarif", "SARIF"),
  /** JUnit's XML, for build servers. */
  JUNIT("xml", "JUnit XML");

  private final String ending;
  private final String words;

  ReportFormat(String ending, String words) {
    this.ending = ending;
    this.words = words;
  }

  /** Returns the extension of files, without the dot. */
  public String ending() {
    return ending;
  }

  /** Returns the format's name for people. */
  public String words() {
    return words;
  }

  /** Returns the format's name on the command line. */
  public String option() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether it shows which binary has code for which architecture. */
  public boolean showsCoverage() {
    return this == HTML || this == MARKDOWN || this == JSON;
  }

  /** The format that a file's name ends with; empty if none does. */
  public static Optional<ReportFormat> ofFile(String fileName) {
    String small = fileName.toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(each -> small.endsWith("." + each.ending)).findFirst();
  }
}
