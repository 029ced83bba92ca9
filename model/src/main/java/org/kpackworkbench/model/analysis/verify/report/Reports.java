package org.kpackworkbench.model.analysis.verify.report;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import tools.jackson.core.exc.JacksonIOException;

/** Writes what a verification found. Stateless: safe for use by many threads. */
public final class Reports {
  private Reports() {}

  /**
   * Something that was not checked.
   *
   * @param file the file; null for several
   * @param words what it is, and what to do
   */
  public record Left(@Nullable Path file, String words) {}

  /**
   * Returns lines about everything that was not checked: files that were named, those of folders by
   * their kinds.
   */
  public static List<Left> notChecked(VerifyReport report) {
    return ReportWords.left(report);
  }

  /** How many files were not checked, or only in part, and rules that had nothing to check. */
  public static int notCheckedCount(VerifyReport report) {
    long files = report.notChecked().stream().map(VerifyReport.NotChecked::file).distinct().count();
    return (int) files + report.scope().idle().size();
  }

  /** The outcome and the counts, in one line. */
  public static String lastLine(VerifyReport report) {
    return ReportWords.outcome(report) + ": " + ReportWords.counts(report);
  }

  /**
   * Writes to a stream, which stays open.
   *
   * @param charset of text; every other format is UTF-8
   */
  public static void write(
      VerifyReport report,
      ReportFormat format,
      ReportOptions options,
      OutputStream out,
      Charset charset)
      throws IOException {
    Charset used = format == ReportFormat.TEXT ? charset : StandardCharsets.UTF_8;
    Writer writer = new BufferedWriter(new OutputStreamWriter(out, used));
    try {
      switch (format) {
        case TEXT -> TextReport.write(report, options, writer);
        case JSON -> JsonReport.write(report, options, out);
        case JSON_LINES -> JsonReport.writeLines(report, options, out);
        case HTML -> HtmlReport.write(report, options, writer);
        case MARKDOWN -> MarkdownReport.write(report, options, writer);
        case SARIF -> SarifReport.write(report, options, writer);
        case JUNIT -> JunitReport.write(report, options, writer);
      }
    } catch (JacksonIOException failure) {
      throw failure.getCause();
    }
    writer.flush();
  }

  /**
   * Writes a file, which appears whole or not at all.
   *
   * @throws java.nio.file.FileAlreadyExistsException if it is there and may not be replaced
   */
  public static void write(
      VerifyReport report, ReportFormat format, ReportOptions options, Path file, boolean replace)
      throws IOException {
    try (ReplacingFile target = ReplacingFile.createUnlessSame(file, replace)) {
      write(
          report,
          format,
          options,
          Channels.newOutputStream(target.channel()),
          StandardCharsets.UTF_8);
      target.commit();
    }
  }
}
