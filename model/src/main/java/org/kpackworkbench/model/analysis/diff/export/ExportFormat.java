package org.kpackworkbench.model.analysis.diff.export;

import java.util.Locale;

/** How a comparison is written down. */
public enum ExportFormat {
  /** One line for each difference, for terminals. */
  TEXT("txt"),
  /** One document with the fields {@code same}, {@code kind} and {@code differences}. */
  JSON("json"),
  /** A JSON object a line: all but the differences first, then each difference. */
  JSON_LINES("jsonl"),
  /** A page that needs nothing beside it. */
  HTML("html"),
  /** Tables in GitHub's Markdown. */
  MARKDOWN("md"),
  /**
   * Lines with {@code -} and {@code +}, with every byte that differs where the depth leads to
   * bytes; for reading, not for applying.
   */
  PATCH("diff");

  private final String extension;

  ExportFormat(String extension) {
    this.extension = extension;
  }

  /** Returns the extension of files, without the dot. */
  public String extension() {
    return extension;
  }

  /** The name on the command line. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
